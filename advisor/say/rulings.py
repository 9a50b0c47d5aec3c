"""A ruling that the story tells, held against this one: the same, another (it is put right, Law 82C), or open as long as the
deciding fact is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.base import store
from advisor.diagnose.facts import Facts
from advisor.rule.ruling import Ruled
from advisor.say.words import Words

_NEVER = "never"
_WEIGHED = "judgement"
_OTHER = "other"


def told_ruling(ruled: Ruled, facts: Facts, words: Words) -> tuple[str, bool]:
    """The sentence about the ruling that the story tells, and whether it is decided; nothing where none is told."""
    if not facts.rulings:
        return "", False
    told = next((each for each in facts.rulings if each.kind != _OTHER), facts.rulings[0])
    verdict = _verdict(ruled, told.kind)
    mark = "«{}»" if words.lang == "el" else "“{}”"
    return words.frame(f"told_ruling_{verdict}", quote=mark.format(told.quote), law=words.ref("82C")), verdict != "open"


def _verdict(ruled: Ruled, kind: str) -> str:
    kinds: Mapping[str, Sequence[str]] = store.load("texts")["rulings"]["lines"]
    never: Mapping[str, Sequence[str]] = store.load("texts")["rulings"][_NEVER]
    if kind in never.get(ruled.table.irregularity, ()):
        return "differs"
    if ruled.row is None or ruled.table.kind == _WEIGHED or kind == _OTHER:
        return "open"
    ours = {each for line in ruled.row.then for each in kinds.get(line, ())}
    return "open" if not ours else "same" if kind in ours else "differs"
