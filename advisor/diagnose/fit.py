"""Fits the weights of the signs on the corpus' tellings (the test fifth left out): multinomial logistic regression.

Nothing here is a language model: a weight says how strongly one named sign speaks for one irregularity, `explain` shows
the ones that decided, and the corpus that sets them is data anybody can read and extend.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_EPOCHS = 40
_RATE = 0.6
_DECAY = 0.004
_RARE = 2
_SEED = 7


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights: one row per sign, one column per irregularity."""

    signs: list[str]
    classes: list[str]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def fit(samples: Sequence[tuple[Mapping[str, float], str]]) -> Fitted:
    """Weights from (signs of a telling, its irregularity) pairs; the same pairs always give the same weights."""
    counts = Counter(name for signs, _ in samples for name in signs)
    names = sorted(name for name, count in counts.items() if count >= _RARE)
    index = {name: i for i, name in enumerate(names)}
    classes = sorted({label for _, label in samples})
    column = {label: i for i, label in enumerate(classes)}
    rows = [_row(signs, index, column[label]) for signs, label in samples]
    weights = np.zeros((len(names), len(classes)), dtype=np.float32)
    bias = np.zeros(len(classes), dtype=np.float32)
    squares = np.full((len(names), len(classes)), 1e-3, dtype=np.float32)
    order = np.random.default_rng(_SEED)
    for _ in range(_EPOCHS):
        for at in order.permutation(len(rows)):
            ids, values, label = rows[at]
            step = _probabilities(values @ weights[ids] + bias)
            step[label] -= 1.0
            gradient = values[:, None] * step[None, :] + _DECAY * weights[ids]
            squares[ids] += gradient * gradient
            weights[ids] -= _RATE * gradient / np.sqrt(squares[ids])
            bias -= 0.01 * step
    return Fitted(names, classes, weights, bias)


def _row(
    signs: Mapping[str, float], index: Mapping[str, int], label: int
) -> tuple[NDArray[np.int64], NDArray[np.float32], int]:
    pairs = [(index[name], value) for name, value in signs.items() if name in index]
    return (np.array([i for i, _ in pairs], dtype=np.int64), np.array([v for _, v in pairs], dtype=np.float32), label)


def _probabilities(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum(), dtype=np.float32)
