"""Whose turn it was to call or to lead (Laws 17B, 17C, 41A, 44G), where dealer, calls, contract or trick are told."""

from __future__ import annotations

from advisor.read.reading import Reading
from advisor.replay import findings
from advisor.rule import Ruled
from advisor.told.tricks import told_tricks
from advisor.turns import turn_to_call

_CALL = frozenset({"17", "28", "29", "30", "31", "32"})
_LEAD = frozenset({"41", "53", "54"})
_LATER = frozenset({"53", "55", "56"})


def turn(ruled: Ruled, reading: Reading) -> dict[str, str]:
    """`turn`: the seat whose turn it was to call when somebody called out of it; `lead`: the seat whose lead it was, the
    opening one from the contract (Law 41A), a later one from the trick before it (Law 44G)."""
    law = ruled.table.law_number
    if law in _CALL:
        seat = turn_to_call(reading)
        passed_over = findings(reading.notation, reading.story.played).get("out_of_turn_expected")
        found = {seat.value} if seat is not None else set()
        found |= {passed_over.value} if passed_over is not None else set()
        return {"turn": found.pop()} if len(found) == 1 else {}
    if law in _LATER:
        tricks = told_tricks(reading)
        if len(tricks) == 1 and tricks[0].winner is not None:
            return {"lead": tricks[0].winner.value}
    if law in _LEAD and "opening" in ruled.table.irregularity + (ruled.row.id if ruled.row else ""):
        leader = findings(reading.notation, reading.story.played).get("leader")
        return {"lead": leader.value} if leader is not None else {}
    return {}
