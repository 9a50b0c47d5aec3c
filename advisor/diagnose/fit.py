"""Fits the weights of the signs on the corpus' tellings (the test fifth left out): one linear separator an irregularity.

Nothing here is a language model: a weight says how strongly one named sign speaks for one irregularity, `explain` shows
the ones that decided, and the corpus that sets them is data anybody can read and extend. Needed only to compile the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.svm import LinearSVC

_RARE = 2
_FIRMNESS = 1.0
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
    vectors = DictVectorizer(dtype=np.float32)
    matrix = vectors.fit_transform([{n: v for n, v in signs.items() if counts[n] >= _RARE} for signs, _ in samples]).tocsr()
    matrix.indices = matrix.indices.astype(np.int32)
    matrix.indptr = matrix.indptr.astype(np.int32)
    model = LinearSVC(C=_FIRMNESS, class_weight="balanced", random_state=_SEED)
    model.fit(matrix, [label for _, label in samples])
    weights = np.asarray(model.coef_.T, dtype=np.float32)
    return Fitted(
        list(vectors.get_feature_names_out()),
        [str(c) for c in model.classes_],
        weights,
        np.asarray(model.intercept_, dtype=np.float32),
    )
