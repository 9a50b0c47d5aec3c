"""What a conversation asks although it could be presumed, what it takes from plain words, and what a correction leaves."""

from __future__ import annotations

from typing import Any

import pytest

from advisor import advise
from advisor.base import paths, store
from advisor.base.datafile import read
from advisor.lawbook.shelf import table
from advisor.lexicon.forms import sequences
from advisor.talk.conversation import Conversation

LOW = "West opened 1NT, North overcalled 2♠ and East made an insufficient bid of 2♦"
DROPPED = "A defender dropped the five of clubs face up on the table while reaching for another card."


@pytest.mark.parametrize(
    ("story", "fact"),
    [
        (LOW, "accepted"),
        (f"{LOW} and South does not accept it", "ib_replacement"),
        (DROPPED, "partner_could_see"),
        ("North dealt, East opened 1♥ before North had called, and South does not accept it", "rho_action"),
    ],
)
def test_a_conversation_asks_what_one_answer_presumes(story: str, fact: str) -> None:
    """Whoever reads one answer is told what may be done; whoever is there is asked what was (Laws 27A, 29A, 31A, 49)."""
    alone, reply = advise(story), Conversation().turn(story)

    assert alone.status == "ruling"
    assert alone.facts[fact].how == "presumed"
    assert reply.asks == fact
    assert reply.advice is not None
    assert fact not in reply.advice.facts
    assert reply.advice.irregularities[0].remedies


def test_what_is_done_next_may_be_told_as_not_done() -> None:
    """The presumed answer is one of those that can be given; it is asked no more then."""
    conversation = Conversation()
    conversation.turn(LOW)
    reply = conversation.turn("#accepted=not_yet")

    assert reply.status == "ruling"
    assert not reply.asks


def test_answers_that_cannot_hold_together_are_not_asked_for_ever() -> None:
    """There is no dummy during the auction (Law 9A): who insists is shown where each answer leads, and asked no more."""
    conversation = Conversation()
    for sent in ("#irregularity=draw_attention", "#attention_by=dummy", "#time=auction"):
        reply = conversation.turn(sent)

    assert conversation.state.answers == {"attention_by": "dummy", "time": "auction"}
    assert not reply.asks


def test_nobody_has_played_on_refuses_nothing() -> None:
    """A "nobody" that tells what the table asks puts that right, and the situation stays."""
    conversation = Conversation()
    for said in (
        "declarer called for the ♥9, dummy put the ♥6",
        "#next_trick=one_side",
        "no, sorry: nobody has played to the next trick",
    ):
        conversation.turn(said)

    assert conversation.state.irregularity == "dummy_wrong_card"
    assert conversation.state.answers["next_trick"] == "none"


def test_a_seat_put_right_stands_where_the_other_stood() -> None:
    """The rest of the sentence stays told: the dealer was another, and East still passed (Law 30)."""
    conversation = Conversation()
    for said in ("Μοίραζε ο Βορράς αλλά η Ανατολή πάσαρε πρώτη. Ο Νότος δεν το έχει δεχτεί.", "λάθος, μοίραζε ο Νότος"):
        reply = conversation.turn(said)

    assert reply.laws[0].startswith("30")
    assert conversation.state.story[0].startswith("Μοίραζε ο Νότος αλλά η Ανατολή")


def test_a_denied_call_is_only_the_one_that_follows() -> None:
    """What comes after it is told."""
    conversation = Conversation()
    for said in (f"{LOW} and South does not accept it", "3♦", "sorry no. E didnt bid 3D he passed"):
        reply = conversation.turn(said)

    assert reply.laws[0] == "27B2"


def test_what_a_ruling_settled_holds_for_what_follows() -> None:
    """The kind of a penalty card is not asked again when its owner's partner is to lead (Law 50D2)."""
    conversation = Conversation()
    for said in (
        "έπεσε φύλλο ανοιχτό από την Ανατολή, αμυνόμενη, η ντάμα κούπα, το έβλεπε η Δύση",
        "τώρα έχει να βγει η Δύση, ο εκτελεστής δεν διάλεξε ακόμα",
    ):
        conversation.turn(said)

    assert conversation.state.answers["pc_kind"] == "major"


def test_the_words_of_replies_name_values_that_there_are() -> None:
    """Facts and values of `lexicon/talk/answers.yaml` exist, and every form can be read."""
    said: Any = read(paths.LEXICON / "talk" / "answers.yaml").value
    facts = store.load("texts")["facts"]
    for fact, values in said.items():
        assert set(values) <= set(facts[fact]["values"]), fact
        for forms in (form for value in values.values() for lang in ("el", "en") for form in value[lang]):
            assert sequences(forms), forms


def test_what_is_carried_over_names_rows_and_values_that_there_are() -> None:
    """Each line of `laws/carried.yaml` is a row of a table, and leaves facts at values that exist."""
    carried: Any = read(paths.LAWS / "carried.yaml").value
    for row, left in carried.items():
        name, _, number = row.partition("/")
        found = table(paths.EDITION, name)
        assert found is not None
        assert number in {each.id for each in found.all_rows()}, row
        assert all(value in store.load("texts")["facts"][fact]["values"] for fact, value in left.items()), row


def test_what_leads_on_names_a_row_and_a_situation_that_there_are() -> None:
    """Each line of `laws/leads_on.yaml` is a row of a table, and another situation that has one."""
    leads_on: Any = read(paths.LAWS / "leads_on.yaml").value
    for row, leads in leads_on.items():
        then = leads["then"]
        name, _, number = row.partition("/")
        found = table(paths.EDITION, name)
        assert found is not None
        assert number in {each.id for each in found.all_rows()}, row
        assert then != name
        assert table(paths.EDITION, then) is not None, row
