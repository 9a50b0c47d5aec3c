"""What a telling makes plain: its language, quoted words to dummy, the rank of a card that fell, one irregularity or two."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.advising import consult
from advisor.diagnose.facts import Known
from advisor.diagnose.understanding import reader
from advisor.replay.designation import told_designation


@pytest.mark.parametrize(
    ("text", "code", "greeklish"),
    [
        ("aminomenos evale pempto filo sti mpaza", "el", True),
        ("pika tou leei, o mor kolise", "el", True),
        ("dummy put a wrong card, lho led", "en", False),
        ("Η Δύση βγήκε", "el", False),
        ("שלום", "en", False),
        ("مرحبا", "en", False),
    ],
)
def test_the_language_of_a_terse_text(text: str, code: str, greeklish: bool) -> None:
    """Usual Greeklish words of the game speak for neither language; letters of a third script are not Greek."""
    language = reader().read(text).language

    assert (language.code, language.greeklish) == (code, greeklish)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("declarer's card: 'spade' to dummy", ("suit_only", "spade")),
        ("Εκτελεστής: «πίκα». Μορ: «ποια;»", ("suit_only", "πίκα")),
        ('"a small one", then "the ace"', ("low", "a small one")),
        ("dummy hears “top” and moves", ("high", "top")),
        ("'win it' from dummy", ("win", "win it")),
        ("«το εφτά» και ο μορ έχει δύο", ("rank_only", "το εφτά")),
        ("'club, oh no, diamond'", None),
        ("'which spade?' asks dummy", None),
        ("it's dummy's spade, isn't it", None),
    ],
)
def test_words_in_quotation_marks(text: str, told: tuple[str, str] | None) -> None:
    """Only words that say nothing else are a designation (Law 46B); an apostrophe opens no quotation."""
    assert told_designation(reader().read(text)) == told


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("The ♣Q fell from West's hand", "honour"),
        ("Έπεσε το ♠3 από αμυνόμενο", "low"),
        ("the ♦10 fell face up", "honour"),
        ("West dropped a card", None),
    ],
)
def test_the_rank_of_the_card_that_fell(text: str, rank: str | None) -> None:
    """A card that is told needs no question whether it is an honour (Law 50B); two cards leave it open."""
    known = consult(text).facts.known.get("exposed_rank", Known("", ""))

    assert (known.value or None) == rank


def test_a_firm_belief_is_no_pair() -> None:
    """A slip put right while LHO's overcall lies there is no bid out of rotation that is insufficient too."""
    advice = advise("South's fingers brought out 1♣, he wanted 1♠. West has overcalled 1♥ and only now South sees it.")

    assert advice.irregularities[0].id == "call_changed"


def test_a_refused_bid_gets_the_lead_restriction_of_1997() -> None:
    """Where the documents hold only what follows for the lead, a refused insufficient bid is given that."""
    advice = advise(
        "2♠ over 2NT thinking it was 1NT, LHO does not accept, changed to pass", edition="1997", answers={"accepted": "no"}
    )

    assert advice.irregularities[0].id == "lead_restriction"
