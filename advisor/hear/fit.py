"""Fits the weights by which facts are heard, on the quotes that prove them in the corpus (the test fifth left out).

For each fact one linear separator between its values and silence. Three things teach it: each telling as a whole, each
proving quote alone, and each telling without that quote, which is silent. The words of the lexicon's questions and values
teach too. To what separates is added how much likelier each sign is where the value is told than where nothing is: the first
is sharper on words like those it has seen, the second steadier on a writer it has not. Needed only to compile the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_extraction import DictVectorizer

from advisor.cores import spread
from advisor.diagnose.fit import Lot, rows, separate

SILENT: Final = ""
_RARE = 2
_CHUNK = 4
_PART = 0.5  # how much a quote, a telling without it, or a sentence of the lexicon counts beside a telling
_LEAST = 0.02  # weights below this are dropped
_LIKELIHOOD = 0.3  # how much a natural logarithm of a likelihood counts beside the separator
_ALIKE = 100.0  # the weight of signs that all lessons of a fact lend to each of its values before its own are counted
_SEEN = 1e-6  # the share of a sign that is counted nowhere
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
    narrow = lot._replace(matrix=rows(vstack([lot.matrix[:, used]])))
    values, weights, bias = separate(narrow)
    silent = values.index(SILENT)
    told = [i for i in range(len(values)) if i != silent]
    against = weights[:, told] - weights[:, [silent]]
    strong = np.flatnonzero(np.abs(against).max(axis=1) >= _LEAST)
    likelier = _logarithms(narrow, values, strong)
    against = against[strong] + _LIKELIHOOD * (likelier[:, told] - likelier[:, [silent]])
    return Separator(
        tuple(values[i] for i in told),
        used[strong].astype(np.int32),
        np.asarray(against, np.float32),
        np.asarray(bias[told] - bias[silent], np.float32),
    )


def _logarithms(lot: Lot, values: Sequence[str], signs: NDArray[np.intp]) -> NDArray[np.float64]:
    """For some signs (rows) the natural logarithm of their share in the lessons of each value (columns). A value with few
    lessons speaks as all lessons of the fact do."""
    trust = lot.trust if lot.trust is not None else np.ones(len(lot.labels))
    at = np.searchsorted(values, lot.labels), np.arange(len(lot.labels))
    weighed = csr_matrix((trust, at), shape=(len(values), len(lot.labels))) @ lot.matrix
    sums = np.asarray(weighed.sum(axis=1), float)
    own = weighed[:, signs].toarray()
    every = own.sum(axis=0) / sums.sum() + _SEEN
    return np.asarray(np.log((own + _ALIKE * every) / (sums + _ALIKE)).T)


def packed(separators: Mapping[str, Separator]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The separators as one small index and two long arrays: what the running advisor loads."""
    index: dict[str, Any] = {}
    signs = weights = 0
    for fact, each in separators.items():
        index[fact] = (each.values, [round(float(b), 4) for b in each.bias], signs, len(each.ids), weights)
        signs, weights = signs + len(each.ids), weights + each.weights.size
    return index, {
        "hearing_ids": _joined((each.ids for each in separators.values()), np.int32),
        "hearing_weights": _joined((each.weights.ravel() for each in separators.values()), np.float16),
    }


def _joined(parts: Iterable[NDArray[Any]], kind: type[np.generic]) -> NDArray[Any]:
    return np.concatenate([*parts, np.array([], kind)]).astype(kind)
