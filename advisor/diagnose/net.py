"""A small net that reads a telling in its order: which irregularity it tells, and which value of a fact, with the words that do.

The judges weigh signs wherever they stand; the net hears who did what to whom. Each token is its word, its runs of letters
and its traits; three gated convolutions let it look at its neighbours, and one glance at the whole telling goes with each. It was
fitted on the corpus alone and holds nothing but its weights (8 bits): no language model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor.base import store
from advisor.base.kept import Kept
from advisor.diagnose.traits import Traits, runs_of, traits_of
from advisor.read.reading import Reading

Floats = NDArray[np.float32]
UNKNOWN_WORD = 1  # the row of a stem that was seldom seen; row 0 is that of a small word
_SMALL_WORD = 0
_MOST = 4_000  # words that are kept in mind
_TINY = np.float32(1e-5)
TABLES = ("stem", "run", "trait")  # the embeddings, of 8 bits
DILATIONS = (1, 2, 4)  # how far apart the neighbours of each convolution stand


@dataclass(frozen=True, slots=True)
class Sensed:
    """A telling as the net sees it: of each token and of the whole what it has gathered (rows of numbers), and how likely each
    irregularity is (natural logarithms, by `Net.column`)."""

    tokens: Floats
    whole: Floats
    irregularities: Floats


@dataclass(frozen=True, slots=True)
class Told:
    """How likely each value of a fact is told (0 to 1; what is left is silence), and the token that speaks loudest."""

    chances: Mapping[str, float]
    loudest: int

    @property
    def best(self) -> str:
        """The value that is likeliest told."""
        return max(self.chances, key=self.chances.__getitem__)


class Net:
    """The fitted net. Build once, use from many threads.

    `texts` holds the names in the order of their rows (`stems`, `traits`, `irregularities`, `values` as `fact=value`, `facts`),
    `tables` the 8-bit embeddings with the worth of a step each, `dense` the other weights, `dilations` how far apart the
    neighbours of each convolution stand."""

    def __init__(
        self,
        texts: Mapping[str, Sequence[str]],
        tables: Mapping[str, NDArray[np.int8]],
        steps: Mapping[str, float],
        dense: Mapping[str, NDArray[Any]],
        dilations: Sequence[int],
    ) -> None:
        self.column = {name: at for at, name in enumerate(texts["irregularities"])}
        self._stems = {name: at for at, name in enumerate(texts["stems"], UNKNOWN_WORD + 1)}
        self._traits = {name: at for at, name in enumerate(texts["traits"], 1)}
        self._facts = {name: at for at, name in enumerate(texts["facts"])}
        self._values: dict[str, list[tuple[str, int]]] = {}
        for at, name in enumerate(texts["values"]):
            fact, _, value = name.partition("=")
            self._values.setdefault(fact, []).append((value, at))
        self._tables, self._steps = tables, {name: np.float32(step) for name, step in steps.items()}
        self._dense, self._dilations = {name: each.astype(np.float32) for name, each in dense.items()}, tuple(dilations)
        self._words: Kept[str, Floats] = Kept(_MOST)

    def sense(self, reading: Reading) -> Sensed:
        """The telling as the net sees it."""
        return self.sensed(traits_of(reading))

    def sensed(self, traits: Traits) -> Sensed:
        """The same of a telling whose traits are known."""
        if not traits.forms:
            nothing = np.zeros(len(self._dense["incident"]), np.float32)
            whole = nothing[: len(nothing) // 2]
            return Sensed(whole[:0, None].repeat(len(whole), axis=1), whole, self._likely(nothing))
        x = _normed(self._embedded(traits), self._dense["norm_0"], self._dense["shift_0"])
        for number, dilation in enumerate(self._dilations):
            x = self._convolved(x, number, dilation)
        whole = self._glanced(x, "glance")
        return Sensed(x, whole, self._likely(np.concatenate((self._glanced(x, "incident_glance"), whole))))

    def told(self, sensed: Sensed, facts: Iterable[str]) -> dict[str, Told]:
        """What is told of each of these facts that the net knows."""
        wanted = [fact for fact in facts if fact in self._facts and fact in self._values]
        if not wanted or not len(sensed.tokens):
            return {}
        heeds = _softmax(sensed.tokens @ self._dense["heed"][[self._facts[fact] for fact in wanted]].T, axis=0)
        gathered = heeds.T @ sensed.tokens
        found = {}
        for number, fact in enumerate(wanted):
            columns = [at for _, at in self._values[fact]]
            seen = np.concatenate((gathered[number], sensed.whole))
            scores = seen @ self._dense["value"][:, columns] + self._dense["value_bias"][columns]
            chances = _softmax(np.concatenate((np.zeros(1, np.float32), scores)), axis=0)[1:].tolist()
            values = (value for value, _ in self._values[fact])
            found[fact] = Told(dict(zip(values, chances, strict=True)), int(heeds[:, number].argmax()))
        return found

    def speaking(self, reading: Reading, winner: str, loser: str, most: int = 6) -> list[tuple[str, float]]:
        """The words that speak most strongly for one irregularity against another: how much the difference of their logarithms
        loses when a word is blotted out."""
        a, b = self.column.get(winner), self.column.get(loser)
        if a is None or b is None:
            return []
        traits = traits_of(reading)
        found: dict[str, float] = {}
        whole = self._apart(traits, a, b)
        for at, stem in enumerate(traits.stems):
            if stem:
                blotted = replace(
                    traits,
                    forms=(*traits.forms[:at], "", *traits.forms[at + 1 :]),
                    stems=(*traits.stems[:at], "", *traits.stems[at + 1 :]),
                    more=(*traits.more[:at], frozenset(), *traits.more[at + 1 :]),
                )
                word = reading.words(at, at)
                found[word] = max(found.get(word, 0.0), whole - self._apart(blotted, a, b), key=abs)
        return sorted(found.items(), key=lambda pair: (-abs(pair[1]), pair[0]))[:most]

    def _apart(self, traits: Traits, a: int, b: int) -> float:
        likely = self.sensed(traits).irregularities
        return float(likely[a] - likely[b])

    def _embedded(self, traits: Traits) -> Floats:
        """A row a token: its stem, its letters, its break and its traits, added up."""
        stems = [self._stems.get(stem, UNKNOWN_WORD) if stem else _SMALL_WORD for stem in traits.stems]
        rows = self._tables["stem"][stems].astype(np.float32) * self._steps["stem"]
        rows[[at for at, stem in enumerate(stems) if stem == _SMALL_WORD]] = 0
        rows += np.array([self._word(form) for form in traits.forms])
        rows += self._dense["break"][list(traits.breaks)]
        known = [(at, number) for at, more in enumerate(traits.more) for name in more if (number := self._traits.get(name))]
        if known:
            at, numbers = np.array(known).T
            sums = self._tables["trait"][numbers].astype(np.float32) * self._steps["trait"]
            starts = np.flatnonzero(np.diff(at, prepend=-1))
            rows[at[starts]] += np.add.reduceat(sums, starts, axis=0)
        return rows

    def _word(self, form: str) -> Floats:
        """What the letters of a word add."""
        found = self._words.get(form)
        if found is None:
            table = self._tables["run"]
            runs = runs_of(form, len(table) - 1) if form else ()
            total = table[list(runs)].sum(axis=0, dtype=np.float32) * self._steps["run"] if runs else self._nothing()
            found = self._words[form] = total / np.float32(max(len(runs), 1) ** 0.5)
        return found

    def _nothing(self) -> Floats:
        return np.zeros(self._tables["run"].shape[1], np.float32)

    def _convolved(self, x: Floats, number: int, dilation: int) -> Floats:
        """A token with its neighbours at a distance, and a glance at the whole, gated; what was there is kept beside it."""
        around = np.zeros((len(x) + 2 * dilation, x.shape[1]), np.float32)
        around[dilation : dilation + len(x)] = x
        beside = np.concatenate((around[: len(x)], x, around[2 * dilation :]), axis=1)
        dense = self._dense
        far = self._glanced(x, "glance") @ dense[f"far_{number}"]
        z = beside @ dense[f"near_{number}"] + (dense[f"near_bias_{number}"] + far)
        half = z.shape[1] // 2
        z = x + z[:, :half] / (1 + np.exp(-z[:, half:]))
        return _normed(z, dense[f"norm_{number + 1}"], dense[f"shift_{number + 1}"])

    def _glanced(self, x: Floats, by: str) -> Floats:
        """The telling as a whole: its tokens, each as it is heeded."""
        heeded: Floats = _softmax(x @ self._dense[by], axis=0) @ x
        return heeded

    def _likely(self, seen: Floats) -> Floats:
        scores = seen @ self._dense["incident"] + self._dense["incident_bias"]
        scores = scores - scores.max()
        return np.asarray(scores - np.log(np.exp(scores).sum()), np.float32)


def _normed(x: Floats, scale: Floats, shift: Floats) -> Floats:
    """Each row with mean 0 and variance 1, scaled and shifted."""
    x = x - x.mean(axis=1, keepdims=True)
    x /= np.sqrt(np.einsum("ij,ij->i", x, x)[:, None] / x.shape[1] + _TINY)
    normed: Floats = x * scale + shift
    return normed


def _softmax(x: Floats, axis: int) -> Floats:
    x = np.exp(x - x.max(axis=axis, keepdims=True))
    shares: Floats = x / x.sum(axis=axis, keepdims=True)
    return shares


@lru_cache(maxsize=1)
def net() -> Net:
    """The net of this installation."""
    data: Mapping[str, Any] = store.load("net")
    tables = {name: store.array(f"net_{name}") for name in TABLES}
    return Net(data["texts"], tables, data["steps"], data["dense"], data["dilations"])
