"""A simulated director, who answers every question from the incident's truth, gets the right row in few questions.

`advisor score --talk` lets every telling that nothing was fitted on be talked about; here some of them, always the same ones.
"""

from __future__ import annotations

import pytest

from advisor.workshop.score.director import asked_again, cases, figures, talk

STEP, REPLIED = 28, 21


@pytest.fixture(scope="module")
def found() -> dict[str, float]:
    """The figures over every 28th telling that nothing was fitted on."""
    return figures(talk(incident, number) for incident, number in cases(STEP))


def test_the_right_row_is_reached(found: dict[str, float]) -> None:
    """In 99 % of the conversations the ruling ends at the row of the truth."""
    assert found["cases"] > 100
    assert found["right"] >= 99


def test_few_questions_are_asked(found: dict[str, float]) -> None:
    """At most one question in half of them, and never more than four."""
    assert found["median"] <= 1
    assert found["most"] <= 4


def test_what_the_text_says_is_seldom_asked(found: dict[str, float]) -> None:
    """The share of conversations that ask for something a quote proves may fall and never rise (wanted: none), and so may the
    share of those that do so without having read it rightly and saying so."""
    assert found["told"] <= 27
    assert found["blind"] <= 15


def test_what_was_told_wrongly_can_be_taken_back(found: dict[str, float]) -> None:
    """In every eighth conversation one fact is told wrongly and put right in words: 98 % of them end in the right row."""
    assert found["corrected"] > 10
    assert found["corrected_right"] >= 98


def test_what_a_reply_told_is_not_asked_again() -> None:
    """Whoever answers in words and adds the next fact to each answer is not asked for it later, but for four in a hundred
    (every 21st telling: in many of them nothing is asked)."""
    talked = [once for incident, number in cases(REPLIED) if (once := asked_again(incident, number)) is not None]
    assert len(talked) > 100
    assert sum(talked) <= 0.04 * len(talked)
