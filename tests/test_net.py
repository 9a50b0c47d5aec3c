"""The small net: it learns what is told from the order of the words, and is worked out alike where it is fitted and where it is
used."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.diagnose.net import net
from advisor.diagnose.traits import BEGINNING, traits_of
from advisor.diagnose.understanding import read_once
from advisor.workshop.fit import descent
from advisor.workshop.fit.net import FittedNet, Label, Sample, _batches, _beginning, _Names, fit

REVOKE = "West revoked on the second round of hearts and {} won that trick with the queen"
LEAD = "West led the queen of hearts when it was the turn of {} to lead"
WHO = {"declarer": "declarer", "dummy": "dummy", "the other defender": "partner"}


def _sample(text: str, irregularity: str, fact: str = "", value: str = "", quote: str = "") -> Sample:
    reading = read_once(text)
    words = quote.split()
    forms = [token.form for token in reading.tokens]
    at = next((i for i in range(len(forms)) if forms[i : i + len(words)] == words), 0) if quote else 0
    labels = (Label(fact, value, tuple(range(at, at + len(words)))),) if fact else ()
    return Sample(traits_of(reading), irregularity, labels, real=True)


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    told = [_sample(REVOKE.format(who), "revoke", "won_by", value, f"{who} won") for who, value in WHO.items()]
    return [*told, *(_sample(LEAD.format(who), "lead", "won_by") for who in WHO)] * 24


@pytest.fixture(scope="module")
def fitted(samples: list[Sample]) -> FittedNet:
    return fit(samples, epochs=40)


@pytest.mark.parametrize(("who", "value"), WHO.items())
def test_it_learns_who_did_it(fitted: FittedNet, who: str, value: str) -> None:
    small = fitted.net()
    reading = read_once(REVOKE.format(who))
    sensed = small.sense(reading)
    told = small.told(sensed, ["won_by"])["won_by"]
    assert told.best == value
    assert told.chances[value] > 0.6
    assert sensed.irregularities.argmax() == small.column["revoke"]


@pytest.mark.parametrize("who", WHO)
def test_it_learns_what_is_silent(fitted: FittedNet, who: str) -> None:
    small = fitted.net()
    told = small.told(small.sense(read_once(LEAD.format(who))), ["won_by"])["won_by"]
    assert max(told.chances.values()) < 0.4


def test_the_same_tellings_make_the_same_weights(samples: list[Sample]) -> None:
    first, second = fit(samples, epochs=1), fit(samples, epochs=1)
    assert all((first.tables[name] == second.tables[name]).all() for name in first.tables)
    assert all((first.dense[name] == second.dense[name]).all() for name in first.dense)


def test_it_is_worked_out_alike_where_it_is_fitted_and_where_it_is_used(samples: list[Sample]) -> None:
    rng = np.random.default_rng(1)
    names = _Names(samples)
    some = [sample for sample in samples[:6] if sample.labels]
    weights = {name: each + rng.standard_normal(each.shape) * 0.2 for name, each in _beginning(names).items()}
    kept = fit(samples[:6], epochs=0)
    steps = {name: float(np.abs(weights[name]).max()) / 127 for name in kept.tables}
    tables = {name: np.rint(weights[name] / steps[name]).astype(np.int8) for name in kept.tables}
    weights |= {name: tables[name].astype(np.float32) * np.float32(steps[name]) for name in tables}
    texts = {part: getattr(names, part) for part in kept.texts}
    dense = {name: each.astype(np.float32) for name, each in weights.items() if name not in tables}
    small = FittedNet(texts, tables, steps, dense).net()  # type: ignore[arg-type]  # not rounded: the two must be equal
    for sample in some:
        batch = next(_batches(names, names.rows([sample]), _NoChance()))  # type: ignore[arg-type]
        facts, incidents = descent.believed(descent.begun({n: w.astype(np.float32) for n, w in weights.items()}), batch)
        sensed = small.sensed(sample.traits)
        told = small.told(sensed, ["won_by"])["won_by"]
        columns = [names.values.index(f"won_by={value}") for value in told.chances]
        assert np.allclose(np.exp(np.asarray(facts[0]))[[1 + at for at in columns]], list(told.chances.values()), atol=1e-3)
        assert np.allclose(np.asarray(incidents[0]), sensed.irregularities, atol=1e-3)


class _NoChance:
    """Chance that hides nothing and changes no order."""

    def random(self, size: object = None) -> object:
        return 0.999 if size is None else np.full(size, 0.999)  # type: ignore[call-overload]

    def integers(self, _: int) -> int:
        return 0

    def permutation(self, things: object) -> object:
        return np.arange(things) if isinstance(things, int) else np.array(things)


def test_only_the_beginning_of_a_long_telling_is_looked_at() -> None:
    reading = read_once("West led the queen of hearts out of turn. " * 60)
    assert len(reading.tokens) > BEGINNING
    assert len(net().sense(reading).tokens) == BEGINNING


@pytest.mark.parametrize("text", ["", "?", "♠"])
def test_no_words_are_no_trouble(text: str) -> None:
    sensed = net().sense(read_once(text))
    assert abs(np.exp(sensed.irregularities).sum() - 1) < 1e-3
    told = net().told(sensed, ["accepted"])
    assert all(sum(each.chances.values()) <= 1 for each in told.values())
    assert bool(told) == bool(read_once(text).tokens)


def test_the_words_that_speak_are_those_of_the_deed() -> None:
    reading = read_once(
        "My partner opened 1NT, and much later declarer revoked in diamonds and both sides had played to the next trick"
    )
    loud = [word for word, weight in net().speaking(reading, "revoke_established", "insufficient_bid", 5) if weight > 0]
    assert "revoked" in loud
