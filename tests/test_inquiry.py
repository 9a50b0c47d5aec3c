"""Bare questions for a value: the value is said with its law, and nobody is accused of anything."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.rule.inquiry import inquiry

ASKED = [
    ("who takes this trick: west led ♦Q, ♦2, ♦A, ♦5", "44F", {"trick_card": "DA", "trick_winner": "E"}),
    ("clubs are trumps. ♥A ♥4 ♣2 ♥K, who wins?", "44E", {"trick_card": "C2"}),
    ("ποιος κέρδισε τη λεβέ; ♣7 ♣10 ♣3 ♣Β, έξοδος από τον Βορρά", "44F", {"trick_card": "CJ", "trick_winner": "W"}),
    ("dealer north, 1C P 1H P: who bids next?", "17C", {"turn_now": "N"}),
    ("whose turn is it after 2D P 2H P", "17C", {"turn_after": "P"}),
    ("1H P P P whose turn?", "22A", {"turn_over": "yes"}),
    ("ποιος μιλάει πρώτος στη διανομή 6;", "17B", {"first_turn": "E"}),
    ("3NT by east, whose lead is it?", "41A", {"leads": "S"}),
    ("who deals board 11 and who is vul?", "2", {"dealer": "S", "vulnerability": "none"}),
    ("ποιος μοιράζει στη διανομή 20;", "2", {"dealer": "W", "vulnerability": "both"}),
    ("what does 2H doubled making three not vulnerable score?", "77", {"score": "+570", "scored_tricks": "9"}),
    ("4S making, score?", "77", {"score_white": "+420", "score_red": "+620"}),
    ("πόσο γράφει το 5 σπαθιά συν 1 στη δεύτερη;", "77", {"score": "+620"}),
    ("is 1NT sufficient over 2C?", "18D", {"suffices": "no", "call": "2NT"}),
    ("does 3D beat 3C?", "18C", {"suffices": "yes"}),
    ("cheapest spade bid over 2NT?", "18B", {"call": "3S"}),
    ("ποια είναι η χαμηλότερη αγορά σε καρό πάνω από 4 σπαθιά;", "18B", {"call": "4D"}),
]


@pytest.mark.parametrize(("text", "law", "values"), ASKED)
def test_the_value_is_computed(text: str, law: str, values: dict[str, str]) -> None:
    """Turn, trick, dealer, score and rank, in both languages (Laws 2, 17, 18, 41, 44, 77)."""
    found = inquiry(reader().read(text))

    assert found is not None
    assert found.laws[0] == law
    assert values.items() <= found.values.items()


def test_nobody_is_accused() -> None:
    """The answer begins with the value, names the law, and holds no irregularity."""
    advice = advise("is 2H over 2S sufficient?")

    assert advice.status == "rights"
    assert advice.irregularities == ()
    assert advice.laws[0] == "18D"
    assert advice.answer.startswith("No, 2♥ is not sufficient over 2♠.")


@pytest.mark.parametrize(
    "text",
    [
        "West bid 2H over 2S, is it sufficient?",  # somebody did it: an insufficient bid
        "East revoked at trick two, what does 4S making five score?",
        "whose turn is it? North says he passed and East bid out of turn",
        "what does 2D over 1NT show?",  # a question about methods
        "how many points for 1NT?",  # high cards
        "is 3H over 2S forcing?",
        "can I bid 3D over 2S with six points?",
        "who won the trick? ♠K ♠3 ♥A ♠5",  # trumps are not told
        "1S P 1H, whose turn is it?",  # something is wrong in the auction
    ],
)
def test_what_tells_more_or_leaves_it_open_is_no_bare_question(text: str) -> None:
    assert inquiry(reader().read(text)) is None


def test_an_edition_that_does_not_hold_the_law_says_nothing_of_it() -> None:
    """No paragraph is borrowed from another edition."""
    assert "44F" not in advise("who won the trick? ♠K ♠3 ♠A ♠5", edition="2007").laws
