"""Inflections: every form of a word, from the well-kept lemma lists of simplemma and our own list of the game's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from advisor.base.text import fold


@lru_cache(maxsize=2)
def _pairs(lang: str) -> tuple[tuple[str, str], ...]:
    """Every form of the lemma lists of a language with its lemma, folded."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    return tuple((fold(str(form)), fold(str(lemma))) for form, lemma in DefaultDictionaryFactory().get_dictionary(lang).items())


@lru_cache(maxsize=1)
def _by_lemma() -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for lang in ("el", "en"):
        for form, lemma in _pairs(lang):
            table.setdefault(lemma, set()).add(form)
    return table


def ordinary_words() -> set[str]:
    """Every folded word the lemma lists know: an honest word is never taken for a typing slip."""
    return {form for lang in ("el", "en") for form, _ in _pairs(lang)}


def inflections(lemmas: Iterable[str], own: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Folded lemma -> every folded form of it, the lemma included. `own` adds forms that the lists lack."""
    table = _by_lemma()
    own = {fold(lemma): forms for lemma, forms in own.items()}
    result: dict[str, tuple[str, ...]] = {}
    for lemma in lemmas:
        forms = {lemma, *table.get(lemma, ()), *(fold(f) for f in own.get(lemma, ()))}
        result[lemma] = tuple(sorted(f for f in forms if " " not in f))
    return result
