"""Hears facts in a reading with the fitted weights: the value that the words speak for, and the words that do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor import store
from advisor.hear.signs import LITTLE, SHORTEST, Window, every_sign, laid_out
from advisor.read.reading import Reading

SURE = 0.85  # of tellings kept aside, 96 % of what leads by SURE is so
DOUBT = 0.4  # where a form tells one value and its clause speaks for another by DOUBT, the form is wrong three times in four
_WHOLE = 0.4
_Separator = tuple[tuple[str, ...], NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Heard:
    """A value that the words speak for: its score against silence, its lead on the next best, and the words."""

    value: str
    score: float
    lead: float
    quote: str

    @property
    def sure(self) -> bool:
        """Whether it may be taken as told."""
        return self.lead >= SURE


class Ear:
    """The fitted weights. Build once, use from many threads."""

    def __init__(self, data: Mapping[str, Any], ids: NDArray[np.int32], weights: NDArray[np.float16]) -> None:
        self.numbers: dict[str, int] = data["signs"]
        self.index: dict[str, tuple[tuple[str, ...], list[float], int, int, int]] = data["facts"]
        self.ids, self.weights = ids, weights
        self._kept: dict[str, _Separator] = {}

    def hear(self, reading: Reading, facts: Iterable[str]) -> dict[str, Heard]:
        """For each of these facts, the value that the reading speaks for more than for silence; the others are left out,
        and so is all where there are too few words to tell anything."""
        wanted = [fact for fact in facts if fact in self.index]
        if not wanted or len(reading.tokens) < SHORTEST:
            return {}
        numbers, told, stretches = self._present(reading)
        if not len(numbers):
            return {}
        heard = {}
        for fact in wanted:
            values, ids, weights, bias = self._separator(fact)
            there = ids.searchsorted(numbers)
            known = (ids.take(there, mode="clip") == numbers).nonzero()[0]
            every = told.take(known, axis=0).T @ weights.take(there.take(known), axis=0) + bias
            most = every.max(axis=0)
            scores = (_WHOLE * every[0] + (1 - _WHOLE) * most).tolist()
            score = max(scores)
            if score > 0:
                first = scores.index(score)
                window = stretches[int(every[:, first].argmax())]
                quote = reading.text[reading.tokens[window.first].start : reading.tokens[window.last].end]
                rival = max([0.0, *scores[:first], *scores[first + 1 :]])
                heard[fact] = Heard(values[first], score, score - rival, quote)
        return heard

    def _present(self, reading: Reading) -> tuple[NDArray[np.int32], NDArray[np.float32], list[Window]]:
        """The numbers of the known signs, the weight of each in each window (a row a sign, scaled as by `gathered`), and the
        windows: a sign lies in the whole text, and in its sentence and its clause unless it reaches beyond."""
        stretches, (sentence, clause) = laid_out(reading)
        wide = len(stretches)
        places: dict[int, int] = {}
        at: list[int] = []
        weights: list[float] = []
        for sign, weight, first, last in every_sign(reading):
            number = self.numbers.get(sign)
            if number is not None:
                row = places.setdefault(number, len(places)) * wide
                inside = clause[first]
                at += (row, row + sentence[first], row + inside if inside == clause[last] else row)
                weights += (weight, weight, weight)
        told = np.zeros((len(places), wide), dtype=np.float32)
        told.ravel()[at] = weights
        told /= np.maximum(np.sqrt(np.einsum("ij,ij->j", told, told)), LITTLE)
        return np.fromiter(places, np.int32, len(places)), told, stretches

    def _separator(self, fact: str) -> _Separator:
        """The values of a fact, its signs' numbers, their weights and the offsets; kept once they are looked up."""
        kept = self._kept.get(fact)
        if kept is None:
            values, bias, first, count, at = self.index[fact]
            weights = self.weights[at : at + count * len(values)].reshape(count, len(values)).astype(np.float32)
            kept = self._kept[fact] = values, self.ids[first : first + count], weights, np.array(bias, dtype=np.float32)
        return kept


@lru_cache(maxsize=1)
def ear() -> Ear:
    """The ear of this installation."""
    folder = store.folder()
    ids = np.load(folder / "hearing_ids.npy")
    weights = np.load(folder / "hearing_weights.npy")
    return Ear(store.load("hearing"), ids, weights)
