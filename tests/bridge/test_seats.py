"""Seats go round, partners face each other, and boards repeat every sixteen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.seats import Seat, Side, Vulnerability, dealer_of, vulnerability_of

seats = st.sampled_from(list(Seat))


@given(seats)
def test_geometry(seat: Seat) -> None:
    assert seat.next == seat.lho
    assert seat.lho.rho == seat
    assert seat.partner.partner == seat
    assert seat.next.next == seat.partner
    assert seat.side == seat.partner.side
    assert seat.side.other == seat.lho.side == seat.rho.side


@given(seats, st.integers(-20, 20))
def test_distance_undoes_turns(seat: Seat, count: int) -> None:
    assert seat.distance(seat.turns(count)) == count % 4


@given(st.integers(1, 200))
def test_boards_repeat_every_sixteen(board: int) -> None:
    assert dealer_of(board) == dealer_of(board + 16)
    assert vulnerability_of(board) == vulnerability_of(board + 16)


def test_the_sixteen_boards_of_law_2() -> None:
    shown = "".join(dealer_of(board) for board in range(1, 17))
    assert shown == "NESW" * 4
    none, ns, ew, both = Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH
    first = [none, ns, ew, both]
    assert [vulnerability_of(b) for b in range(1, 17)] == [
        *first,
        *[ns, ew, both, none],
        *[ew, both, none, ns],
        *[both, none, ns, ew],
    ]


def test_vulnerable_sides() -> None:
    assert Vulnerability.BOTH.of(Side.NS)
    assert Vulnerability.EW.of(Side.EW)
    assert not Vulnerability.EW.of(Side.NS)
    assert not Vulnerability.NONE.of(Side.EW)


def test_boards_start_at_one() -> None:
    with pytest.raises(ValueError, match="numbered from 1"):
        dealer_of(0)
