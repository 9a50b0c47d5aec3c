"""Weighs a reading: how likely each irregularity is, and which signs speak for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor import store
from advisor.diagnose.features import Laid, gathered, laid
from advisor.diagnose.heed import Heed
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.read.reading import Reading

_SHARPEN = 4.0
_ALSO, _BESIDE = 1.3, 0.8  # the score, and the part of the first one's, from which on a text tells an irregularity besides
_OFTEN = 2.7
_STRONG = 3.0
_PROVEN = 1000.0
_MOST = 12
_KEPT = 16_384  # rows of weights kept at full length: 15 MB when all are in use
PROVEN = ("auction_insufficient", "auction_out_of_turn", "auction_inadmissible_double", "auction_inadmissible_redouble")
_OPEN, _AJAR, _BELIEVED = 0.3, -0.4, 0.85


@dataclass(slots=True)  # never changed once it is made; not frozen, since that takes three times as long to make
class Weighed:
    """One irregularity with its share of the belief (0 to 1), the law it stands under, and its own score: how strongly the
    text speaks for it, from about -1 (not at all) to 3 and more (strongly)."""

    irregularity: str
    share: float
    law: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All candidates, likeliest first; `law_share` is the belief in the likeliest law as a whole, `twin_share` the belief in
    it together with the laws whose likeliest irregularity describes the same situation (advisor/laws/twins.yaml), `rival` the
    belief in the likeliest of the other laws; `told` are the tokens [first, last] of the stretch that counts most (None: the
    text is short).

    `door` says what kind of text it is: `incident`, `none` (a bridge story without an irregularity) or `unclear`.
    """

    weighed: tuple[Weighed, ...]
    law_share: float
    runner_up: float
    door: str
    signs: Mapping[str, float]
    twin_share: float = 0.0
    rival: float = 0.0
    told: tuple[int, int] | None = None

    def besides(self, chosen: Weighed, most: int = 2) -> tuple[Weighed, ...]:
        """The irregularities of other laws that the text speaks for as well, hardly less than for the likeliest."""
        least = max(_ALSO, _BESIDE * self.first.score)
        found = [w for w in self.weighed if w.score > least and w.law != chosen.law]
        laws = dict.fromkeys(w.law for w in found)
        return tuple(next(w for w in found if w.law == law) for law in laws)[:most]

    def tells_incident(self, least: float) -> bool:
        """Whether the text tells an incident and one law is believed in at least so much (0 to 1)."""
        return self.door == "incident" and self.law_share >= least

    @property
    def first(self) -> Weighed:
        """The likeliest candidate."""
        return self.weighed[0]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The laws of an edition: which classes have a table there, the law each stands under (by its place in `laws`), how
    often each law is called for, and its place by number."""

    laws: list[str]
    classes: NDArray[np.intp]
    place: NDArray[np.intp]
    often: NDArray[np.float64]
    at: dict[str, int]


class Scales:
    """The fitted weights, with the few hand-written anchors on top. Build once, use from many threads."""

    def __init__(
        self, data: Mapping[str, Any], weights: NDArray[np.float32], hints: Mapping[str, Any], heed: NDArray[np.float32] | None
    ) -> None:
        self.index: dict[str, int] = data["signs"]
        self.classes: list[str] = data["classes"]
        self.bias = np.array(data["bias"], dtype=np.float32)
        self.weights = weights
        self.actors = frozenset(data["actors"])
        self.anchors = {
            sign: dict.fromkeys(laws, factor)
            for factor, name in ((_STRONG, "strong"), (_PROVEN, "proven"))
            for sign, laws in hints["anchors"][name].items()
        }
        self.often = dict.fromkeys(hints["daily"], _OFTEN) | dict.fromkeys(hints["rare"], 1 / _OFTEN)
        self.twins = {name: frozenset(group) for group in hints["twins"] for name in group}
        self._shelves: dict[str, Shelf] = {}
        self._kept = np.empty((_KEPT, weights.shape[1]), np.float32)
        self._place: dict[int, int] = {}
        self._lock = Lock()
        self.column = {name: i for i, name in enumerate(self.classes)}
        self.heed = Heed(self.index, heed, **data["heed"]) if heed is not None else None

    def scores(self, signs: Mapping[str, float]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The raw score of every class, and of every door (incident, none, unclear)."""
        numbers = list(map(self.index.get, signs))
        ids = [at for at in numbers if at is not None]
        told = [value for value, at in zip(signs.values(), numbers, strict=True) if at is not None]
        total = self.bias + (np.array(told, dtype=np.float32) @ self._rows(ids) if ids else 0.0)
        found = np.asarray(total, dtype=np.float32)
        return found[: len(self.classes)], found[len(self.classes) :]

    def _rows(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """The weights of these signs, a row each. Rows are half as long on the disk; those met are kept in full length, since
        the same signs come again and again, and lengthening a row takes longer than all that is done with it."""
        if len(ids) > _KEPT:
            return self.weights[ids].astype(np.float32)
        with self._lock:
            new = [at for at in ids if at not in self._place]
            if new:
                self._keep(new, ids)
            return self._kept.take(list(map(self._place.__getitem__, ids)), axis=0)

    def _keep(self, new: Sequence[int], ids: Sequence[int]) -> None:
        """Keep the rows of the new ones; where there is no room left, forget all and keep those of all `ids`."""
        if len(self._place) + len(new) > _KEPT:
            self._place.clear()
            new = ids
        start = len(self._place)
        self._kept[start : start + len(new)] = self.weights[new]
        self._place.update(zip(new, range(start, start + len(new)), strict=True))

    def shelf(self, edition: str) -> Shelf:
        """The laws of one edition, set against the classes."""
        if edition not in self._shelves:
            known = tables(edition)
            law_of = {i: law_number(str(known[name]["law"])) for i, name in enumerate(self.classes) if name in known}
            laws = sorted(set(law_of.values()))
            self._shelves[edition] = Shelf(
                laws=laws,
                classes=np.array(list(law_of), dtype=np.intp),
                place=np.array([laws.index(law) for law in law_of.values()], dtype=np.intp),
                often=np.array([self.often.get(law, 1.0) for law in laws]),
                at={law: i for i, law in enumerate(laws)},
            )
        return self._shelves[edition]

    def weigh(self, signs: Mapping[str, float], edition: str, told: tuple[int, int] | None = None) -> Diagnosis:
        """The candidates of an edition, likeliest first: first by law, then within the law; `told` as in the diagnosis."""
        shelf = self.shelf(edition)
        every, doors = self.scores(signs)
        scores = every[shelf.classes]
        shares = np.exp((scores - scores.max()) * _SHARPEN)
        shares /= shares.sum()
        beliefs = np.bincount(shelf.place, weights=shares, minlength=len(shelf.laws)) * self._hints(signs, shelf)
        beliefs /= beliefs.sum()
        order = np.argsort(-beliefs, kind="stable")[:_MOST]
        rank = np.full(len(shelf.laws), _MOST)
        rank[order] = np.arange(len(order))
        ranks = rank[shelf.place]
        likely = np.lexsort((-shares, ranks))[: int((ranks < _MOST).sum())]
        names = (self.classes[i] for i in shelf.classes[likely].tolist())
        laws = (shelf.laws[i] for i in shelf.place[likely].tolist())
        weighed = tuple(map(Weighed, names, shares[likely].tolist(), laws, scores[likely].tolist()))
        first = float(beliefs[order[0]])
        second = float(beliefs[order[1]]) if len(order) > 1 else 0.0
        same = self._same(weighed)
        twins = float(sum(beliefs[shelf.at[law]] for law in same))
        rival = max((float(beliefs[i]) for i in order.tolist() if shelf.laws[i] not in same), default=0.0)
        return Diagnosis(weighed, first, second, _door(*doors.tolist(), belief=first), signs, twins, rival, told)

    def _same(self, weighed: Sequence[Weighed]) -> frozenset[str]:
        """The law of the first candidate, and the laws whose likeliest candidate is a twin of it."""
        nearest = {w.law: w.irregularity for w in reversed(weighed)}
        twins = self.twins.get(weighed[0].irregularity, frozenset())
        return frozenset(law for law, name in nearest.items() if name in twins) | {weighed[0].law}

    def _hints(self, signs: Mapping[str, float], shelf: Shelf) -> NDArray[np.float64]:
        """How much likelier each law is than the words alone say: by how often it is called for, and by the anchors told."""
        hints = shelf.often.copy()
        for sign in signs.keys() & self.anchors.keys():
            for law, factor in self.anchors[sign].items():
                if law in shelf.at:
                    hints[shelf.at[law]] *= factor
        return hints

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
    signs = store.load("signs")
    return Scales(signs, weights, store.load("hints"), np.load(store.folder() / "heed.npy") if signs["heed"] else None)


def _told(signs: Laid, heed: Sequence[float]) -> tuple[int, int] | None:
    return signs.places[max(range(len(heed)), key=heed.__getitem__)] if heed else None


def diagnose(reading: Reading, derived: Mapping[str, str], edition: str) -> Diagnosis:
    """Weigh everything a reading holds. What the replay proves to be irregular is an incident, whatever the words sound like."""
    own = scales()
    signs = laid(reading, own.actors, derived)
    heed = own.heed.of(signs) if own.heed is not None else []
    found = own.weigh(gathered(signs, heed), edition, _told(signs, heed))
    proven = any(derived.get(name) == "yes" for name in PROVEN)
    return replace(found, door="incident") if proven and found.door != "incident" else found
