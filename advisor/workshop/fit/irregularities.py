"""Fits the weights of the signs on the corpus' tellings (the test fifth left out).

Two linear judges are added up: a separator an irregularity (what sets its tellings apart from all others) and the
likelihood of each sign (how much usualer it is in its tellings than anywhere). The first is sharper on tellings like those
it has seen, the second steadier on a writer it has not. Nothing here is a language model: a weight says how strongly one
named sign speaks for one irregularity, `explain` shows the ones that decided, and the corpus that sets them is data anybody
can read and extend. Needed only to compile the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags, vstack
from sklearn.feature_extraction import DictVectorizer
from sklearn.svm import LinearSVC

from advisor.base.cores import spread

_RARE, _KEPT = 2, 3
_FIRMNESS = 1.0
_SEED = 7
_NEAR = 0.01  # how near to the best separator is near enough
_AT_ONCE = 40  # labels
_OTHER = -1  # the place of what belongs to no label of a part
_BOOK = 0.3  # how much a sentence of the lawbook counts beside a telling
_LIKELIHOOD = 0.125  # how much a natural logarithm of a likelihood counts beside the separators
_ALIKE = 30.0  # the weight of signs that its law lends to an irregularity before its own are counted
_USUAL = 0.25  # how much a natural logarithm of how usual an irregularity is among those of its law counts
_COMMON = 500.0  # the same, lent by all tellings to a law
_SEEN = 1e-3  # the weight of a sign that no sample of the lot has
DOORS = ("incident", "none", "unclear")
DOOR_SIGNS = ("heard:", "share:")  # how much was heard matters at the door only
Sample = tuple[Mapping[str, float], str]
Separators = tuple[list[str], NDArray[np.float32], NDArray[np.float32]]


class Lot(NamedTuple):
    """Samples to be separated: a row of signs each, as `rows` gives it, the label, how much each counts (None: alike), and the
    labels wanted (empty: all)."""

    matrix: Any
    labels: NDArray[np.str_]
    trust: NDArray[np.float64] | None = None
    only: tuple[str, ...] = ()
    firmness: float = _FIRMNESS


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights: one row per sign, one column per irregularity, then one per door (`DOORS`)."""

    signs: list[str]
    classes: list[str]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def often_seen(fitted: Fitted, told: Iterable[Iterable[str]]) -> Fitted:
    """Without the signs that fewer than `_KEPT` tellings hold (`told`: the signs of each): they help to fit the others, and
    carry nothing on writers never met."""
    counts = Counter(sign for signs in told for sign in signs)
    kept = np.array([counts[sign] >= _KEPT for sign in fitted.signs])
    return replace(
        fitted, signs=[sign for sign, keep in zip(fitted.signs, kept, strict=True) if keep], weights=fitted.weights[kept]
    )


def fit(samples: Sequence[Sample], book: Sequence[Sample] = (), laws: Mapping[str, str] | None = None) -> Fitted:
    """Weights from (signs of a telling, its irregularity) pairs; the same pairs always give the same weights.

    `book` are sentences of the lawbook about an irregularity, `laws` the law of each (without it every irregularity is a law
    of its own). Irregularities compete with one another. Whether there is an irregularity at all, a story without one, or no
    bridge (`none`, `unclear`) is decided first, at the door, by weights of its own.
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
    every = Lot(rows(vstack(parts) @ told), np.array([*labels[inside], *(label for _, label in said)]), trust)
    lots = [every, Lot(matrix, np.where(np.isin(labels, DOORS[1:]), labels, DOORS[0]))]
    (classes, weights, bias), (found, door_weights, door_bias) = separated(lots)
    place = _places(classes, laws or {})
    weights = weights + _LIKELIHOOD * _likelihood(every, classes, place)
    bias = bias + _USUAL * _usual(every, classes, place)
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


def _places(classes: Sequence[str], laws: Mapping[str, str]) -> NDArray[np.intp]:
    """The number of the law of each irregularity."""
    owners = sorted({laws.get(name, name) for name in classes})
    return np.array([owners.index(laws.get(name, name)) for name in classes])


def _belongs(lot: Lot, classes: Sequence[str]) -> Any:
    """How much each sample (rows) counts for its irregularity (columns)."""
    at = np.arange(len(lot.labels)), np.searchsorted(classes, lot.labels)
    return csr_matrix((lot.trust, at), shape=(len(lot.labels), len(classes)))


def _likelihood(lot: Lot, classes: Sequence[str], place: NDArray[np.intp]) -> NDArray[np.float32]:
    """How much likelier each sign (rows) is in the tellings of each irregularity (columns) than in all: natural logarithms,
    each sign's set around zero. An irregularity with few tellings speaks as its law does, a law with few as all do."""
    own = (_belongs(lot, classes).T @ lot.matrix).toarray()
    of_law = np.zeros((max(place) + 1, own.shape[1]), dtype=own.dtype)
    np.add.at(of_law, place, own)
    every = own.sum(0) + _SEEN
    every /= every.sum()
    of_law = (of_law + _COMMON * every) / (of_law.sum(1, keepdims=True) + _COMMON)
    found = np.log((own + _ALIKE * of_law[place]) / (own.sum(1, keepdims=True) + _ALIKE))
    return np.asarray(((found - found.mean(0)) * (own.sum(0) > 0)).T, dtype=np.float32)


def _usual(lot: Lot, classes: Sequence[str], place: NDArray[np.intp]) -> NDArray[np.float32]:
    """How much usualer each irregularity is than the mean of its law: natural logarithms."""
    counts = np.asarray(_belongs(lot, classes).sum(0)).ravel()
    means = np.bincount(place, weights=counts) / np.bincount(place)
    return np.asarray(np.log(counts / means[place]), dtype=np.float32)


def separated(lots: Sequence[Lot], firmness: float = _FIRMNESS) -> list[Separators]:
    """The separators of each lot, a few labels at a time: each label is set against all others, whoever does it."""
    lots = [lot._replace(firmness=firmness) for lot in lots]
    tasks = [(at, lot._replace(only=part)) for at, lot in enumerate(lots) for part in _parts(sorted(set(lot.labels)))]
    parts: list[list[Separators]] = [[] for _ in lots]
    for (at, _), found in zip(tasks, spread(separate, [lot for _, lot in tasks]), strict=True):
        parts[at].append(found)
    return [
        (
            [name for names, _, _ in part for name in names],
            np.column_stack([weights for _, weights, _ in part]),
            np.concatenate([bias for *_, bias in part]),
        )
        for part in parts
    ]


def _parts(labels: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(labels[first : first + _AT_ONCE]) for first in range(0, len(labels), _AT_ONCE)]


def separate(lot: Lot) -> Separators:
    """One separator for each label (of a lot in parts, for those of this part): the labels, the weights (a column each), the
    offsets. Rare labels count as much as common ones."""
    names, places = np.unique(lot.labels, return_inverse=True)
    trust = lot.trust if lot.trust is not None else np.ones(len(places))
    counts = np.bincount(places, weights=trust)
    kept = [at for at, name in enumerate(names) if not lot.only or name in lot.only]
    shares = {at: float(trust.sum() / (len(names) * counts[at])) for at in kept}
    if len(kept) < len(names):
        places, shares = np.where(np.isin(places, kept), places, _OTHER), shares | {_OTHER: 1.0}
    model = LinearSVC(C=lot.firmness, class_weight=shares, random_state=_SEED, tol=_NEAR)
    model.fit(lot.matrix, places, sample_weight=lot.trust)
    weights, bias = model.coef_.T, model.intercept_
    if len(model.classes_) == 2:
        weights, bias = np.column_stack([-weights[:, 0], weights[:, 0]]), np.array([-bias[0], bias[0]])
    own = [at for at, place in enumerate(model.classes_) if place != _OTHER]
    return [str(names[at]) for at in kept], np.asarray(weights[:, own], np.float32), np.asarray(bias[own], np.float32)
