"""One text and its folded twin of exactly the same length.

`clean` is the mat at the door; `fold` makes the twin in which words are looked up. Two laws hold for every text:
`len(fold(t)) == len(t)` and `fold(fold(t)) == fold(t)`. A span in the twin is therefore the same span in the text.
"""

from __future__ import annotations

import re
import unicodedata

# Letters without a canonical decomposition: final sigma, the micro sign, the symbol shapes of Greek letters.
_SAME = {"ς": "σ", "µ": "μ", "ϐ": "β", "ϑ": "θ", "ϕ": "φ", "ϖ": "π", "ϰ": "κ", "ϱ": "ρ", "ϲ": "σ", "ϵ": "ε"}

_DIGITS = 9
_MOST = 4_000  # characters whose folding is kept in mind
_HALF = re.compile("[\ud800-\udfff]")
_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def _step(char: str) -> str:
    """One round of folding: drop the accent, lower the case, unify twins. Always one character for one."""
    parts = unicodedata.normalize("NFD", char)
    if len(parts) > 1 and all(unicodedata.combining(mark) for mark in parts[1:]):
        char = parts[0]
    elif len(parts) == 1:
        char = parts
    lowered = char.lower()
    if len(lowered) == 1:
        char = lowered
    return _SAME.get(char, char)


def _fold_char(char: str) -> str:
    """Fold one character until nothing changes any more, so that folding twice is folding once."""
    folded = _step(char)
    while folded != char:
        char, folded = folded, _step(folded)
    return folded


class _Table(dict[int, str]):
    """A translation table that fills itself: each character is folded when it is first met, and kept while there is room."""

    def __missing__(self, code: int) -> str:
        folded = _fold_char(chr(code))
        if len(self) < _MOST:
            self[code] = folded
        return folded


_TABLE = _Table()


def clean(text: str) -> str:
    """The text in Unicode normal form C. Done once, at the door; every later span refers to this text."""
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """The folded twin: accents stripped, lower case, final sigma and micro sign unified, character by character."""
    return text.lower() if text.isascii() else text.translate(_TABLE)


def number_in(text: str) -> int | None:
    """The whole number that a text is, of at most nine digits; None for any other text (a longer number numbers nothing here)."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def printable(text: str) -> str:
    """The text without what commands a terminal or a printer, or turns the direction of writing; lines and tabs stay."""
    return _COMMANDS.sub("\ufffd", text)


def paired(text: str) -> str:
    """The text with U+FFFD for every half of a surrogate pair, which no encoding can write: as long as before."""
    return _HALF.sub("\ufffd", text)


def has_greek(folded: str) -> bool:
    """Whether a folded text holds a Greek letter; folded texts have none outside this block."""
    return any("\u0370" <= letter <= "\u03ff" for letter in folded)
