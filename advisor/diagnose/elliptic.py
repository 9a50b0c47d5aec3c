"""A question that leaves out what it asks about: "South now wants to refuse it. May she?" asks about what is told before it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from advisor.read.reading import Reading

_FEW, _TAIL = 3, 10  # words
_MARKS = ("?", ";")


def elliptic(reading: Reading) -> tuple[str, ...]:
    """Each question of a few words, followed by the last words of the sentence before it."""
    found = []
    for (first, last), (start, end) in pairwise(_sentences(reading)):
        asks = reading.text[reading.tokens[end].end :].lstrip().startswith(_MARKS)
        if asks and end - start < _FEW:
            before = reading.words(max(first, last + 1 - _TAIL), last)
            found.append(f"{reading.words(start, end)} {before}")
    return tuple(found)


def _sentences(reading: Reading) -> Iterator[tuple[int, int]]:
    """The first and last token of each sentence."""
    first = 0
    for at, (number, then) in enumerate(pairwise((*reading.sentences[: len(reading.tokens)], None))):
        if then != number:
            yield first, at
            first = at + 1
