"""How far a ruling is believed in, what is offered beside the likeliest situation, and the fact that tells two apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from advisor import advise
from advisor.base import paths
from advisor.base.datafile import read
from advisor.diagnose.facts import Facts
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.lawbook.shelf import table
from advisor.rule.holding import Given, held_against
from advisor.rule.ruling import Ruled
from advisor.rule.standing import apart, belief_in_ruling, meant, presumes_too_much
from advisor.talk.conversation import Conversation

FIRST = Weighed("card_played", 0.6, "45", 1.2)
SECOND = Weighed("penalty_card_created", 0.3, "49", 0.6)
THIRD = Weighed("fifth_card", 0.01, "57", 0.1)


def believed(twin: float, rivals: dict[str, float]) -> Diagnosis:
    """A diagnosis whose likeliest law is believed in so far, and the others so far."""
    return Diagnosis((FIRST, SECOND, THIRD), twin, "incident", {}, twin, rivals)


def ruled(*, taken: int, presumed: int) -> Ruled:
    """A ruling that rests on so many facts, of which so many are presumed."""
    held = held_against(FIRST, Facts({}), Given(answers={"played_by": "declarer", "declarer_card_at": "table"}))
    row = held.table.rows[0]
    pairs = tuple(("played_by", "defender") for _ in range(taken))
    return replace(held, row=row, taken=pairs, presumed=pairs[:presumed])


def test_what_would_be_ruled_by_the_same_paragraph_is_believed_in_together() -> None:
    """A situation that stands under the paragraph by which the likeliest one is ruled does not compete with it."""
    face_down, premature = Weighed("face_down_lead_withdrawn", 0.3, "41", 1.0), Weighed("premature_play", 0.3, "57", 1.0)
    lead = Weighed("opening_lead_out_of_turn", 0.6, "54", 1.2)
    held = held_against(lead, Facts({}), Given())
    row = next(each for each in held.table.all_rows() if each.law == "41A")
    plain = replace(held, row=row)
    alike = replace(believed(0.6, {"41": 0.3}), weighed=(lead, face_down))
    other = replace(believed(0.6, {"57": 0.3}), weighed=(lead, premature))

    assert belief_in_ruling(alike, plain) == pytest.approx(0.9)
    assert belief_in_ruling(other, plain) == pytest.approx(0.6)


@pytest.mark.parametrize(("twin", "presumed", "too_much"), [(0.82, 1, True), (0.82, 0, False), (0.9, 1, False)])
def test_a_presumption_wants_more_belief(twin: float, presumed: int, too_much: bool) -> None:
    """A ruling on a presumption is not said of a situation that is hardly firm."""
    assert presumes_too_much(believed(twin, {}), ruled(taken=2, presumed=presumed)) is too_much


def test_only_what_the_text_has_words_for_is_meant() -> None:
    """Two at least; those believed in a tenth as much as the likeliest; the rest is not."""
    assert meant(believed(0.6, {"49": 0.02, "57": 0.01}), (FIRST, SECOND, THIRD)) == 2
    assert meant(believed(0.6, {"49": 0.3, "57": 0.07}), (FIRST, SECOND, THIRD)) == 3


def test_each_question_that_tells_situations_apart_names_situations_that_there_are() -> None:
    """Every answer of `lexicon/apart.yaml` is a situation with a table, said in both languages; a question has several."""
    groups: Any = read(paths.LEXICON / "apart.yaml").value
    for name, group in groups.items():
        assert len(group["answers"]) > 1, name
        assert group["ask"]["en"].endswith("?"), name
        assert group["ask"]["el"].endswith(";"), name
        for situation, answer in group["answers"].items():
            assert table(paths.EDITION, situation) is not None, situation
            assert answer.keys() == {"el", "en"}, situation


@pytest.mark.parametrize(
    ("text", "asks", "answers"),
    [
        (
            "they took the wrong cards out of the board and one of them bid",
            "Where did the cards come from?",
            {"wrong_hand_cards": "From another board", "wrong_pocket_hand": "From another pocket of the same board"},
        ),
        (
            "Η Δύση δήλωσε εκτός σειράς, ο Βορράς πάσαρε πριν μιλήσει η Ανατολή",
            "Ποιανού σειρά ήταν;",
            {"called_over_wrong_call": "Εκείνου που δήλωσε από πάνω"},
        ),
    ],
)
def test_two_situations_of_one_incident_are_told_apart_by_a_question(text: str, asks: str, answers: dict[str, str]) -> None:
    """The fact that decides is asked in words, each answer with what follows from it, and picking one rules by its table."""
    found = advise(text)
    assert found.question is not None
    choices = {choice.value: choice.text for choice in found.question.choices}

    assert found.status == "question"
    assert found.answer.startswith(asks)
    assert answers.items() <= choices.items()
    for value, answer in choices.items():
        assert f"- {answer} (" in found.answer
        picked = advise(text, answers={"irregularity": value})
        assert picked.irregularities[0].id == value


def test_what_the_text_has_words_for_decides_which_fact_is_asked() -> None:
    """The question is asked of situations that are all believed in; what nobody asks about, or is left outside, is none."""
    shown = (FIRST, SECOND)

    assert apart(believed(0.5, {"49": 0.3}), shown) == ("came_down", shown)
    assert apart(believed(0.3, {"49": 0.3}), shown) == ("", ())
    assert apart(believed(0.5, {"57": 0.3}), (FIRST, Weighed("conduct", 0.3, "57"), SECOND)) == ("", ())


@pytest.mark.parametrize(("reply", "situation"), [("2", "wrong_pocket_hand"), ("another board", "wrong_hand_cards")])
def test_in_a_conversation_the_answers_are_offered(reply: str, situation: str) -> None:
    """What decides is asked, its answers and nothing else stand to be picked, by a number or in words."""
    conversation = Conversation()
    asked = conversation.turn("they took the wrong cards out of the board and one of them bid")

    assert asked.text == "Where did the cards come from?"
    assert [choice.label for choice in asked.choices[:-1]] == [
        "From another board (15)",
        "From another pocket of the same board (7)",
    ]
    conversation.turn(reply)
    assert conversation.state.irregularity == situation
