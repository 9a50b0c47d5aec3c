"""Options of the Regulating Authority: a switch decides its fact, the words of the user beat it, and the answer says so."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.lawbook.shelf import table
from advisor.regulated import regulated

CLAIM = "declarer claims and does not say in which order the suit is played"
ORDER = {"irregularity": "claim_suit_order", "suit_order_stated": "no"}


def test_the_profile_decides_the_fact_and_is_named() -> None:
    """With an authority that fixes the order (70E2) the regulation's row fires, and the answer names the switch."""
    found = advise(CLAIM, authority="ebu", answers=ORDER)
    assert found.irregularities[0].row == "70/order_by_regulation"
    assert (found.facts["suit_order_regulated"].value, found.facts["suit_order_regulated"].how) == ("yes", "derived")
    assert found.facts["suit_order_regulated"].from_ == ("claim_suits_top_down",)
    assert "Decided here by the option of the Regulating Authority: Order of play in a claim" in found.answer


def test_without_a_profile_the_laws_default_is_presumed_and_named() -> None:
    """The Code alone fixes no order: that is presumed, said aloud, and the option that could change it is named."""
    found = advise(CLAIM, answers=ORDER)
    assert found.irregularities[0].row == "70/order_open"
    assert found.facts["suit_order_regulated"].how == "presumed"
    assert "Decided here by the option of the Regulating Authority" in found.answer


def test_what_is_told_beats_the_option() -> None:
    """The user knows the regulation in force: then no switch decides, and none is named as if it did."""
    found = advise(CLAIM, authority="ebu", answers={**ORDER, "suit_order_regulated": "no"})
    assert found.irregularities[0].row == "70/order_open"
    assert found.facts["suit_order_regulated"].how == "answered"
    assert "Decided here" not in found.answer


def test_a_default_never_answers_what_has_to_be_asked() -> None:
    """Whether a committee sits is no matter of the Code's default (93A): it is asked; a regulation that has one answers it."""
    hearing = table("2017", "appeal_hearing")
    assert hearing is not None
    assert regulated(hearing, {}).decided == {}
    assert regulated(hearing, {"appeals_body": "committee"}).decided == {"committee_available": "yes"}
    assert regulated(hearing, {"appeals_body": "review"}).doubtful == {"committee_available"}


@pytest.mark.parametrize(
    ("skip", "first", "expected"),
    [("none", "none", {}), ("required", "none", {}), ("required", "required", {"pause_required": "yes"})],
)
def test_several_switches_decide_only_together(skip: str, first: str, expected: dict[str, str]) -> None:
    """Which of the pauses is meant is not known: they decide when they agree, else it is asked (73D3)."""
    pause = table("2017", "required_pause")
    assert pause is not None
    found = regulated(pause, {"skip_bid_pause": skip, "first_round_pause": first, "first_trick_pause": first})
    assert found.decided == expected
    assert (found.doubtful == {"pause_required"}) == (skip != first)


def test_a_restricted_psyche_is_asked() -> None:
    """A restriction on psychic artificial calls does not say that this call falls under it (40B2(a)(v))."""
    psyche = table("2017", "psyche")
    assert psyche is not None
    assert regulated(psyche, {"psychic_artificial_calls": "restricted"}).doubtful == {"psyche_call_forbidden"}
    assert not regulated(psyche, {}).doubtful


def test_a_regulation_that_forbids_is_followed() -> None:
    """A prearranged change after an opponent's irregularity: forbidden where the authority says so (40B2(a)(iv))."""
    vary = table("2017", "vary_after_irregularity")
    assert vary is not None
    assert regulated(vary, {"vary_after_irregularity": "forbidden"}).decided == {"variation_forbidden": "yes"}
