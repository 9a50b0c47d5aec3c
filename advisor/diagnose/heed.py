"""How much each stretch of a text counts: in a long story the irregularity is told in a sentence, the rest is furniture.

The quotes that prove the irregularity of a telling teach which stretches tell one, whatever it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from advisor.diagnose.features import Laid, Signs, length

SHORTEST = 3
_LEAST, _CURVE = 0.4, 0.5
_USUAL = 40  # signs of a stretch of ordinary length
_PLACE = 0.3
FIRST, LAST, LENGTH = "#first", "#last", "#length"


class Heed:
    """The fitted weights of what tells an irregularity. Build once, use from many threads."""

    def __init__(self, index: Mapping[str, int], weights: NDArray[np.float32], offset: float, place: Mapping[str, float]) -> None:
        self.index = index
        self.weights = weights
        self.offset = offset
        self.place = place

    def of(self, laid: Laid) -> list[float]:
        """How much each stretch counts, 0 to 1: the likeliest one wholly, none less than a fixed part; nothing for a text of so
        few stretches that each tells something."""
        if len(laid.stretches) < SHORTEST:
            return []
        chances = [1.0 / (1.0 + math.exp(-told)) for told in self._told(laid)]
        most = max(chances)
        return [_LEAST + (1 - _LEAST) * (chance / most) ** _CURVE for chance in chances]

    def weight(self, name: str) -> float:
        """How strongly a sign speaks for a stretch that tells an irregularity."""
        return float(self.weights[self.index[name]]) if name in self.index else 0.0

    def _told(self, laid: Laid) -> list[float]:
        """How strongly each stretch speaks for telling an irregularity; the signs of all of them are looked up in one go."""
        ids: list[int] = []
        values: list[float] = []
        ends = [0]
        for stretch in laid.stretches:
            known = list(map(self.index.get, stretch))
            ids += [at for at in known if at is not None]
            values += [value for value, at in zip(stretch.values(), known, strict=True) if at is not None]
            ends.append(len(ids))
        weights, there = self.weights.take(ids), np.array(values, np.float32)
        found = []
        for at, (stretch, (first, end)) in enumerate(zip(laid.stretches, pairwise(ends), strict=True)):
            signs = float(weights[first:end] @ there[first:end]) / length(stretch) if end > first else 0.0
            place = placed(laid, at)
            found.append(self.offset + signs + sum([self.place[name] * value for name, value in place.items()]))
        return found


def placed(laid: Laid, number: int) -> Signs:
    """Where a stretch stands in its text, and how long it is."""
    return {
        FIRST: _PLACE * (number == 0),
        LAST: _PLACE * (number == len(laid.stretches) - 1),
        LENGTH: _PLACE * min(1.0, len(laid.stretches[number]) / _USUAL),
    }
