"""How the judges are joined: the temperature that makes the scores of each log-probabilities, and their shares.

Fitted on half of the tellings kept aside, on which no judge was fitted: on its own tellings a judge is too sure of itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax

from advisor.diagnose.judge import Judge
from advisor.diagnose.net import Net
from advisor.diagnose.traits import Traits

_COLDEST, _HOTTEST = 0.1, 32.0
_FAINTEST = 1e-6  # of a share
_NEVER = -12.0
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Joining:
    """What the scores of the judge of signs, of that of the raw text and of the net are multiplied by, the share of the second
    beside the first, and that of the net beside both."""

    judge_signs: float
    judge_raw: float
    share: float
    net: float
    share_of_net: float

    def numbers(self) -> dict[str, float]:
        """All by name, as they are stored beside the weights."""
        return asdict(self)


class Sample(NamedTuple):
    """A telling: its signs, those of its raw text, all of it in its order, and its irregularity."""

    signs: dict[str, float]
    raw: Iterable[str]
    traits: Traits
    irregularity: str


def in_first_half(text: str) -> bool:
    """Whether a telling kept aside is of the half that the joining is fitted on (chosen by the hash of its text)."""
    return hashlib.blake2b(text.encode(), digest_size=2).digest()[1] % 2 == 0


def fit(samples: Sequence[Sample], signs: Judge, raw: Judge, net: Net, classes: Sequence[str]) -> Joining:
    """The numbers under which the irregularities that were told are the least surprising. Raises ValueError without a
    telling of one of the classes."""
    at = {name: place for place, name in enumerate(classes)}
    told = [sample for sample in samples if sample.irregularity in at]
    if not told:
        raise ValueError("no telling kept aside tells an irregularity: the judges cannot be joined")
    right = np.array([at[sample.irregularity] for sample in told])
    read = np.array([signs.scores(sample.signs) for sample in told], dtype=np.float64)
    typed = np.array([raw.scores(raw.rare(sample.raw)) for sample in told], dtype=np.float64)
    ordered = np.full(read.shape, _NEVER)
    known = [place for name, place in at.items() if name in net.column]
    columns = [net.column[classes[place]] for place in known]
    for row, sample in zip(ordered, told, strict=True):
        row[known] = net.sensed(sample.traits).irregularities[columns]
    return joined(read, typed, ordered, right)


def joined(read: Scores, typed: Scores, ordered: Scores, right: NDArray[np.intp]) -> Joining:
    """The same from the scores of all judges (a row a telling) and the places of the right irregularities."""
    first, second, third = (_temperature(scores, right) for scores in (read, typed, ordered))
    one, other, net = (log_softmax(s * t, axis=1) for s, t in ((read, first), (typed, second), (ordered, third)))
    share = _share(one, other, right)
    of_net = _share((1 - share) * one + share * other, net, right)
    return Joining(*(round(number, 3) for number in (first, second, share, third, of_net)))


def _share(one: Scores, other: Scores, right: NDArray[np.intp]) -> float:
    return _least(lambda part: _surprise(log_softmax((1 - part) * one + part * other, axis=1), right), _FAINTEST, 1 - _FAINTEST)


def _temperature(scores: Scores, right: NDArray[np.intp]) -> float:
    return _least(lambda by: _surprise(log_softmax(scores * by, axis=1), right), _COLDEST, _HOTTEST)


def _surprise(found: Scores, right: NDArray[np.intp]) -> float:
    return -float(found[np.arange(len(right)), right].mean())


def _least(surprise: Callable[[float], float], low: float, high: float) -> float:
    return float(minimize_scalar(surprise, bounds=(low, high), method="bounded").x)
