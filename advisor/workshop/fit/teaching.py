"""Reads the tellings of the corpus for the fits: the signs of each, and what it teaches of the facts that its table asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from advisor.base.cores import spread
from advisor.diagnose.ngrams import ngrams
from advisor.diagnose.signs import Signs, signs_of
from advisor.read.reader import Reader
from advisor.replay.played import replay
from advisor.workshop.fit import lessons
from advisor.workshop.fit.evidence import Lesson
from advisor.workshop.fit.net import Sample

ASIDE: Final = "~"  # the mark of the older tellings that nothing is fitted on by which it is learnt how far facts can be trusted
_CHUNK = 200


@dataclass(frozen=True, slots=True)
class Told:
    """One telling: its text, its irregularity, the truth of the facts its table asks, the quotes that tell them, and its writer
    (of those in the real form)."""

    text: str
    irregularity: str
    asked: Mapping[str, str]
    proof: Mapping[str, str]
    writer: str = ""


@dataclass(frozen=True, slots=True)
class Taught:
    """What one telling teaches: its signs, those of its raw text, which irregularity it is, the lessons of its facts, and all
    of it in its order."""

    signs: Signs
    raw: set[str]
    irregularity: str
    lessons: list[Lesson]
    sample: Sample
    writer: str = ""


@dataclass(frozen=True, slots=True)
class _Teacher:
    """What reads a telling."""

    reader: Reader

    def __call__(self, told: Told) -> Taught:
        """What one telling teaches."""
        reading = self.reader.read(told.text)
        found = list(lessons.of_telling(reading, told.asked, told.proof))
        signs = signs_of(reading, replay(reading).derived)
        real = told.writer not in ("", ASIDE)
        sample = lessons.in_order(reading, told.irregularity, told.asked, told.proof, real=real)
        return Taught(signs, ngrams(reading.folded), told.irregularity, found, sample, told.writer)


def taught(tellings: Sequence[Told], reader: Reader) -> list[Taught]:
    """What each telling teaches, in their order."""
    return spread(_Teacher(reader), tellings, _CHUNK)
