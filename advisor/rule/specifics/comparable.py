"""Is the replacement comparable, and by which of the three tests (Law 23A)? From told meanings only."""

from __future__ import annotations

from advisor.lawbook.models import Row
from advisor.replay.comparison import Verdict, compare
from advisor.replay.played import Played
from advisor.rule.ruling import Ruled

_TABLES = frozenset(
    {
        "comparable_call",
        "comparable_call_damage",
        "insufficient_bid",
        "pass_out_of_rotation",
        "bid_out_of_rotation",
        "double_out_of_rotation",
        "call_out_of_rotation",
        "lead_restriction",
    }
)
_NO_NEW_CALL = frozenset({"28B", "29A", "27A1", "31A1", "32A1", "30A"})  # nothing is put in place of the call
_MISSING = frozenset({Verdict.MISSING_OLD, Verdict.MISSING_NEW, Verdict.MISSING_BOTH})
_TESTS = {Verdict.SAME: "23A1", Verdict.SUBSET: "23A2", Verdict.PURPOSE: "23A3", Verdict.SIMILAR: "23A1"}


def _needless(row: Row) -> bool:
    """Whether a row leaves nothing to compare: no call is put in place of another, or whether it compares is told."""
    return row.law in _NO_NEW_CALL or "comparable" in row.when


def comparable(ruled: Ruled, played: Played) -> dict[str, str]:
    """`comparable`: the verdict of the told meanings (Law 23A1-3), with `withdrawn_call` and `new_call`, and the paragraph
    of the test as `test`.

    `lowest_same`: the replacement is (`yes`) or is not (`no`) the lowest sufficient bid in the same denomination, which
    needs no comparing where both are natural (Law 27B1(a)). What is missing is said only once both calls are known,
    and as long as it decides.
    """
    if ruled.table.irregularity not in _TABLES or (ruled.row is not None and _needless(ruled.row)):
        return {}
    told = played.changed
    if told is None or told.new is None:
        return {}
    calls = {"withdrawn_call": told.old.call.value, "new_call": told.new.call.value}
    if ruled.table.irregularity == "insufficient_bid" and played.same:
        calls["lowest_same"] = played.same
        if played.same == "yes":
            return calls
    if calls["withdrawn_call"] == calls["new_call"] == "P":
        return calls | {"comparable": "pass", "test": "23A1"}
    verdict = compare(told.old.meaning, told.new.meaning)
    open_yet = ruled.table.irregularity == "comparable_call" or (verdict is not Verdict.MISSING_BOTH and ruled.row is None)
    if verdict in _MISSING and not open_yet:
        return calls if "lowest_same" in calls else {}
    test = {"test": _TESTS[verdict]} if verdict in _TESTS else {}
    return calls | {"comparable": str(verdict)} | test
