"""Fits the judge of the raw text: one linear separator an irregularity over words, pairs of words and runs of letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from advisor.workshop.fit.irregularities import DOORS, Lot, separated

_SEEN = 10
_BOOK = 0.3
FIRMNESS = 3.0
Sample = tuple[set[str], str]


@dataclass(frozen=True, slots=True)
class Rawly:
    """The weights: a row for each sign, a column for each irregularity, and one for each door; how rare each sign is."""

    signs: list[str]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    idf: NDArray[np.float32]
    doors: NDArray[np.float32]
    door_bias: NDArray[np.float32]


def fit(samples: Sequence[Sample], book: Sequence[Sample], classes: Sequence[str]) -> Rawly:
    """Weights from (signs of a raw text, its irregularity) pairs; `book` are sentences of the lawbook, `classes` the
    irregularities in their order. Signs that fewer than ten tellings have are left out."""
    told = [sample for sample in samples if sample[1] not in DOORS[1:]]
    counts = Counter(sign for signs, _ in samples for sign in signs)
    signs = sorted(sign for sign, count in counts.items() if count >= _SEEN)
    index = {sign: at for at, sign in enumerate(signs)}
    idf = np.log(len(samples) / (1.0 + np.array([counts[sign] for sign in signs]))) + 1.0
    said = [sample for sample in book if sample[1] in set(classes)]
    every = [*told, *said]
    trust = np.array([1.0] * len(told) + [_BOOK] * len(said))
    lot = Lot(_matrix([signs for signs, _ in every], index, idf), np.array([name for _, name in every]), trust)
    labels = np.array([name if name in DOORS[1:] else DOORS[0] for _, name in samples])
    door = Lot(_matrix([own for own, _ in samples], index, idf), labels)
    (found, weights, bias), (doors, door_weights, door_bias) = separated([lot, door], FIRMNESS)
    order, ways = [found.index(name) for name in classes], [doors.index(name) for name in DOORS]
    return Rawly(signs, weights[:, order], bias[order], idf.astype(np.float32), door_weights[:, ways], door_bias[ways])


def _matrix(texts: Sequence[set[str]], index: dict[str, int], idf: NDArray[np.float64]) -> csr_matrix:
    """A row for each text: each sign it has, by its rarity, all together of unit length."""
    ids: list[int] = []
    values: list[NDArray[np.float64]] = []
    ends = [0]
    for signs in texts:
        own = sorted(index[sign] for sign in signs if sign in index)
        there = idf[own]
        values.append(there / max(1e-9, float(np.sqrt(there @ there))))
        ids += own
        ends.append(len(ids))
    data = np.concatenate(values).astype(np.float32)
    return csr_matrix((data, np.array(ids, np.int32), np.array(ends, np.int32)), shape=(len(texts), len(index)))
