"""Dealer and vulnerability of a told board (Law 2)."""

from __future__ import annotations

from advisor.bridge.seats import dealer_of, vulnerability_of
from advisor.read.reading import Reading
from advisor.replay.contract import board_of
from advisor.replay.played import Played
from advisor.rule.ruling import Ruled

_LAWS = frozenset({"2", "17", "28", "29", "30", "31", "32", "77"})


def board(ruled: Ruled, played: Played) -> dict[str, str]:
    """`board`, `dealer` and `vulnerability` (`none`, `NS`, `EW`, `both`) where they matter: the markings of a board, whose
    turn it was to call, the score. Only when one board number is told."""
    return board_facts(played.reading) if ruled.table.law_number in _LAWS else {}


def board_facts(reading: Reading) -> dict[str, str]:
    """The same for any text that tells one board."""
    number = board_of(reading)
    if number is None:
        return {}
    return {"board": str(number), "dealer": dealer_of(number).value, "vulnerability": vulnerability_of(number).value}
