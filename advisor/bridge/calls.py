"""Calls: bids in their order, pass, double, redouble; which bid is sufficient over which (Law 18)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from typing import Final


class Strain(StrEnum):
    """A denomination, in ascending order C, D, H, S, N (Law 18E)."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"
    N = "N"

    @property
    def rank(self) -> int:
        """0 for clubs to 4 for no trumps."""
        return "CDHSN".index(self.value)


class Action(StrEnum):
    """The calls that are not bids."""

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"


@total_ordering
@dataclass(frozen=True, slots=True)
class Bid:
    """A number of odd tricks, 1 to 7, in a denomination. Bids are ordered as they supersede each other (Law 18)."""

    level: int
    strain: Strain

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a bid is for one to seven odd tricks, not {self.level}")

    def __lt__(self, other: Bid) -> bool:
        return (self.level, self.strain.rank) < (other.level, other.strain.rank)

    def __str__(self) -> str:
        return f"{self.level}{'NT' if self.strain is Strain.N else self.strain}"

    def is_sufficient_over(self, last: Bid | None) -> bool:
        """True when this bid supersedes the last bid, or when there was none (Law 18C, 18D)."""
        return last is None or last < self


Call = Bid | Action
HIGHEST: Final = Bid(7, Strain.N)


def lowest_sufficient(strain: Strain, last: Bid | None) -> Bid | None:
    """The lowest sufficient bid in a denomination over the last bid; None when even seven is too low (Law 18)."""
    if last is None:
        return Bid(1, strain)
    level = last.level if strain.rank > last.strain.rank else last.level + 1
    return Bid(level, strain) if level <= 7 else None


def parse_call(text: str) -> Call:
    """A canonical call: `1S`, `3NT` (or `3N`), `P`, `X`, `XX`. Raises ValueError on anything else."""
    if text in ("P", "X", "XX"):
        return Action(text)
    if len(text) in (2, 3) and text[0] in "1234567" and (text[1:] in ("C", "D", "H", "S", "N", "NT")):
        return Bid(int(text[0]), Strain(text[1]))
    raise ValueError(f"not a call: {text!r}")
