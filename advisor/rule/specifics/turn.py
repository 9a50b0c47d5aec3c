"""Whose turn it was to call or to make the opening lead (Laws 17B, 17C, 41A), where dealer, calls or contract are told."""

from __future__ import annotations

from advisor.replay.contract import contract_of
from advisor.replay.late_calls import passed_round
from advisor.replay.played import Played
from advisor.replay.turns import turn_to_call
from advisor.rule.ruling import Ruled

_CALL = frozenset({"17", "28", "29", "30", "31", "32"})
_LEAD = frozenset({"41", "53", "54"})


def turn(ruled: Ruled, played: Played) -> dict[str, str]:
    """`turn`: the seat whose turn it was to call when somebody called out of it; `lead`: the seat whose
    opening lead it was, from the contract and its declarer (Law 41A); `passed_round`: three passes in rotation are told (Law
    22A)."""
    law = ruled.table.law_number
    if ruled.table.irregularity == "auction_ended_early" and passed_round(played.reading):
        return {"passed_round": "three"}
    if law in _CALL:
        seat = turn_to_call(played.reading)
        passed_over = played.proofs.get("out_of_turn_expected")
        found = {seat.value} if seat is not None else set()
        found |= {passed_over.value} if passed_over is not None else set()
        return {"turn": found.pop()} if len(found) == 1 else {}
    if law in _LEAD and "opening" in ruled.table.irregularity + (ruled.row.id if ruled.row else ""):
        return _opening(played)
    return {}


def _opening(played: Played) -> dict[str, str]:
    """The seat on declarer's left (Law 41A), by the contract told or the auction that ended in it."""
    contract = contract_of(played.reading)
    proved = played.proofs.get("leader")
    found = {contract.declarer.lho.value} if contract is not None and contract.declarer is not None else set()
    found |= {proved.value} if proved is not None else set()
    return {"lead": found.pop()} if len(found) == 1 else {}
