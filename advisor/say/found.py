"""The answer to a bare question for a computed value: the value, then what the Laws say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.lawbook.shelf import law_said
from advisor.say.specific import computed
from advisor.say.words import Words

_MOST = 3


def found(values: Mapping[str, str], laws: Sequence[str], words: Words, edition: str) -> str:
    """The sentences for the values, the first of the paragraphs with their summaries, and the edition."""
    out = computed(values, words)
    said = ((ref, law_said(ref, edition)) for ref in laws[:_MOST])
    out += [
        f"{words.frame('law')} {words.ref(ref)}: {text.el if words.lang == 'el' else text.en}"
        for ref, text in said
        if text is not None
    ]
    return "\n".join([*out, f"({words.frame('edition', edition=edition)})"])
