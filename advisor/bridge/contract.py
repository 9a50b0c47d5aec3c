"""Contracts: written, read, and scored (Law 77)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from advisor.bridge.calls import Bid, Strain
from advisor.bridge.seats import Seat

_WRITTEN: Final = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})([NESW]?)")
_GAME: Final = 100
_UNDERTRICKS: Final = {False: (100, 300, 500), True: (200, 500, 800)}


@dataclass(frozen=True, slots=True)
class Contract:
    """The final bid, how often it is doubled (0, 1, 2), and declarer (None: not told)."""

    bid: Bid
    doubled: int = 0
    declarer: Seat | None = None

    def __post_init__(self) -> None:
        if self.doubled not in (0, 1, 2):
            raise ValueError("a contract is undoubled, doubled or redoubled")

    def __str__(self) -> str:
        return f"{self.bid}{'X' * self.doubled}{self.declarer or ''}"

    @property
    def needed(self) -> int:
        """The tricks that make the contract."""
        return 6 + self.bid.level

    @property
    def trick_value(self) -> int:
        """The trick points of the odd tricks bid, doubled or redoubled as they are; 100 or more is game."""
        major = self.bid.strain in (Strain.H, Strain.S, Strain.N)
        value = self.bid.level * (30 if major else 20) + (10 if self.bid.strain is Strain.N else 0)
        return int(value * 2**self.doubled)


def parse_contract(text: str) -> Contract:
    """A canonical contract: `4S`, `3NTX`, `6HXXN`. The lone `N` of `3N` is no trumps; write `3NTN` for North.

    Raises ValueError on anything else.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f"not a contract: {text!r}")
    level, strain, doubled, seat = match.groups()
    return Contract(Bid(int(level), Strain(strain[0])), len(doubled), Seat(seat) if seat else None)


def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """The duplicate score of declarer's side for `tricks` tricks won, 0 to 13 (Law 77). Raises ValueError otherwise."""
    if not 0 <= tricks <= 13:
        raise ValueError(f"a board has thirteen tricks, not {tricks}")
    over = tricks - contract.needed
    return _made(contract, over, vulnerable) if over >= 0 else -_lost(contract, -over, vulnerable)


def _made(contract: Contract, over: int, vulnerable: bool) -> int:
    """Trick score, overtricks and premiums of a contract that was made."""
    points = contract.trick_value
    premium = (500 if vulnerable else 300) if points >= _GAME else 50
    if contract.bid.level == 6:
        premium += 750 if vulnerable else 500
    if contract.bid.level == 7:
        premium += 1500 if vulnerable else 1000
    if contract.doubled:
        each = 100 * contract.doubled * (2 if vulnerable else 1)
    else:
        each = 20 if contract.bid.strain in (Strain.C, Strain.D) else 30
    return points + premium + over * each + 50 * contract.doubled


def _lost(contract: Contract, down: int, vulnerable: bool) -> int:
    """What the defenders get for `down` undertricks."""
    if not contract.doubled:
        return down * (100 if vulnerable else 50)
    first = _UNDERTRICKS[vulnerable]
    penalty = first[down - 1] if down <= 3 else first[2] + (down - 3) * 300
    return penalty * contract.doubled
