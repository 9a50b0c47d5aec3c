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


@pytest.mark.parametrize(
    ("first", "then", "answer", "situation"),
    [
        (
            "East revoked, the next trick was played",
            "meanwhile at another table South passed out of turn",
            "new",
            "pass_out_of_rotation",
        ),
        (
            "West bid 1H over 1S",
            "And now at another table declarer led from the wrong hand",
            "a new incident",
            "declarer_lead_wrong_hand",
        ),
        ("η Ανατολή έκανε ρενόνς", "σε άλλο τραπέζι η Δύση πάσαρε εκτός σειράς", "όχι, νέο", "pass_out_of_rotation"),
        ("η Δύση εξήγησε λάθος το 2♣", "πριν από αυτό, σε άλλη διανομή, ο Βορράς είχε 14 φύλλα", "νέο συμβάν", "surplus_card"),
        ("i anatoli ekane renons", "se allo trapezi o notos eipe 1 koupa pano se 1 pika", "neo", "insufficient_bid"),
        ("i anatoli ekane renons", "stin proigoumeni dianomi o mor evgale xarti", "neo peristatiko", ""),
    ],
)
def test_another_table_or_board_is_asked_about(first: str, then: str, answer: str, situation: str) -> None:
    """Before a situation is settled too; "new" then moves the message, and the first incident stays on the record."""
    conversation = Conversation()
    conversation.turn(first)
    before = conversation.state.story
    asked = conversation.turn(then)

    assert [button.send for button in asked.choices] == ["#incident=new", "#incident=part"]
    assert conversation.state.story == before
    conversation.turn(answer)
    assert conversation.state.story == (then,)
    assert situation in ("", conversation.state.irregularity)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("North opened 1NT, East bid 1H", "he said oops straight away"),
        ("η Δύση έβγαλε εκτός σειράς", "λάθος, έβγαλε από τον μορ ενώ είχε σειρά από το χέρι ο εκτελεστής"),
        ("o notos pasare ektos seiras", "den itan ektos seiras, i dysi eixe dealer"),
        ("East revoked", "a non-offender called on the next board"),
    ],
)
def test_what_goes_on_is_no_other_incident(first: str, then: str) -> None:
    """A correction, or a few words that name nobody, are part of what is in hand."""
    conversation = Conversation()
    conversation.turn(first)

    assert "#incident=new" not in {button.send for button in conversation.turn(then).choices}
