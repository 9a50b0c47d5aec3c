"""An answer says nothing twice, and what was told is not turned into its opposite."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.say.compose import _longest, ended


@pytest.mark.parametrize(
    ("text", "marked"),
    [("Παίχτηκε το φύλλο;", "Παίχτηκε το φύλλο;"), ("Was it played?", "Was it played?"), ("Revoke", "Revoke.")],
)
def test_a_name_that_asks_keeps_its_mark(text: str, marked: str) -> None:
    """The Greek question mark is a semicolon: no full stop comes after it."""
    assert ended(text) == marked


def test_a_quote_inside_another_is_not_shown() -> None:
    """The longer words say it already, and may say the opposite."""
    assert _longest(["δεν είναι η σειρά μου", "είναι η σειρά μου", "2♣"]) == ["δεν είναι η σειρά μου", "2♣"]


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        ("declarer led from dummy but the last trick was won in hand", "loot_last_trick", "yes"),
        ("Ο μορ έπαιξε το δύο και ο εκτελεστής λέει ότι εννοούσε τη ντάμα", "different_intention", "slip_of_tongue"),
        ("οι αντίπαλοι λένε ότι δεν θυμούνται πόσες λεβέ έγιναν", "clearly_convinced", "yes"),
        ("στο τέλος της αγοράς ο Βορράς είχε 14 φύλλα και ο Νότος 12", "surplus_found", "play_over"),
    ],
)
def test_what_was_not_told_is_not_heard(text: str, fact: str, value: str) -> None:
    """The previous trick is not the thirteenth, a claim to have meant another card no slip, bad memory no conviction."""
    heard = advise(text).facts.get(fact)

    assert heard is None or heard.value != value


def test_a_reason_stays_affirmed() -> None:
    """Law 45C1: «it cannot be changed because all saw it» tells that it was seen."""
    heard = advise("αμυνόμενος έβαλε φύλλο στο τραπέζι και δεν αλλάζει γιατί το είδαν όλοι").facts["partner_could_see"]

    assert heard.value == "yes"
