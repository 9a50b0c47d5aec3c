"""A matter of judgement says so, with everything a director needs to weigh it, in both languages."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.lawbook.shelf import tables

JUDGED = sorted(name for name, found in tables("2017").items() if found["kind"] == "judgement")
PARTS = {
    "en": (
        "A matter of judgement",
        "At the table:",
        "The tests, in order:",
        "Facts to collect:",
        "Do not say:",
        "Later:",
        "Nearest precedents:",
    ),
    "el": (
        "Θέμα κρίσης",
        "Στο τραπέζι:",
        "Τα κριτήρια, με τη σειρά:",
        "Στοιχεία που θα συγκεντρώσετε:",
        "Μην πείτε:",
        "Αργότερα:",
        "Κοντινά προηγούμενα:",
    ),
}


@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_matter_of_judgement_holds_every_part(lang: str) -> None:
    """Tests, facts to collect, what is said now and never, what is decided later, and a precedent."""
    for name in JUDGED:
        answer = advise("?", lang=lang, answers={"irregularity": name}).answer
        assert [part for part in PARTS[lang] if part not in answer] == [], name


@pytest.mark.parametrize("law", ["12C1", "16B", "21B", "40B", "40C", "70A", "71", "73", "74", "75"])
def test_the_laws_of_judgement_are_judged(law: str) -> None:
    """Unauthorised information, misinformation, claims, agreements, psyches, scores and conduct are matters of judgement."""
    assert law in {str(tables("2017")[name]["law"]) for name in JUDGED}
