"""Boundaries that Laws 20 to 40 draw, held against the tables: what each paragraph adds, and what it excludes."""

from __future__ import annotations

import pytest
from ruling import ruled

from advisor.diagnose.understanding import reader
from advisor.replay.played import replay


@pytest.mark.parametrize(
    ("irregularity", "facts", "governs"),
    [
        ("insufficient_bid", {"accepted": "yes"}, "27A1"),
        ("insufficient_bid", {"accepted": "no", "ib_replacement": "lowest_same"}, "27B1(a)"),
        ("inadmissible_double", {"lho_called": "yes"}, "36A"),
        ("call_when_must_pass", {"lho_called": "yes"}, "37A"),
        ("bid_over_seven", {"lho_called": "yes"}, "38D"),
        ("call_after_final_pass", {"lho_called": "yes"}, "39B"),
        ("bid_out_of_rotation", {"accepted": "yes"}, "29A"),
    ],
)
def test_what_a_paragraph_excludes_is_not_said_to_apply(irregularity: str, facts: dict[str, str], governs: str) -> None:
    """Where the paragraph itself says "no 26B" (or leaves nothing to rectify), neither 26B nor 72C is named with it."""
    laws = ruled(irregularity, **facts).laws()
    assert laws[0] == governs
    assert not {"26B", "72C"} & set(laws)


@pytest.mark.parametrize(
    ("lifted", "law"),
    [("same_denomination", "27B1(a)"), ("unintended", "25A1"), ("turn_player_called", "28B"), ("lho_called_over", "36A")],
)
def test_some_laws_take_the_lead_restriction_away(lifted: str, law: str) -> None:
    """27B1(a), 25A1, 28B and 36A say that 26B does not apply, comparable or not: declarer may forbid nothing."""
    told = ruled("lead_restriction", comparable="no", restriction_moment="first_lead", restriction_lifted=lifted)
    assert told.row is not None
    assert told.row.answer == "no"
    assert told.laws()[0] == law


def test_28b_needs_the_call_of_an_opponent() -> None:
    """The call of the offender's own partner forfeits nothing (28B): Laws 29 to 32 go on."""
    assert ruled("called_over_wrong_call", in_rotation_because="right_player_called").laws()[0] == "28B"
    assert ruled("called_over_wrong_call", in_rotation_because="offenders_partner").laws()[0] == "29"


@pytest.mark.parametrize(("irregularity", "change"), [("pass_out_of_rotation", "30B2"), ("bid_out_of_rotation", "31C")])
def test_a_call_at_lhos_turn_asks_whether_the_player_had_called(irregularity: str, change: str) -> None:
    """30B1 and 31B hold at LHO's turn only for a first call; a later one is a change of call (30B2, 31C)."""
    told = ruled(irregularity, accepted="no", wrong_turn_of="lho")
    assert told.question == "offender_called_before"
    assert ruled(irregularity, accepted="no", wrong_turn_of="lho", offender_called_before="yes").laws()[0] == change
    assert ruled(irregularity, accepted="no", wrong_turn_of="partner").question == ""


def test_the_first_call_before_the_dealer_is_no_change_of_call() -> None:
    """With the dealer at the offender's left and no call before, the offender had not called: 30B1, without a question."""
    facts = replay(reader().read("Μοίραζε ο Νότος αλλά η Ανατολή πάσαρε εκτός σειράς.")).derived
    assert facts["wrong_turn_of"] == "lho"
    assert facts["offender_called_before"] == "no"


@pytest.mark.parametrize("irregularity", ["memory_aid", "system_card_missing"])
def test_damage_is_asked_and_not_presumed(irregularity: str) -> None:
    """Whether there was damage decides between a warning and an adjusted score (40B2(d), 40B3(a)): it is asked."""
    assert ruled(irregularity).question == "damage"


def test_a_contract_above_seven_ends_with_two_silent_players() -> None:
    """38A stops the play; 38B and 38C still cancel the bid and silence the side; LHO has called, so 38D excludes 26B."""
    row = ruled("bid_over_seven", opening_lead_faced="yes").row
    assert row is not None
    assert {"over7_never_played", "over7_cancelled", "over7_no_72c_26b"} == set(row.then)


def test_in_1997_a_call_over_the_change_accepts_it() -> None:
    """25B of 1997: LHO's call over the changed call accepts it (25B1); only before a change does it come too late."""
    facts = {"intended": "yes", "lho_called": "yes"}
    assert ruled("call_changed", "1997", **facts, call_change_done="yes", accepted="yes").laws()[0] == "25B1"
    assert ruled("call_changed", "1997", **facts, call_change_done="no").laws()[0] == "25B"
    illegal = ruled(
        "call_changed", "1997", intended="yes", call_change_done="yes", accepted="no", lho_called="no", first_call_legal="no"
    )
    assert illegal.laws()[0] == "25B2(a)"
