"""How two judges are joined: the temperature that makes the scores of each log-probabilities, and the share of the second.

Fitted on half of the tellings kept aside, on which neither judge was fitted: on its own tellings a judge is too sure of itself.
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

_COLDEST, _HOTTEST = 0.25, 32.0
_FAINTEST = 1e-6  # of a share
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Joining:
    """What the scores of the judge of signs and of that of the raw text are multiplied by, and the share of the second."""

    judge_signs: float
    judge_raw: float
    share: float

    def numbers(self) -> dict[str, float]:
        """The three by name, as they are stored beside the weights."""
        return asdict(self)


class Sample(NamedTuple):
    """A telling: its signs, those of its raw text, and its irregularity."""

    signs: dict[str, float]
    raw: Iterable[str]
    irregularity: str


def in_first_half(text: str) -> bool:
    """Whether a telling kept aside is of the half that the joining is fitted on (chosen by the hash of its text)."""
    return hashlib.blake2b(text.encode(), digest_size=2).digest()[1] % 2 == 0


def fit(samples: Sequence[Sample], signs: Judge, raw: Judge, classes: Sequence[str]) -> Joining:
    """The three numbers under which the irregularities that were told are the least surprising. Raises ValueError without a
    telling of one of the classes."""
    at = {name: place for place, name in enumerate(classes)}
    told = [sample for sample in samples if sample.irregularity in at]
    if not told:
        raise ValueError("no telling kept aside tells an irregularity: the judges cannot be joined")
    right = np.array([at[sample.irregularity] for sample in told])
    read = np.array([signs.scores(sample.signs) for sample in told], dtype=np.float64)
    typed = np.array([raw.scores(raw.rare(sample.raw)) for sample in told], dtype=np.float64)
    return joined(read, typed, right)


def joined(read: Scores, typed: Scores, right: NDArray[np.intp]) -> Joining:
    """The same from the scores of both judges (a row a telling) and the places of the right irregularities."""
    first, second = _temperature(read, right), _temperature(typed, right)
    one, other = log_softmax(read * first, axis=1), log_softmax(typed * second, axis=1)
    share = _least(lambda part: _surprise(log_softmax((1 - part) * one + part * other, axis=1), right), _FAINTEST, 1 - _FAINTEST)
    return Joining(round(first, 3), round(second, 3), round(share, 3))


def _temperature(scores: Scores, right: NDArray[np.intp]) -> float:
    return _least(lambda by: _surprise(log_softmax(scores * by, axis=1), right), _COLDEST, _HOTTEST)


def _surprise(found: Scores, right: NDArray[np.intp]) -> float:
    return -float(found[np.arange(len(right)), right].mean())


def _least(surprise: Callable[[float], float], low: float, high: float) -> float:
    return float(minimize_scalar(surprise, bounds=(low, high), method="bounded").x)
