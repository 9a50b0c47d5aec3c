"""A text of a few words that calls the irregularity by its name is ruled by its law, whatever else is said beside it."""

from __future__ import annotations

import pytest

from advisor.advising import advise
from advisor.lawbook.numbers import law_number

BESIDE = {
    "en": (
        "",
        ". What now?",
        ". They are waiting for me",
        ", table 4",
        ". The players are arguing",
        " pls help",
        "... quick please",
        ", teams match",
        ". What are the options?",
        " yesterday at the club",
        ". Nobody noticed at first",
    ),
    "el": (
        "",
        ". Τι κάνω;",
        ". Με περιμένουν",
        ", τραπέζι 4",
        ". Τσακώνονται οι παίκτες",
        "... γρήγορα",
        ", ομάδες",
        ". Τι επιλογές έχουν;",
        ". Ποια είναι η απόφαση;",
        " χθες στον όμιλο",
    ),
}
NAMED = (
    ("en", "East revoked", "61 62 63 64"),
    ("en", "my partner revoked", "61 62 63 64"),
    ("en", "LHO revoked in spades", "61 62 63 64"),
    ("en", "a defender led out of turn in the middle of the hand", "53 56"),
    ("en", "opening lead out of turn by East", "54"),
    ("en", "insufficient bid", "27"),
    ("en", "West passed out of turn", "28 29 30"),
    ("en", "declarer called a card that is not in dummy", "46"),
    ("el", "η Ανατολή έκανε ρενόνς", "61 62 63 64"),
    ("el", "renons apo th dysh", "61 62 63 64"),
    ("el", "αντάμ εκτός σειράς από την Ανατολή", "54"),
    ("el", "ανεπαρκής αγορά", "27"),
    ("el", "πάσο εκτός σειράς από τη Δύση", "28 29 30"),
)


@pytest.mark.parametrize(("lang", "told", "laws"), NAMED)
def test_what_stands_beside_the_name_changes_nothing(lang: str, told: str, laws: str) -> None:
    """Small talk, a question, the table or the day beside it: the same law first."""
    answers = {beside: advise(told + beside) for beside in BESIDE[lang]}
    first = {beside: law_number(found.laws[0]) if found.laws else "" for beside, found in answers.items()}

    assert {beside: law for beside, law in first.items() if law not in laws.split()} == {}


@pytest.mark.parametrize("told", ["East revoked", "my partner revoked, table 4", "η Ανατολή έκανε ρενόνς"])
def test_a_bare_revoke_is_asked_how_far_the_play_has_gone(told: str) -> None:
    """No special case of the revoke is ruled where none is told, and nothing is read into a name."""
    found = advise(told)

    assert "revoke_since" not in found.facts
    assert found.laws[0] == "63A"


def test_a_bare_insufficient_bid_is_offered_to_be_accepted() -> None:
    """Law 27A1 first, and what follows if it is replaced; not what comes of the damage at the end."""
    found = advise("insufficient bid")

    assert found.laws[0] == "27A1"
    assert "27B1(a)" in found.answer


@pytest.mark.parametrize("told", ["dummy asked declarer about a revoke", "what is a revoke?"])
def test_a_name_within_other_words_names_nothing(told: str) -> None:
    """A question about a revoke is none."""
    assert law_number(advise(told).laws[0]) in ("42", "61")
