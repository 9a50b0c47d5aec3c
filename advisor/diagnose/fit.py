"""Fits the weights of the signs on the corpus' tellings (the test fifth left out): one linear separator an irregularity.

Nothing here is a language model: a weight says how strongly one named sign speaks for one irregularity, `explain` shows
the ones that decided, and the corpus that sets them is data anybody can read and extend. Needed only to compile the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import diags
from sklearn.feature_extraction import DictVectorizer
from sklearn.svm import LinearSVC

_RARE = 2
_FIRMNESS = 1.0
_SEED = 7
DOORS = ("incident", "none", "unclear")
DOOR_SIGNS = ("heard:", "share:")  # how much was heard matters at the door only


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights: one row per sign, one column per irregularity, then one per door (`DOORS`)."""

    signs: list[str]
    classes: list[str]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def fit(samples: Sequence[tuple[Mapping[str, float], str]]) -> Fitted:
    """Weights from (signs of a telling, its irregularity) pairs; the same pairs always give the same weights.

    Irregularities compete with one another; whether there is an irregularity at all, a story without one, or no bridge
    (`none`, `unclear`) is decided first, at the door, by weights of its own.
    """
    counts = Counter(name for signs, _ in samples for name in signs)
    vectors = DictVectorizer(dtype=np.float32)
    matrix = vectors.fit_transform([{n: v for n, v in signs.items() if counts[n] >= _RARE} for signs, _ in samples]).tocsr()
    matrix.indices = matrix.indices.astype(np.int32)
    matrix.indptr = matrix.indptr.astype(np.int32)
    labels = np.array([label for _, label in samples])
    inside = np.flatnonzero(~np.isin(labels, DOORS[1:]))
    names = list(vectors.get_feature_names_out())
    told = diags([0.0 if name.startswith(DOOR_SIGNS) else 1.0 for name in names])
    classes, weights, bias = _separate((matrix[inside] @ told).tocsr(), labels[inside])
    doors = np.where(np.isin(labels, DOORS[1:]), labels, DOORS[0])
    found, door_weights, door_bias = _separate(matrix, doors)
    order = [found.index(door) if door in found else None for door in DOORS]
    columns = [door_weights[:, i] if i is not None else np.zeros(matrix.shape[1], dtype=np.float32) for i in order]
    offsets = [door_bias[i] if i is not None else -9.0 for i in order]
    return Fitted(
        names,
        classes,
        np.column_stack([weights, *columns]),
        np.array([*bias, *offsets], dtype=np.float32),
    )


def _separate(matrix: Any, labels: NDArray[np.str_]) -> tuple[list[str], NDArray[np.float32], NDArray[np.float32]]:
    """One separator for each label: the labels, the weights (a column each), the offsets."""
    model = LinearSVC(C=_FIRMNESS, class_weight="balanced", random_state=_SEED)
    model.fit(matrix, labels)
    weights, bias = model.coef_.T, model.intercept_
    if len(model.classes_) == 2:
        weights, bias = np.column_stack([-weights[:, 0], weights[:, 0]]), np.array([-bias[0], bias[0]])
    return [str(c) for c in model.classes_], np.asarray(weights, np.float32), np.asarray(bias, np.float32)
