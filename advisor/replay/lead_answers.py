"""What the two defenders say to declarer's lead from the wrong hand, in their own words: if they differ, the one who plays next
after that lead prevails (Law 55A)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import TOLD
from advisor.read.quotes import AT_LENGTH, quoted_spans, spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.tokens import SENTENCE
from advisor.replay.hands import DECLARER, DUMMY
from advisor.replay.leads import wrong_lead
from advisor.replay.players import BARE, COMPASS, Place, Player, own_seat, places, within
from advisor.replay.seating import seating

ANSWER: Final = "lead_answer"
_YES, _NO = "answer_yes", "answer_no"
_VALUES: Final = {_YES: "accepted", _NO: "refused"}
_TOLD: Final = {**_VALUES, "accepts_it": "accepted", "declines_it": "refused"}  # told of a player named before
_BEGINS: Final = {"begins_with_yes": "accepted", "begins_with_no": "refused"}
_DIFFER: Final = "disagree"
_OF_NEXT: Final = {"accepted": "next_accepts", "refused": "next_refuses"}
_FAR: Final = 14  # words from a name to what that player says
_SEATS: Final = "NESW"
_BESIDE: Final = 2
_BOTH: Final = 2
_PLAYS_NEXT, _CALLS_CARD = "plays_next", "call_card"
_FROM_DUMMY, _FROM_HAND = "card_named_from=dummy", "from_hand"


def answers_to_lead(reading: Reading) -> dict[str, str]:
    """`lead_answer`, where two opponents are told to answer differently, one of them at least in quotation marks, or both right
    behind their names ("East says ..."): what the one says who plays next (`next_accepts`, `next_refuses`), or `disagree` where
    it is not told who that is."""
    everybody = _players(reading)
    said = _both(reading, everybody)
    if not _differ(said):
        return {}
    then = _next(reading, everybody)
    return {ANSWER: _OF_NEXT.get(said.get(then, ""), _DIFFER) if then is not None else _DIFFER}


def agreed_answer(reading: Reading) -> dict[str, str]:
    """`lead_answer`: what both opponents are told to answer, where it is the same."""
    said = _both(reading, _players(reading))
    return {ANSWER: next(iter(said.values()))} if said and not _differ(said) else {}


def decider(reading: Reading) -> Seat | None:
    """The seat whose answer counts where two opponents are told to answer differently (Law 55A), as far as the seats are told."""
    everybody = _players(reading)
    then = _next(reading, everybody) if _differ(_both(reading, everybody)) else None
    return Seat(_SEATS[then.step]) if then is not None and then.frame == COMPASS else None


def _players(reading: Reading) -> tuple[Place, ...]:
    """Where defenders, or players not known to declare, are told of; "East, next to play, ..." is one."""
    declarer = seating(reading).declarer
    declaring = {_SEATS.index(seat.value) for seat in (declarer, declarer.partner)} if declarer is not None else set()
    beside = {at for cue in reading.cues if cue.what == _PLAYS_NEXT for at in range(cue.first, cue.last + 1)}
    told = (place for place in places(reading) if place.first not in beside)
    return tuple(p for p in told if p.player.frame != COMPASS or p.player.step not in declaring)


def _differ(said: Mapping[Player, str]) -> bool:
    """Whether two players answer differently."""
    return len(set(said.values())) > 1


def _both(reading: Reading, everybody: tuple[Place, ...]) -> dict[Player, str]:
    """What each of two partners is told to answer."""
    said = _quoted(reading, everybody)
    if not said:
        told = _reported(reading, tuple(place for place in everybody if _is_told_to_say(reading, place)))
        every = _reported(reading, everybody) if len(told) < _BOTH else {}
        said = every if len(every) == _BOTH else told
    elif len(said) == 1:
        said |= {player: answer for player, answer in _reported(reading, everybody).items() if player not in said}
    return said if len(said) == _BOTH and _partners(*said) else {}


def _quoted(reading: Reading, everybody: tuple[Place, ...]) -> dict[Player, str]:
    """What each player is told to answer in quotation marks, first."""
    said: dict[Player, str] = {}
    answers = sorted((cue for cue in reading.cues if cue.what in _VALUES), key=lambda cue: cue.first)
    starts = [reading.tokens[cue.first].start for cue in answers]
    begins = {cue.first: cue.what for cue in reading.cues if cue.what in _BEGINS}
    for start, end in quoted_spans(reading.text, AT_LENGTH):
        inside = answers[bisect_left(starts, start) : bisect_left(starts, end)]
        kinds = {_VALUES[cue.what] for cue in inside}
        at = bisect_left(reading.tokens, start, key=lambda token: token.start)
        if at in begins and len(kinds) != 1:
            kinds = {_BEGINS[begins[at]]}
        named = _led_in(reading, everybody, at) or _says(reading, everybody, end) or within(everybody, at - _FAR, at - 1)[-1:]
        if len(kinds) == 1 and named and named[0].player not in said:
            said[named[0].player] = kinds.pop()
    return said


def _is_told_to_say(reading: Reading, place: Place) -> bool:
    """Whether a saying is told right behind somebody's name: "East says"."""
    behind = reading.deeds_beginning(place.last + 1, place.last + 1)
    return any(e.deed == "say" and e.by == TOLD and not e.flags for e in behind)


def _reported(reading: Reading, everybody: tuple[Place, ...]) -> dict[Player, str]:
    """What each player is told to answer without quotation marks: "East said she did not mind, leave it", or in one word right
    behind the name: "LHO no"."""
    spoken = spoken_tokens(reading.text, reading.tokens)
    said: dict[Player, str] = {}
    for cue in reading.cues:
        if cue.first in spoken or cue.what not in _TOLD | _BEGINS:
            continue
        before = [p for p in within(everybody, cue.first - _FAR, cue.first - 1) if p.first not in spoken]
        if not before or reading.parted(before[-1].last, cue.first, SENTENCE):
            continue
        if cue.what in _TOLD:
            said.setdefault(before[-1].player, _TOLD[cue.what])
        elif reading.clause_end(cue.first) == cue.last and _in_a_word(reading, before[-1], cue.first):
            said.setdefault(before[-1].player, _BEGINS[cue.what])
    return said


def _in_a_word(reading: Reading, place: Place, at: int) -> bool:
    """Whether a word of an answer stands right behind a name, or behind "LHO says"; of the seats the words tell no more."""
    said = place.player.frame != COMPASS and _is_told_to_say(reading, place)
    return place.last + 1 == at or (said and place.last + _BESIDE == at)


def _led_in(reading: Reading, everybody: tuple[Place, ...], at: int) -> list[Place]:
    """Who is named right before a quotation with a colon: 'W: "fine with me"'."""
    named = within(everybody, at - 1, at - 1)
    until = reading.tokens[at].start if at < len(reading.tokens) else len(reading.text)
    return named if named and ":" in reading.text[reading.tokens[at - 1].end : until] else []


def _says(reading: Reading, everybody: tuple[Place, ...], end: int) -> list[Place]:
    """Who is told right behind the quotation to have said it: "'wrong hand!' cried West"."""
    at = bisect_left(reading.tokens, end, key=lambda token: token.start)
    told = within(everybody, at, at + _BESIDE)[:1]
    between = reading.text[end : reading.tokens[at].start] if told else ""
    goes_on = at in reading.cue_firsts("joined")  # "«fine» and RHO shouts ..."
    apart = not told or goes_on or reading.parted(at, told[0].first) or between.strip("'\"»”’ ") != ""
    return [] if apart else told


def _partners(one: Player, other: Player) -> bool:
    """Whether two players sit opposite one another, as far as they are told from one seat; LHO and RHO do."""
    relative = COMPASS not in (one.frame, other.frame)
    return (one.frame == other.frame or relative) and (one.step - other.step) % 4 == 2


def _next(reading: Reading, everybody: tuple[Place, ...]) -> Player | None:
    """Who plays next after declarer's lead from the wrong hand, where the seats tell it, or the words do ("next to play")."""
    wrong, table = wrong_lead(reading), seating(reading)
    told = [p for cue in reading.cues if cue.what == _PLAYS_NEXT for p in within(everybody, cue.first - _BESIDE, cue.last + 1)]
    if told:
        return told[0].player
    led = wrong.led.place if wrong is not None and wrong.led.defends is False else _told_hand(reading) if wrong is None else None
    own = own_seat(reading) if table.speaker == 0 else ""
    declarer = table.declarer or (Seat(own) if own else None)
    if led is None:
        return None
    if declarer is None:
        return Player(BARE, 3 if led == DUMMY else 1)  # as declarer tells it: dummy's lead is followed by RHO
    return Player(COMPASS, _SEATS.index(Seat(declarer.turns(led).turns(1)).value))


def _told_hand(reading: Reading) -> int | None:
    """The hand that declarer led from, where only the words for it tell that a card came: not those of a player's demand."""
    spoken = spoken_tokens(reading.text, reading.tokens)
    if any(e.deed == _CALLS_CARD and not UNSAID & set(e.flags) for e in reading.story.events):  # as long as nobody led
        return DUMMY
    told = [(m.first, DUMMY) for m in reading.mentions if m.name == _FROM_DUMMY and not m.flags]
    told += [(cue.first, DECLARER) for cue in reading.cues if cue.what == _FROM_HAND]
    return max(((at, hand) for at, hand in told if at not in spoken), default=(0, None))[1]  # where the lead was stands before
