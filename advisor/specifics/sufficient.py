"""The lowest sufficient bid in the denomination of an insufficient one (Laws 18, 27B1(a))."""

from __future__ import annotations

from advisor.read.reading import Reading
from advisor.replay import findings
from advisor.rule import Ruled


def sufficient(ruled: Ruled, reading: Reading) -> dict[str, str]:
    """`call`: the lowest bid of the same denomination that supersedes the last bid (Law 18D); nothing when even seven is
    too low, or the calls told do not prove the bid insufficient."""
    if not ruled.table.irregularity.startswith("insufficient_bid"):
        return {}
    lowest = findings(reading.notation, reading.story.played).get("lowest_sufficient_bid")
    return {"call": lowest.value} if lowest is not None else {}
