"""What the two defenders say to declarer's lead from the wrong hand, in their own words: if they differ, the one who plays next
after that lead prevails (Law 55A)."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import TOLD
from advisor.read.quotes import quoted_spans, spoken_tokens
from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE
from advisor.replay.hands import DUMMY
from advisor.replay.leads import wrong_lead
from advisor.replay.players import BARE, COMPASS, Place, Player, places, within
from advisor.replay.seating import seating

ANSWER: Final = "lead_answer"
_YES, _NO = "answer_yes", "answer_no"
_VALUES: Final = {_YES: "accepted", _NO: "refused"}
_BEGINS: Final = {"begins_with_yes": "accepted", "begins_with_no": "refused"}
_DIFFER: Final = "disagree"
_FAR: Final = 14  # words from a name to what that player says
_SEATS: Final = "NESW"
_BESIDE: Final = 2
_LONG: Final = 80  # characters of what a player is quoted to say


def answers_to_lead(reading: Reading) -> dict[str, str]:
    """`lead_answer`: `disagree`, where two opponents are told to answer differently, one of them at least in quotation marks, or
    both right behind their names ("East says ..."); or what the one says who plays next, where the hand that led and the seats
    are told."""
    everybody = places(reading)
    said = _quoted(reading, everybody)
    if not said:
        said = _reported(reading, tuple(place for place in everybody if _is_told_to_say(reading, place)))
    elif len(said) == 1:
        said |= {player: answer for player, answer in _reported(reading, everybody).items() if player not in said}
    if len(said) != 2 or len(set(said.values())) != 2 or not _partners(*said):
        return {}
    then = _next(reading)
    return {ANSWER: said.get(then, _DIFFER) if then is not None else _DIFFER}


def _quoted(reading: Reading, everybody: tuple[Place, ...]) -> dict[Player, str]:
    """What each player is told to answer in quotation marks, first."""
    said: dict[Player, str] = {}
    answers = sorted((cue for cue in reading.cues if cue.what in _VALUES), key=lambda cue: cue.first)
    starts = [reading.tokens[cue.first].start for cue in answers]
    begins = {cue.first: cue.what for cue in reading.cues if cue.what in _BEGINS}
    for start, end in quoted_spans(reading.text, _LONG):
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
    return any(e.deed == "say" and e.by == TOLD and e.first == place.last + 1 and not e.flags for e in reading.story.events)


def _reported(reading: Reading, everybody: tuple[Place, ...]) -> dict[Player, str]:
    """What each player is told to answer without quotation marks: "East said she did not mind, leave it"."""
    spoken = spoken_tokens(reading.text, reading.tokens)
    said: dict[Player, str] = {}
    for cue in reading.cues:
        if cue.what in _VALUES and cue.first not in spoken:
            before = [p for p in within(everybody, cue.first - _FAR, cue.first - 1) if p.first not in spoken]
            if before and not reading.parted(before[-1].last, cue.first, SENTENCE):
                said.setdefault(before[-1].player, _VALUES[cue.what])
    return said


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
    goes_on = any(cue.what == "joined" and cue.first == at for cue in reading.cues)  # "«fine» and RHO shouts ..."
    apart = not told or goes_on or reading.parted(at, told[0].first) or between.strip("'\"»”’ ") != ""
    return [] if apart else told


def _partners(one: Player, other: Player) -> bool:
    """Whether two players sit opposite one another, as far as they are told from one seat; LHO and RHO do."""
    relative = COMPASS not in (one.frame, other.frame)
    return (one.frame == other.frame or relative) and (one.step - other.step) % 4 == 2


def _next(reading: Reading) -> Player | None:
    """Who plays next after declarer's lead from the wrong hand, where the seats tell it."""
    wrong, declarer = wrong_lead(reading), seating(reading).declarer
    if wrong is None or wrong.led.defends is not False or wrong.led.place is None:
        return None
    if declarer is None:
        return Player(BARE, 3 if wrong.led.place == DUMMY else 1)  # as declarer tells it: dummy's lead is followed by RHO
    led = declarer.turns(wrong.led.place)
    return Player(COMPASS, _SEATS.index(Seat(led.turns(1)).value))
