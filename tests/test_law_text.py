"""Boundaries that the text of a law draws, held against the tables: what governs on either side of them, and what is not said."""

from __future__ import annotations

import pytest
from ruling import ruled

from advisor import advise


@pytest.mark.parametrize(
    ("hands", "error", "law"),
    [
        ("in_board", "wrong_table", "5B"),
        ("in_board", "direction", "5B"),
        ("out", "direction", "5B"),
        ("out", "wrong_table", "15B"),
        ("seen", "partners_swapped", "16D2"),
        ("seen", "direction", "16D2"),
        ("seen", "wrong_table", "15B"),
    ],
)
def test_a_wrong_table_is_begun_with_the_cards(hands: str, error: str, law: str) -> None:
    """Law 15B begins with the auction period, and that when a hand leaves the board (17A), not with the first call."""
    assert ruled("wrong_seats", seats_found="before_call", seat_hands=hands, seat_error=error).laws()[0] == law


def test_cards_in_the_board_tell_that_nobody_called() -> None:
    """Law 5B: no one asks when the error was noticed if no card has left the board."""
    assert ruled("wrong_seats", seat_hands="in_board").question == ""


def test_nothing_is_forfeited_after_the_director_was_called() -> None:
    """Law 11A speaks of acts before the Director is summoned; waiting for an answer is 9B2 alone."""
    laws = ruled("acted_while_waiting", waiting_actor="non_offending").laws()

    assert laws[0] == "9B2"
    assert "11A" not in laws


def test_dummy_may_point_at_a_trick_turned_wrongly() -> None:
    """Law 9A4 silences dummy during play, 65B3 does not: the answer names the exception."""
    assert "65B3" in ruled("draw_attention", attention_by="dummy", time="play").laws()


def test_deliberate_communication_is_an_offence_of_law_89() -> None:
    """Laws 73B and 89A3 as in force since 1 January 2024: the sanctions are those of the disciplinary code."""
    laws = ruled("improper_communication", communication_deliberate="yes").laws()

    assert laws[0] == "73B"
    assert {"89A3", "89B"} <= set(laws)


def test_an_assigned_score_goes_before_an_artificial_one() -> None:
    """Law 12C1(a): where the other table's result favours nobody clearly, an assigned score is still the first thought."""
    laws = ruled("team_adjusted_score", team_results="one_unclear", team_fault="nobody").laws()

    assert laws[0] == "12C2"
    assert "12C1(a)" in laws


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("οι δύο συμπαίκτες κάθισαν ανάποδα, ο Βορράς στη θέση του Νότου", "partners_swapped"),
        ("the pair sat in the wrong direction, they should have been East-West", "direction"),
        ("the partners swapped chairs, North in South's seat", "partners_swapped"),
        ("κάθισαν Ανατολή-Δύση αντί Βορράς-Νότος", "direction"),
    ],
)
def test_partners_in_each_others_chairs_keep_their_direction(text: str, value: str) -> None:
    """Law 5A against 82B3: the pair's axis is right when only the two chairs were exchanged."""
    assert advise(text, answers={"irregularity": "wrong_seats"}).facts["seat_error"].value == value


@pytest.mark.parametrize(
    "text",
    ["the partners made signals to each other on purpose", "έκαναν επίτηδες νόημα μεταξύ τους οι συμπαίκτες"],
)
def test_signals_on_purpose_are_more_than_a_deliberate_infraction(text: str) -> None:
    """Law 73B before 72B1: what was broken on purpose is the rule on communication."""
    assert advise(text).laws[0] == "73B"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "both sides agreed that declarer's partner shook his head at the lead",
            marks=pytest.mark.xfail(strict=True, reason="the words lean to a purpose: it is asked, and not presumed away"),
        ),
        "he discussed the hand with partner and nodded during the auction",
    ],
)
def test_nobody_is_accused_because_the_facts_are_agreed(text: str) -> None:
    """Law 89A3 needs communication on purpose: that all agree on what happened, or talked, says nothing of it."""
    heard = advise(text, answers={"irregularity": "improper_communication"}).facts["communication_deliberate"]

    assert (heard.value, heard.how) == ("no", "presumed")


def test_an_agreed_claim_establishes_a_revoke_only_when_the_agreement_is_complete() -> None:
    """Law 63A4: until the round has ended or the side has called on a later board, 62A still corrects the revoke."""
    assert ruled("revoke_too_late", revoke_since="opponents_claim_open").laws()[0] == "62A"
    assert ruled("revoke_too_late", revoke_since="opponents_claim_agreed").laws()[0] == "63A4"


@pytest.mark.parametrize("since", ["offending_side_played", "card_named", "own_claim", "opponents_claim_agreed"])
def test_an_established_revoke_has_two_exceptions(since: str) -> None:
    """Law 63B: 62D1 (trick twelve) and 62C3 (both sides on one trick) are said wherever it is too late."""
    found = ruled("revoke_too_late", revoke_since=since).row

    assert found is not None
    assert "revoke_established_but" in found.then


def test_a_revoke_on_trick_twelve_found_late_costs_no_automatic_trick() -> None:
    """Law 64B6."""
    found = ruled("revoke_trick_twelve", hands_returned="yes").row

    assert found is not None
    assert found.law == "64B6"
    assert "revoke_twelve_no_tricks" in found.then


@pytest.mark.parametrize(("sort", "law"), [("single", "64C1"), ("repeated_same_suit", "64C2(a)"), ("both_sides", "64C2(b)")])
@pytest.mark.parametrize("damage", ["yes", "no"])
def test_each_sort_of_revoke_has_its_own_redress(sort: str, law: str, damage: str) -> None:
    """Law 64C: the paragraph is the same whether damage is found or not."""
    assert ruled("revoke_equity", revoke_sort=sort, revoke_damage_left=damage).laws()[0] == law


@pytest.mark.parametrize("held", ["yes", "no"])
def test_a_card_supplied_late_does_not_win_the_trick(held: str) -> None:
    """Law 67B1: the card placed among the played ones does not change the owner of the defective trick."""
    found = ruled("defective_trick", trick_defect="too_few", both_played_next="yes", defect_suit_held=held).row

    assert found is not None
    assert "trick_ownership_same" in found.then


def test_dummy_neither_claims_nor_concedes() -> None:
    """Laws 68A and 68B1 speak of declarer or a defender."""
    found = ruled("claim_made", claim_act="by_dummy")

    assert found.laws()[0] == "68A"
    assert "43A1(c)" in found.laws()


@pytest.mark.parametrize(("stated", "law"), [("no", "70E1"), ("yes", "70A")])
def test_a_stated_finesse_is_no_unstated_line(stated: str, law: str) -> None:
    """Law 70E1 refuses only lines that were not stated; what was stated is followed as it was said."""
    assert ruled("claim_needs_guess", guess_opponent_shown_out="no", guess_line_stated=stated).laws()[0] == law


@pytest.mark.parametrize(
    "text",
    [
        "Διεκδίκησε όλα τα καρό χωρίς να πει σειρά. Υποθέτουμε ότι παίζει από πάνω προς τα κάτω;",
        "declarer claimed all the diamonds without any order, do we assume top down?",
    ],
)
def test_no_order_is_assumed_where_no_regulation_was_told(text: str) -> None:
    """Law 70E2: an order from the top down is the Regulating Authority's to specify; asking about it fixes nothing."""
    laws = advise(text).laws

    assert laws[0] == "70D1"
