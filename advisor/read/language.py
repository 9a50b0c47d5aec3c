"""Which language a text is in, so that it is answered in kind. Both are always read (design, finding 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from advisor.read.tokens import Token


@dataclass(frozen=True, slots=True)
class Language:
    """The language to answer in (`el` or `en`), and whether Latin letters may stand for Greek ones."""

    code: str
    greeklish: bool


def guess(tokens: Sequence[Token], english: frozenset[str], greeklish: frozenset[str]) -> Language:
    """Greek letters tell Greek; among Latin letters the small words decide, Greeklish counting as Greek."""
    greek = sum(1 for token in tokens if any("\u0370" <= c <= "\u03ff" for c in token.form))
    latin = [token.form for token in tokens if token.form.isascii() and token.form.isalpha()]
    native = sum(1 for form in latin if form in greeklish and form not in english)
    foreign = sum(1 for form in latin if form in english and form not in greeklish)
    both = sum(1 for form in latin if form in english and form in greeklish)
    if greek and greek * 4 >= len(latin):
        return Language("el", native > foreign)
    if native > foreign or (native == foreign and native and both == 0):
        return Language("el", True)
    return Language("en", False)
