"""The lowest sufficient bid in the denomination of an insufficient one (Laws 18, 27B1(a))."""

from __future__ import annotations

from advisor.replay.low_bid import low_in_hand
from advisor.replay.played import Played
from advisor.rule.ruling import Ruled

_OPEN = frozenset({"lho_may_accept", "early_lho_may_accept", "must_be_corrected", "adjust", "score_stands"})


def sufficient(ruled: Ruled, played: Played) -> dict[str, str]:
    """`call`: the lowest bid of the same denomination that supersedes the last bid (Law 18D); nothing when even seven is
    too low, the calls told do not prove the bid insufficient, or it is put right or accepted already."""
    if not ruled.table.irregularity.startswith("insufficient_bid"):
        return {}
    rows = (ruled.row,) if ruled.row is not None else ruled.rows
    if not any(row.id in _OPEN for row in rows):
        return {}
    low = low_in_hand(played)
    return {"call": str(low.lowest)} if low is not None and low.lowest is not None else {}
