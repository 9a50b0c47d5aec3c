"""How a table is ruled where two voices tell a fact of it differently: the fact is asked first, if it decides (Law 85)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from advisor.diagnose.facts import Facts
from advisor.diagnose.weigh import Diagnosis
from advisor.lawbook.models import Table
from advisor.rule.ruling import Leans, Ruled, branched, divides, rule

_AT_ALL = 0.1


def ruled_with_disputes(
    found: Table, known: Mapping[str, str], leans: Leans, torn: Iterable[str], firm: Mapping[str, str], facts: Facts
) -> Ruled:
    """The table ruled (`rule`) with the disputed fact as its question; where every answer to it leads to the same paragraph, what
    was heard of it is taken all the same. A lean that rests on one side's word is none."""
    leans = tuple((name, value) for name, value in leans if name not in facts.contested)
    torn = tuple(torn)
    ruled = _disputed_first(rule(found, known, leans, torn, firm, facts.left), facts)
    name = ruled.question
    if name in facts.else_told and len({row.law for branch in ruled.branches for row in branch.rows}) == 1:
        return rule(found, {**known, name: facts.else_told[name]}, leans, torn, firm, facts.left)
    return ruled


def _disputed_first(ruled: Ruled, facts: Facts) -> Ruled:
    """The same with what two voices tell differently as its question, where the answers to that lead to different rulings."""
    names = [name for name in ruled.table.asks if name in facts.contested and name not in dict(ruled.taken)]
    if ruled.row is not None or ruled.question in names:
        return ruled
    for name in names:
        left = facts.left.get(name, ruled.table.asks[name].values)
        branches = tuple(branch for branch in branched(ruled.table, dict(ruled.taken), name) if branch.value in left)
        if divides(branches):
            return replace(ruled, question=name, branches=branches)
    return ruled


def asking_of_dispute(found: Iterable[Ruled], facts: Facts, diagnosis: Diagnosis) -> Ruled | None:
    """Of several situations that fit the only one that asks what two voices tell differently, if it is believed in at all."""
    asking = [each for each in found if each.question in facts.contested]
    share = {weighed.irregularity: weighed.share for weighed in diagnosis.weighed}
    likely = len(asking) == 1 and share.get(asking[0].table.irregularity, 0.0) >= _AT_ALL
    return asking[0] if likely else None
