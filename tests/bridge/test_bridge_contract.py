"""Contracts written, read and scored (Law 77)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.calls import Bid, Strain
from advisor.bridge.contract import Contract, parse_contract, score
from advisor.bridge.seats import Seat

contracts = st.builds(
    Contract,
    st.builds(Bid, st.integers(1, 7), st.sampled_from(list(Strain))),
    st.integers(0, 2),
    st.sampled_from([None, *Seat]),
)


@given(contracts)
def test_written_and_read(contract: Contract) -> None:
    assert parse_contract(str(contract)) == contract


@given(contracts, st.integers(0, 12), st.booleans())
def test_one_more_trick_is_never_worse(contract: Contract, tricks: int, vulnerable: bool) -> None:
    assert score(contract, tricks, vulnerable) < score(contract, tricks + 1, vulnerable)


@given(contracts, st.integers(0, 13), st.booleans())
def test_the_sign_tells_whether_it_was_made(contract: Contract, tricks: int, vulnerable: bool) -> None:
    assert (score(contract, tricks, vulnerable) > 0) == (tricks >= contract.needed)


@pytest.mark.parametrize(
    ("text", "tricks", "vulnerable", "points"),
    [
        ("1NT", 7, False, 90),
        ("2S", 9, False, 140),
        ("3NT", 9, True, 600),
        ("4S", 10, False, 420),
        ("4H", 11, True, 650),
        ("5C", 11, False, 400),
        ("6H", 12, True, 1430),
        ("6NT", 12, False, 990),
        ("7NT", 13, True, 2220),
        ("2HX", 8, False, 470),
        ("2DX", 8, False, 180),
        ("1NTXX", 8, True, 1160),
        ("3NTX", 11, False, 750),
        ("1NTX", 3, False, -800),
        ("1NTX", 3, True, -1100),
        ("4S", 8, True, -200),
        ("4SX", 6, False, -800),
        ("5DXX", 9, True, -1000),
        ("7CX", 0, True, -3800),
    ],
)
def test_known_scores(text: str, tricks: int, vulnerable: bool, points: int) -> None:
    assert score(parse_contract(text), tricks, vulnerable) == points


def test_lone_n_is_no_trumps() -> None:
    assert parse_contract("3N") == Contract(Bid(3, Strain.N))
    assert parse_contract("3NTN").declarer is Seat.N
    assert parse_contract("4SXN") == Contract(Bid(4, Strain.S), 1, Seat.N)


@pytest.mark.parametrize("text", ["", "8S", "4SXXX", "S4", "4Z"])
def test_not_a_contract(text: str) -> None:
    with pytest.raises(ValueError, match="not a contract"):
        parse_contract(text)


def test_bounds() -> None:
    with pytest.raises(ValueError, match="thirteen"):
        score(parse_contract("1C"), 14, False)
    with pytest.raises(ValueError, match="doubled"):
        Contract(Bid(1, Strain.C), 3)
