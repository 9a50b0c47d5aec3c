"""An auction told in one breath, each call with its player right after it ("1 spade North, 1 heart East, South passed").

Certain only where every call told has its player, three of them or more, each the left-hand opponent of the one before
(Law 17C): nothing is left out of such a run.
"""

from __future__ import annotations

from itertools import pairwise

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading

_LEAST = 3
_ARTICLE = 2  # letters
_CALLS = frozenset({"call", "call_by", "auction", "over"})


def in_one_breath(reading: Reading) -> tuple[Notation, ...]:
    """The told calls as one auction with all its seats, where each follows the one before; else nothing."""
    told = [note for note in reading.notation if note.kind in _CALLS]
    if len(told) < _LEAST or not any(note.kind == "call" for note in told):
        return ()
    parts = []
    for note in told:
        seat = note.value[0] if note.kind == "call_by" else _seat_after(reading, note) if note.kind == "call" else ""
        if not seat:
            return ()
        parts.append(Notation("call_by", note.start, note.end, f"{seat}:{note.value.rpartition(':')[2]}"))
    seats = [Seat(part.value[0]) for part in parts]
    if any(then is not seat.lho for seat, then in pairwise(seats)):
        return ()
    value = " ".join(part.value for part in parts)
    return (Notation("auction", parts[0].start, parts[-1].end, value, parts=tuple(parts)),)


def _seat_after(reading: Reading, note: Notation) -> str:
    """The seat told right after a call, an article at most between them; nothing where a clause ends before it."""
    at = next((n for n, token in enumerate(reading.tokens) if token.end >= note.end), 0)
    for place in (at + 1, at + 2):
        if place >= len(reading.tokens) or reading.parted(at, place):
            return ""
        seat = next((SEAT_OF[m.name] for m in reading.mentions if m.first == place and m.name in SEAT_OF), "")
        if seat or len(reading.tokens[place].form) > _ARTICLE:
            return seat
    return ""
