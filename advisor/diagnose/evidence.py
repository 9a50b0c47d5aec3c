"""Hears facts in a reading with the fitted weights: the value that the words speak for, and the words that do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor.base import store
from advisor.base.kept import once_of_two
from advisor.diagnose.clauses import LITTLE, SHORTEST, Window, every_sign, laid_out
from advisor.diagnose.rows import Steps
from advisor.read.reading import Reading

SURE = 0.85  # whole incidents left out, 96 % of what leads by SURE is so
_AGAINST = 0.5  # whole incidents left out, two of three that a form tells and another value leads by so much are not so
_WHOLE = 0.4
UNKNOWN: Final = -1
STEP = 0.03  # what one step of an 8-bit weight is worth
_Separator = tuple[tuple[str, ...], NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Heard:
    """A value that the words speak for: its score against silence, its lead on the next best, the words, and the lead that
    this fact must have to be sure."""

    value: str
    score: float
    lead: float
    quote: str
    least: float = SURE

    @property
    def sure(self) -> bool:
        """Whether it may be taken as told."""
        return self.lead >= self.least


@dataclass(frozen=True, slots=True)
class Voice:
    """How strongly the words of a reading speak for each value of a fact, against silence, and which words speak loudest
    (`place`: their first and last token)."""

    scores: Mapping[str, float]
    quote: str
    least: float = SURE
    place: tuple[int, int] = (0, 0)

    @property
    def best(self) -> str:
        """The value that the words speak for most."""
        return max(self.scores, key=self.scores.__getitem__)

    def heard(self) -> Heard | None:
        """The value that the words speak for more than for silence, if there is one."""
        value = self.best
        told = self.scores[value] > 0
        return Heard(value, self.scores[value], self._lead(value), self.quote, self.least) if told else None

    def against(self, value: str) -> bool:
        """Whether the words speak against a value that a form tells: clearly for another one (mere silence proves nothing)."""
        rival = self._rival(value)
        return value in self.scores and rival > 0 and rival - self.scores[value] >= _AGAINST

    def _lead(self, value: str) -> float:
        return self.scores[value] - max(0.0, self._rival(value))

    def _rival(self, value: str) -> float:
        return max((score for other, score in self.scores.items() if other != value), default=0.0)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The number of each sign: by its number among the judge's signs where that knows it (`UNKNOWN`: the facts do not), else its
    own."""

    judged: Mapping[str, int]
    shared: NDArray[np.int32]
    more: Mapping[str, int]

    def all(self, signs: Sequence[str]) -> list[int]:
        """The number of each sign, `UNKNOWN` if it has none."""
        shared, more = self.shared.data, self.more.get  # an item of an array takes three times as long
        return [
            more(sign, UNKNOWN) if at is None else shared[at] for sign, at in zip(signs, map(self.judged.get, signs), strict=True)
        ]


def stepped(ids: NDArray[np.int32], facts: Mapping[str, Sequence[Any]]) -> Steps:
    """The numbers of the signs of all facts as they are kept: the steps of one fact after those of another."""
    return Steps.of(ids, [first for _, _, first, _, _ in facts.values()])


class Ear:
    """The fitted weights. Build once, use from many threads."""

    def __init__(
        self,
        data: Mapping[str, Any],
        ids: Steps,
        weights: NDArray[np.int8],
        surer: Mapping[str, float] | None = None,
    ) -> None:
        known: Mapping[str, int] | Numbers = data["signs"]
        self.numbers = known if isinstance(known, Numbers) else Numbers({}, np.array([], np.int32), known)
        self.index: dict[str, tuple[tuple[str, ...], list[float], int, int, int]] = data["facts"]
        self.ids, self.weights = ids, weights
        self.surer = surer or {}
        self._kept: dict[str, _Separator] = {}

    def hear(self, reading: Reading, facts: Iterable[str]) -> dict[str, Heard]:
        """For each of these facts, the value that the reading speaks for more than for silence; the others are left out,
        and so is all where there are too few words to tell anything."""
        found = {fact: voice.heard() for fact, voice in self.voices(reading, facts).items()}
        return {fact: heard for fact, heard in found.items() if heard is not None}

    def voices(self, reading: Reading, facts: Iterable[str]) -> dict[str, Voice]:
        """What the reading says of each of these facts; nothing where there are too few words to tell anything."""
        wanted = [fact for fact in facts if fact in self.index]
        return self._weighed(reading, wanted) if wanted and len(reading.tokens) >= SHORTEST else {}

    def _weighed(self, reading: Reading, facts: Iterable[str]) -> dict[str, Voice]:
        numbers, told, stretches = _present(reading, self.numbers)
        if not len(numbers):
            return {}
        found = {}
        for fact in facts:
            values, ids, weights, bias = self._separator(fact)
            there = ids.searchsorted(numbers)
            known = (ids.take(there, mode="clip") == numbers).nonzero()[0]
            every = told.take(known, axis=0).T @ weights.take(there.take(known), axis=0) + bias
            scores = (_WHOLE * every[0] + (1 - _WHOLE) * np.maximum.reduce(every)).tolist()
            window = stretches[int(every[:, scores.index(max(scores))].argmax())]
            quote = reading.words(window.first, window.last)
            place = (window.first, window.last)
            found[fact] = Voice(dict(zip(values, scores, strict=True)), quote, self.surer.get(fact, SURE), place)
        return found

    def _separator(self, fact: str) -> _Separator:
        """The values of a fact, its signs' numbers, their weights and the offsets; kept once they are looked up."""
        kept = self._kept.get(fact)
        if kept is None:
            values, bias, first, count, at = self.index[fact]
            steps = self.weights[at : at + count * len(values)].reshape(count, len(values))
            weights = steps.astype(np.float32) * np.float32(STEP)
            kept = self._kept[fact] = tuple(values), self.ids.numbers(first, count), weights, np.array(bias, dtype=np.float32)
        return kept


@once_of_two
def _present(reading: Reading, known_signs: Numbers) -> tuple[NDArray[np.int32], NDArray[np.float32], list[Window]]:
    """The numbers of the known signs, the weight of each in each window (a row a sign, scaled as by `gathered`), and the
    windows: a sign lies in the whole text, and in its sentence and its clause unless it reaches beyond."""
    stretches, (sentence, clause) = laid_out(reading)
    placed = every_sign(reading)
    if not placed:
        return np.array([], np.int32), np.array([], np.float32), stretches
    signs, weight, first, last = zip(*placed, strict=True)
    every = np.array(known_signs.all(signs), np.int32)
    known = (every != UNKNOWN).nonzero()[0]
    numbers, rows = np.unique(every[known], return_inverse=True)
    weights = np.array(weight, np.float32)[known]
    inside = np.array(clause)[np.array((first, last))[:, known]]
    told = np.zeros((len(numbers), len(stretches)), dtype=np.float32)
    told[rows, 0] = weights
    told[rows, np.array(sentence)[np.array(first)[known]]] = weights
    told[rows, inside[0] * (inside[0] == inside[1])] = weights
    told /= np.maximum(np.sqrt(np.einsum("ij,ij->j", told, told)), LITTLE)
    return numbers, told, stretches


@lru_cache(maxsize=1)
def ear() -> Ear:
    """The ear of this installation."""
    data = store.load("evidence")
    ids = Steps(store.array("evidence_ids"), data["places"], data["jumps"])
    numbers = Numbers(store.load("judge_signs")["index"], data["shared"], data["more"])
    return Ear({**data, "signs": numbers}, ids, store.array("evidence_weights"), store.load("texts")["surer"])
