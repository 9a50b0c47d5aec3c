"""Hears facts in a reading with the fitted weights: the value that the words speak for, and the words that do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor import store
from advisor.hear.signs import LITTLE, SHORTEST, Placed, Window, placed_signs, windows
from advisor.read.reading import Reading

SURE, DOUBT = 0.8, 0.4  # whole incidents left out, 97.8 % of what leads by SURE is so
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

    @property
    def doubtful(self) -> bool:
        """Whether it at least casts doubt on another value that a form tells."""
        return self.lead >= DOUBT


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
        stretches = windows(reading)
        placed = [p for p in placed_signs(reading) if p.sign in self.numbers]
        if not placed:
            return {}
        numbers, told = _present(placed, [self.numbers[p.sign] for p in placed], stretches)
        heard = {}
        for fact in wanted:
            values, scores, best = self._scores(fact, told, numbers)
            order = np.argsort(scores)
            first = int(order[-1])
            rival = max(0.0, float(scores[order[-2]])) if len(values) > 1 else 0.0
            if scores[first] > 0:
                window = stretches[int(best[first])]
                quote = reading.text[reading.tokens[window.first].start : reading.tokens[window.last].end]
                heard[fact] = Heard(values[first], float(scores[first]), float(scores[first]) - rival, quote)
        return heard

    def _scores(
        self, fact: str, told: NDArray[np.float32], numbers: NDArray[np.int32]
    ) -> tuple[tuple[str, ...], NDArray[np.float32], NDArray[np.intp]]:
        """The values, the score of each (a part from the whole text, a part from its best window), and that window."""
        values, ids, weights, bias = self._separator(fact)
        there = np.minimum(ids.searchsorted(numbers), len(ids) - 1)
        known = (ids[there] == numbers).nonzero()[0]
        every = told[:, known] @ weights[there[known]] + bias
        best = every.argmax(axis=0)
        return values, _WHOLE * every[0] + (1 - _WHOLE) * every.max(axis=0), best

    def _separator(self, fact: str) -> _Separator:
        """The values of a fact, its signs' numbers, their weights and the offsets; kept once they are looked up."""
        kept = self._kept.get(fact)
        if kept is None:
            values, bias, first, count, at = self.index[fact]
            weights = self.weights[at : at + count * len(values)].reshape(count, len(values)).astype(np.float32)
            kept = self._kept[fact] = values, self.ids[first : first + count], weights, np.array(bias, dtype=np.float32)
        return kept


def _present(
    placed: Sequence[Placed], known: Sequence[int], stretches: Sequence[Window]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The numbers of the signs, and for each window the weight of each sign in it, scaled as by `gathered`."""
    numbers = np.array(sorted(set(known)), dtype=np.int32)
    column = numbers.searchsorted(known)
    first, last = np.array([p.first for p in placed]), np.array([p.last for p in placed])
    edges = np.array([(w.first, w.last) for w in stretches])
    rows, there = ((edges[:, :1] <= first) & (last <= edges[:, 1:])).nonzero()
    told = np.zeros((len(stretches), len(numbers)), dtype=np.float32)
    told[rows, column[there]] = np.array([p.weight for p in placed], dtype=np.float32)[there]
    length = np.sqrt((told * told).sum(axis=1, keepdims=True))
    return numbers, told / np.maximum(length, LITTLE)


@lru_cache(maxsize=1)
def ear() -> Ear:
    """The ear of this installation."""
    folder = store.folder()
    ids = np.load(folder / "hearing_ids.npy")
    weights = np.load(folder / "hearing_weights.npy")
    return Ear(store.load("hearing"), ids, weights)
