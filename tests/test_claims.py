"""What a player claims in a reply is kept as a claim and fills no fact; what a question asks while it is open what happened."""

from __future__ import annotations

import pytest

from advisor.talk.conversation import Conversation

REVOKE = "W, defending, ruffed a club at trick 6 but had a club. Found at the end of trick 9."
RENONS = "Η Δύση, που αμύνεται, έκανε ρενόνς στην τρίτη λεβέ. Το βρήκαμε όταν τελείωσε το παιχνίδι."


@pytest.mark.parametrize(
    ("story", "claim", "kept"),
    [
        (REVOKE, "dummy says West won it with the ruff", "West won it with the ruff"),
        (REVOKE, "declarer insists that East won it", "East won it"),
        (RENONS, "ο μορ λέει ότι την πήρε η ίδια η Δύση", "την πήρε η ίδια η Δύση"),
        (RENONS, "ο εκτελεστής ισχυρίζεται ότι την πήρε η Ανατολή", "την πήρε η Ανατολή"),
    ],
)
def test_a_claim_fills_no_fact(story: str, claim: str, kept: str) -> None:
    """It is said back, the question stays, and the report holds it apart from the facts."""
    conversation = Conversation()
    conversation.turn(story)
    asked = conversation.state.question
    reply = conversation.turn(claim)

    assert kept in reply.text
    assert conversation.state.question == asked == reply.asks
    assert not conversation.state.answers
    assert conversation.state.claims == (claim,)
    assert claim in conversation.turn("report").text


def test_what_is_admitted_or_settled_by_saying_so_is_told() -> None:
    """What the other side admits is no mere claim; who says that they do not accept a bid has not accepted it."""
    conversation = Conversation()
    conversation.turn("N opened 1NT, E overcalled 2S, S bid 2D")
    conversation.turn("West says he doesn't accept it")
    assert conversation.state.answers["accepted"] == "no"

    conversation = Conversation()
    conversation.turn(REVOKE)
    conversation.turn("dummy says West won it, and West admits it")
    assert conversation.state.answers["revoke_trick_won_by"] == "offender"


def test_no_and_what_was_done_is_a_denial_of_nothing() -> None:
    """ "No, dummy is down" puts the fact right, and does not refuse the situation that is named by the same word."""
    conversation = Conversation()
    conversation.turn("Η Δύση βγήκε εκτός σειράς και ο μορ δεν έχει ανοίξει τα φύλλα του")
    reply = conversation.turn("όχι, ο μορ άνοιξε")

    assert reply.laws[0] == "54C"


def test_the_law_in_hand_named_again_changes_nothing() -> None:
    """ "No, 54" of a lead that is ruled under 54 looks nothing up."""
    conversation = Conversation()
    conversation.turn("card led out of turn by South, should have been North")
    reply = conversation.turn("no, 54")

    assert reply.kind == "advice"
    assert len(reply.text.splitlines()) == 1


def test_each_situation_offered_answers() -> None:
    """What becomes of a card is said of each situation that it may be; where all say the same, that is said."""
    conversation = Conversation()
    conversation.turn("Στον Νότο έπεσε η ντάμα καρό ανοιχτή στο τραπέζι. Ο Νότος αμύνεται.")
    reply = conversation.turn("τι γίνεται με το φύλλο;")
    assert reply.text.count("\n- ") >= 2

    conversation = Conversation()
    conversation.turn("Ο μορ ρώτησε τον εκτελεστή «δεν έχεις άλλη κούπα;»")
    assert conversation.turn("επιτρέπεται;").text.startswith("Ναι")
