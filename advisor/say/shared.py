"""What is said of the answers to an open question together: which of them are worth a line of their own, and what holds whichever
it is; and whether two situations are one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from advisor.rule.ruling import Ruled
from advisor.say.branches import bare
from advisor.say.words import Words

_SAME_DEED = 4  # facts that two tables ask alike, so that they rule one deed: a pass, a bid or a double out of turn
_NEAREST = 3  # answers beside the heard one that are written out; the others are not


def nearest(ruled: Ruled) -> tuple[Ruled, bool]:
    """The question with the answers that are likeliest beside the heard one, and whether there are others."""
    beside = [branch for branch in ruled.branches if branch.value != ruled.heard]
    if len(beside) <= _NEAREST + 1:
        return ruled, False
    likely = sorted(beside, key=lambda branch: -max(map(ruled.chance, branch.rows)))[:_NEAREST]
    near = tuple(branch for branch in ruled.branches if branch.value == ruled.heard or branch in likely)
    return replace(ruled, branches=near), True


def shared(ruled: Ruled, said: Sequence[str], words: Words) -> list[str]:
    """One line with what every open row says, beside what is `said`; nothing where they have nothing in common."""
    then = [row.then for row in ruled.rows]
    names = [name for name in then[0] if all(name in other for other in then[1:])] if len(then) > 1 else []
    before = " ".join(said)
    lines = [line for line in (words.line(name) for name in names) if bare(line) not in before]
    return [f"{words.frame('in_any_case')}: {' '.join(lines)}"] if lines else []


def same_deed(ruled: Ruled, other: Ruled) -> bool:
    """Whether another table would rule the deed in hand once more, from the same facts."""
    return len(ruled.table.asks.keys() & other.table.asks.keys()) >= _SAME_DEED
