"""What stories in full tell by their form: an auction in a table with empty places, the first bid that was too low among many, a
call that a hand is only fit for, who thought what, who plays the contract."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import understand
from advisor.read.reading import Reading


def reading(text: str) -> Reading:
    """What is read in a text."""
    return understand(text).reading


@pytest.mark.parametrize(
    ("text", "auction"),
    [
        ("West  North  East  South\n -     1♠     2♥    2♦\n\nSouth had not seen 2♥.", "N:1S E:2H S:2D"),
        ("West North East South\n– – 1♠ 2♥\n2♦\n", "E:1S S:2H W:2D"),
        ("W N E S\n1♣ Pass - Pass\nPass\n", "W:1C N:P S:P W:P"),
        ("N E S W\n1H-1S-P-2C\n", "N:1H E:1S S:P W:2C"),
    ],
)
def test_an_empty_place_of_a_table_is_a_call_not_made(text: str, auction: str) -> None:
    """A dash below a seat moves the calls behind it; dashes between all calls only join them."""
    assert auction in [note.value for note in reading(text).notation if note.kind == "auction"]


def test_a_lone_call_below_the_seats_is_of_its_column() -> None:
    """One call behind empty places is made by the seat above it."""
    told = reading("West North East South\n -  ?  -  1♥\n\nSouth opened when it was North's turn.")

    assert ("call_by", "S:1H") in {(note.kind, note.value) for note in told.notation}


@pytest.mark.parametrize(
    "text",
    [
        "North 1♠, East 2♥, South 2♦. West did not accept it. South put 3♦ in its place. East says North is barred. May he bid?",
        "Partner opened 1♠, RHO 2♥, I bid 2♦ and saw it at once. LHO does not want it. The director came and I made it 3♦.",
        "ο Βορράς 1♠, η Ανατολή 2♥, ο Νότος 2♦. Η Δύση δεν το δέχτηκε και ο Νότος το έκανε 3♦. Ο Βορράς θέλει να πει 3ΧΑ.",
    ],
)
def test_the_first_bid_too_low_is_the_irregularity(text: str) -> None:
    """What is bid and claimed afterwards does not hide which bid was too low, nor what replaced it (27B1(a))."""
    assert advise(text).laws[0] == "27B1(a)"


def test_a_hand_fit_for_a_call_has_not_made_it() -> None:
    """ "has a normal 1♣ opening" is no call, so that nobody has called over the wrong bid."""
    found = advise("South bid 1♥ at her partner's turn, West refused it, it went back to North, who has a normal 1♣ opening.")

    assert "partner has called: that call stands" not in found.answer.splitlines()[0]
    assert [call.value for call in understand("North has a good 1NT opening and South bid 1♥").played.calls] == ["1H"]


def test_an_auction_that_rises_holds_no_insufficient_bid() -> None:
    """An opening told again by who corrects himself is no second bid (18D)."""
    found = advise(
        "The man on my left opened 1NT, no wait, my partner opened 1NT and the man on my left bid two clubs, not alerted."
    )

    assert not any(law.startswith("27") for law in found.laws)


@pytest.mark.parametrize(
    ("text", "leader"),
    [
        ("West had won trick 6, but East thought it was himself and led the jack of spades.", "seat_east"),
        ("West had won trick 6, but East thought he had won it and led the jack of spades.", "seat_east"),
        ("Η Δύση είχε πάρει τη λεβέ, αλλά η Ανατολή νόμιζε ότι την πήρε αυτή και βγήκε βαλέ πίκα", "seat_east"),
    ],
)
def test_who_thought_so_is_meant_by_the_pronoun(text: str, leader: str) -> None:
    """The doer behind a belief is the one who held it, not the one who acted last."""
    assert [event.actor for event in reading(text).story.events if event.deed == "lead"] == [leader]


@pytest.mark.parametrize(
    "text",
    [
        "North said it was a transfer, South had six clubs. South says systems are on, North says only without interference."
        " Their card was in the car and nobody fetched it. TD said misbid, score stands.",
        "Η Δύση εξήγησε «και τα δύο μαζέρ», η Ανατολή κατεβάζει έξι σπαθιά. «Εγώ φυσικό το είπα». Η κάρτα τους είναι στο αμάξι.",
    ],
)
def test_what_is_not_shown_is_presumed_and_not_ruled(text: str) -> None:
    """Where partners differ about their agreement and nobody has looked, 21B1(b) is said with what evidence would change."""
    assert advise(text).laws[0].startswith("21B")


def test_once_declarer_spreads_nothing_else_may_be_chosen() -> None:
    """A later refusal is the director's error (54A, 82C)."""
    found = advise("East led out of turn, South started laying down his hand, director let him pick it up and refuse the lead")

    assert found.laws[0] == "54A"
    assert "82C" in found.answer


def test_a_card_of_the_trump_suit_still_held_is_an_outstanding_trump() -> None:
    """The trump that is out may be told by the card alone (70C)."""
    found = advise("South in 4♠ claimed with AK of diamonds and the jack of spades, just all mine. West was sitting with the ♠5.")

    assert found.laws[0].startswith("70C")


def test_a_partner_who_asks_about_a_discard_is_a_defender() -> None:
    """The partner of whoever discarded asks as a defender, which is allowed (61B3); "forbidden?" is not answered by yes."""
    found = advise(
        "3NT by South. South leads a spade, West throws a club and her partner says 'no spades, dear?' Is it forbidden to ask?"
    )

    assert found.laws[0] == "61B3"
    assert not found.answer.startswith("Yes")
