"""A linear judge: named signs, a row of 8-bit weights each, one column for every irregularity, and the temperature that makes
its scores log-probabilities. A weight says how strongly one sign speaks for one irregularity; this is no language model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor.diagnose.rows import SparseRows

Floats = NDArray[np.float32]
Halves = NDArray[np.float16] | Floats


@dataclass(frozen=True, slots=True)
class Judge:
    """The fitted weights. `rows` are in steps of `step`, each sign's against its own `base` (float, what it says of every
    irregularity alike); `idf` is how rare a sign is, where presence is counted so; `doors` are the weights for an
    incident, a story without one, and what is no bridge."""

    index: Mapping[str, int]
    rows: NDArray[np.int8] | SparseRows
    step: float
    base: Halves
    bias: Floats
    temperature: float
    doors: Halves
    door_bias: Floats
    idf: Floats | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any], rows: NDArray[np.int8] | SparseRows) -> Judge:
        """The judge that the build has packed."""
        plain = {name: data[name] for name in ("index", "step", "base", "bias", "temperature", "doors", "door_bias")}
        return cls(rows=rows, idf=data.get("idf"), **plain)

    def scores(self, signs: Mapping[str, float]) -> Floats:
        """The raw score of every irregularity."""
        return self.scored(*self.present(signs))

    def rare(self, names: Iterable[str]) -> dict[str, float]:
        """The known ones of the signs of a raw text, each by its rarity, all together of unit length."""
        if self.idf is None:
            return dict.fromkeys(names, 1.0)
        rarity = {name: float(self.idf[at]) for name in names if (at := self.index.get(name)) is not None}
        length = sqrt(sum(each * each for each in rarity.values())) or 1.0
        return {name: each / length for name, each in rarity.items()}

    def present(self, signs: Mapping[str, float]) -> tuple[NDArray[np.intp], Floats]:
        """The rows of the known signs, and how present each is."""
        known = [(at, value) for name, value in signs.items() if (at := self.index.get(name)) is not None]
        ids = np.array([at for at, _ in known], dtype=np.intp)
        return ids, np.array([value for _, value in known], dtype=np.float32)

    def scored(self, ids: NDArray[np.intp], there: Floats) -> Floats:
        """The scores of signs that are known by their rows."""
        if not len(ids):
            return self.bias
        found = (
            self.summed(ids, there) * np.float32(self.step) + np.float32(there @ self.base[ids].astype(np.float32)) + self.bias
        )
        return np.asarray(found, dtype=np.float32)

    def summed(self, ids: NDArray[Any], there: Floats) -> Floats:
        """The sum of rows (in steps), each as often as it is there."""
        if isinstance(self.rows, SparseRows):
            return self.rows.summed(ids, there)
        found: Floats = there @ self.rows[ids].astype(np.float32)
        return found

    def at_the_door(self, ids: NDArray[np.intp], there: Floats) -> Floats:
        """The scores of an incident, of a story without one, and of what is no bridge."""
        found: Floats = there @ self.doors[ids].astype(np.float32) + self.door_bias if len(ids) else self.door_bias
        return found

    def log_probabilities(self, scores: Floats) -> NDArray[np.float64]:
        """The scores of some irregularities, calibrated: natural logarithms of probabilities that sum to one."""
        scaled = scores.astype(np.float64) * self.temperature
        scaled -= scaled.max()
        return np.asarray(scaled - np.log(np.exp(scaled).sum()))

    def speaks(self, name: str, winner: int, loser: int) -> float:
        """How much more strongly a sign speaks for one irregularity (by column) than for another."""
        at = self.index.get(name)
        return 0.0 if at is None else self.step * (float(self.rows[at, winner]) - float(self.rows[at, loser]))
