"""That nobody has called or played since tells a fact: it makes no other irregularity of what is told (Laws 24, 27, 29, 62)."""

from __future__ import annotations

import pytest

from advisor import advise

_SINCE = (
    "lho hasn't called",
    "LHO has not called yet",
    "nobody has called since",
    "no one has called yet",
    "nobody else has bid yet",
)
_META = ("κανείς δεν έχει μιλήσει", "κανείς δεν μίλησε μετά", "kaneis den exei milisei meta")


@pytest.mark.parametrize("since", _SINCE)
@pytest.mark.parametrize(
    ("told", "law"),
    [
        ("double out of turn", "29A"),
        ("redouble out of turn", "29A"),
        ("bid out of turn", "29A"),
        ("1H bid out of turn", "29A"),
        ("pass out of turn", "29A"),
        ("insufficient bid", "27A1"),
        ("low card exposed during the auction", "24A"),
    ],
)
def test_what_is_told_stays_what_it_is(told: str, law: str, since: str) -> None:
    assert advise(f"{told}, {since}").laws[0] == law


@pytest.mark.parametrize("since", _META)
@pytest.mark.parametrize("told", ["κοντρ εκτός σειράς", "αγορά εκτός σειράς", "πάσο εκτός σειράς"])
def test_in_greek_too(told: str, since: str) -> None:
    assert advise(f"{told}, {since}").laws[0] == "29A"


def test_before_the_auction_it_is_extraneous_information() -> None:
    assert advise("a card dropped on the table before the auction, nobody has called yet").laws[0] == "16D2"


def test_lho_is_not_asked_after() -> None:
    """What is told so is not asked: the question is whose turn it was."""
    asked = advise("double out of turn, nobody has called since").question
    assert asked is not None
    assert asked.fact == "wrong_turn_of"


@pytest.mark.parametrize(
    "text",
    [
        "ρενόνς, δεν παίχτηκε άλλη λεβέ",
        "ρενόνς, κανείς δεν έπαιξε στην επόμενη λεβέ",
        "h anatoli ekane renons, den exei paiksei kaneis akoma stin epomeni",
        "revoke, nobody has played to the next trick yet",
    ],
)
def test_one_revoke_in_time_is_not_both_sides_nor_established(text: str) -> None:
    assert advise(text).laws[0] == "62A"


@pytest.mark.parametrize("text", ["ρενόνς και οι δύο", "revoke, both sides"])
def test_both_sides_are_still_both_sides(text: str) -> None:
    assert advise(text).laws[0].startswith("64B")


def test_that_lho_has_not_called_does_not_make_it_lhos_turn() -> None:
    assert advise("double out of turn, lho hasn't called").question is not None


def test_of_a_changed_call_it_still_speaks() -> None:
    assert advise("changed my call, lho hasnt called").laws[0] == "25A"
