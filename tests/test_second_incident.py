"""A long second incident told without "new" is noticed, whatever question is open; a long addition to the first is none."""

from __future__ import annotations

import pytest

from advisor.talk.conversation import Conversation

SECOND = [
    (
        "Η Ανατολή έκανε ρενόνς και παίχτηκαν δύο λεβέ",
        "στο διπλανό τραπέζι ο εκτελεστής διεκδίκησε τις υπόλοιπες χωρίς να πει πώς θα τις παίξει, ένας αμυνόμενος είχε ακόμα "
        "ένα ατού και δεν συμφωνεί και καλούν τον διαιτητή να κρίνει τη διεκδίκηση",
    ),
    (
        "ο εκτελεστής ζήτησε καρό από τον μορ και ο μορ έπαιξε πίκα",
        "στο τραπέζι πέντε ο Βορράς άνοιξε με ένα κούπα, η Ανατολή πάσαρε, ο Νότος είπε δύο σπαθιά και μετά η Δύση έκανε κοντρ "
        "εκτός σειράς πριν προλάβει να μιλήσει ο Βορράς που είχε σειρά",
    ),
    (
        "1S over 2C",
        "while I was walking there another pair called me, they say that West led the king of spades face up although it was "
        "East who had the opening lead and declarer has not seen anything of dummy",
    ),
    (
        "South passed out of turn at West's turn",
        "at table 4 declarer revoked in hearts on trick five and it came out after both sides had played to the next two tricks, "
        "the revoke trick was won by dummy",
    ),
    (
        "ston notio epese enas rigas koupa anoixtos katalathos kai einai amynomenos",
        "sto trapezi 3 o voras anoikse 1 kara eno itan seira tis dysis na milisei, i dysi den to dexetai kai o voras den eixe "
        "ksanamilisei prin",
    ),
]


@pytest.mark.parametrize(("first", "second"), SECOND)
def test_a_second_incident_is_noticed(first: str, second: str) -> None:
    """It is asked whether it is new; then it is ruled as if told first, and the first one is as it was until then."""
    conversation = Conversation()
    conversation.turn(first)
    before = conversation.state
    asked = conversation.turn(second)

    assert [button.send for button in asked.choices] == ["#incident=new", "#incident=part"]
    assert conversation.state.incident() == before.incident()
    assert conversation.turn("1").laws == Conversation().turn(second).laws
    assert conversation.state.number == before.number + 1


def test_a_short_one_that_is_plainly_another_is_noticed() -> None:
    """A revoke is no answer to whether an insufficient bid was accepted, in whatever language it is told."""
    conversation = Conversation()
    conversation.turn("1S over 2C")
    conversation.turn("η Δύση έκανε ρενόνς και το είδαμε στην επόμενη λεβέ")

    assert conversation.state.pending
    assert not conversation.state.answers


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (
            "South passed out of turn at West's turn",
            "West was the dealer and was just sorting his cards when South put the pass card on the table, and now West says "
            "that he does not accept the pass and wants to open",
        ),
        (
            "Η Ανατολή έκανε ρενόνς και παίχτηκαν δύο λεβέ",
            "τη λεβέ της ρενόνς την κέρδισε η Δύση με τον άσο κούπα, μετά η Δύση βγήκε σπαθί και εκεί κέρδισε ο μορ, και ύστερα "
            "ο εκτελεστής έπαιξε άλλα δύο φύλλα πριν το καταλάβουν",
        ),
    ],
)
def test_a_long_addition_is_no_second_incident(first: str, more: str) -> None:
    """What goes on telling the incident in hand is taken in without a question."""
    conversation = Conversation()
    conversation.turn(first)
    conversation.turn(more)

    assert not conversation.state.pending
    assert len(conversation.state.story) > 1 or conversation.state.answers
