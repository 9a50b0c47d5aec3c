"""The ruling that a story tells: whose it is, all of its words, and what is said of it while a fact is open (Law 82C)."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.officials import officials
from advisor.diagnose.rulings import told_rulings
from advisor.diagnose.understanding import understand

_REVOKED = "In 4♥ West ruffed a spade at trick five, won that trick and later played a spade. West's side took a later trick too."


def _rulings(text: str) -> list[str]:
    told = understand(text)
    return [ruling.quote for ruling in told_rulings(told.reading, told.spoken)]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("We called Teresa, who runs the club. Teresa took two tricks off them.", "Teresa took two tricks"),
        ("Our TD, Marek, came. He let her change it.", "He let her change it"),
        ("I'm the director tonight. I gave them one trick.", "I gave them one trick"),
        ("The director was called. She gave us the trick.", "She gave us the trick"),
        ("'One revoke, one trick,' says the director.", "One revoke, one trick"),
        ("Φωνάξαμε τον διαιτητή. Εκείνος είπε «μία λεβέ, και συνεχίστε».", "μία λεβέ, και συνεχίστε"),
        ("Συνάδελφοι, υποχρέωσα τον Νότο να πασάρει μέχρι τέλους.", "υποχρέωσα τον Νότο να πασάρει μέχρι τέλους"),
    ],
)
def test_whoever_directs_is_heard_to_rule(told: str, words: str) -> None:
    """By name, by pronoun, as the teller, and with all that is quoted."""
    assert any(words in quote for quote in _rulings(f"{_REVOKED} {told}"))


@pytest.mark.parametrize(
    "told",
    [
        "The director was called. West said he had no spades.",
        "Marek played a heart and Teresa took two tricks.",
        "Declarer told dummy to play low.",
        "Φώναξαν τον διαιτητή και του είπα, είπα στον διαιτητή ότι θέλω μία λεβέ.",
        "I am the director: if I give them one trick they complain.",
        "Ο Γιώργος είπε ότι δεν είχε πίκα.",
    ],
)
def test_a_player_rules_nothing(told: str) -> None:
    """What players say and take is no ruling, also behind a director who was only called."""
    assert _rulings(f"{_REVOKED} {told}") == []


def test_a_name_is_bound_to_the_director_only_where_the_text_says_so() -> None:
    """Whoever is told beside the word, not the next name in the sentence."""
    reading = understand("The playing TD, Tom, was at table 3. Bob led a heart and Tom said play on.").reading
    words = [reading.words(at, at) for at in officials(reading).named]

    assert "Tom" in words
    assert "Bob" not in words


def test_a_ruling_is_wrong_for_the_answers_that_decide_it() -> None:
    """Where some answers to the open question leave it open, only the others are named."""
    told = "West dropped the ♠K by accident. The director said major penalty card. Before East led she said East is to wait."
    answer = advise(told).answer

    assert "The ruling given (“The director said major penalty card”) was not right if the answer is “a minor" in answer


def test_two_rulings_of_which_one_is_unheard_are_not_called_right() -> None:
    """The first agrees; what else was ruled is not known well enough."""
    dropped = "Defender West dropped the ♠K on the table by accident. The director said major penalty card and left."
    more = "East is on lead. The director who came past again tells East he has no choice there."

    assert "was right" in advise(dropped).answer
    assert "was right" not in advise(f"{dropped} {more}").answer


_CONFESSED = (
    "I directed last night. West 1♥, North 2♣, East 1♠, not accepted, East made it 2♠, natural. I told West to pass for the rest "
    "of the auction. The board was played and scored. I looked it up at home: I was wrong. What now?"
)


def test_the_right_ruling_stands_beside_the_score_of_a_wrong_one() -> None:
    """A director who confesses is told what the ruling should have been, and what becomes of the board (Law 82C)."""
    answer = advise(_CONFESSED).answer

    assert "82C" in answer
    assert "The right ruling was: Insufficient bid (Law 27B1(a))" in answer


def test_what_was_wrongly_ruled_is_not_called_right() -> None:
    """A card is minor only by the word of the director who was wrong."""
    told = (
        "Confession of a director. East let a card fall face up by accident. I said minor penalty card, West may lead anything. "
        "West led it and it went down. The board was scored. I read the book at home: my ruling was wrong. What now?"
    )

    assert "The right ruling was" not in advise(told).answer
