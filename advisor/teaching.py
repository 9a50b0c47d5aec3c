"""Reads the tellings of the corpus for the fits: the signs of each, and what it teaches of the facts that its table asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from advisor.cores import spread
from advisor.diagnose.features import laid
from advisor.diagnose.fit_heed import Shown
from advisor.hear import lessons
from advisor.hear.fit import Lesson
from advisor.read.reading import Reader
from advisor.replay import derive

_CHUNK = 200


@dataclass(frozen=True, slots=True)
class Told:
    """One telling: its text, its irregularity, the truth of the facts its table asks, and the quotes that tell them."""

    text: str
    irregularity: str
    asked: Mapping[str, str]
    proof: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Taught:
    """What one telling teaches: its signs with the part of each stretch that proves the irregularity, which one it is, and the
    lessons of its facts."""

    shown: Shown
    irregularity: str
    lessons: list[Lesson]


@dataclass(frozen=True, slots=True)
class _Teacher:
    """What reads a telling."""

    reader: Reader
    actors: frozenset[str]

    def __call__(self, told: Told) -> Taught:
        """What one telling teaches."""
        reading = self.reader.read(told.text)
        found = laid(reading, self.actors, derive(reading))
        quoted = lessons.quoted(reading, told.proof["irregularity"]) if "irregularity" in told.proof else frozenset()
        parts = tuple(sum(at in quoted for at in range(a, b + 1)) / (b - a + 1) for a, b in found.places) if quoted else ()
        return Taught(Shown(found, parts), told.irregularity, list(lessons.of_telling(reading, told.asked, told.proof)))


def taught(tellings: Sequence[Told], reader: Reader, actors: frozenset[str]) -> list[Taught]:
    """What each telling teaches, in their order."""
    return spread(_Teacher(reader, actors), tellings, _CHUNK)
