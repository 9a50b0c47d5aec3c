"""Corrections that begin with a "no" or a "not": they put the story right, and never fill the open question by the way."""

from __future__ import annotations

import pytest
from talked import said

from advisor.talk.incident import consulted


@pytest.mark.parametrize(
    ("first", "then", "situation"),
    [
        ("South passed out of turn at West's turn", "he did not pass, he bid 1♣", "bid_out_of_rotation"),
        ("ο Νότος πάσαρε εκτός σειράς", "δεν πάσαρε, είπε 1♣", "bid_out_of_rotation"),
        ("i dysi pasare ektos seiras", "den pasare, eipe 1 karo", "bid_out_of_rotation"),
        ("South bid 1♠ out of turn, West has not called", "wait, it was not 1♠, it was a double", "double_out_of_rotation"),
    ],
)
def test_another_call_may_be_another_law(first: str, then: str, situation: str) -> None:
    """The call put right replaces the one told, and the situation is seen anew."""
    conversation = said(first)
    reply = conversation.turn(then)

    assert conversation.state.irregularity == situation
    assert "→" in reply.text.splitlines()[0]


def test_another_role_may_be_another_law() -> None:
    """A card dropped by declarer is no penalty card (Law 48A); the "no" before it answers nothing."""
    conversation = said("a defender dropped a small card")
    reply = conversation.turn("no declarer dropped it")

    assert conversation.state.irregularity == "exposed_card_declarer"
    assert reply.text.startswith("You correct me")


def test_a_correction_fills_no_choice() -> None:
    """Who claimed says nothing of what the claimer knew."""
    conversation = said("claim by declarer, he did not mention the outstanding trump")
    asked = conversation.state.question
    reply = conversation.turn("no, a defender claimed")

    assert asked not in conversation.state.answers
    assert conversation.state.question == asked
    assert "a defender claimed" in reply.text


def test_a_seat_put_right_is_not_taken_for_an_answer() -> None:
    """The seat denied was told as the bidder: it is exchanged, whatever is asked."""
    conversation = said("South bid 1♠ out of turn, West has not called")
    reply = conversation.turn("wait, it was not South, it was North")

    assert reply.text.startswith("Changed: South → North")
    assert conversation.state.story[0].startswith("North bid")


def test_a_seat_is_put_right_before_the_situation_is_settled() -> None:
    """Where several situations fit, a correction of a seat is heard too."""
    conversation = said("East played out of turn")
    assert not conversation.state.irregularity
    conversation.turn("no, not East, West")

    assert "West" in conversation.state.story[0]


def test_a_bare_refusal_offers_what_is_near() -> None:
    """Where nothing else is told, what is left is offered and nothing is ruled on noise; what was refused does not come back."""
    conversation = said("1S over 2C")
    reply = conversation.turn("not 27")
    offered = {button.send for button in reply.choices}

    assert reply.kind == "menu"
    assert len(reply.choices) > 3
    assert "#irregularity=insufficient_bid" not in offered
    conversation.turn("it was not insufficient, it was out of turn")
    assert conversation.state.irregularity != "insufficient_bid"


@pytest.mark.parametrize(
    ("first", "then", "law"),
    [
        ("declarer called a spade from dummy and dummy put up the king", "not 45, it is 46", "46"),
        ("ο εκτελεστής ζήτησε πίκα από τον μορ και ο μορ έβαλε τον ρήγα", "δεν είναι 45, είναι 46", "46"),
    ],
)
@pytest.mark.parametrize("refused", [True, False])
def test_the_law_named_is_ruled(first: str, then: str, law: str, *, refused: bool) -> None:
    """After "none of those" and without it."""
    none = "none of those" if first.isascii() else "κανένα από αυτά"
    conversation = said(first, *([none] if refused else []))

    assert conversation.turn(then).laws[0].startswith(law)


def test_who_is_right_is_no_part_of_the_story() -> None:
    """It is asked; what was told stays what it was."""
    conversation = said("declarer called a spade from dummy and dummy put up the king", "not 45, it is 46")
    before = conversation.state.story
    reply = conversation.turn("so who is right")

    assert conversation.state.story == before
    assert reply.kind == "asked"


@pytest.mark.parametrize(
    ("first", "then", "story"),
    [
        ("West 1NT, East 1♠, corrected to 2♠ at once", "No, he then bid 3♠", "corrected to 3♠"),
        ("West 1NT, East 1♠, corrected to 2♠ at once", "sorry, W opened 1♥", "West 1♥"),
        ("ο Νότος άνοιξε 1♥, η Δύση 1♦ και το έκανε 2♦", "λάθος, μετά είπε 3♦", "το έκανε 3♦"),
        ("N had 14 cards, found at trick 6", "No, 12", "N had 12 cards"),
        ("ο εκτελεστής ζήτησε βαλέ, ο μορ έβαλε ντάμα", "όχι βαλέ, δεκάρι", "ζήτησε δεκάρι"),
    ],
)
def test_what_is_put_right_is_what_was_meant(first: str, then: str, story: str) -> None:
    """The call told last or of the seat named, the only count, the card denied."""
    conversation = said(first)
    conversation.turn(then)

    assert story in ". ".join(conversation.state.story)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("1♥ ο Βορράς, 1♦ η Ανατολή. Ο Νότος δεν το δέχεται", "δεν είπε 1♦ η Ανατολή, είπε 2♦"),
        ("N passed out of turn, East was dealer", "no, hang on, North was the dealer"),
        ("East led, South is declarer", "no wait, East was declarer and South led"),
    ],
)
def test_what_is_put_right_may_be_no_infraction(first: str, then: str) -> None:
    """A bid that is sufficient, a call or a lead that was in turn: the reply says so."""
    conversation = said(first)

    assert conversation.turn(then).status == "none"
    assert not conversation.state.irregularity


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("declarer claimed with a trump still out", "no, it was West who claimed"),
        ("ο εκτελεστής έκανε κλέιμ ενώ έμενε ένα ατού έξω", "όχι, η Δύση έκανε κλέιμ"),
        ("o ektelestis ekane kleim eno emene ena atou ekso", "oxi, i dysi ekane kleim"),
    ],
)
def test_a_deed_told_of_another_answers_nothing(first: str, then: str) -> None:
    """Who did it is put right; whether the trump was mentioned stays open."""
    conversation = said(first, then)

    assert "trump_mentioned" not in conversation.state.answers


@pytest.mark.parametrize("reply", ["δεν το δέχεται", "den to dexetai", "όχι, δεν το δέχεται"])
def test_a_plain_refusal_is_an_answer(reply: str) -> None:
    """Without a question mark it is no question about the ruling."""
    assert said("ανεπαρκής αγορά, 1♥ πάνω σε 1♠", reply).state.answers.get("accepted") == "no"


_REVOKED = "East revoked on a diamond, both sides have played to the next trick"
_RENONS = "η Ανατολή έκανε ρενόνς στις κούπες, οι άλλοι έπαιξαν στην επόμενη λεβέ"
_RENONS_LATIN = "i anatoli ekane renons, oi alloi epaiksan stin epomeni leve"


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        (_REVOKED, "no it was West", "West revoked"),
        (_REVOKED, "sorry, South", "South revoked"),
        (_RENONS, "λάθος, η Δύση ήταν", "Δύση έκανε"),
        (_RENONS, "όχι η Ανατολή, η Δύση", "Δύση έκανε"),
        (_RENONS, "όχι, ο Νότος", "Νότος έκανε"),
        (_RENONS_LATIN, "oxi, o notos itan", "notos ekane"),
        (_RENONS_LATIN, "den itan i anatoli itan i dysi", "dysi ekane"),
        ("W passed out of turn", "no, E did", "E passed"),
        ("declarer claimed the rest, one trump still out", "no, West", "West claimed"),
        ("ο εκτελεστής διεκδίκησε χωρίς να πει τίποτα", "όχι, η Δύση", "Δύση διεκδίκησε"),
        ("o ektelestis diekdikise tis ypoloipes", "oxi, o amynomenos diekdikise", "amynomenos diekdikise"),
        ("η Δύση έβγαλε εκτός σειράς στην 4η λεβέ", "όχι, ο εκτελεστής έβγαλε", "εκτελεστής έβγαλε"),
        ("η Δύση έβγαλε αντάμ, σειρά είχε η Ανατολή", "λάθος, σειρά είχε ο Βορράς", "σειρά είχε η Βορράς"),
        ("West led out of turn at trick six", "wrong: it was declarer who led from dummy", "declarer led"),
    ],
)
def test_a_player_after_a_no_did_what_was_told(first: str, then: str, told: str) -> None:
    """It is said back, stands in the story, and answers no question."""
    conversation = said(first)
    before = dict(conversation.state.answers)
    reply = conversation.turn(then)

    assert told in ". ".join(conversation.state.story)
    assert dict(conversation.state.answers) == before
    assert "→" in reply.text.splitlines()[0] or reply.text.startswith(("You correct me", "Διορθώνω"))


@pytest.mark.parametrize(
    ("first", "then", "fact", "value"),
    [
        ("East exposed the 5 of clubs, defending", "no, it was the queen", "exposed_rank", "honour"),
        ("ένας αμυνόμενος έδειξε κατά λάθος το 4 μπαστούνι", "όχι το 4, την ντάμα", "exposed_rank", "honour"),
        ("enas amynomenos edeikse kata lathos to 4 bastouni", "lathos, itan o rigas", "exposed_rank", "honour"),
        ("ένας αμυνόμενος έδειξε κατά λάθος τον άσσο καρό", "όχι, το δυάρι", "exposed_rank", "low"),
    ],
)
def test_a_card_after_a_no_is_the_card(first: str, then: str, fact: str, value: str) -> None:
    """What is major or minor goes by the card put right, and how it was shown is not told by that."""
    conversation = said(first)
    known = dict(conversation.state.answers)
    conversation.turn(then)
    found = consulted(conversation.state).facts.values()

    assert found[fact] == value
    assert set(conversation.state.answers) - set(known) <= {fact}


@pytest.mark.parametrize(
    ("first", "then", "bid", "over"),
    [
        ("N bid 1H, E bid 1D, not accepted, E then bid 2D", "no, N had opened 1C", "1♦", "1♣"),
        (
            "Ο Βορράς άνοιξε 1♠, η Ανατολή είπε 1♥, δεν το δέχτηκε ο Νότος, έκανε 2♥",
            "λάθος, ο Βορράς είχε ανοίξει 1♦",
            "1♥",
            "1♦",
        ),
    ],
)
def test_the_bid_that_is_sufficient_after_all_is_the_one_put_right(first: str, then: str, bid: str, over: str) -> None:
    """Not the bid that replaced it later."""
    reply = said(first).turn(then)

    assert reply.status == "none"
    assert f"{bid} " in reply.text.splitlines()[1]
    assert over in reply.text.splitlines()[1]


@pytest.mark.parametrize(
    ("texts", "situation", "told"),
    [
        (
            ("West revoked, the next trick was played, East won it", "actually nobody had played to the next trick"),
            "revoke_corrected",
            "",
        ),
        (
            ("η Δύση έκανε ρενόνς, παίχτηκε η επόμενη", "την πήρε η Δύση", "λάθος, δεν είχε παιχτεί ακόμη η επόμενη"),
            "revoke_corrected",
            "",
        ),
        (
            ("epese se amynomeno o rigas karo kata lathos, to eide o syntrofos tou", "telika itan tou mor"),
            "exposed_card_declarer",
            "",
        ),
        (("declarer claimed, a trump was out", "declarer did not claim, he conceded"), "", ""),
        (("ο εκτελεστής διεκδίκησε τις τρεις τελευταίες, έμενε ένα ατού", "δεν διεκδίκησε, παραχώρησε"), "claim_made", ""),
        (("den to dexetai", "i dysi eipe 1 koupa pano se 1 pika", "to dextike", "den to dextike telika"), "insufficient_bid", ""),
        (("North bid 1S over East's 2C", "no, it was West who bid 2C"), "insufficient_bid", "West's 2C"),
        (("ο Βορράς πάσαρε εκτός σειράς", "όχι, δεν πάσαρε ο Βορράς, πάσαρε ο Νότος"), "pass_out_of_rotation", "Νότος πάσαρε"),
        (
            ("East opened 1D, West bid 1NT, North bid 1S", "not accepted", "2S", "sorry, North bid 1C the first time"),
            "insufficient_bid",
            "1C",
        ),
    ],
)
def test_what_was_told_long_ago_is_put_right(texts: tuple[str, ...], situation: str, told: str) -> None:
    """After the ruling, of the first message, of what was asked before: what no longer holds is ruled afresh."""
    conversation = said(*texts)

    assert situation in ("", conversation.state.irregularity)
    assert conversation.state.irregularity != "claim_outstanding_trump"
    assert told in ". ".join(conversation.state.story)


def test_the_acceptance_taken_back_is_open_no_more() -> None:
    """In Greek too, where "after all" stands last."""
    conversation = said("η Δύση είπε 1♥ πάνω σε 1♠", "το δέχτηκε", "δεν το δέχτηκε τελικά")

    assert conversation.state.answers["accepted"] == "no"
