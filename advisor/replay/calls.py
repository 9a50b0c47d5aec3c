"""The calls of a text in the order of the telling, each with its seat if that is told, and the cues that belong to it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from advisor.base.kept import once
from advisor.bridge.auction import Told
from advisor.bridge.calls import parse_call
from advisor.bridge.seats import Seat
from advisor.read.cues import Cue
from advisor.read.events import CALL_OF, CALLS, SEAT_OF
from advisor.read.notation.reader import Notation, calls_of
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.tokens import CLAUSE, SENTENCE

_AHEAD = 5
_BELIEVED, _CALL, _HELD = "believed", "call:", ("held_for_a_call", "kind_of_call")


@dataclass(frozen=True, slots=True)
class ToldCall:
    """A call (`1S`, `P`): who made it (None: not told), and the token it is told at (one for all calls of an auction)."""

    value: str
    seat: Seat | None
    at: int


def seated(calls: Iterable[tuple[str | None, bool, str]]) -> tuple[Told, ...]:
    """The calls of a notation (as `calls_of` gives them) as the model of the auction takes them: seat if told, and call."""
    return tuple((Seat(seat) if seat else None, parse_call(call)) for seat, _, call in calls)


@once
def told_calls(reading: Reading) -> tuple[ToldCall, ...]:
    """Every call that is told to have been made. A call that stands in two notations at one place counts once; what a hand is
    only fit for ("has a normal 1♣ opening") is no call."""
    starts = [token.start for token in reading.tokens]
    made = [event for event in reading.story.events if event.deed in CALLS and not UNSAID & set(event.flags)]
    seats: dict[tuple[int, str], str] = {}  # a call only wanted is nobody's
    for event in made:
        seats.setdefault((event.last, event.object.removeprefix(_CALL)), SEAT_OF.get(event.actor, ""))
    found: dict[int, ToldCall] = {}
    for value, seat, start in _noted(reading.notation):
        at = max(bisect_right(starts, start) - 1, 0)
        letter = seat or next((seats[key] for key in ((at, value), (at - 1, value), (at, "")) if key in seats), "")
        found.setdefault(start, ToldCall(value, Seat(letter) if letter else None, at))
    noted = {call.at for call in found.values()}
    for event in reading.story.events:
        if event.deed in CALL_OF and not event.object and event.last not in noted and not event.flags:
            letter = SEAT_OF.get(event.actor, "")
            found[starts[event.last]] = ToldCall(CALL_OF[event.deed], Seat(letter) if letter else None, event.last)
    held = held_calls(reading)
    return tuple(found[start] for start in sorted(found) if found[start].at not in held)


@once
def held_calls(reading: Reading) -> frozenset[int]:
    """The tokens of the calls that a hand is told to be fit for, and of the word behind them ("has a normal 1♣ opening")."""
    before, kind = ({at for cue in reading.cues if cue.what == what for at in (cue.first, cue.last)} for what in _HELD)
    ends = {cue.last + 1 for cue in reading.cues if cue.what == _HELD[0]}
    return frozenset(at + more for at in ends for more in (0, 1) if kind & ({at + 1} | {at - 1, at - 2} & before))


def _noted(notation: tuple[Notation, ...]) -> Iterator[tuple[str, str, int]]:
    """(call, seat or nothing, start) of every call in notation."""
    for note in notation:
        if note.kind == "call":
            yield note.value, "", note.start
        elif note.kind == "call_by":
            seat, _, call = note.value.partition(":")
            yield call, seat, note.start
        elif note.kind == "over":
            yield from ((part.value, "", part.start) for part in note.parts)
        elif note.kind == "auction" and len(note.parts) == len(calls_of(note.value)):
            for (who, _, call), part in zip(calls_of(note.value), note.parts, strict=True):
                yield call, who or "", part.start


def believed(reading: Reading) -> frozenset[int]:
    """The tokens of what somebody only thought to be so ("thinking that East had opened 1NT"), up to the end of the clause."""
    found: set[int] = set()
    for cue in reading.cues:
        at = cue.last + 1 if cue.what == _BELIEVED else len(reading.tokens)
        while at < len(reading.tokens) and not reading.tokens[at - 1].after and at - cue.last <= _AHEAD:
            found.add(at)
            at += 1
    return frozenset(found)


def cues_of(reading: Reading, calls: tuple[ToldCall, ...]) -> list[list[Cue]]:
    """For each call the cues that speak of it: those right before it ("a weak 2H"), and those between it and the next call.

    Words that look ahead ("changed to 2S", "instead of 2S") belong to the call they lead to.
    """
    if not calls:
        return []
    places = [call.at for call in calls]
    owned: list[list[Cue]] = [[] for _ in calls]
    for cue in reading.cues:
        following = bisect_right(places, cue.last)
        if following < len(calls) and _leads_to(reading, cue, places[following]):
            owned[following].append(cue)
        elif following:
            owned[following - 1].append(cue)
        elif places[0] - cue.last <= _AHEAD and not reading.parted(cue.last, places[0], SENTENCE):
            owned[0].append(cue)
    return owned


def _leads_to(reading: Reading, cue: Cue, place: int) -> bool:
    """Whether a cue speaks of the call that follows it."""
    if place - cue.last > _AHEAD:
        return False
    hardest = max((token.after for token in reading.tokens[cue.last : place]), default=0)
    if cue.what in ("new", "instead_of"):
        return hardest < (SENTENCE if cue.what == "new" else CLAUSE)
    return hardest < CLAUSE and place - cue.last == 1
