"""An opening lead out of turn is ruled by the seats that are told (Laws 54A, 54C, 54E), and an answer leaves out no option."""

from __future__ import annotations

import pytest

from advisor import advise


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Συμβόλαιο 2♠ από τη Δύση. Η Ανατολή νόμιζε ότι αμύνεται και κατέβασε το ♦Κ για αντάμ.", "declaring"),
        ("2♠ by West. South faced the ♣9 as the opening lead, but it was North's turn.", "defending"),
    ],
)
def test_the_seats_tell_the_side(text: str, side: str) -> None:
    """Who sits with declarer is of the declaring side, whatever that player believed."""
    assert advise(text, answers={"irregularity": "opening_lead_out_of_turn"}).facts["offender_side"].value == side


def test_a_hand_laid_out_by_declarer() -> None:
    """Declarer, named by the contract alone, spreads the hand (Law 54A); dummy's spread leaves no choice (Law 54C)."""
    told = "Contract 3♦ by West. South faced the ♣9, out of turn, and {} spread the whole hand on the table."
    answers = {"irregularity": "opening_lead_out_of_turn"}

    assert advise(told.format("West"), answers=answers).laws[0] == "54A"
    assert advise(told.format("dummy"), answers=answers | {"dummy_seen": "yes"}).laws[0] == "54C"


def test_dummys_spread_is_not_declarers() -> None:
    """Where dummy spread, nothing is said of a declarer who faced the hand (Law 48B1)."""
    advice = advise("Αντάμ εκτός σειράς από τη Δύση. Πριν μιλήσει ο εκτελεστής, ο μορ άπλωσε όλο το χέρι του.")

    assert [entry.id for entry in advice.irregularities] == ["opening_lead_out_of_turn"]


def test_a_short_question_is_about_the_sentence_before_it() -> None:
    """«May he?» asks what is told right before: the answer to it comes first (Law 54C)."""
    text = "Αντάμ εκτός σειράς από τη Δύση και ο μορ άπλωσε όλο το χέρι του. Ο εκτελεστής θέλει να την αρνηθεί. Μπορεί;"

    assert advise(text).answer.startswith("Όχι")


def test_all_five_options_are_said_beside_what_is_computed() -> None:
    """A computed line leaves room for the last option of a row too (Law 50D2(b))."""
    answer = advise("4♠ by North. ♦2 faced by West, but it was East's lead.").answer

    assert all(f"{number})" in answer for number in range(1, 6))


def test_a_branch_says_what_only_it_holds() -> None:
    """Where two answers begin alike, each says whose lead it is then (Laws 55B1, 55B2)."""
    answers = {"irregularity": "declarer_lead_wrong_hand", "lead_answer": "not_said"}
    advice = advise("declarer led out of turn", answers=answers)

    assert advice.question is not None
    assert advice.question.fact == "lead_belonged_to"
    assert "55B1" in advice.answer
    assert "55B2" in advice.answer


def test_the_wrong_hand_is_declarers_other_one() -> None:
    """Who says that declarer led from the wrong hand tells that the lead was in the other one (Law 55B2)."""
    advice = advise("declarer led from the wrong hand")

    assert advice.facts["lead_belonged_to"].value == "declaring_side"
    assert "55B2" in advice.answer
