"""Facts of the decision tables that told meanings and told tricks establish; nothing else is asserted."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.read.reading import Reading
from advisor.replay.calls import ToldCall
from advisor.replay.comparison import Verdict, compare
from advisor.replay.revoke import ToldRevoke, dummys_revoke_denied
from advisor.replay.substitution import Substitution, TooLow, lowest_untold

_ACCEPTING = frozenset({"accepted=yes", "lho_has_called"})
_BESIDE = 3
_TEST = {Verdict.SAME: "similar", Verdict.SUBSET: "subset", Verdict.PURPOSE: "same_purpose", Verdict.NONE: "none"}


def told_facts(changed: Substitution | None, revoke: ToldRevoke | None) -> dict[str, str]:
    """`comparable_test`, `comparable` and `offender_new_call` (Law 23A), `revoke_trick_won_by` and `later_trick_won`
    (Law 64A), where the text gives meanings or tricks that leave no doubt."""
    return _compared(changed) | _revoked(revoke)


def _compared(told: Substitution | None) -> dict[str, str]:
    if told is None or told.new is None:
        return {}
    verdict = compare(told.old.meaning, told.new.meaning)
    if verdict not in _TEST:
        return {}
    good = verdict is not Verdict.NONE
    return {
        "comparable_test": _TEST[verdict],
        "comparable": "yes" if good else "no",
        "offender_new_call": "comparable" if good else "not_comparable",
    }


def refuted(reading: Reading, calls: Sequence[ToldCall], low: TooLow | None, same: str) -> dict[str, str]:
    """Fact -> value that the words suggest and what is told disproves: a bid that is not the lowest sufficient one was not
    "made good" as Law 27B1(a) means it; a revoke that a player made from the own hand was not dummy's (Law 64B3); the
    offender's own bid does not accept itself (Law 27A1)."""
    good = {"ib_replacement": "lowest_same"} if same == "no" or lowest_untold(calls, low) else {}
    good |= {"revoke_exception": "dummy_card"} if dummys_revoke_denied(reading) else {}
    return good | ({"accepted": "yes"} if _own_bid(reading) else {})


def _own_bid(reading: Reading) -> bool:
    """Whether what sounds like a call by LHO is the insufficient bid itself ("LHO bid 2♣ over 2♦"): nobody accepted it so."""
    heard = [reading.tokens[m.last].end for m in reading.mentions if m.name in _ACCEPTING]
    over = [note.start for note in reading.notation if note.kind == "over"]
    return any(0 <= start - end <= _BESIDE for end in heard for start in over)


def _revoked(told: ToldRevoke | None) -> dict[str, str]:
    found = {"revoke_trick_won_by": told.won_by} if told and told.won_by else {}
    return found | ({"later_trick_won": "yes"} if told and told.later else {})
