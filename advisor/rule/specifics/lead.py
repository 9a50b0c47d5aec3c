"""Whose word counts where the two defenders differ about declarer's lead from the wrong hand (Law 55A)."""

from __future__ import annotations

from advisor.replay.lead_answers import decider
from advisor.replay.leads import wrong_lead
from advisor.replay.played import Played
from advisor.replay.seating import seating
from advisor.rule.ruling import Ruled

_TABLE = "declarer_lead_wrong_hand"
_OPEN = frozenset({"either_defender", "either_defender_on_lead", "defenders_differ"})


def next_defender(ruled: Ruled, played: Played) -> dict[str, str]:
    """`next_defender`: the seat that plays next after the lead, where that choice may still be made, or where the two are told
    to have answered differently."""
    rows = {ruled.row.id} if ruled.row is not None else {row.id for row in ruled.rows}
    if ruled.table.irregularity != _TABLE:
        return {}
    counts = decider(played.reading)
    if counts is not None:
        return {"next_defender": counts.value}
    if not rows & _OPEN:
        return {}
    wrong, declarer = wrong_lead(played.reading), seating(played.reading).declarer
    if wrong is None or declarer is None or wrong.led.place is None or wrong.led.defends:
        return {}
    return {"next_defender": declarer.turns(wrong.led.place + 1).value}
