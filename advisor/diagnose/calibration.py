"""How far a heard fact can be trusted: the probability that it was told, measured on writers that nothing else was fitted on.

Above `TAKEN` it is taken; between `LEANS` and that it shapes the question; below it is asked (at most three taken facts in a
hundred may be wrong to spare a question).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from advisor.base import store
from advisor.diagnose.candidates import Candidate

TAKEN = 0.8
PHRASE_TAKEN = 0.7  # what a whole phrase tells is seldom told otherwise: one of sixteen, at that trust
LEANS = 0.58  # below it, not a third of what a reading would be led by is so, on writers that nothing was fitted on
TORN = 0.5
_STRANGER = 0.29  # the nets by which this trust is learnt know half of the writers: the one in use is right so much more often


class Calibration:
    """The fitted weights of the signs by which a candidate is trusted: of a telling that the net has looked at, and of words
    that it has not (`plain`)."""

    def __init__(self, weights: Mapping[str, float], plain: Mapping[str, float]) -> None:
        self.weights, self.plain = weights, plain

    def chance(self, candidate: Candidate) -> float:
        """The probability (0 to 1) that the candidate was told as it was heard."""
        weights = self.weights if candidate.sensed else self.plain
        score = sum(value * weights.get(sign, 0.0) for sign, value in candidate.signs.items())
        score += _STRANGER * candidate.sensed
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    """The calibration of this installation."""
    fitted = store.load("calibration")
    return Calibration(fitted["sensed"], fitted["plain"])
