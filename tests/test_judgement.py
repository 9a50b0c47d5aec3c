"""A matter of judgement says so, with everything a director needs to weigh it, in both languages."""

from __future__ import annotations

import pytest
from ruling import whole

from advisor import advise
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import table, tables
from advisor.say.words import Words

JUDGED = sorted(name for name, found in tables("2017").items() if found["kind"] == "judgement")
PARTS = ("judgement", "tests", "collect", "never_say", "later", "precedents")


@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_matter_of_judgement_holds_every_part(lang: str) -> None:
    """Tests, facts to collect, what is said now and never, what is decided later, and a precedent."""
    words = Words(lang)
    for name in JUDGED:
        found = table("2017", name)
        assert found is not None
        answer = whole(advise("?", lang=lang, answers={"irregularity": name}))
        assert [part for part in PARTS if words.frame(part) not in answer] == [], name
        steps = [words.line(step) for step in found.said("steps", {})]
        assert steps, name
        assert any(step in answer for step in steps if not step.endswith(("?", ";"))) or words.frame("question") in answer, name


@pytest.mark.parametrize("law", ["12C1", "16B", "21B", "40B", "40C", "70A", "71", "73", "74", "75"])
def test_the_laws_of_judgement_are_judged(law: str) -> None:
    """Unauthorised information, misinformation, claims, agreements, psyches, scores and conduct are matters of judgement."""
    held = {str(tables("2017")[name]["law"]) for name in JUDGED}
    assert law in held | {law_number(each) for each in held}
