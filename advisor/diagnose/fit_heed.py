"""Fits how much each stretch of a text counts, on the quotes that prove the irregularities of the corpus. Needed only to compile
the data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from advisor.cores import spread
from advisor.diagnose.features import Laid, Signs, unit
from advisor.diagnose.fit import rows
from advisor.diagnose.heed import FIRST, LAST, LENGTH, SHORTEST, Heed, placed

_FIRMNESS = 2.0
_TELLS, _CLEAR, _MUCH = 0.4, 0.3, 0.5


class Shown(NamedTuple):
    """The signs of a telling, and what part of each stretch the quote takes that proves its irregularity (empty: none does)."""

    laid: Laid
    parts: tuple[float, ...]


def fit_heed(shown: Sequence[Shown]) -> Heed | None:
    """What tells an irregularity, by the tellings that do it in some of their stretches only; None when too few do."""
    found: list[Signs] = []
    tells: list[bool] = []
    for telling, parts in shown:
        if len(parts) < SHORTEST or min(parts) >= _MUCH or max(parts) < _CLEAR:
            continue
        for number, part in enumerate(parts):
            found.append(unit(telling.stretches[number]) | placed(telling, number))
            tells.append(part >= _TELLS)
    if len(set(tells)) < 2:
        return None
    vectors = DictVectorizer(dtype=np.float32)
    model = LogisticRegression(C=_FIRMNESS, max_iter=300, solver="liblinear", random_state=0)
    model.fit(rows(vectors.fit_transform(found)), tells)
    weights = np.asarray(model.coef_[0], np.float32)
    index = vectors.vocabulary_
    place = {name: float(weights[index[name]]) for name in (FIRST, LAST, LENGTH)}
    return Heed(index, weights, float(model.intercept_[0]), place)


def heeded(shown: Sequence[Shown]) -> tuple[list[list[float]], Heed | None]:
    """How much each stretch of each telling counts, by the half of the tellings that it does not belong to, so that the weights
    learn from texts as they will meet them; and what both halves have found, for texts that are in neither."""
    halves = spread(fit_heed, [shown[0::2], shown[1::2]])
    other = {0: halves[1], 1: halves[0]}
    counts = [own.of(each.laid) if (own := other[at % 2]) is not None else [] for at, each in enumerate(shown)]
    found = [half for half in halves if half is not None]
    return counts, _between(found) if found else None


def _between(found: Sequence[Heed]) -> Heed:
    """The mean of what was found."""
    names = sorted({name for heed in found for name in heed.index})
    weights = np.array([np.mean([heed.weight(name) for heed in found]) for name in names], np.float32)
    place = {name: float(np.mean([heed.place[name] for heed in found])) for name in (FIRST, LAST, LENGTH)}
    offset = float(np.mean([heed.offset for heed in found]))
    return Heed({name: at for at, name in enumerate(names)}, weights, offset, place)
