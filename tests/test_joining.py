"""What a fit stores beside the weights: how the judges are joined; and the check that another fit decides alike."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from advisor.base import paths
from advisor.diagnose.traits import Traits
from advisor.diagnose.weigh import scales
from advisor.workshop.fit import joining, raw
from advisor.workshop.fit.checking import compared, decision
from advisor.workshop.fit.irregularities import fit
from advisor.workshop.fit.joining import Sample, joined
from advisor.workshop.fit.net import Label
from advisor.workshop.fit.net import Sample as NetSample
from advisor.workshop.fit.net import fit as fit_net
from advisor.workshop.fit.packing import JOINING, pack, pack_judge, packed_judge
from advisor.workshop.fit.packing import _read as unpacked

TEXTS = ("West led out of turn", "ο Νότος έκανε ρενόνς", "1S over 2C, lho not accepting", "East revoked")
LAWS = {"revoke": "61", "claim": "68", "lead": "53"}


def told(temperature: float, seed: int = 64) -> tuple[np.ndarray, np.ndarray]:
    """Scores of 4,000 tellings for ten irregularities, and which was told: as likely as that temperature says."""
    chance = np.random.default_rng(seed)
    scores = chance.normal(size=(4000, 10))
    likely = np.exp(scores * temperature)
    likely /= likely.sum(axis=1, keepdims=True)
    return scores, np.array([chance.choice(10, p=each) for each in likely])


@pytest.mark.parametrize("temperature", [0.7, 2.0, 5.0])
def test_the_temperature_is_found(temperature: float) -> None:
    """The one by which the scores are log-probabilities of what is told, for every judge."""
    scores, right = told(temperature)

    found = joined(scores, scores, scores, right)
    assert found.judge_signs == pytest.approx(temperature, rel=0.1)
    assert found.judge_raw == pytest.approx(temperature, rel=0.1)
    assert found.net == pytest.approx(temperature, rel=0.1)


def test_a_judge_that_knows_nothing_has_no_share() -> None:
    """The share goes to whoever tells more."""
    scores, right = told(3.0)
    noise = np.random.default_rng(1).normal(size=scores.shape)

    assert joined(scores, noise, noise, right).share < 0.1
    assert joined(noise, scores, noise, right).share > 0.9
    assert joined(scores, scores, noise, right).share_of_net < 0.1
    assert joined(noise, noise, scores, right).share_of_net > 0.9


def test_two_judges_who_know_as_much_share_alike() -> None:
    """Each sees the truth through a mist of its own: both are heard."""
    scores, right = told(3.0)
    chance = np.random.default_rng(2)
    one, other = (scores + chance.normal(size=scores.shape) for _ in range(2))

    assert 0.35 < joined(one, other, one, right).share < 0.65


def test_a_small_fit_is_joined_by_what_was_kept_aside(tmp_path: Path) -> None:
    """From the packed judges of a few tellings and a net to the numbers, each within its bounds; nothing to go by is an error."""
    words = {"revoke": ("trick", "suit"), "claim": ("rest", "mine"), "lead": ("card", "turn")}
    samples = [({word: 0.7}, name) for name, every in words.items() for word in every for _ in range(6)]
    fitted = fit([*samples, *([({"hand": 1.0}, "none")] * 4), *([({"noise": 1.0}, "unclear")] * 4)], laws=LAWS)
    own = len(fitted.classes)
    doors = {"doors": fitted.weights[:, own:].astype(np.float16), "door_bias": fitted.bias[own:]}
    pack_judge(tmp_path, "judge_signs", fitted.signs, fitted.weights[:, :own], fitted.bias[:own], doors)
    typed = [({*signs, *(["the"] if at % 2 else [])}, name) for at, (signs, name) in enumerate(samples)]
    rawly = raw.fit([*typed, *([({"hand"}, "none")] * 12), *([({"noise"}, "unclear")] * 12)], [], fitted.classes)
    more = {"idf": rawly.idf, "doors": rawly.doors.astype(np.float16), "door_bias": rawly.door_bias}
    pack_judge(tmp_path, "judge_raw", rawly.signs, rawly.weights, rawly.bias, more)
    judges = packed_judge(tmp_path, "judge_signs"), packed_judge(tmp_path, "judge_raw")
    aside = [Sample({word: 0.5}, {word}, _traits(word), name) for name, every in words.items() for word in every]
    net = fit_net(
        [NetSample(_traits(word), name, (Label("told", "yes", (0,)),)) for name, every in words.items() for word in every],
        epochs=1,
    ).net()

    found = joining.fit(aside, *judges, net, fitted.classes).numbers()
    assert found.keys() == {"judge_signs", "judge_raw", "share", "net", "share_of_net"}
    assert 0 <= found["share_of_net"] <= 1
    assert 0.25 < found["judge_signs"] <= 32
    assert 0 <= found["share"] <= 1
    with pytest.raises(ValueError, match="kept aside"):
        joining.fit([Sample({"hand": 1.0}, {"hand"}, _traits("hand"), "none")], *judges, net, fitted.classes)


def _traits(word: str) -> Traits:
    return Traits((word,), (word,), (0,), (frozenset(),))


def test_what_is_stored_is_what_is_weighed_with() -> None:
    """No number of the joining stands in the code: those beside the weights are taken."""
    stored = json.loads((paths.WEIGHTS / JOINING).read_text(encoding="utf-8"))

    used = scales()
    judges = {"judge_signs": used.signs.temperature, "judge_raw": used.raw.temperature, "share": used.share}
    assert stored == judges | {"net": used.cooled, "share_of_net": used.share_of_net}


def test_a_fit_that_decides_otherwise_is_found(tmp_path: Path) -> None:
    """Weights in other bytes that decide alike pass; one offset that puts an irregularity before all others does not."""
    again, other = (Path(shutil.copytree(paths.WEIGHTS, tmp_path / name)) for name in ("again", "other"))
    found = unpacked(paths.WEIGHTS, "judge_signs")
    numbers, signs = found.pop("numbers"), found.pop("signs")
    pack(again, "judge_signs", found, {"signs": signs}, numbers | {"written": "anew"})
    found["bias"][0] += 50
    pack(other, "judge_signs", found, {"signs": signs}, numbers)

    assert (again / "judge_signs.npz").read_bytes() != (paths.WEIGHTS / "judge_signs.npz").read_bytes()
    differing = compared(other, again, TEXTS)
    assert [(text, was) for text, was, _ in differing.other] == [(text, decision(text)) for text in TEXTS]
    assert differing.told().startswith(f"{len(TEXTS)} of {len(TEXTS)} tellings")
