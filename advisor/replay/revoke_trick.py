"""Who won the trick of a revoke, told in words: seen from the player who revoked (Law 64A).

The revoke is the first deed that may be one; the win is the next that is told of that very trick. Nothing is concluded from
silence, and nothing where the two players cannot be set at one table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from advisor.base.kept import once
from advisor.bridge.seats import Seat
from advisor.read.events import CARDS, SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.read.story import DIRECTOR
from advisor.replay.contract import contract_of
from advisor.replay.declaring import DECLARER, plain_side, side_of

REVOKES: Final = frozenset({"revoke", "ruff", "discard"})
REVOKING: Final = REVOKES | {"follow"}  # the deeds that may be a revoke
_WINS: Final = frozenset({"win", "take_out"})
_WIN: Final = "win"
_MANY: Final = frozenset({"some_tricks", "the_rest"})
_SPEAKER: Final = "speaker"
_DUMMY: Final = "dummy"
_NO_PLAYERS: Final = frozenset({"spectator", DIRECTOR})
_SELF: Final = frozenset({"own", "alone"})
_CASH: Final = "cash"
_OTHERS: Final = "more_tricks"
_FURTHER: Final = frozenset({_OTHERS, "later", "none_won"})
_DECLARING, _DEFENDING = frozenset({"declarer", "dummy"}), frozenset({"defender", "opening_leader"})
WON: Final = "revoke_trick_won_by"
OFFENDER, PARTNER, OPPONENTS = "offender", "partner", "opponents"
_PEOPLE: Final = frozenset(SEAT_OF) | _DECLARING | _DEFENDING | {PARTNER, "lho", "rho", "opponent", "non_offender"}
_SURE: Final = frozenset({TOLD, "pronoun"})
_BEHIND, _AHEAD, _SENTENCES, _SENTENCE_LONG, _DRAWN = 4, 4, 2, 7, 2


@once
def revoke_trick(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`revoke_trick_won_by`: `offender`, `partner` or `opponents`; nothing when that is not certain. `untold` are the tokens of
    what is only asked, supposed or recited."""
    events = [with_doer(reading, event) for event in reading.story.events if event.first not in untold]
    pairs = enumerate(zip([None, *events], events, strict=False))
    made = ((n, before, event) for n, (before, event) in pairs if event.actor not in _NO_PLAYERS)
    at = next((n for n, before, event in made if may_revoke(event) or off_suit(before, event)), None)
    if at is None:
        return {}
    revoke = events[at]
    for event in events[at + 1 :]:
        if reading.sentences[event.first] - reading.sentences[revoke.last] > _SENTENCES:
            break
        if event.deed in _WINS and (_of_that_trick(reading, event) or _right_then(reading, revoke, event, events)):
            found = _winner(reading, revoke, event) if not UNTOLD & set(event.flags) else ""
            return {"revoke_trick_won_by": found} if found else {}
    since = events[at + 1 :]
    return _overruffed(reading, revoke, since) or _led_on(reading, revoke, since) or _won_before(reading, revoke, events[:at])


def _won_before(reading: Reading, revoke: Event, before: Sequence[Event]) -> dict[str, str]:
    """Who is told right before a discard, in its sentence, to have taken the trick with a card ("South took the ace, West
    discarded"): nothing is led between the two."""
    if revoke.deed != "discard" or revoke.by != TOLD or not before or before[-1].deed not in _WINS:
        return {}
    win = before[-1]
    between = range(win.last + 1, revoke.first)
    parted = reading.sentences[win.first] != reading.sentences[revoke.first] or UNTOLD & set(win.flags)
    later = any(cue.what in _FURTHER | {"later_on"} and cue.first in between for cue in reading.cues)
    if parted or later or win.by != TOLD or win.actor == revoke.actor or not _with_a_card(reading, win, revoke.first):
        return {}
    found = relation(reading, revoke.actor, win.actor)
    return {WON: found} if found else {}


def _with_a_card(reading: Reading, win: Event, until: int) -> bool:
    """Whether a card, or a rank, is told with which a trick was taken."""
    named = [n.start for n in reading.notation if n.kind in ("card", "rank")]
    ranks = [cue.first for cue in reading.cues if cue.what.startswith("said_rank_")]
    near = range(win.first, min(until, win.last + 1 + _SENTENCE_LONG))
    here = win.object.startswith(("card:", "rank:")) or any(_within(reading, start, near) for start in named)
    return here or any(at in near for at in ranks)


def _overruffed(reading: Reading, revoke: Event, after: Sequence[Event]) -> dict[str, str]:
    """The one who is told to have overruffed the revoke, where nothing else is told of that trick: the trick was won with it."""
    over = {at for cue in reading.cues if cue.what == "overruffed" for at in range(cue.first, cue.last + 1)}
    told = [e for e in after if over & set(range(e.first, e.last + 1)) and e.by == TOLD and not UNTOLD & set(e.flags)]
    if (
        len(told) != 1
        or any(e.deed in _WINS for e in after)
        or reading.sentences[told[0].first] != reading.sentences[revoke.last]
    ):
        return {}
    found = relation(reading, revoke.actor, told[0].actor) if revoke.by == TOLD else ""
    return {"revoke_trick_won_by": found} if found else {}


def _led_on(reading: Reading, revoke: Event, after: Sequence[Event]) -> dict[str, str]:
    """The one who is told to lead next: whoever leads has won the trick before. Declarer leads from either hand, so that the lead
    tells nothing of who won on that side, unless declarer had ruffed or leads from hand."""
    then = next((e for e in after if _puts_down(reading, revoke, e) and not UNTOLD & set(e.flags)), None)
    goes_on = then is not None and _goes_on(reading, revoke, then)
    if then is None or then.when or idle(reading, then) or not (then.by in _SURE or then.object or goes_on):
        return {}
    between = range(revoke.last + 1, then.first)
    parted = any(note.kind == "trick_number" and _within(reading, note.start, between) for note in reading.notation)
    later = any(cue.what == "later" and cue.first in between for cue in reading.cues)
    leads = then.deed in ("lead", *_WINS) or reading.stems[then.first] == _CASH or goes_on
    far = reading.sentences[then.first] - reading.sentences[revoke.last] > _SENTENCES
    if not leads or parted or far or (later and revoke.deed != "ruff"):
        return {}
    found = OFFENDER if then.actor == revoke.actor else relation(reading, revoke.actor, then.actor) if then.by in _SURE else ""
    declaring = side_of(reading, revoke.actor) == DECLARER and found != OPPONENTS
    return {WON: found} if found and (not declaring or revoke.deed == "ruff") else {}


def _puts_down(reading: Reading, revoke: Event, event: Event) -> bool:
    """Whether a deed puts down a card; after a ruff also a card that the same player's side takes ("they then take the ace"), or
    trumps that the same player draws."""
    taken = event.deed in _WINS and (event.object.startswith(("card:", "suit:")) or _draws(reading, event))
    return event.deed in CARDS or (taken and revoke.deed == "ruff" and event.actor == revoke.actor)


def _draws(reading: Reading, event: Event) -> bool:
    """Whether a deed is to draw trumps."""
    return any(cue.what == "trumps" for cue in reading.cues_beginning(event.first + 1, event.last + _DRAWN))


def _goes_on(reading: Reading, revoke: Event, then: Event) -> bool:
    """Whether who ruffed is told, in one sentence with it, to play a card of another suit or to draw trumps: a lead."""
    if revoke.deed != "ruff" or then.actor != revoke.actor or reading.sentences[then.first] != reading.sentences[revoke.last]:
        return False
    if any(cue.what in ("later", "later_on") and revoke.last < cue.first <= then.last + 1 for cue in reading.cues):
        return False
    return (then.deed == "play" and bool(suit_of(then))) or (then.deed in _WINS and _draws(reading, then))


def idle(reading: Reading, event: Event) -> bool:
    """Whether a lead is only being on lead."""
    return event.first in reading.cue_tokens("on_lead")


def _within(reading: Reading, start: int, between: range) -> bool:
    return any(reading.tokens[at].start <= start < reading.tokens[at].end for at in between)


def with_doer(reading: Reading, event: Event) -> Event:
    """The deed called a revoke with the player who stands right behind the noun ("the revoke by West"), where it has no doer."""
    if event.deed != "revoke" or event.actor:
        return event
    near = reading.beginning(event.last + 1, event.last + _SENTENCES)
    behind = [m for m in near if m.name in _PEOPLE and m.how != "derived"]
    apart = reading.parted(event.last, behind[0].first) if behind else True
    return event if apart else replace(event, actor=behind[0].name, by=TOLD)


def may_revoke(event: Event) -> bool:
    """Whether a deed may be the revoke: it is called so, or it is a ruff, a discard, or a failure to follow suit."""
    if event.deed == "follow":
        return "negated" in event.flags
    return event.deed in REVOKES and not UNTOLD & set(event.flags)


def off_suit(led: Event | None, event: Event) -> bool:
    """Whether a card played is of another suit than the lead told right before it, by somebody else."""
    if led is None or led.deed != "lead" or event.deed != "play" or event.actor == led.actor or event.flags:
        return False
    return bool(suit_of(led) and suit_of(event)) and suit_of(led) != suit_of(event)


def suit_of(event: Event) -> str:
    """The suit (S H D C) of what a deed is done with; nothing where it is no card."""
    kind, _, value = event.object.partition(":")
    return value[:1] if kind in ("suit", "card", "holding") else ""


def _of_that_trick(reading: Reading, event: Event) -> bool:
    """Whether a win is told of the trick spoken of, and not of a later one."""
    here = reading.sentences[event.first]
    near = reading.cues_beginning(event.first - _BEHIND, event.last + _AHEAD)
    close = reading.cues_beginning(event.first - _SENTENCE_LONG + 1, event.last + _BEHIND - 1)
    those = [cue for cue in close if cue.what == "that_trick" and reading.sentences[cue.first] == here]
    first = min((cue.last for cue in those if cue.first > event.last), default=len(reading.tokens))  # "that trick and two others"
    further = (cue for cue in near if cue.what in _FURTHER and reading.sentences[cue.first] == here)
    return bool(those) and all(cue.what == _OTHERS and cue.first > first for cue in further)


def _right_then(reading: Reading, revoke: Event, win: Event, events: Sequence[Event]) -> bool:
    """Whether a card or a player is told to have won in the same breath as the revoke or the next ("dummy's queen won"): no lead
    between them, no number of tricks and nothing later."""
    taken = win.deed == _WIN or win.object.startswith("card:")
    if not taken or win.by != TOLD or reading.sentences[win.first] - reading.sentences[revoke.last] > 1:
        return False
    if win.when or any(revoke.last < e.first < win.first and e.deed in ("lead", *_WINS, *REVOKES) for e in events):
        return False
    between = range(revoke.last + 1, win.last + 1 + _BEHIND)
    same = [at for at in between if at <= win.last or (at < len(reading.sentences) and not reading.parted(win.last, at))]
    here = {at for at in same if reading.sentences[at] == reading.sentences[win.first]}
    told = [cue for cue in reading.cues if cue.what in _FURTHER | _MANY and cue.first in here]
    if any(cue.what in _FURTHER or cue.first > win.last for cue in told):  # "East's nine won" counts no tricks
        return False
    return not any(reading.stems[at].isdigit() for at in same if at > win.last)


def _winner(reading: Reading, revoke: Event, win: Event) -> str:
    """The one who won, seen from the one who revoked: somebody told beside the win, or else the same player "himself", or the
    one who ruffed and won in one breath."""
    same, ruffed = win.actor == revoke.actor, revoke.deed == "ruff"
    if same and win.by == TOLD == revoke.by and _of_that_trick(reading, win):
        return OFFENDER
    beside = any(m.name == win.actor and m.last == win.first - 1 for m in reading.mentions)
    if (win.by == TOLD or beside) and not same:
        found = relation(reading, revoke.actor, win.actor) if revoke.by in _SURE else ""
        return "" if ruffed and found == OPPONENTS else found
    around = range(max(0, win.first - 1), min(len(reading.stems), win.last + _BEHIND))
    self_told = any(cue.what == "won_personally" and cue.first in around for cue in reading.cues)
    alone = any(reading.stems[at] in _SELF and reading.sentences[at] == reading.sentences[win.first] for at in around)
    if alone or (self_told and same):
        return OFFENDER
    between = any(m.name in _PEOPLE and revoke.last < m.first < win.first for m in reading.mentions)
    at_once = reading.sentences[win.first] - reading.sentences[revoke.last] <= (0 if win.by == TOLD else _SENTENCES)
    return OFFENDER if same and ruffed and at_once and not between else ""


@once
def relation(reading: Reading, offender: str, winner: str) -> str:
    """How one doer stands to the other; nothing when the two are not of one table."""
    if winner == offender:
        return OFFENDER
    one, other = _seat(reading, offender), _seat(reading, winner)
    if one is not None and other is not None:
        return PARTNER if one is other.partner else OPPONENTS if one is not other else OFFENDER
    if winner == PARTNER:
        return PARTNER
    if offender in _DECLARING:
        return PARTNER if winner in _DECLARING else OPPONENTS if winner in _DEFENDING or winner in SEAT_OF else ""
    seated = offender in SEAT_OF and plain_side(reading, offender) != DECLARER
    defends = offender in _DEFENDING or (seated and dict(reading.story.roles).get(offender, "defender") == "defender")
    if winner in _DECLARING and defends:
        return OPPONENTS
    return _by_side(reading, offender, winner)


def _by_side(reading: Reading, offender: str, winner: str) -> str:
    """The same by the sides on which the two are told to be; partners told as "I" and "my partner" are of one side."""
    if {offender, winner} == {PARTNER, _SPEAKER} and not any(cue.what == "of_other" for cue in reading.cues):
        return PARTNER
    one, other = side_of(reading, offender), side_of(reading, winner)
    if one == other == DECLARER and winner == _DUMMY:
        return PARTNER
    return OPPONENTS if one and other and one != other else ""


def _seat(reading: Reading, who: str) -> Seat | None:
    """The seat of a doer, told or (declarer, dummy) by the contract."""
    if who in SEAT_OF:
        return Seat(SEAT_OF[who])
    contract = contract_of(reading)
    if contract is None or contract.declarer is None or who not in _DECLARING:
        return None
    return contract.declarer if who == "declarer" else contract.declarer.partner
