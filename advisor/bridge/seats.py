"""The four seats, their sides, and who deals and is vulnerable on a board (Law 2)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Side(StrEnum):
    """A partnership."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opposing side."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """A compass position; the turn passes clockwise N, E, S, W."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    def turns(self, count: int) -> Seat:
        """The seat `count` turns further clockwise (negative: back)."""
        return _ORDER[(_ORDER.index(self) + count) % 4]

    @property
    def next(self) -> Seat:
        """Whose turn it is after this seat."""
        return self.turns(1)

    @property
    def lho(self) -> Seat:
        """The opponent on the left."""
        return self.turns(1)

    @property
    def partner(self) -> Seat:
        """The partner."""
        return self.turns(2)

    @property
    def rho(self) -> Seat:
        """The opponent on the right."""
        return self.turns(3)

    @property
    def side(self) -> Side:
        """The partnership this seat belongs to."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    def distance(self, other: Seat) -> int:
        """Turns from this seat clockwise to the other: 0 to 3."""
        return (_ORDER.index(other) - _ORDER.index(self)) % 4


class Vulnerability(StrEnum):
    """Which sides are vulnerable."""

    NONE = "none"
    NS = "NS"
    EW = "EW"
    BOTH = "both"

    def of(self, side: Side) -> bool:
        """True when that side is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value


_ORDER: Final = (Seat.N, Seat.E, Seat.S, Seat.W)
_CYCLE: Final = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)


def dealer_of(board: int) -> Seat:
    """Who deals board `board`, 1 or more: N, E, S, W in turn (Law 2). Raises ValueError below 1."""
    _known(board)
    return _ORDER[(board - 1) % 4]


def vulnerability_of(board: int) -> Vulnerability:
    """Who is vulnerable on board `board`, in the cycle of sixteen boards (Law 2). Raises ValueError below 1."""
    _known(board)
    return _CYCLE[((board - 1) + (board - 1) % 16 // 4) % 4]


def _known(board: int) -> None:
    if board < 1:
        raise ValueError(f"boards are numbered from 1, not {board}")
