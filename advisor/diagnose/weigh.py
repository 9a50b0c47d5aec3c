"""Weighs a reading: how likely each irregularity is, and which signs speak for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor import store
from advisor.diagnose.features import signs_of
from advisor.lawbook.models import law_number
from advisor.lawbook.shelf import tables
from advisor.read.reading import Reading

_SHARPEN = 8.0
_ALSO = 0.0
_OFTEN = 2.7
_ANCHOR = 2.2
_STRONG = 4.5
_MOST = 12
_OPEN, _AJAR, _BELIEVED = 0.4, -0.2, 0.55


@dataclass(frozen=True, slots=True)
class Weighed:
    """One irregularity with its share of the belief (0 to 1), the law it stands under, and its own score.

    A score above 0 says that the text speaks for this irregularity whatever else it speaks for.
    """

    irregularity: str
    share: float
    law: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All candidates, likeliest first; `law_share` is the belief in the likeliest law as a whole.

    `door` says what kind of text it is: `incident`, `none` (a bridge story without an irregularity) or `unclear`.
    """

    weighed: tuple[Weighed, ...]
    law_share: float
    runner_up: float
    door: str
    signs: Mapping[str, float]

    def besides(self, chosen: Weighed, most: int = 2) -> tuple[Weighed, ...]:
        """The irregularities of other laws that the text speaks for as well, likeliest first."""
        found = [w for w in self.weighed if w.score > _ALSO and w.law != chosen.law]
        laws = dict.fromkeys(w.law for w in found)
        return tuple(next(w for w in found if w.law == law) for law in laws)[:most]

    def tells_incident(self, least: float) -> bool:
        """Whether the text tells an incident and one law is believed in at least so much (0 to 1)."""
        return self.door == "incident" and self.law_share >= least

    @property
    def first(self) -> Weighed:
        """The likeliest candidate."""
        return self.weighed[0]


class Scales:
    """The fitted weights with the hand-written anchors on top. Build once, use from many threads."""

    def __init__(self, data: Mapping[str, Any], weights: NDArray[np.float32], hints: Mapping[str, Any]) -> None:
        self.index: dict[str, int] = data["signs"]
        self.classes: list[str] = data["classes"]
        self.bias = np.array(data["bias"], dtype=np.float32)
        self.weights = weights
        self.actors = frozenset(data["actors"])
        self.anchors = {
            sign: dict.fromkeys(laws, factor)
            for factor, name in ((_ANCHOR, "usual"), (_STRONG, "strong"))
            for sign, laws in hints["anchors"][name].items()
        }
        self.often = dict.fromkeys(hints["daily"], _OFTEN) | dict.fromkeys(hints["rare"], 1 / _OFTEN)
        self._shelves: dict[str, tuple[list[str], NDArray[np.intp], list[int]]] = {}
        self.column = {name: i for i, name in enumerate(self.classes)}

    def scores(self, signs: Mapping[str, float]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The raw score of every class, and of every door (incident, none, unclear)."""
        ids = [self.index[name] for name in signs if name in self.index]
        values = np.array([signs[name] for name in signs if name in self.index], dtype=np.float32)
        total = self.bias + (values @ self.weights[ids].astype(np.float32) if ids else 0.0)
        found = np.asarray(total, dtype=np.float32)
        return found[: len(self.classes)], found[len(self.classes) :]

    def shelf(self, edition: str) -> tuple[list[str], NDArray[np.intp], list[int]]:
        """For one edition: its laws, the law of each class, and the classes that it has a table for."""
        if edition not in self._shelves:
            known = tables(edition)
            laws = {name: law_number(str(known[name]["law"])) for name in self.classes if name in known}
            names = sorted(set(laws.values()))
            here = [i for i, name in enumerate(self.classes) if name in laws]
            place = np.array([names.index(laws[self.classes[i]]) for i in here], dtype=np.intp)
            self._shelves[edition] = names, place, here
        return self._shelves[edition]

    def weigh(self, signs: Mapping[str, float], edition: str) -> Diagnosis:
        """The candidates of an edition, likeliest first: first by law, then within the law."""
        laws, place, here = self.shelf(edition)
        every, doors = self.scores(signs)
        scores = every[here]
        shares = np.exp((scores - scores.max()) * _SHARPEN)
        shares /= shares.sum()
        hints = {law: self.often.get(law, 1.0) for law in laws}
        for sign in signs.keys() & self.anchors.keys():
            for law, factor in self.anchors[sign].items():
                hints[law] = hints.get(law, 1.0) * factor
        beliefs = np.bincount(place, weights=shares, minlength=len(laws)) * np.array([hints[law] for law in laws])
        beliefs /= beliefs.sum()
        order = np.argsort(-beliefs, kind="stable")[:_MOST].tolist()
        rank = np.full(len(laws), _MOST)
        rank[order] = range(len(order))
        near = rank[place]
        likely = np.lexsort((-shares, near))[: np.count_nonzero(near < _MOST)].tolist()
        share, score, law_of = shares.tolist(), scores.tolist(), place.tolist()
        weighed = tuple(Weighed(self.classes[here[i]], share[i], laws[law_of[i]], score[i]) for i in likely)
        second = float(beliefs[order[1]]) if len(order) > 1 else 0.0
        door = _door(*doors.tolist(), belief=float(beliefs[order[0]]))
        return Diagnosis(weighed, float(beliefs[order[0]]), second, door, signs)

    def speaking(self, signs: Mapping[str, float], winner: str, loser: str, most: int = 6) -> Sequence[tuple[str, float]]:
        """The signs that speak most strongly for `winner` against `loser`."""
        a, b = self.column.get(winner), self.column.get(loser)
        if a is None or b is None:
            return []
        found = [
            (name, float(value * (self.weights[self.index[name], a] - self.weights[self.index[name], b])))
            for name, value in signs.items()
            if name in self.index
        ]
        return sorted(found, key=lambda pair: -abs(pair[1]))[:most]


def _door(incident: float, none: float, unclear: float, *, belief: float) -> str:
    """The door a text comes in by: wide open for an incident; ajar only where one law is believed in."""
    margin = incident - max(none, unclear)
    if margin > _OPEN or (margin > _AJAR and belief > _BELIEVED):
        return "incident"
    return "none" if none >= unclear else "unclear"


@lru_cache(maxsize=1)
def scales() -> Scales:
    """The scales of this installation."""
    weights = np.load(store.folder() / "weights.npy", mmap_mode="r").view(np.ndarray)
    return Scales(store.load("signs"), weights, store.load("hints"))


def diagnose(reading: Reading, derived: Mapping[str, str], edition: str) -> Diagnosis:
    """Weigh everything a reading holds."""
    own = scales()
    return own.weigh(signs_of(reading, own.actors, derived), edition)
