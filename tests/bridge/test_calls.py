"""The order of the thirty-five bids and what is sufficient (Law 18)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.calls import HIGHEST, Action, Bid, Strain, lowest_sufficient, parse_call

bids = st.builds(Bid, st.integers(1, 7), st.sampled_from(list(Strain)))


@given(bids, bids)
def test_exactly_one_of_two_different_bids_supersedes(left: Bid, right: Bid) -> None:
    assert left.is_sufficient_over(right) + right.is_sufficient_over(left) == (left != right)


@given(bids, bids, bids)
def test_superseding_is_transitive(a: Bid, b: Bid, c: Bid) -> None:
    if a < b < c:
        assert c.is_sufficient_over(a)


@given(st.sampled_from(list(Strain)), bids)
def test_lowest_sufficient_is_sufficient_and_lowest(strain: Strain, last: Bid) -> None:
    lowest = lowest_sufficient(strain, last)
    if lowest is None:
        assert last.level == 7
        assert not Bid(7, strain).is_sufficient_over(last)
        return
    assert lowest.is_sufficient_over(last)
    assert lowest.level == 1 or not Bid(lowest.level - 1, strain).is_sufficient_over(last)


@given(bids)
def test_written_and_read(bid: Bid) -> None:
    assert parse_call(str(bid)) == bid
    assert bid <= HIGHEST


def test_any_bid_opens() -> None:
    assert Bid(1, Strain.C).is_sufficient_over(None)
    assert lowest_sufficient(Strain.H, None) == Bid(1, Strain.H)


@pytest.mark.parametrize(("text", "call"), [("P", Action.PASS), ("XX", Action.REDOUBLE), ("3N", Bid(3, Strain.N))])
def test_parse(text: str, call: object) -> None:
    assert parse_call(text) == call


@pytest.mark.parametrize("text", ["8C", "0H", "1", "", "1s", "pass", "XXX", "1NTT"])
def test_not_a_call(text: str) -> None:
    with pytest.raises(ValueError, match="not a call"):
        parse_call(text)


def test_eight_odd_tricks_do_not_exist() -> None:
    with pytest.raises(ValueError, match="one to seven"):
        Bid(8, Strain.S)
