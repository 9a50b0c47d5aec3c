"""Who sits where, who led and who has played since are followed deed by deed (Laws 44, 53-56)."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import read_once
from advisor.replay.card_due import due_situation
from advisor.replay.exposed import hand_situation, penalty_card_kind
from advisor.replay.leads import lead_situation, wrong_lead_facts
from advisor.replay.on_lead import due_leader
from advisor.replay.seating import seating
from advisor.replay.sides import offender_side
from advisor.replay.spreading import dummy_shown


@pytest.mark.parametrize(
    ("text", "declarer"),
    [
        ("South, declarer, led a heart.", "S"),
        ("The declarer (East) called for a club.", "E"),
        ("declarer is North. West led", "N"),
        ("West in 2♦, North led", "W"),
        ("3♣ by me (South), East led", "S"),
        ("West opened 1♥, East raised to 2♥, all pass. South led", "W"),
        ("Εκτελεστής η Δύση. Βγήκε ο Βορράς", "W"),
        ("Παίζει ο Βορράς 3♦ και βγαίνει η Ανατολή", "N"),
    ],
)
def test_who_declares(text: str, declarer: str) -> None:
    """By the name beside the seat, the contract, the calls, or the teller's own seat."""
    assert seating(read_once(text)).declarer == declarer


@pytest.mark.parametrize(
    "text",
    [
        "West led, declarer ducked and East won",
        "North asked declarer about it",
        "after a spade from declarer West got in",
        "Η Δύση βγήκε, ο εκτελεστής έπαιξε μικρό",
    ],
)
def test_a_seat_near_the_name_is_not_declarer(text: str) -> None:
    """A player who stands near the word is another one."""
    assert seating(read_once(text)).declarer is None


def test_a_card_with_its_suit_ends_a_sentence() -> None:
    """A full stop after one digit is that of a list, unless the digit is a card's rank."""
    assert read_once("East led ♦9. Declarer objects").sentences[-1] == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "2♠ by North. East won the trick but West led the ♦6, and declarer played the ♦J from hand.",
            {"which_lead": "later_by_defender", "lead_answer": "next_hand_played", "loot_followed_by": "next_hand_played"},
        ),
        (
            "3♦ by West. Declarer won the trick in dummy but led a spade from hand. North followed.",
            {
                "which_lead": "later_by_declarer",
                "lead_belonged_to": "declaring_side",
                "lead_answer": "next_hand_played",
                "loot_followed_by": "next_hand_played",
            },
        ),
        (
            "3♦ by West. Declarer won the trick in dummy but led a spade from hand. South followed.",
            {
                "which_lead": "later_by_declarer",
                "lead_belonged_to": "declaring_side",
                "lead_answer": "next_hand_played",
                "loot_followed_by": "wrong_defender_played",
            },
        ),
        (
            "Εκτελεστής η Δύση. Η Δύση πήρε τη λεβέ στον μορ και βγήκε κούπα από το χέρι. Ο Βορράς το δέχεται.",
            {"which_lead": "later_by_declarer", "lead_belonged_to": "declaring_side", "lead_answer": "accepted"},
        ),
        ("East won the trick and led a club.", {}),
        ("North was on lead and led the ♠4.", {}),
    ],
)
def test_who_has_played_since(text: str, found: dict[str, str]) -> None:
    """The seat right after the lead accepts it by playing, the one right before it does not (Laws 53A, 53C, 55A)."""
    assert wrong_lead_facts(read_once(text)) == found


def test_whose_lead_it_was() -> None:
    """Told in words: the partner's turn makes it a defender's lead, an opponent's turn never that defender's opening lead."""
    partner, opponent = (read_once(f"North led the ♥8, it was {seat}'s lead") for seat in ("South", "East"))

    assert due_leader(partner) == "S"
    assert offender_side(partner) == {"offender_side": "defending"}
    assert lead_situation(opponent) == "lead_out_of_turn"


def test_an_answer_by_the_seats() -> None:
    """The same words are another ruling with the other defender (Laws 53A, 53C)."""
    told = "4♣ by South. South won the trick in hand but called a diamond from dummy, and {} played the ♦K to it. Out of turn?"

    assert advise(told.format("East")).laws[0] == "53A"
    assert advise(told.format("West")).laws[0] == "53C"


def test_cards_in_view() -> None:
    """An honour is a major penalty card, a dropped low one a minor; a defender's whole hand, or two cards, are several."""
    assert penalty_card_kind(read_once("East, defending, dropped the ♦J")) == {"pc_kind": "major"}
    assert penalty_card_kind(read_once("East, defending, dropped the ♦4")) == {"pc_kind": "minor"}
    assert (
        hand_situation(read_once("1NT by West. North led, and South put his whole hand on the table")) == "several_penalty_cards"
    )
    assert hand_situation(read_once("1NT by West. West put his whole hand on the table")) == ""
    assert due_situation(read_once("♣8 is a penalty card, he followed with the ♣3 instead")) == "penalty_card_not_played"


def test_dummy_by_the_seat() -> None:
    """The player opposite declarer has put the hand down (Law 54C); one who only could has not."""
    assert dummy_shown(read_once("East is declarer. North led out of turn, West puts down the hand")) == {"dummy_seen": "yes"}
    assert dummy_shown(read_once("East is declarer. North led out of turn before West could put down the hand")) == {}


def test_what_is_not_remembered_is_asked() -> None:
    """Words that the teller is not sure of decide nothing (Law 57C1)."""
    told = "South, declarer, led a club from hand. Before West played, East put on the ♣A."
    advice = advise(f"{told} I can't remember whether declarer had already called a card from dummy.")

    assert advice.question is not None
    assert advice.question.fact == "premature_excuse"
