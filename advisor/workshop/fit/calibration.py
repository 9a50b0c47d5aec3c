"""Fits how far heard facts can be trusted, on tellings in the real form that the evidence was not fitted on: by logistic
regression over the signs of each candidate, whether it was told as it was heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from advisor.diagnose.candidates import Candidate, weighed
from advisor.diagnose.evidence import Ear
from advisor.diagnose.net import Net
from advisor.diagnose.roles import RoleJudge
from advisor.read.reading import Reading
from advisor.replay.played import replay

_FIRMNESS = 0.3
_RARE = 3
_UNSAID = 0.6  # how much a candidate counts that the writer neither told nor left open: some follow from what is told


@dataclass(frozen=True, slots=True)
class Trial:
    """A telling with what its writer says of it: the reading, the facts its table asks, those told (with their values), and those
    left open."""

    reading: Reading
    asks: tuple[str, ...]
    told: Mapping[str, str]
    open: frozenset[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A candidate, whether it was told so, and how much it counts."""

    candidate: Candidate
    right: bool
    trust: float


def verdicts(trial: Trial, ear: Ear, net: Net | None, judge: RoleJudge) -> list[Verdict]:
    """What is heard in a telling, each with whether it is right; without a `net`, as in a reply."""
    believed = net.told(net.sense(trial.reading), trial.asks) if net is not None else None
    found = weighed(replay(trial.reading), ear.voices(trial.reading, trial.asks), believed, judge.judge(trial.reading))
    every = []
    for fact in trial.asks:
        for candidate in found.get(fact, ()):
            right = trial.told.get(fact) == candidate.value
            said = right or fact in trial.told or fact in trial.open
            every.append(Verdict(candidate, right, 1.0 if said else _UNSAID))
    return every


def fit(found: Sequence[Verdict]) -> dict[str, float]:
    """Sign -> weight (a logarithm of odds)."""
    counts = Counter(sign for each in found for sign in each.candidate.signs)
    vectors = DictVectorizer()
    matrix = vectors.fit_transform([{s: v for s, v in e.candidate.signs.items() if counts[s] >= _RARE} for e in found])
    model = LogisticRegression(C=_FIRMNESS, max_iter=600, fit_intercept=False)
    model.fit(matrix, [each.right for each in found], sample_weight=[each.trust for each in found])
    weights = zip(vectors.get_feature_names_out(), model.coef_[0].tolist(), strict=True)
    return {sign: round(weight, 3) for sign, weight in weights if abs(weight) >= 0.002}
