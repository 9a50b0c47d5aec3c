"""Who asks "may I?" hears yes, no or only when in the first line, and below it the law and what follows if it was done anyway."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ruling import whole

from advisor import advise
from advisor.lawbook.models import Table
from advisor.lawbook.shelf import table, tables
from advisor.rule.ruling import rule
from advisor.say.verdict import row_lines, verdict
from advisor.say.words import Words

VERDICTS = {"en": ("Yes", "No", "Only"), "el": ("Ναι", "Όχι", "Μόνο")}
RIGHTS = sorted(name for name, found in tables("2017").items() if found["kind"] == "rights")
ASKED = sorted(name for name, found in tables("2017").items() if found["asked"])


def held(names: list[str]) -> Iterator[tuple[str, Table]]:
    """Each name with its table."""
    for name in names:
        found = table("2017", name)
        assert found is not None
        yield name, found


@pytest.mark.parametrize("lang", ["en", "el"])
def test_every_right_has_a_verdict_before_any_fact_is_known(lang: str) -> None:
    """No rights table answers with a question only; where a value is asked, it is told and not "yes"."""
    words = Words(lang)
    for name, found in held(RIGHTS):
        if {row.answer for row in found.all_rows()} == {"value"} and not found.asked:
            assert verdict(rule(found, {}), words) not in VERDICTS[lang], name
            continue
        assert verdict(rule(found, {}), words).startswith(VERDICTS[lang]), name


@pytest.mark.parametrize("lang", ["en", "el"])
def test_every_row_of_a_right_has_a_verdict(lang: str) -> None:
    """What is known narrows the verdict to that of the row."""
    words = Words(lang)
    for name, found in held(RIGHTS):
        for row in found.all_rows():
            first = verdict(rule(found, row.when), words)
            if row.answer == "value":
                assert first == words.line(row.then[0]), f"{name}/{row.id}"
                continue
            assert first.startswith(VERDICTS[lang]), f"{name}/{row.id}"
            assert first != words.frame("answer_only_when"), f"{name}/{row.id} does not say when"


@pytest.mark.parametrize("lang", ["en", "el"])
def test_what_is_said_to_who_asks_begins_with_a_verdict(lang: str) -> None:
    """The lines that answer a question begin with yes, no or only."""
    words = Words(lang)
    for name, found in held(ASKED):
        assert words.line(found.asked).startswith(VERDICTS[lang]), name


@pytest.mark.parametrize(
    ("text", "answers", "first", "law"),
    [
        ("may dummy ask to see the last trick?", {}, "No", "66A"),
        ("can declarer ask the opponents about a revoke", {}, "Yes", "61B1"),
        ("may a spectator look at two hands", {}, "No", "76B1"),
        ("Επιτρέπεται ο θεατής να κοιτάζει όλα τα χαρτιά;", {}, "Όχι", "76B"),
        ("δικαιούται ο μορ να μετράει τις λεβέ;", {"dummy_right": "count_tricks"}, "Ναι", "42A2"),
    ],
)
def test_a_right_is_answered_first(text: str, answers: dict[str, str], first: str, law: str) -> None:
    """The verdict is the first word, whatever kind of table holds it; the law comes in the second line."""
    advice = advise(text, answers=answers)

    assert advice.answer.startswith(first)
    assert advice.laws[0].startswith(law)


@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_verdict_is_not_said_twice(lang: str) -> None:
    """A line that begins with yes, no or only stands for the verdict: nobody reads "Only when. Only for good reason."."""
    words = Words(lang)
    for name, found in held(RIGHTS):
        for row in found.all_rows():
            first, *rest = row_lines(row, words)
            assert not rest or first.split()[0].rstrip(".,:") != rest[0].split()[0].rstrip(".,:"), f"{name}/{row.id}"


def test_who_hears_an_appeal_is_not_answered_with_yes() -> None:
    """Law 93: the rows answer alike, and the line of the table says who before any fact is known."""
    assert advise("who hears the appeal, is it the committee or the director").answer.startswith("Only the Director in charge")


def test_a_right_taken_all_the_same_has_its_consequence() -> None:
    """The answer says what follows if it was done anyway."""
    assert "If it was done all the same:" in whole(advise("may dummy ask to see the last trick?"))


def test_a_story_is_not_taken_for_a_question() -> None:
    """Who tells that dummy walked round hears the ruling and its law; nobody asked whether that is allowed."""
    first, second, *_ = advise("dummy left the seat and walked round the table to watch declarer play").answer.splitlines()

    assert not first.startswith(VERDICTS["en"])
    assert second.startswith("Law 43")


def test_yes_comes_first_only_where_no_row_says_no() -> None:
    """Before the facts are known nobody is told "yes" when some case of the table is a plain "no", unless only a regulation or
    another presumed fact leads there: such an answer begins with "Only"."""
    words = Words("en")
    for name, found in held(RIGHTS):
        presumed = {fact for fact, ask in found.asks.items() if ask.presume}
        barred = [row for row in found.all_rows() if row.answer == "no" and not presumed & set(row.when)]
        assert not barred or not found.asked or not words.line(found.asked).startswith("Yes"), name
