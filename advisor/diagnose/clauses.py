"""The signs by which a fact is heard, each at its place, and the stretches of a text in which they are looked at together.

A fact is told in a clause, seldom in a whole story: so the text, each of its sentences and each of its clauses is a window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from advisor.diagnose.signs import sign
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE, SENTENCE

WORD, WORDS, CONCEPT, DEED = 0.7, 0.4, 1.0, 0.4
LITTLE: Final = 2.4
SHORTEST: Final = 3


class Placed(NamedTuple):
    """A sign with its weight, and the tokens [first, last] that it takes."""

    sign: str
    weight: float
    first: int
    last: int


class Window(NamedTuple):
    """The tokens [first, last] of a stretch of text."""

    first: int
    last: int


def placed_signs(reading: Reading) -> list[Placed]:
    """Every sign of a reading: words, neighbouring words, concepts and deeds; those that a `not` reaches are marked."""
    return [Placed(*each) for each in every_sign(reading)]


def every_sign(reading: Reading) -> list[tuple[str, float, int, int]]:
    """The same as plain tuples, for those who count microseconds."""
    found = _words(reading)
    found += [(sign(m), CONCEPT, m.first, m.first) for m in reading.mentions if "=" not in m.name]
    found += [(f"deed:{e.deed}>{e.actor}", DEED, e.first, e.first) for e in reading.story.events]
    return found


def _words(reading: Reading) -> list[tuple[str, float, int, int]]:
    negated = reading.under_not()
    found = []
    before, place = "", 0
    for at, (token, stem) in enumerate(zip(reading.tokens, reading.stems, strict=True)):
        if stem:
            found.append((f"word:not:{stem}" if at in negated else f"word:{stem}", WORD, at, at))
            if before:
                found.append((f"words:{before} {stem}", WORDS, place, at))
            before, place = stem, at
        if token.after >= SENTENCE:
            before = ""
    return found


def laid_out(reading: Reading) -> tuple[list[Window], list[list[int]]]:
    """The windows (the whole text first, then its sentences and its clauses, those of three words or more, each once), and
    the number of the window that each token has as its sentence, and as its clause: 0, the whole text, if that is shorter."""
    end = len(reading.tokens) - 1
    found = {Window(0, end): 0}
    rows = []
    for mark in (SENTENCE, CLAUSE):
        first = 0
        row: list[int] = []
        for last in [at for at, token in enumerate(reading.tokens) if token.after >= mark or at == end]:
            long = last - first + 1
            number = found.setdefault(Window(first, last), len(found)) if long >= SHORTEST else 0
            row += [number] * long
            first = last + 1
        rows.append(row)
    return list(found), rows


def gathered(placed: Iterable[Placed]) -> dict[str, float]:
    """Sign -> weight, each once, scaled to unit length so that a long stretch weighs like a short one.

    Next to nothing stays little: a word alone does not weigh like a clause (`LITTLE` is the length of a short one).
    """
    found = {each.sign: each.weight for each in placed}
    norm = max(LITTLE, sum(weight * weight for weight in found.values()) ** 0.5)
    return {sign: weight / norm for sign, weight in found.items()}


def within(placed: Sequence[Placed], tokens: frozenset[int]) -> Mapping[str, float]:
    """The signs that lie wholly among some tokens, gathered."""
    return gathered(p for p in placed if p.first in tokens and p.last in tokens)
