"""Fits the weights by which facts are heard, on the quotes that prove them in the corpus (the test fifth left out).

For each fact one linear separator between its values and silence, and beside it how much likelier each sign is where the
value is told than where nothing is. Three things teach it: each telling as a whole, each
proving quote alone, and each telling without that quote, which is silent. The words of the lexicon's questions and values
teach too. Needed only to compile the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack
from sklearn.feature_extraction import DictVectorizer

from advisor.base.cores import spread
from advisor.diagnose.evidence import STEP
from advisor.workshop.fit.irregularities import Lot, rows, separate

SILENT: Final = ""
_RARE = 2
_CHUNK = 4
_PART = 0.5  # how much a quote, a telling without it, or a sentence of the lexicon counts beside a telling
_LEAST = 0.02  # weights below this are dropped
_LIKELIHOOD = 0.1  # how much a natural logarithm of a likelihood counts beside the separators
_ALIKE = 2.0  # the weight of signs that all its lessons lend to a value before its own are counted
_SEEN = 1e-3  # the weight of a sign that no lesson of the fact has
Signs = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Signs of a stretch of text, what it says of a fact (`SILENT`: nothing), and how much it counts."""

    fact: str
    value: str
    signs: Signs
    trust: float = _PART


@dataclass(frozen=True, slots=True)
class Separator:
    """For one fact: its values, the signs that matter by number (sorted), their weights (a row each), and the offsets.

    The scores are measured against silence: a value above 0 is told rather than not.
    """

    values: tuple[str, ...]
    ids: NDArray[np.int32]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def fit(lessons: Sequence[Lesson]) -> tuple[list[str], dict[str, Separator]]:
    """The signs in order of their numbers, and the separator of each fact that its lessons can teach."""
    counts = Counter(sign for lesson in lessons for sign in lesson.signs)
    vectors = DictVectorizer(dtype=np.float32)
    matrix = vectors.fit_transform([{s: w for s, w in each.signs.items() if counts[s] > _RARE} for each in lessons]).tocsr()
    places: dict[str, list[int]] = {}
    for place, lesson in enumerate(lessons):
        places.setdefault(lesson.fact, []).append(place)
    lots: dict[str, Lot] = {}
    for fact, own in places.items():
        labels = np.array([lessons[row].value for row in own])
        if SILENT in labels and len(set(labels)) > 1:
            lots[fact] = Lot(matrix[own], labels, np.array([lessons[row].trust for row in own]))
    separators = spread(_separator, list(lots.values()), _CHUNK)
    found = {fact: each for fact, each in zip(lots, separators, strict=True) if len(each.ids)}
    return list(vectors.get_feature_names_out()), found


def _separator(lot: Lot) -> Separator:
    used = np.unique(lot.matrix.indices)
    values, weights, bias = separate(lot._replace(matrix=rows(vstack([lot.matrix[:, used]]))))
    silent = values.index(SILENT)
    told = [i for i in range(len(values)) if i != silent]
    likely = _likelihood(lot, used, values)
    against = weights[:, told] - weights[:, [silent]] + _LIKELIHOOD * (likely[:, told] - likely[:, [silent]])
    strong = np.flatnonzero(np.abs(against).max(axis=1) >= _LEAST)
    return Separator(
        tuple(values[i] for i in told),
        used[strong].astype(np.int32),
        np.asarray(against[strong], np.float32),
        np.asarray(bias[told] - bias[silent], np.float32),
    )


def _likelihood(lot: Lot, used: NDArray[np.int32], values: Sequence[str]) -> NDArray[np.float64]:
    """The natural logarithm of how usual each sign (rows) is where each value (columns) is told."""
    assert lot.trust is not None
    counts = np.column_stack([lot.matrix.T @ (lot.trust * (lot.labels == value)) for value in values])[used]
    every = counts.sum(1, keepdims=True) + _SEEN
    found: NDArray[np.float64] = np.log((counts + _ALIKE * every / every.sum()) / (counts.sum(0) + _ALIKE))
    return found


def packed(separators: Mapping[str, Separator]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The separators as one small index and two long arrays (8-bit weights, `STEP` a step): what the advisor loads."""
    index: dict[str, Any] = {}
    signs = weights = 0
    for fact, each in separators.items():
        index[fact] = (list(each.values), [round(float(b), 4) for b in each.bias], signs, len(each.ids), weights)
        signs, weights = signs + len(each.ids), weights + each.weights.size
    steps = _joined((np.clip(np.rint(each.weights.ravel() / STEP), -127, 127) for each in separators.values()), np.int8)
    return index, {"ids": _joined((each.ids for each in separators.values()), np.int32), "weights": steps}


def _joined(parts: Iterable[NDArray[Any]], kind: type[np.generic]) -> NDArray[Any]:
    return np.concatenate([*parts, np.array([], kind)]).astype(kind)
