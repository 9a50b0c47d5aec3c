"""What holds whichever answer the open question gets: the lines that all the rows still possible have in common."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.rule.ruling import Ruled
from advisor.say.words import Words


def shared(ruled: Ruled, said: Sequence[str], words: Words) -> list[str]:
    """One line with what every open row says, beside what is `said`; nothing where they have nothing in common."""
    then = [row.then for row in ruled.rows]
    names = [name for name in then[0] if all(name in other for other in then[1:])] if len(then) > 1 else []
    before = " ".join(said)
    lines = [line for line in (words.line(name) for name in names) if line not in before]
    return [f"{words.frame('in_any_case')}: {' '.join(lines)}"] if lines else []
