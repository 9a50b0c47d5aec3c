"""The answer to a bare question for a computed value: the value, then what the Laws say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import law
from advisor.say.specific import computed
from advisor.say.words import Words

_MOST = 3


def found(values: Mapping[str, str], laws: Sequence[str], words: Words, edition: str) -> str:
    """The sentences for the values, the first of the paragraphs with their summaries, and the edition."""
    out = computed(values, words)
    out += [f"{words.frame('law')} {words.ref(ref)}: {text}" for ref in laws[:_MOST] if (text := _said(ref, words.lang, edition))]
    return "\n".join([*out, f"({words.frame('edition', edition=edition)})"])


def held(laws: Sequence[str], edition: str) -> bool:
    """Whether the edition holds the governing paragraph."""
    return bool(laws) and bool(_said(laws[0], "en", edition))


def _said(ref: str, lang: str, edition: str) -> str:
    """What a paragraph says; nothing when the edition does not hold it."""
    whole = law(edition, law_number(ref))
    paragraph = whole.paragraphs.get(ref) if whole is not None else None
    return "" if paragraph is None else paragraph.el if lang == "el" else paragraph.en
