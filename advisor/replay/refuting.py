"""Facts of the decision tables that told meanings and told tricks establish; nothing else is asserted."""

from __future__ import annotations

from advisor.read.reading import Reading
from advisor.replay.comparison import Verdict, compare
from advisor.replay.revoke import dummys_revoke_denied, told_revoke
from advisor.replay.substitution import lowest_same, lowest_untold, substitution

_ACCEPTING = frozenset({"accepted=yes", "lho_has_called"})
_BESIDE = 3
_TEST = {Verdict.SAME: "similar", Verdict.SUBSET: "subset", Verdict.PURPOSE: "same_purpose", Verdict.NONE: "none"}


def told_facts(reading: Reading) -> dict[str, str]:
    """`comparable_test`, `comparable` and `offender_new_call` (Law 23A), `revoke_trick_won_by` and `later_trick_won`
    (Law 64A), where the text gives meanings or tricks that leave no doubt."""
    return _compared(reading) | _revoked(reading)


def _compared(reading: Reading) -> dict[str, str]:
    told = substitution(reading)
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


def refuted(reading: Reading) -> dict[str, str]:
    """Fact -> value that the words suggest and what is told disproves: a bid that is not the lowest sufficient one was not
    "made good" as Law 27B1(a) means it; a revoke that a player made from the own hand was not dummy's (Law 64B3); the
    offender's own bid does not accept itself (Law 27A1)."""
    good = {"ib_replacement": "lowest_same"} if lowest_same(reading) == "no" or lowest_untold(reading) else {}
    good |= {"revoke_exception": "dummy_card"} if dummys_revoke_denied(reading) else {}
    return good | ({"accepted": "yes"} if _own_bid(reading) else {})


def _own_bid(reading: Reading) -> bool:
    """Whether what sounds like a call by LHO is the insufficient bid itself ("LHO bid 2♣ over 2♦"): nobody accepted it so."""
    heard = [reading.tokens[m.last].end for m in reading.mentions if m.name in _ACCEPTING]
    over = [note.start for note in reading.notation if note.kind == "over"]
    return any(0 <= start - end <= _BESIDE for end in heard for start in over)


def _revoked(reading: Reading) -> dict[str, str]:
    told = told_revoke(reading)
    found = {"revoke_trick_won_by": told.won_by} if told and told.won_by else {}
    return found | ({"later_trick_won": "yes"} if told and told.later else {})
