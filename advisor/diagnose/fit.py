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
from scipy.sparse import csr_matrix, diags, vstack
from sklearn.feature_extraction import DictVectorizer
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC

_RARE = 2
_FIRMNESS = 1.0
_SEED = 7
_BOOK = 0.3  # how much a sentence of the lawbook counts beside a telling
_LAW = 0.25  # how much of the separator of its law goes into that of an irregularity
_LIKENESS = 0.5  # how much likeness to the middle of an irregularity's tellings counts beside its separator
DOORS = ("incident", "none", "unclear")
DOOR_SIGNS = ("heard:", "share:")  # how much was heard matters at the door only
Sample = tuple[Mapping[str, float], str]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights: one row per sign, one column per irregularity, then one per door (`DOORS`)."""

    signs: list[str]
    classes: list[str]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def fit(samples: Sequence[Sample], book: Sequence[Sample] = (), laws: Mapping[str, str] | None = None) -> Fitted:
    """Weights from (signs of a telling, its irregularity) pairs; the same pairs always give the same weights.

    `book` are sentences of the lawbook about an irregularity, `laws` the law of each. Irregularities compete with one
    another; a part of each weight is that of its law as a whole, and a part is how usual the sign is in its tellings.
    Whether there is an irregularity at all, a story without one, or no bridge (`none`, `unclear`) is decided first, at
    the door, by weights of its own.
    """
    counts = Counter(name for signs, _ in samples for name in signs)
    vectors = DictVectorizer(dtype=np.float32)
    matrix = rows(vectors.fit_transform([{n: v for n, v in signs.items() if counts[n] >= _RARE} for signs, _ in samples]))
    labels = np.array([label for _, label in samples])
    inside = np.flatnonzero(~np.isin(labels, DOORS[1:]))
    names = list(vectors.get_feature_names_out())
    told = diags([0.0 if name.startswith(DOOR_SIGNS) else 1.0 for name in names])
    said = [sample for sample in book if sample[1] in set(labels[inside])]
    parts = [matrix[inside], vectors.transform([signs for signs, _ in said])] if said else [matrix[inside]]
    trust = np.array([1.0] * len(inside) + [_BOOK] * len(said))
    classes, weights, bias = _irregularities(
        rows(vstack(parts) @ told), np.array([*labels[inside], *(label for _, label in said)]), trust, laws or {}
    )
    found, door_weights, door_bias = separate(matrix, np.where(np.isin(labels, DOORS[1:]), labels, DOORS[0]))
    order = [found.index(door) if door in found else None for door in DOORS]
    columns = [door_weights[:, i] if i is not None else np.zeros(matrix.shape[1], dtype=np.float32) for i in order]
    offsets = [door_bias[i] if i is not None else -9.0 for i in order]
    return Fitted(names, classes, np.column_stack([weights, *columns]), np.array([*bias, *offsets], dtype=np.float32))


def rows(matrix: Any) -> Any:
    """The matrix by rows, with the short indices that the separators want."""
    found = matrix.tocsr()
    found.indices = found.indices.astype(np.int32)
    found.indptr = found.indptr.astype(np.int32)
    return found


def _irregularities(
    matrix: Any, labels: NDArray[np.str_], trust: NDArray[np.float64], laws: Mapping[str, str]
) -> tuple[list[str], NDArray[np.float32], NDArray[np.float32]]:
    """The separators of the irregularities, each with a part of its law's, and with the middle of its tellings added."""
    classes, weights, bias = separate(matrix, labels, trust)
    if laws:
        found, of_law, law_bias = separate(matrix, np.array([laws.get(str(label), str(label)) for label in labels]), trust)
        places = [found.index(laws.get(name, name)) for name in classes]
        weights = np.asarray((weights + _LAW * of_law[:, places]) / (1 + _LAW), np.float32)
        bias = np.asarray((bias + _LAW * law_bias[places]) / (1 + _LAW), np.float32)
    belongs = csr_matrix((trust, (np.arange(len(labels)), np.searchsorted(classes, labels))), shape=(len(labels), len(classes)))
    middles = normalize(belongs.T @ matrix).toarray().T
    return classes, np.asarray(weights + _LIKENESS * middles, np.float32), bias


def separate(
    matrix: Any, labels: NDArray[np.str_], trust: NDArray[np.float64] | None = None
) -> tuple[list[str], NDArray[np.float32], NDArray[np.float32]]:
    """One separator for each label: the labels, the weights (a column each), the offsets. `matrix` has a row a sample, as
    `rows` gives it; `trust` is how much each counts."""
    model = LinearSVC(C=_FIRMNESS, class_weight="balanced", random_state=_SEED)
    model.fit(matrix, labels, sample_weight=trust)
    weights, bias = model.coef_.T, model.intercept_
    if len(model.classes_) == 2:
        weights, bias = np.column_stack([-weights[:, 0], weights[:, 0]]), np.array([-bias[0], bias[0]])
    return [str(c) for c in model.classes_], np.asarray(weights, np.float32), np.asarray(bias, np.float32)
