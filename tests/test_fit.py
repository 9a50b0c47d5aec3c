"""The fitted weights: the same data give the same weights, the lawbook's words count, and a law's irregularities share."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from advisor.base import paths, store
from advisor.diagnose.candidates import weighed
from advisor.diagnose.rows import SparseRows
from advisor.diagnose.understanding import reader
from advisor.diagnose.weigh import scales
from advisor.lawbook.numbers import law_number
from advisor.replay.played import replay
from advisor.workshop.fit.card import KEPT_ASIDE
from advisor.workshop.fit.fitting import digests
from advisor.workshop.fit.irregularities import DOORS, Fitted, Sample, fit
from advisor.workshop.score.board import own_board

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


def test_sparse_rows_are_the_rows() -> None:
    """What is kept without its zeros reads as it was: many rows, one, none, and one weight; a row of zeros too."""
    rows = np.random.default_rng(64).integers(-3, 4, (50, 30)).astype(np.int8)
    rows[np.abs(rows) < 3] = 0
    rows[7] = 0
    sparse = SparseRows.of(rows)

    for ids in ([3, 7, 8, 49], [7], [], [5, 5]):
        which = np.array(ids, dtype=np.intp)
        assert np.array_equal(sparse[which], rows[which])
    assert all(sparse[9, column] == rows[9, column] for column in range(30))
    assert len(sparse.values) == np.count_nonzero(rows)


def test_more_columns_than_a_byte_numbers_are_refused() -> None:
    """A column is one byte: what does not fit is an error and never another column."""
    with pytest.raises(ValueError, match="257 columns"):
        SparseRows.of(np.zeros((1, 257), dtype=np.int8))


@pytest.fixture(scope="module")
def card() -> dict[str, Any]:
    """What the last fit says of itself."""
    found: dict[str, Any] = json.loads((paths.WEIGHTS / "card.json").read_text(encoding="utf-8"))
    return found


def test_the_weights_are_fresh(card: dict[str, Any]) -> None:
    """The card says what the weights were made from, and that is what lies here; if not: `advisor fit`, and commit its files."""
    assert card["digests"] == digests()


def test_the_card_says_how_what_was_kept_aside_is_answered(card: dict[str, Any]) -> None:
    """Figures of every law that has tellings kept aside, in each language, and of each part of the board."""
    kept = Counter(
        (law_number(case.gold_laws[0]), case.lang)
        for part, cases in own_board()
        for case in cases
        if part in KEPT_ASIDE and case.gold_laws and case.expect is None
    )
    told = {(law, lang): line for law, found in card["kept_aside"]["laws"].items() for lang, line in found.items()}

    assert {where: int(line.split()[0]) for where, line in told.items()} == dict(kept)
    assert all("law1" in line and "wrong" in line for line in told.values())
    assert set(card["kept_aside"]["parts"]) == set(KEPT_ASIDE)


def test_what_is_heard_of_facts_needs_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fit hears the facts of its tellings before it has a judge of irregularities."""
    found = replay(reader().read("revoke, next trick not begun"))
    load = store.load

    def without_judge(name: str) -> Any:
        assert not name.startswith("judge"), name
        return load(name)

    scales.cache_clear()
    monkeypatch.setattr(store, "load", without_judge)

    assert weighed(found, {}, None, (), ("revoke_since",)) is not None
