"""A ruling that the story tells, held against this one: the same, another (it is put right, Law 82C), or open as long as the
deciding fact is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.base import store
from advisor.diagnose.facts import Facts
from advisor.diagnose.rulings import ToldRuling
from advisor.rule.ruling import Ruled
from advisor.say.words import Words, quoted

_NEVER = "never"
_WEIGHED = "judgement"
_OTHER = "other"
_MOST = 10  # words of a told ruling that are quoted


def told_ruling(ruled: Ruled, facts: Facts, words: Words) -> tuple[str, bool]:
    """The sentence about the ruling that the story tells, and whether it is decided; nothing where none is told."""
    if not facts.rulings:
        return "", False
    told = next((each for each in facts.rulings if each.kind != _OTHER), facts.rulings[0])
    verdict = _verdict(ruled, told.kind)
    quote, law = quoted([_beginning(told.quote)], words), words.ref("82C")
    by = _goes_by(told, ruled, words)
    if by is not None and verdict != "same":
        return words.frame("ruling_differs", quote=quote, theirs=by[0], ours=by[1], law=law), True
    return words.frame(f"told_ruling_{verdict}", quote=quote, law=law), verdict != "open"


def _beginning(quote: str) -> str:
    """The first words of a quote: it only has to be known again."""
    told = quote.split()
    return quote if len(told) <= _MOST else f"{' '.join(told[:_MOST])} …"


def _goes_by(told: ToldRuling, ruled: Ruled, words: Words) -> tuple[str, str] | None:
    """The fact that a told ruling goes by and this one does not, and what is known instead; None where they agree."""
    known = ruled.told()
    for name, value in told.takes.items():
        if ruled.row is not None and name in ruled.row.when and known.get(name, value) != value:
            return quoted([words.value(name, value)], words), quoted([words.value(name, known[name])], words)
    return None


def _verdict(ruled: Ruled, kind: str) -> str:
    kinds: Mapping[str, Sequence[str]] = store.load("texts")["rulings"]["lines"]
    never: Mapping[str, Sequence[str]] = store.load("texts")["rulings"][_NEVER]
    if kind in never.get(ruled.table.irregularity, ()):
        return "differs"
    if ruled.row is None or ruled.table.kind == _WEIGHED or kind == _OTHER:
        return "open"
    ours = {each for line in ruled.row.then for each in kinds.get(line, ())}
    return "open" if not ours else "same" if kind in ours else "differs"
