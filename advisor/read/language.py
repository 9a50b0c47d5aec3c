"""Which language a text is in, so that it is answered in kind. Both are always read (design, finding 2)."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from advisor.read.tokens import Token

_GREEK = ("\u0370", "\u03ff")  # folded texts have no other Greek letters


@dataclass(frozen=True, slots=True)
class Language:
    """The language to answer in (`el` or `en`), and whether Latin letters may stand for Greek ones."""

    code: str
    greeklish: bool


def guess(
    tokens: Sequence[Token],
    english: Container[str],
    greeklish: Container[str],
    ours: Container[str],
    sounds_greek: Callable[[str], bool],
) -> Language:
    """Greek letters tell Greek; among Latin ones the small words of each language and the words of the game decide.

    `ours` are the game's words as typed (English among the Latin ones, but usual Greeklish ones too); `sounds_greek` tells
    whether Latin letters spell one of our Greek words. What may be either speaks for neither; Greeklish counts as Greek;
    English is the default.
    """
    greek = native = foreign = 0
    for token in tokens:
        form = token.form
        if not form.isalpha():
            continue
        if not form.isascii():
            greek += any(_GREEK[0] <= letter <= _GREEK[1] for letter in form)
            continue
        small, native_small = form in english, form in greeklish
        game = len(form) > 2 and form in ours
        sounds = len(form) > 2 and not small and sounds_greek(form)
        if native_small and not small:
            native += 2
        elif sounds and not game:
            native += 1
        elif (small or game) and not (native_small or sounds):
            foreign += 1
    if greek and greek * 4 >= native + foreign:
        return Language("el", native > foreign)
    return Language("el", True) if native > foreign else Language("en", False)
