"""Options of the Regulating Authority: a switch decides its fact, the words of the user beat it, and the answer says so."""

from __future__ import annotations

from functools import partial

import pytest
from ruling import whole

from advisor import advise
from advisor.advising import consult
from advisor.base import store
from advisor.lawbook.shelf import table, tables
from advisor.rule.regulated import regulated

CLAIM = "declarer claims and does not say in which order the suit is played"
ORDER = {"irregularity": "claim_suit_order", "suit_order_stated": "no"}


def test_the_profile_decides_the_fact_and_is_named() -> None:
    """With an authority that fixes the order (70E2) the regulation's row fires, and the answer names the switch."""
    found = advise(CLAIM, authority="ebu", answers=ORDER)
    assert found.irregularities[0].row == "70/order_by_regulation"
    assert (found.facts["suit_order_regulated"].value, found.facts["suit_order_regulated"].how) == ("yes", "derived")
    assert found.facts["suit_order_regulated"].from_ == ("claim_suits_top_down",)
    assert "Decided here by the option of the Regulating Authority: Order of play in a claim" in whole(found)


def test_without_a_profile_the_laws_default_is_presumed_and_named() -> None:
    """The Code alone fixes no order: that is presumed, said aloud, and the option that could change it is named."""
    found = advise(CLAIM, answers=ORDER)
    assert found.irregularities[0].row == "70/order_open"
    assert found.facts["suit_order_regulated"].how == "presumed"
    assert "Decided here by the option of the Regulating Authority" in whole(found)


def test_what_is_told_beats_the_option() -> None:
    """The user knows the regulation in force: then no switch decides, and none is named as if it did."""
    found = advise(CLAIM, authority="ebu", answers={**ORDER, "suit_order_regulated": "no"})
    assert found.irregularities[0].row == "70/order_open"
    assert found.facts["suit_order_regulated"].how == "answered"
    assert "Decided here" not in whole(found)


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


OPTIONS = [
    (name, value)
    for name, entry in store.load("authorities")["switches"].items()
    for value in entry["values"]
    if value != entry["default"]
]


@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_every_option_changes_an_answer(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is not the Laws' own decides or opens a fact of a table that names it, or says what follows from it; the
    answer names the option either way."""
    entry = store.load("authorities")["switches"][name]
    naming = [found for found in map(partial(table, "2017"), tables("2017")) if found is not None and name in found.switches]
    monkeypatch.setattr("advisor.rule.settings.profile", lambda _: {name: value})
    changed = False
    for found in naming:
        told = regulated(found, {name: value})
        answer = whole(consult("", lang="en", answers={"irregularity": found.irregularity}).advice)
        says = entry["says"].get(value, {"en": ""})["en"]
        changed |= bool(told.decided or told.doubtful) or bool(says and says in answer)
        assert entry["en"] in answer or name not in told.by, found.irregularity
    assert changed


@pytest.mark.parametrize(
    ("name", "value", "answers", "row"),
    [
        ("reserve_rights_allowed", "no", {"irregularity": "reserve_rights", "ui_right": "reserve"}, "16/reservation_barred"),
        ("face_up_opening_leads", "face_up", {"irregularity": "opening_lead_face_up"}, "41/faced_by_regulation"),
        ("own_system_card_allowed", "yes", {"irregularity": "consult_own_card", "time": "play"}, "40/permitted"),
        ("own_system_card_allowed", "yes", {"irregularity": "own_system_card", "system_card_owner": "own"}, "20/own_permitted"),
        ("memory_aids", "allowed", {"irregularity": "memory_aid"}, "40/permitted"),
        (
            "spectator_several_hands",
            "allowed",
            {"irregularity": "spectator_interference", "spectator_act": "looked_at_hands"},
            "76/several_hands_allowed",
        ),
        (
            "bidding_box_made",
            "placed_and_released",
            {"irregularity": "bidding_box", "box_action": "card_out", "box_card_released": "no"},
            "18/not_released",
        ),
    ],
)
def test_an_option_turns_the_ruling(
    name: str, value: str, answers: dict[str, str], row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a regulation allows or forbids, the row says so, and without it the Laws' own row stands."""
    assert consult("", answers=answers).advice.irregularities[0].row != row
    monkeypatch.setattr("advisor.rule.settings.profile", lambda _: {name: value})
    found = consult("", lang="en", answers=answers).advice
    assert found.irregularities[0].row == row
    assert "Decided here by the option of the Regulating Authority" in whole(found)
