"""Greek letters for suits, in the answer to a question about a call or a card and nowhere else."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.talk.conversation import Conversation

LOW = "1♠ πάνω στα 2♣, ο ΑΣΑ δεν το δέχεται"
DROPPED = "σε αμυνόμενο έπεσε ένα φύλλο ανοιχτό στο τραπέζι"


def test_the_lowest_bid_in_a_greek_letter() -> None:
    """Two spades over two clubs replace one spade at the lowest level (Law 27B1(a))."""
    conversation = Conversation()
    conversation.turn(LOW)

    assert conversation.turn("2Π").laws[0] == "27B1(a)"


@pytest.mark.parametrize("reply", ["3Δ", "3δ", "το έκανε 3Δ", "3Η", "3Ψ"])
def test_another_suit_hangs_on_its_meaning(reply: str) -> None:
    """Whether it is comparable is asked, as of a call in any other letters (Law 23A)."""
    conversation = Conversation()
    conversation.turn(LOW)
    asked = conversation.turn(reply)

    assert asked.asks == "ib_replacement"
    assert "23" in asked.text


@pytest.mark.parametrize(("reply", "suits"), [("3Κ", ["3♥", "3♦"]), ("3Σ", ["3♣", "3♠"])])
def test_what_may_be_two_suits_is_asked(reply: str, suits: list[str]) -> None:
    """No suit is picked for the director; a tap says which."""
    conversation = Conversation()
    conversation.turn(LOW)
    asked = conversation.turn(reply)

    assert [button.label for button in asked.choices] == suits
    assert "ib_replacement" not in conversation.state.answers
    assert suits[0] in conversation.turn("1").text


def test_a_card_in_a_greek_letter() -> None:
    """A nine is no honour (Law 50B)."""
    conversation = Conversation()
    conversation.turn(DROPPED)
    conversation.turn("9Π")

    assert conversation.state.answers["exposed_rank"] == "low"


def test_elsewhere_letters_are_what_they_were() -> None:
    """A law stays a law while a call is asked, and a first telling reads no suit from a letter."""
    conversation = Conversation()
    conversation.turn(LOW)

    assert conversation.turn("νόμος 45Δ").kind == "lookup"
    assert not any(fact.how == "notation" for fact in advise("τον 3Δ γύρο έπαιξαν κανονικά").facts.values())
