"""From the text as it is read back to the text as it was sent: quotes in the user's own characters.

What is read is the sent text with control signs blanked (one for one) and composed (Unicode normal form C), so letters typed with
their accents apart, and letters that Unicode has twice, are read as one. Source: Unicode Standard Annex 15.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import accumulate

from advisor.base.text import clean, paired

_WORD = re.compile(r"\S+")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def blanked(text: str) -> str:
    """The text with a blank for every control or direction sign, and U+FFFD for half a surrogate pair: as long as before."""
    return _CONTROL.sub(" ", paired(text))


class Spelling:
    """A sent text beside its blanked twin of the same length; gives for words of what was read the words that were sent."""

    def __init__(self, sent: str, plain: str) -> None:
        self.sent = sent
        parts = _parts(plain)
        self.read = "".join(clean(part) for part in parts)
        self._sent_at = [0, *accumulate(map(len, parts))]
        self._read_at = [0, *accumulate(len(clean(part)) for part in parts)]

    def sent_for(self, quote: str) -> str:
        """The sent words of words that were read; nothing when they were not read here, or are no text that can be written."""
        start = self.read.find(quote) if quote else -1
        if start < 0:
            return ""
        first = bisect_right(self._read_at, start) - 1
        last = bisect_left(self._read_at, start + len(quote))
        return _writable(self.sent[self._sent_at[first] : self._sent_at[last]])


def sent_words(quote: str, spellings: Sequence[Spelling], *, whole: bool) -> tuple[str, ...]:
    """The words that were sent for those of a quote. Where it stands in no text as it is: nothing if it must be `whole`, else its
    longest stretches that do (lone words are left out beside longer ones)."""

    def sent(start: int, end: int) -> str:
        return next(filter(None, (each.sent_for(quote[start:end]) for each in spellings)), "")

    found = sent(0, len(quote))
    if found or whole:
        return (found,) if found else ()
    words = [word.span() for word in _WORD.finditer(quote)]
    runs: list[tuple[int, str]] = []
    at = 0
    while at < len(words):
        lacks = partial(_lacks, sent, words, words[at][0])
        more = bisect_left(range(at, len(words)), 1, key=lacks)
        if more:
            runs.append((more, sent(words[at][0], words[at + more - 1][1])))
        at += max(more, 1)
    longer = tuple(told for more, told in runs if more > 1)
    return longer or tuple(told for _, told in runs)


def _lacks(sent: Callable[[int, int], str], words: Sequence[tuple[int, int]], start: int, last: int) -> bool:
    return not sent(start, words[last][1])


def _writable(words: str) -> str:
    """The longest stretch without half a surrogate pair, which no encoding can write."""
    if not any("\ud800" <= sign <= "\udfff" for sign in words):
        return words
    blank = "".join("\0" if "\ud800" <= sign <= "\udfff" else sign for sign in words)
    return max(blank.split("\0"), key=len).strip()


def _parts(text: str) -> list[str]:
    """The text in the smallest parts that compose each for itself."""
    if text.isascii():
        return list(text)
    parts: list[str] = []
    joining = _joining() if any(sign > _LAST_PLAIN and not unicodedata.combining(sign) for sign in text) else frozenset[str]()
    for sign in text:
        if parts and (unicodedata.combining(sign) or sign in joining):
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


_LAST_PLAIN = "\u058f"  # Latin, Greek and Cyrillic letters are composed of a letter and marks alone


_DECOMPOSED = 0x30000  # no sign from here on has a decomposition (Unicode 16)


@lru_cache(maxsize=1)
def _joining() -> frozenset[str]:
    """The letters that are no marks and yet are joined to the letter before (vowels and final consonants of some scripts)."""
    found = {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    for code in range(_DECOMPOSED):
        told = unicodedata.decomposition(chr(code))
        apart = [chr(int(part, 16)) for part in told.split()] if told and told[0] != "<" else []
        if apart and unicodedata.combining(apart[0]):  # a mark written as one sign for two
            found.add(chr(code))
        found |= {sign for sign in apart[1:] if not unicodedata.combining(sign)}
    return frozenset(found)
