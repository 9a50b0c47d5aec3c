"""The bolder repair of mistyped words: as thumbs err, towards usual words only, and only where nothing else makes sense."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.read.repair import cost


def test_thumbs_err_cheaply_in_their_own_ways() -> None:
    """A vowel left out, neighbours swapped and a letter twice cost less than another letter."""
    other = cost("trick", "truck")

    assert other == 1.0
    assert cost("trck", "trick") < other
    assert cost("trun", "turn") < other
    assert cost("leadd", "lead") < other
    assert cost("lead", "lead") == 0.0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("trck", "trick"), ("wset", "west"), ("est", "east"), ("prtner", "partner"), ("ρενοσν", "ρενονσ"), ("μρο", "μορ")],
)
def test_a_word_that_nobody_knows_is_the_nearest_usual_one(typed: str, meant: str) -> None:
    assert reader().parts.repairer.best(typed, greeklish=False) == meant


@pytest.mark.parametrize("word", ["zzzz", "qwerty", "xkcd", "ab"])
def test_noise_is_not_repaired(word: str) -> None:
    assert reader().parts.repairer.best(word, greeklish=False) == ""


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("revok at trck 4 by wset", {"61", "62", "63", "64"}),
        ("exposd crad by defnder on the tabel", {"49", "50"}),
        ("ανεπαρκς αγροα απο δυσι", {"27"}),
    ],
)
def test_a_text_full_of_slips_is_read(text: str, laws: set[str]) -> None:
    """Three or four slips in one line, with the user's own words as the proof."""
    advice = advise(text)

    assert {ref[:2] for ref in advice.laws[:1]} <= laws
    assert advice.laws
    assert all(quote in text for fact in advice.facts.values() for quote in fact.quotes)


@pytest.mark.parametrize("text", ["asdf qwer zxcv", "grt gme tdy thx prtner", "w went to the gardn wth the chldren"])
def test_what_is_no_incident_stays_none(text: str) -> None:
    assert advise(text).status in ("none", "unclear")
