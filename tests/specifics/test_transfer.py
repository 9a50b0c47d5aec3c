"""The tricks of Law 64A and 64B, the suits of 26B, and the score by two counts."""

from __future__ import annotations

import endplay.types as theirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.calls import Bid, Strain
from advisor.bridge.contract import Contract, score
from advisor.bridge.seats import Seat
from advisor.rule.specifics.prohibition import forbidden
from advisor.rule.specifics.revoke import transferred

winners = st.sampled_from(["offender", "partner", "opponents"])


@given(winners, st.integers(0, 12), st.booleans())
def test_never_more_than_the_offending_side_won(won_by: str, later: int, exempt: bool) -> None:
    """No trick won before the revoke is transferred, never more than two, none under an exception (Law 64A, 64B)."""
    count = transferred(won_by, later, exempt=exempt)

    assert 0 <= count <= min(2, (won_by != "opponents") + later)
    assert not (exempt and count)


@given(winners, st.integers(0, 11))
def test_another_later_trick_never_costs_less(won_by: str, later: int) -> None:
    assert transferred(won_by, later) <= transferred(won_by, later + 1)


@pytest.mark.parametrize(
    ("won_by", "later", "tricks"),
    [
        ("offender", 0, 1),
        ("offender", 1, 2),
        ("offender", 5, 2),
        ("partner", 0, 1),
        ("partner", 3, 1),
        ("opponents", 2, 1),
        ("opponents", 0, 0),
    ],
)
def test_known_cases(won_by: str, later: int, tricks: int) -> None:
    assert transferred(won_by, later) == tricks


@pytest.mark.parametrize(("won_by", "later"), [("nobody", 1), ("offender", -1)])
def test_what_is_no_count_is_refused(won_by: str, later: int) -> None:
    with pytest.raises(ValueError, match="number of tricks"):
        transferred(won_by, later)


@given(st.frozensets(st.sampled_from("CDHS")))
def test_the_suits_shown_and_those_that_may_be_forbidden_are_all_four(shown: frozenset[str]) -> None:
    """Law 26B: any one suit that the offender did not specify in the legal auction."""
    assert set(forbidden(shown)) | shown == set("CDHS")
    assert not set(forbidden(shown)) & shown


@given(
    st.builds(Bid, st.integers(1, 7), st.sampled_from(list(Strain))),
    st.integers(0, 2),
    st.integers(0, 13),
    st.booleans(),
)
def test_the_score_is_the_one_that_endplay_counts(bid: Bid, doubled: int, tricks: int, vulnerable: bool) -> None:
    """Law 77 by our table and by another's."""
    name = f"{bid.level}{'NT' if bid.strain is Strain.N else bid.strain}N{'x' * doubled}{tricks - 6 - bid.level:+d}"
    other = theirs.Contract(name.replace("+0", "="))

    assert score(Contract(bid, doubled, Seat.N), tricks, vulnerable) == other.score(
        theirs.Vul.both if vulnerable else theirs.Vul.none
    )
