"""What follows from the places of the players at the table: short stories in which only the seats, or the two hands of
declarer's side, tell what happened."""

from __future__ import annotations

import pytest

from advisor.advising import advise
from advisor.diagnose.understanding import understand
from advisor.diagnose.weigh import Diagnosis, Weighed


@pytest.mark.parametrize(
    ("text", "law", "facts"),
    [
        # the defender to the right of the hand that led (Law 53C), and to its left (Law 53A)
        (
            "Ο Νότος εκτελεί. Έπαιξε από τον μορ ενώ ήταν στο χέρι και η Δύση έβαλε φύλλο πριν από την Ανατολή.",
            "53C",
            {"loot_followed_by": "wrong_defender_played"},
        ),
        (
            "North is dummy. South, declarer, led a spade from dummy but was in hand. East followed.",
            "53A",
            {"lead_answer": "next_hand_played"},
        ),
        (
            "S lead απο mor μικρή κούπα ενω ηταν στο χερι κι ο W επαιξε πριν τον E",
            "53C",
            {"loot_followed_by": "wrong_defender_played"},
        ),
        # partner has led: the early card comes at the turn of the one in between (Law 57D)
        (
            "East leads a spade and West puts the queen on it before dummy has played.",
            "57D",
            {"premature_by": "at_rho_turn"},
        ),
        (
            "η συμπαίκτριά μου βγήκε καρό κι εγώ έριξα τον βαλέ πριν παίξει ο μορ",
            "57D",
            {"premature_by": "at_rho_turn"},
        ),
        # partner has called since the slip (Law 25A4)
        (
            "North passes, East opens 1♣, South passes, West bids 1♥, North passes, East bids 1♠, and only then West looks at "
            "the table and says: I meant 1♠, my finger slipped.",
            "25A4",
            {"partner_called": "yes"},
        ),
        (
            "Ο Βορράς άνοιξε 1♦, πάσο η Ανατολή, ο Νότος 1♠, πάσο η Δύση, ο Βορράς 2♦, και τότε ο Νότος λέει: μα εγώ 1♥ ήθελα να "
            "βάλω, κόλλησαν οι καρτέλες.",
            "25A4",
            {"partner_called": "yes"},
        ),
        # who plays after dummy is told, not that a card was played (Law 55A)
        (
            "Declarer won in hand and asked for a club from dummy. West, who plays before dummy, says put it back. East, who "
            "plays after dummy, says I accept it.",
            "55A",
            {"lead_answer": "next_accepts"},
        ),
        # a revoke that came to light at the next table (Law 64B5)
        (
            "Η Ανατολή έκανε ρενόνς στην πέμπτη λεβέ και μετά πήρε κι άλλη. Κανείς δεν το είδε. Στο επόμενο τραπέζι κατάλαβε ο "
            "εκτελεστής τι είχε γίνει.",
            "64B5",
            {"revoke_exception": "after_round"},
        ),
    ],
)
def test_what_the_seats_tell_is_known(text: str, law: str, facts: dict[str, str]) -> None:
    """The law that governs first, and the facts that the story settles by its seats."""
    found = advise(text)

    assert found.laws[0] == law
    assert {name: value.value for name, value in found.facts.items() if name in facts} == facts


def test_whether_partner_called_is_open_where_nobody_knows() -> None:
    """That only LHO is told to have called proves nothing of a partner of whom the teller does not know (Law 15A2)."""
    found = advise(
        "East holds the cards of board 7 while we play board 8 and opened 1♥. South passed. I do not know whether West said "
        "anything, nobody is sure."
    )

    assert "partner_called" not in found.facts
    assert {"15A2(a)", "15A2(b)"} <= set(found.laws)


@pytest.mark.parametrize(
    ("text", "doer"),
    [
        ("West, on South's left, played the 4 before East.", "seat_west"),
        ("East, sitting to the right of declarer, asked", "seat_east"),
        ("Η Δύση, αριστερά του Νότου, έπαιξε το 4", "seat_west"),
    ],
)
def test_beside_whom_somebody_sits_does_nothing(text: str, doer: str) -> None:
    """The one named first has done it."""
    assert understand(text).reading.story.events[0].actor == doer


def test_an_insufficient_bid_called_by_its_name_tells_nothing_besides() -> None:
    """What LHO did with it is told; that a player was obliged to pass is not (Laws 27A1, 37)."""
    found = advise("insufficient bid, lho doubled")

    assert found.laws[0] == "27A1"
    assert "37A" not in found.answer


def test_a_penalty_asked_about_in_tricks_tells_no_stage_of_a_revoke() -> None:
    """ "One trick or two?" is the teller's question; "I've got one" are the revoker's words (Laws 62A, 63A)."""
    found = advise("West ruffs a heart, wins it, and says oh, I've got a heart here! What is it, one trick or two?")

    assert found.laws[0] == "63A"


@pytest.mark.parametrize(
    ("own", "defenders", "first", "share"),
    [(0.6, 0.3, "48", 0.6 / 0.7), (0.4, 0.5, "48", 0.8)],
    ids=["the likeliest stays", "the likeliest is ruled out"],
)
def test_what_a_law_ruled_out_was_believed_goes_to_the_others(own: float, defenders: float, first: str, share: float) -> None:
    """Declarer's card fell, which no story of a defender's card is: what is left shares that belief (Laws 48A, 49)."""
    fell = [Weighed("exposed_card_declarer", own, "48"), Weighed("penalty_card_created", defenders, "49")]
    fell = [*sorted(fell, key=lambda each: -each.share), Weighed("claim_made", 0.1, "68")]
    likeliest = fell[0].share
    found = Diagnosis(tuple(fell), likeliest, "incident", {}, likeliest, {each.law: each.share for each in fell[1:]})

    left = found.without({"penalty_card_created"})

    assert left.first.law == first
    assert left.law_share == pytest.approx(share)
    assert left.rivals == pytest.approx({"68": 1 - share})
    assert left.lead_over(()) == pytest.approx(2 * share - 1)
