"""The three tests of Law 23A, on meanings alone."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advisor.replay.comparison import Verdict, compare
from advisor.replay.meanings import Meaning

MET = {Verdict.SAME, Verdict.SUBSET, Verdict.PURPOSE}


def strengths() -> st.SearchStrategy[tuple[int, int]]:
    """Ranges of points."""
    return st.tuples(st.integers(0, 37), st.integers(0, 37)).map(lambda pair: (min(pair), max(pair)))


@st.composite
def meanings(draw: st.DrawFn) -> Meaning:
    """Meanings with their strength told, and perhaps suits and kinds."""
    low, high = draw(strengths())
    suits = draw(st.frozensets(st.sampled_from("CDHS"), max_size=2))
    return Meaning(low, high, suits, draw(st.frozensets(st.sampled_from(["weak", "takeout"]), max_size=1)))


@given(meanings())
def test_the_same_meaning_is_the_same(meaning: Meaning) -> None:
    assert compare(meaning, meaning) is Verdict.SAME


@given(meanings(), meanings())
def test_narrower_works_one_way_only(old: Meaning, new: Meaning) -> None:
    """What is narrower than another is not also wider (Law 23A2)."""
    if compare(old, new) is Verdict.SUBSET:
        assert compare(new, old) is not Verdict.SUBSET


@given(meanings(), meanings(), meanings())
def test_narrower_than_the_narrower_is_narrower(wide: Meaning, middle: Meaning, narrow: Meaning) -> None:
    met = {Verdict.SAME, Verdict.SUBSET}
    if compare(wide, middle) in met and compare(middle, narrow) in met:
        assert compare(wide, narrow) in met


@given(meanings(), meanings())
@example(Meaning(low=0, high=0), Meaning(low=1, high=1))
def test_strengths_apart_meet_no_test(old: Meaning, new: Meaning) -> None:
    assert old.high is not None
    assert new.low is not None
    if new.low > old.high:
        assert compare(old, new) is Verdict.NONE


@given(meanings())
def test_what_is_not_told_is_never_judged(meaning: Meaning) -> None:
    assert compare(Meaning(), meaning) is Verdict.MISSING_OLD
    assert compare(meaning, Meaning()) is Verdict.MISSING_NEW
    assert compare(Meaning(), Meaning()) is Verdict.MISSING_BOTH


HEARTS, SPADES = frozenset("H"), frozenset("S")


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (Meaning(15, 17), Meaning(15, 17), Verdict.SAME),
        (Meaning(15, 17), Meaning(15, 18), Verdict.SIMILAR),
        (Meaning(15, 17), Meaning(16, 17), Verdict.SUBSET),
        (Meaning(15, 17), Meaning(20, 22), Verdict.NONE),
        (Meaning(0, 11), Meaning(8, 11, SPADES), Verdict.SUBSET),
        (Meaning(12, 21, HEARTS), Meaning(12, 21, SPADES), Verdict.NONE),
        (Meaning(12, 21, HEARTS), Meaning(12, 15), Verdict.MISSING_NEW),
        (Meaning(suits=HEARTS), Meaning(suits=HEARTS), Verdict.STRENGTH),
        (
            Meaning(suits=HEARTS, kinds=frozenset({"transfer"})),
            Meaning(suits=HEARTS, kinds=frozenset({"transfer"})),
            Verdict.SAME,
        ),
        (Meaning(asks=frozenset({"relay"})), Meaning(asks=frozenset({"relay"})), Verdict.PURPOSE),
        (Meaning(asks=frozenset({"asks_aces"})), Meaning(asks=frozenset({"asks_majors"})), Verdict.NONE),
        (Meaning(asks=frozenset({"asks"})), Meaning(asks=frozenset({"asks"})), Verdict.MISSING_NEW),
        (Meaning(asks=frozenset({"asks_majors"})), Meaning(10, 12, HEARTS), Verdict.NONE),
        (Meaning(12, 21, own="H"), Meaning(12, 21, own="S"), Verdict.MISSING_OLD),
        (Meaning(12, 21, own="H"), Meaning(12, 15, own="H"), Verdict.SUBSET),
        (Meaning(12, 21, own="H"), Meaning(12, 15, HEARTS), Verdict.SUBSET),
        (Meaning(12, 21, HEARTS), Meaning(12, 15, own="H"), Verdict.MISSING_NEW),
    ],
)
def test_known_pairs(old: Meaning, new: Meaning, verdict: Verdict) -> None:
    assert compare(old, new) is verdict
