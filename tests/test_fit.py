"""The fitted weights: the same data give the same weights, the lawbook's words count, and a law's irregularities share."""

from __future__ import annotations

import numpy as np

from advisor.diagnose.fit import DOORS, Fitted, Sample, fit

LAWS = {"revoke": "61", "revoke_late": "61", "claim": "68"}
TOLD: list[Sample] = [
    *([({"trick": 0.7, "suit": 0.7}, "revoke")] * 2),
    *([({"trick": 0.7, "late": 0.7}, "revoke_late")] * 2),
    *([({"rest": 0.7, "mine": 0.7}, "claim")] * 2),
    *([({"hand": 1.0, "heard:0": 0.3}, "none")] * 2),
    *([({"noise": 1.0, "heard:0": 0.3}, "unclear")] * 2),
]


def weight(fitted: Fitted, sign: str, name: str) -> float:
    """How strongly a sign speaks for an irregularity or a door."""
    return float(fitted.weights[fitted.signs.index(sign), [*fitted.classes, *DOORS].index(name)])


def test_the_same_tellings_give_the_same_weights() -> None:
    """Nothing is left to chance."""
    assert np.array_equal(fit(TOLD, laws=LAWS).weights, fit(TOLD, laws=LAWS).weights)


def test_signs_speak_for_their_own() -> None:
    """A sign of a telling speaks for its irregularity; those of the door speak at the door only."""
    fitted = fit(TOLD, laws=LAWS)

    assert weight(fitted, "rest", "claim") > 0 > weight(fitted, "rest", "revoke")
    assert [weight(fitted, "heard:0", name) for name in fitted.classes] == [0.0, 0.0, 0.0]
    assert weight(fitted, "hand", "none") > 0


def test_a_law_shares_its_signs() -> None:
    """What one irregularity of a law shows counts a little for the others of that law."""
    assert weight(fit(TOLD, laws=LAWS), "late", "revoke") > weight(fit(TOLD), "late", "revoke")


def test_the_words_of_the_lawbook_count() -> None:
    """A sign that tellings use for one irregularity and the lawbook for another speaks for both."""
    said: list[Sample] = [({"suit": 1.0}, "claim"), ({"suit": 1.0}, "not told by anybody")]

    assert weight(fit(TOLD, said), "suit", "claim") > weight(fit(TOLD), "suit", "claim")
    assert fit(TOLD, said).classes == ["claim", "revoke", "revoke_late"]


def test_the_usual_irregularity_of_a_law_is_believed_in_first() -> None:
    """What tells no more than the law leaves the one that is told most often ahead."""
    fitted = fit([*TOLD, *([({"trick": 0.7, "hand": 0.7}, "revoke")] * 6)], laws=LAWS)
    bias = dict(zip(fitted.classes, fitted.bias, strict=False))
    even = dict(zip(fitted.classes, fit(TOLD, laws=LAWS).bias, strict=False))

    assert bias["revoke"] - bias["revoke_late"] > even["revoke"] - even["revoke_late"]


def test_a_sign_seen_here_and_there_speaks_by_how_often() -> None:
    """The likelihood: told three times as often here as there, it speaks for here."""
    often: list[Sample] = [({"mine": 1.0}, "claim")] * 3 + [({"mine": 1.0}, "revoke")]
    fitted = fit([*TOLD, *often], laws=LAWS)

    assert weight(fitted, "mine", "claim") > weight(fitted, "mine", "revoke") > weight(fitted, "mine", "revoke_late")
