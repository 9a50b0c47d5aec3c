"""What is told by what players say and do, in words that name no irregularity: refusals, ruffs, hands that come down."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.read.cues import CueFinder, compile_cues
from advisor.replay.agreed import disputed_situation
from advisor.replay.lead_answers import answers_to_lead
from advisor.replay.pc_lead import pc_lead_situation
from advisor.replay.revoke_trick import revoke_trick
from advisor.replay.spreading import dummy_shown, took_own_hand_for_dummy


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("North dealer. East puts down 1♦. South: no thanks. North passes. What must East do?", ("31A1",)),
        (
            "Μοίραζε ο Βορράς και ο Νότος άνοιξε 1♥. Η Δύση είπε δεν το θέλω. Ο διαιτητής: «Το 1♥ φεύγει, πάσο ο Βορράς».",
            ("31B1", "31B2"),
        ),
        ("South opened 2♠, three passes. West now puts the red card on the table. Nobody has led.", ("39A", "39C")),
        ("Declarer called 'oh, whatever' from dummy with a spade led. Dummy had a heart and a club.", ("46B5",)),
        ("N 1NT, E 2♠, S 2♦ natural. W will not have it. If I double in place of the 2♦, may North still bid?", ("27B", "27B3")),
    ],
)
def test_the_law_of_what_was_said(text: str, laws: tuple[str, ...]) -> None:
    """A refusal is no pass, a director's quoted words are no calls, a card from the box is a call."""
    assert advise(text).laws[0] in laws


@pytest.mark.parametrize(
    ("text", "won"),
    [
        (
            "East ruffs the diamond with the six and puts a club through to his partner's ace. Later he follows to a diamond.",
            "offender",
        ),
        ("Η Δύση έκοψε το καρό, μάζεψε ατού και στο τέλος έβγαλε ένα καρό.", "offender"),
        ("East ruffed the diamond and South overruffed. Later East showed a diamond.", "opponents"),
    ],
)
def test_who_won_the_trick_of_a_ruff(text: str, won: str) -> None:
    """Who leads on, or draws trumps, has won with the ruff (Law 64A)."""
    assert revoke_trick(reader().read(text)).get("revoke_trick_won_by") == won


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('South, in hand, called a club from dummy. W: "fine by me." E: "wrong hand, put it back."', "disagree"),
        ("Βγήκα από λάθος χέρι. Ο LHO λέει «δεκτό» και ο RHO φωνάζει «όχι, να το πάρει πίσω».", "disagree"),
        ('South called a club from dummy. W: "fine by me." E: "fine by me too."', None),
        ("Declarer in hand but led off the board. LHO says ok, RHO nope", "next_refuses"),
    ],
)
def test_the_two_defenders_answer(text: str, answer: str | None) -> None:
    """They differ where one accepts and the other refuses (Law 55A)."""
    found = answers_to_lead(reader().read(text)).get("lead_answer")
    assert found == answer or (answer == "disagree" and found in ("accepted", "refused"))


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        (
            "They opened 2♦. We asked and were told both majors. Opener turned up with six diamonds. Nobody looked at a card.",
            "misbid_or_misexplained",
        ),
        (
            "They opened 2♦. We asked and were told both majors. Opener turned up with six diamonds. Their card says majors.",
            "",
        ),
    ],
)
def test_an_agreement_in_dispute(text: str, situation: str) -> None:
    """Without evidence a mistaken explanation is presumed, whatever else the words sound like (Law 21B1(b))."""
    assert disputed_situation(reader().read(text)) == situation


def test_a_hand_that_comes_down() -> None:
    """Declarer's own hand taken for dummy's after a lead (54A); dummy, who only sits opposite (54C); neither in mid-play."""
    assert took_own_hand_for_dummy(reader().read("West led out of turn and I put my hand down, as I thought I was dummy."))
    assert not took_own_hand_for_dummy(reader().read("At trick 5 West led and I put my hand down, as I thought I was dummy."))
    seen = dummy_shown(reader().read("Βγήκε η Ανατολή ανοιχτό το ♣4 και ο απέναντι αμέσως κατέβασε πίκες και κούπες."))
    assert seen == {"dummy_seen": "yes"}


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        (
            "RHO led the ♥Q out of turn, I refused, and it is still on the table. Now LHO won a spade and is going to lead.",
            "penalty_card_partner_leads",
        ),
        ("RHO led the ♥Q out of turn, I refused, and it is still on the table. Now RHO won a spade and is going to lead.", ""),
    ],
)
def test_a_penalty_card_from_before(text: str, situation: str) -> None:
    """The owner's partner is on lead now: the old lead out of turn is not the matter (Law 50D2)."""
    assert pc_lead_situation(reader().read(text)) == situation


def test_a_question_for_a_thing_gets_no_yes_or_no() -> None:
    """What may be given is no question whether it is allowed."""
    answer = advise("East called his partner an idiot in front of everybody. What am I allowed to give him?").answer
    assert not answer.startswith(("No", "Yes"))


@pytest.mark.parametrize(("text", "values"), [("ζητάει «πίκα τρία»", ["S3"]), ("έχει πίκα τρία φύλλα", [])])
def test_a_card_by_suit_and_number_in_words(text: str, values: list[str]) -> None:
    """A number in words is a rank only where nothing goes on behind it."""
    assert [note.value for note in reader().read(text).notation if note.kind == "card"] == values


def test_a_gap_in_a_cue_takes_three_words() -> None:
    """`~` stands for up to three other words of the sentence, as the forms of the lexicon have it."""
    finder = CueFinder(
        compile_cues({"told": {"en": ["asked ~ said"]}}, reader().parts.matcher.sounds), reader().parts.matcher.sounds
    )
    near = reader().read("asked and the man said nothing").tokens
    far = reader().read("asked and then the other man said nothing").tokens
    assert [cue.what for cue in finder.find(near, greeklish=False)] == ["told"]
    assert finder.find(far, greeklish=False) == ()
