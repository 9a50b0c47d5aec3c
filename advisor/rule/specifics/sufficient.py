"""The lowest sufficient bid in the denomination of an insufficient one (Laws 18, 27B1(a))."""

from __future__ import annotations

from advisor.replay.played import Played
from advisor.rule.ruling import Ruled


def sufficient(ruled: Ruled, played: Played) -> dict[str, str]:
    """`call`: the lowest bid of the same denomination that supersedes the last bid (Law 18D); nothing when even seven is
    too low, or the calls told do not prove the bid insufficient."""
    if not ruled.table.irregularity.startswith("insufficient_bid"):
        return {}
    low = played.low
    return {"call": str(low.lowest)} if low is not None and low.lowest is not None else {}
