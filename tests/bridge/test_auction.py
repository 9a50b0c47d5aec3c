"""Auctions replayed: turns, faults, contracts, and what stays unknown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.auction import Auction, Fault, Told, replay
from advisor.bridge.calls import Action, Bid, Call, Strain, parse_call
from advisor.bridge.seats import Seat


def run(text: str, dealer: Seat | None = None) -> Auction:
    """`W:1C P 1D` -> the replay; a seat before a colon is told."""
    told: list[Told] = []
    for word in text.split():
        seat, _, call = word.rpartition(":")
        told.append((Seat(seat) if seat else None, parse_call(call)))
    return replay(told, dealer)


def faults(text: str, dealer: Seat | None = None) -> list[tuple[int, Fault]]:
    return [(finding.index, finding.fault) for finding in run(text, dealer).findings]


@st.composite
def legal_auctions(draw: st.DrawFn) -> list[Call]:
    """A finished auction without irregularity."""
    calls: list[Call] = [Action.PASS] * draw(st.integers(0, 3))
    for step in sorted(draw(st.sets(st.integers(0, 34), min_size=1, max_size=8))):
        calls.append(Bid(step // 5 + 1, list(Strain)[step % 5]))
        if draw(st.booleans()):
            calls += [Action.DOUBLE] + [Action.REDOUBLE] * draw(st.integers(0, 1))
        calls += [Action.PASS] * draw(st.integers(0, 2))
    last = next(i for i in range(len(calls) - 1, -1, -1) if calls[i] is not Action.PASS)
    return calls[: last + 1] + [Action.PASS] * 3


@given(legal_auctions(), st.sampled_from([None, *Seat]))
def test_a_legal_auction_has_no_faults_and_ends(calls: list[Call], dealer: Seat | None) -> None:
    auction = replay([(None, call) for call in calls], dealer)
    assert auction.findings == ()
    assert auction.over is True
    assert auction.contract == [call for call in calls if isinstance(call, Bid)][-1]
    assert (auction.declarer is None) == (dealer is None)
    if auction.declarer:
        assert auction.leader == auction.declarer.lho


@given(legal_auctions(), st.sampled_from(list(Seat)))
def test_one_call_more_is_after_the_final_pass(calls: list[Call], dealer: Seat) -> None:
    auction = replay([(None, call) for call in [*calls, Action.PASS]], dealer)
    assert [finding.fault for finding in auction.findings] == [Fault.AFTER_FINAL_PASS]


@given(legal_auctions(), st.sampled_from(list(Seat)))
def test_telling_the_seats_changes_nothing(calls: list[Call], dealer: Seat) -> None:
    silent = replay([(None, call) for call in calls], dealer)
    assert replay([(dealer.turns(i), call) for i, call in enumerate(calls)]) == silent


@given(
    st.lists(
        st.tuples(
            st.sampled_from([None, *Seat]),
            st.sampled_from([*Action, *(Bid(level, strain) for level in range(1, 8) for strain in Strain)]),
        )
    )
)
def test_any_rubbish_is_replayed(told: list[Told]) -> None:
    auction = replay(told)
    assert len(auction.by) == len(told)
    assert [f.index for f in auction.findings] == sorted(f.index for f in auction.findings)
    if auction.findings:
        assert auction.contract is None
        assert auction.over is None


def test_insufficient_and_the_bid_that_would_do() -> None:
    [finding] = run("W:2C N:2S E:2D").findings
    assert finding.fault is Fault.INSUFFICIENT
    assert (str(finding.over), str(finding.lowest)) == ("2S", "3D")
    assert run("7S 7C").findings[0].lowest is None


@pytest.mark.parametrize(
    ("text", "dealer", "expected"),
    [
        ("W:1S N:P S:2C", None, [(2, Fault.OUT_OF_TURN)]),
        ("N:1S", Seat.S, [(0, Fault.OUT_OF_TURN)]),
        ("1H P X", None, [(2, Fault.INADMISSIBLE_DOUBLE)]),
        ("P P P 1H P X", None, [(5, Fault.INADMISSIBLE_DOUBLE)]),
        ("1H X X", None, [(2, Fault.INADMISSIBLE_DOUBLE)]),
        ("1H XX", None, [(1, Fault.INADMISSIBLE_REDOUBLE)]),
        ("1H X P XX", None, [(3, Fault.INADMISSIBLE_REDOUBLE)]),
        ("1H X P P XX", None, []),
        ("1H P P X XX", None, []),
        ("X", None, [(0, Fault.INADMISSIBLE_DOUBLE)]),
        ("P P P P 1C", None, [(4, Fault.AFTER_FINAL_PASS)]),
        ("1S 1H", None, [(1, Fault.INSUFFICIENT)]),
        ("W:1C S:1C", None, [(1, Fault.OUT_OF_TURN), (1, Fault.INSUFFICIENT)]),
    ],
)
def test_faults(text: str, dealer: Seat | None, expected: list[tuple[int, Fault]]) -> None:
    assert faults(text, dealer) == expected


def test_expected_seat() -> None:
    [finding] = run("W:1S N:P S:2C").findings
    assert finding.expected is Seat.E
    assert run("W:1S N:P").turn is Seat.E


def test_unknown_seats_stay_unknown() -> None:
    auction = run("1S P 2S P P P")
    assert auction.over is True
    assert (auction.declarer, auction.leader, auction.dealer) == (None, None, None)
    assert auction.declarer_index == 0


def test_declarer_named_the_strain_first() -> None:
    auction = run("N:1H P 1S P 4S P P P")
    assert auction.declarer is Seat.S
    assert auction.leader is Seat.W
    assert auction.doubled == 0


def test_after_a_fault_nobody_is_on_turn() -> None:
    auction = run("N:1S E:1H P")
    assert auction.turn is None
    assert auction.by == (Seat.N, Seat.E, None)
    assert auction.over is None


def test_passed_out() -> None:
    assert run("P P P P").passed_out is True
    assert run("P P P").passed_out is False
    assert run("1S 1H").passed_out is None
