"""What if: one fact is changed, only what changes is said, and its negation is heard."""

from __future__ import annotations

import pytest

from advisor.talk.conversation import Conversation, Reply

LOW = "East bid 1♠ over 2♣, South has not called"


def supposed(*turns: str) -> Reply:
    """The reply to the last of these turns."""
    conversation = Conversation()
    return [conversation.turn(turn) for turn in turns][-1]


def test_what_stays_is_not_said_again() -> None:
    """A line of the ruling in hand is not repeated; where nothing changes one line says so."""
    story = "Η Δύση έκανε ρενόνς, την πήρε η ίδια, παίχτηκαν άλλες 3 λεβέ και πήραν κι άλλη"
    conversation = Conversation()
    before = set(conversation.turn(story).text.splitlines())
    reply = conversation.turn("κι αν την είχε πάρει η Ανατολή;")

    assert reply.laws[0] == "64A2"
    assert not before & set(reply.text.splitlines())


@pytest.mark.parametrize("bare", ["what if not", "what if he had not"])
def test_its_negation_is_heard(bare: str) -> None:
    """After a supposition, and after a fact told: the other value of that fact."""
    assert supposed(LOW, "what if South accepts", bare).laws[0] == "27B"
    assert supposed(LOW, "South accepted it", bare).laws[0] == "27B"


def test_what_stands_on_the_fact_goes_with_it() -> None:
    """What was told after a refusal is left aside when the acceptance is supposed (Law 29A)."""
    turns = (
        "Μοίραζε ο Νότος αλλά η Ανατολή πάσαρε πρώτη. Ο Νότος δεν το έχει δεχτεί.",
        "μετά η Ανατολή δήλωσε 1ΧΑ, δεν είναι συγκρίσιμη",
        "κι αν το είχε δεχτεί;",
    )

    assert supposed(*turns).laws[0] == "29A"


def test_the_incident_stays_as_it_is() -> None:
    """A supposition is none of the facts."""
    conversation = Conversation()
    conversation.turn(LOW)
    before = conversation.state.incident()
    conversation.turn("what if South accepts")

    assert conversation.state.incident() == before
