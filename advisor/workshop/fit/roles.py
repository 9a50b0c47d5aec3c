"""Fits the roles of clauses on the tellings in the real form, whose writers marked every clause that does not simply tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from advisor.diagnose.roles import ROLES, TOLD, ground_of, signs, spans
from advisor.read.reading import Reading

_FIRMNESS = 0.3
_RARE = 3
_MOSTLY = 0.5  # the part of a clause that a marked quote must take
_LEAST = -9.0  # the offset of a role that nobody marked
_WEAK = 0.05  # signs that speak less than this for or against every role are dropped
Marked = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Roles:
    """The signs in order, their weights (a column for each of `ROLES`), the offsets."""

    signs: list[str]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def lessons(reading: Reading, marked: Marked) -> Iterator[tuple[dict[str, float], str]]:
    """(signs, role) of each clause of a telling: the role of the quote that takes most of it, else told."""
    places = [(reading.text.find(quote), len(quote), role) for quote, role in marked]
    ground = ground_of(reading)
    for first, last in spans(reading) if reading.tokens else ():
        start, end = reading.tokens[first].start, reading.tokens[last].end
        role = TOLD
        for at, size, marked_as in places:
            if at >= 0 and min(end, at + size) - max(start, at) > _MOSTLY * (end - start):
                role = marked_as
        yield signs(ground, first, last), role


def fit(taught: Sequence[tuple[dict[str, float], str]]) -> Roles:
    """The weights of the roles; the same clauses always give the same weights."""
    counts = Counter(sign for there, _ in taught for sign in there)
    vectors = DictVectorizer(dtype=np.float32)
    matrix = vectors.fit_transform([{s: v for s, v in there.items() if counts[s] >= _RARE} for there, _ in taught])
    model = LogisticRegression(C=_FIRMNESS, max_iter=600, tol=1e-3)
    model.fit(matrix, [role for _, role in taught])
    found = list(model.classes_)
    weights = np.zeros((matrix.shape[1], len(ROLES)), np.float32)
    bias = np.full(len(ROLES), _LEAST, np.float32)
    for column, role in enumerate(ROLES):
        if role in found:
            weights[:, column] = model.coef_[found.index(role)]
            bias[column] = model.intercept_[found.index(role)]
    strong = np.abs(weights).max(axis=1) >= _WEAK
    return Roles(vectors.get_feature_names_out()[strong].tolist(), weights[strong], bias)
