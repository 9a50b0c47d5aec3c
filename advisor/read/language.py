"""Which language a text is in, so that it is answered in kind. Both are always read (design, finding 2)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from advisor.base.text import has_greek

Vote = tuple[int, int, int]
_NOBODY: Vote = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Language:
    """The language to answer in (`el` or `en`), and whether Latin letters may stand for Greek ones."""

    code: str
    greeklish: bool


def vote(
    form: str,
    english: Container[str],
    greeklish: Container[str],
    ours: Container[str],
    sounds_greek: Callable[[str], bool],
) -> Vote:
    """How much a word speaks for Greek letters, for Greek in Latin letters, and for English.

    `ours` are the game's words as typed (English among the Latin ones, but usual Greeklish ones too); `sounds_greek` tells
    whether Latin letters spell one of our Greek words. What may be either speaks for neither.
    """
    if not form.isalpha():
        return _NOBODY
    if not form.isascii():
        return int(has_greek(form)), 0, 0
    small, native_small = form in english, form in greeklish
    game = len(form) > 2 and form in ours
    sounds = len(form) > 2 and not small and sounds_greek(form)
    if native_small and not small:
        return 0, 2, 0
    if sounds and not game:
        return 0, 1, 0
    return (0, 0, 1) if (small or game) and not (native_small or sounds) else _NOBODY


def guess(votes: Iterable[Vote]) -> Language:
    """Greek letters tell Greek; among Latin ones the small words of each language and the words of the game decide.

    Greeklish counts as Greek; English is the default.
    """
    greek = native = foreign = 0
    for letters, latin, english in votes:
        greek += letters
        native += latin
        foreign += english
    if greek and greek * 4 >= native + foreign:
        return Language("el", native > 0)
    return Language("el", True) if native > foreign else Language("en", False)
