"""The events of a story, and those of them that can be played on the model of the table: calls and cards told deed by deed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from advisor.read.notation.reader import Notation
from advisor.read.tokens import SENTENCE, Token, parted

TOLD: Final = "told"
OPEN: Final = "open"
CARDS: Final = frozenset({"lead", "play", "follow", "discard", "ruff"})  # the deeds that put down a card
CALLS: Final = frozenset({"open", "bid", "pass", "double", "redouble"})  # the deeds that are calls
OF_CARDS: Final = ("card:", "suit:", "rank:")  # how the object of a deed that is done with a card begins
SEAT_OF: Final = {"seat_north": "N", "seat_east": "E", "seat_south": "S", "seat_west": "W"}
PLAYERS: Final = frozenset({*SEAT_OF, "declarer", "dummy", "defender", "lho", "rho", "partner", "opponent"})
_OF_SEAT: Final = {letter: name for name, letter in SEAT_OF.items()}
_ROUND: Final = "NESW"
_CALL_NOTES: Final = frozenset({"call", "call_by", "auction", "over"})
CALL_OF: Final = {"pass": "P", "double": "X", "redouble": "XX"}  # the call of a deed that leaves no choice
_DEED_OF: Final = {call: deed for deed, call in CALL_OF.items()}


@dataclass(frozen=True, slots=True)
class Event:
    """One deed. `actor` is a role or seat concept, `speaker`, or nothing; `by` says how it was found (`told`, `pronoun`,
    `dropped`, `passive`). `object` is canonical (`call:1S`, `card:HQ`, `suit:S`). `flags` are those of scope. `when` is
    `before` or `after` the event with number `to` (-1: not told). [first, last] are tokens.
    """

    deed: str
    actor: str
    by: str
    object: str
    first: int
    last: int
    flags: tuple[str, ...] = ()
    when: str = ""
    to: int = -1


def noted(note: Notation, at: int) -> list[Event]:
    """The deeds of a stretch of notation that names the caller of a call."""
    words = note.value.split() if note.kind == "auction" else [note.value] if note.kind == "call_by" else []
    found = []
    for word in words:
        seat, _, call = word.strip("()").rpartition(":")
        if call and call != "?":
            found.append(Event(_DEED_OF.get(call, "bid"), _OF_SEAT.get(seat, ""), TOLD if seat else "", f"call:{call}", at, at))
    return found


class Narrator:
    """Finds the calls and the tricks that a story tells one by one, each with its seat."""

    def __init__(self, calling: Iterable[str], playing: Iterable[str]) -> None:
        self.calling = frozenset(calling)
        self.playing = frozenset(playing)

    def played(self, events: Sequence[Event], tokens: Sequence[Token], notation: Sequence[Notation]) -> tuple[Notation, ...]:
        """The auction and the tricks that are certain, as notation; nothing where a call or a card may be missing."""
        found: list[Notation] = []
        runs = [(kind, list(run)) for kind, run in groupby(events, self._kind)]
        for number, (kind, told) in enumerate(runs):
            if kind == "call" and len(told) > 1 and not _loose(told, tokens, notation):
                then = runs[number + 1][1][:1] if number + 1 < len(runs) else []
                found += _auction(_calls_alone(told), tokens) or _joined([*told, *then], tokens)
            elif kind == "card":
                found += [n for i in range(len(told) - 3) if (n := _trick(told[i : i + 4], tokens)) is not None]
        return tuple(found)

    def _kind(self, event: Event) -> str:
        """`call` or `card`; any other deed ends a run, since it may have undone what was told."""
        return "call" if event.deed in self.calling else "card" if event.deed in self.playing else ""


def _loose(calls: Sequence[Event], tokens: Sequence[Token], notation: Sequence[Notation]) -> bool:
    """Whether calls stand among the deeds that belong to none of them ("East's 1H"), so that their order is not certain."""
    start, end = tokens[calls[0].first].start, tokens[calls[-1].last].end
    there = notation[bisect_left(notation, start, key=_start) : bisect_left(notation, end, key=_start)]
    told = sum(len(n.value.split()) if n.kind == "auction" else 1 for n in there if n.kind in _CALL_NOTES)
    return told > sum(bool(call.object) for call in calls)


def _calls_alone(events: Sequence[Event]) -> list[Event]:
    """The calls without a verb that only leads into one told with its player («άνοιξε η Δύση 1ΧΑ»)."""
    said_next = {id(before): then.actor for before, then in pairwise(events) if _call(then)}
    return [event for event in events if _call(event) or said_next.get(id(event)) != event.actor]


def _start(note: Notation) -> int:
    return note.start


def _call(event: Event) -> str:
    """The call of an event, canonical; nothing when it is not told which."""
    kind, _, value = event.object.partition(":")
    if kind == "call_by":
        return value.rpartition(":")[2]
    return value if kind == "call" else CALL_OF.get(event.deed, "") if not kind else ""


def _auction(calls: Sequence[Event], tokens: Sequence[Token]) -> list[Notation]:
    """The calls as one told auction, as far as each is told plainly, with its seat, in the order of the telling; nothing
    when one that is told later came before them."""
    if any(event.flags or event.when == "before" for event in calls):
        return []
    parts = []
    for event in calls:
        call, seat = _call(event), SEAT_OF.get(event.actor)
        if not call or seat is None or event.by != TOLD or event.when:
            break
        parts.append(Notation("call_by", tokens[event.first].start, tokens[event.last].end, f"{seat}:{call}"))
        if event.deed == OPEN and any(not earlier.value.endswith(":P") for earlier in parts[:-1]):
            return []
    if len({part.value[0] for part in parts}) < 2:
        return []
    return [Notation("auction", parts[0].start, parts[-1].end, " ".join(p.value for p in parts), parts=tuple(parts))]


def _joined(calls: Sequence[Event], tokens: Sequence[Token]) -> list[Notation]:
    """An auction told in one piece without its seats, and the call of a seat that follows it in the same sentence
    ("1♠ P 2♥, then East bid 1NT", whatever the word for it): one told auction, the seat taken to follow in rotation."""
    piece = [event for event in calls if event.first == calls[0].first]
    call = next(iter(calls[len(piece) :]), None)
    if len(piece) < 2 or call is None or any(event.actor for event in piece):
        return []
    seat, value = SEAT_OF.get(call.actor), _call(call)
    apart = parted(tokens, piece[0].first, call.first, SENTENCE)
    if seat is None or not value or call.by != TOLD or call.flags or call.when or apart:
        return []
    whole = Notation("auction", tokens[piece[0].first].start, tokens[piece[0].last].end, " ".join(map(_call, piece)))
    last = Notation("call_by", tokens[call.first].start, tokens[call.last].end, f"{seat}:{value}")
    return [Notation("auction", whole.start, last.end, f"{whole.value} {last.value}", parts=(whole, last))]


def _trick(cards: Sequence[Event], tokens: Sequence[Token]) -> Notation | None:
    """Four plays in rotation, the first of them a lead, as one trick with its leader: `W:SA S2 S5 S3`."""
    seats = [SEAT_OF.get(event.actor, "") for event in cards]
    if "" in seats or any(e.flags or e.when or not e.object.startswith("card:") for e in cards) or cards[0].deed != "lead":
        return None
    if any(_ROUND[(_ROUND.index(a) + 1) % 4] != b for a, b in pairwise(seats)):
        return None
    value = " ".join(event.object.partition(":")[2] for event in cards)
    return Notation("trick", tokens[cards[0].first].start, tokens[cards[-1].last].end, f"{seats[0]}:{value}")
