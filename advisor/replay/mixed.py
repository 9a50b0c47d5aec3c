"""Which side mixed its cards, by the doer told with the words for it (Law 66D)."""

from __future__ import annotations

from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.tokens import CLAUSE

FACT = "cards_mixed_by"
_MIXED: Final = frozenset({"trick_mixed_cards", "board_returned"})
_BOTH: Final = "cards_mixed_by=both_sides"
_DEFENDING: Final = frozenset({"defender", "opening_leader"})
_DECLARING: Final = frozenset({"declarer", "dummy"})
_OTHERS: Final = "opponent"


def mixed_by(reading: Reading) -> dict[str, str]:
    """`cards_mixed_by` (`one_side`) where all who are told to have mixed cards, or put them away, are of one side."""
    told = [m for m in reading.mentions if m.name in _MIXED and not UNSAID & set(m.flags)]
    if any(m.name == _BOTH and all(m.first <= each.first for each in told) for m in reading.mentions):
        return {}
    found = {_doer(reading, m.first, m.last) for m in told}
    return {FACT: "one_side"} if len(found) == 1 and "" not in found else {}


def _doer(reading: Reading, first: int, last: int) -> str:
    """The side of the one person told before the words, in their clause."""
    start = first
    while start and reading.tokens[start - 1].after < CLAUSE:
        start -= 1
    sides = {_side(m.name) for m in reading.mentions if start <= m.first <= last and m.how != "derived"} - {""}
    return sides.pop() if len(sides) == 1 else ""


def _side(name: str) -> str:
    if name in SEAT_OF:
        return Seat(SEAT_OF[name]).side.value
    return "defending" if name in _DEFENDING else "declaring" if name in _DECLARING else name if name == _OTHERS else ""
