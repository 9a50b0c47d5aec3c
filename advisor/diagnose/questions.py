"""The questions that the teller puts to us: clauses in that voice, sentences with a question mark that nobody in the story
utters, and questions that leave out what they ask about ("South wants to refuse it. May she?" asks about what goes before)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from advisor.base import store
from advisor.base.kept import once_of_two
from advisor.diagnose.roles import Clause, spans, spoken_as
from advisor.diagnose.understanding import reader
from advisor.read.phrases import every_phrase
from advisor.read.reading import Reading

_FEW, _TAIL, _REST = 3, 10, 3  # words
_MARKS = {"el": ("?", ";"), "en": ("?",)}  # the sign of a Greek question parts sentences in English
_CLOSING = frozenset("\"”»'’")
_ASKED = "asked"


@once_of_two
def questions_put(reading: Reading, spoken: Sequence[Clause]) -> tuple[str, ...]:
    """The words of each question put to us, those heard most surely first."""
    found = (*spoken_as(reading, spoken, _ASKED), *_elliptic(reading), *_marked(reading))
    return tuple(dict.fromkeys(found)) or _at_the_end(reading)


def _elliptic(reading: Reading) -> Iterator[str]:
    """Each question of a few words, followed by the last words of the sentence before it."""
    for (first, last), (start, end) in pairwise(_sentences(reading)):
        if _asks(reading, end) and end - start < _FEW:
            before = reading.words(max(first, last + 1 - _TAIL), last)
            yield f"{reading.words(start, end)} {before}"


def _marked(reading: Reading) -> Iterator[str]:
    """The last clause of each sentence that ends in a question mark, unless it ends in a quotation: then somebody in the story
    asks somebody else."""
    clauses = spans(reading)
    for start, end in _sentences(reading):
        if _asks(reading, end) and _CLOSING.isdisjoint(_behind(reading, end)[:2]):
            first = clauses[bisect_left(clauses, end, key=lambda span: span[1])][0]
            yield reading.words(max(start, first), end)


def _at_the_end(reading: Reading) -> tuple[str, ...]:
    """The words that end a text without a question mark, where they open as questions do and ask about a matter of a ruling."""
    if not reading.tokens:
        return ()
    data, first = store.load("texts")["asked_back"], max(0, len(reading.tokens) - _TAIL)
    keys = reader().keys_of(reading.tokens[first:], greeklish=reading.language.code == "el" or reading.language.greeklish)
    asks = [at for _, at, last in every_phrase(data["trie"], keys) if last >= len(keys) - _REST]
    opening = [at for _, at, _ in every_phrase(data["opens"], keys) if asks and at <= min(asks)]
    return (reading.words(first + max(opening), len(reading.tokens) - 1),) if opening else ()


def _asks(reading: Reading, end: int) -> bool:
    """Whether a question mark stands behind the last token of a sentence."""
    return _behind(reading, end).startswith(_MARKS[reading.language.code])


def _behind(reading: Reading, end: int) -> str:
    return reading.text[reading.tokens[end].end :].lstrip()


def _sentences(reading: Reading) -> Iterator[tuple[int, int]]:
    """The first and last token of each sentence."""
    first = 0
    for at, (number, then) in enumerate(pairwise((*reading.sentences[: len(reading.tokens)], None))):
        if then != number:
            yield first, at
            first = at + 1
