"""A penalty card that was due and not played, a card that only fell, a hand that is not as explained, and whose words are a
ruling: told by deeds, whatever the words around sound like."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader, understand
from advisor.replay.card_due import due_situation, missed_due
from advisor.replay.changed import called_since_own

NOT_PLAYED = [
    "West had the king of hearts as a penalty card from a revoke two tricks earlier. Declarer led a "
    "heart from dummy and West played "
    "the four of hearts.",
    "The jack of clubs was my penalty card, it lay in front of me. Declarer led a club and I played the "
    "six from my hand. Can he make "
    "me change it?",
    "Είχα μπροστά μου τιμωρημένη τη ♠Q, είχα κάνει ένα ρενόνς νωρίτερα. Βγαίνει πίκα ο εκτελεστής κι εγώ "
    "βάζω το ♠3. Μπορεί να μου πει "
    "να το αλλάξω;",
]


@pytest.mark.parametrize("text", NOT_PLAYED)
def test_a_penalty_card_passed_by(text: str) -> None:
    """Law 52, whatever revoke it came from; that declarer played since is not told, and asked (52B1(b))."""
    found = advise(text)
    assert found.laws[0].startswith("52"), found.answer
    assert found.status == "question", found.answer


def test_who_has_played_since_is_heard() -> None:
    """Declarer's next card accepts the wrong one (Law 52B1(b))."""
    told = (
        "West had the king of hearts as a penalty card. Declarer led a heart, West played the four, and declarer led a club next."
    )
    assert missed_due(reader().read(told)) is not None
    assert advise(told).laws[0] == "52B1(b)"


def test_no_card_is_passed_by_where_another_plays() -> None:
    """East's card is not West's penalty card."""
    told = "West had the king of hearts as a penalty card. Declarer led a heart and East played the four of hearts."
    assert due_situation(reader().read(told)) == ""


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "I am defending and the six of clubs slips from my fingers, face up. Declarer leads a club. May I "
            "play the king first?",
            "50C",
        ),
        ("Παίζω άμυνα και μου πέφτει το ♠4 ανοιχτό. Παίζει πίκα ο εκτελεστής. Μπορώ να βάλω τον ρήγα πρώτα;", "50Γ"),
    ],
)
def test_a_small_card_that_fell_is_minor(text: str, law: str) -> None:
    """One card below an honour, exposed by accident (Law 50B): an honour may be played before it."""
    assert law in advise(text).answer.partition("\n")[0], advise(text).answer


def test_nobody_knows_whether_it_fell() -> None:
    """Minor or major is asked where nobody knows how the card came to lie there (Law 50B)."""
    told = "South is on lead, North's ♥9 lies face up as a penalty card. None of them knew whether it had been dropped or led."
    assert advise(told).status == "question", advise(told).answer


@pytest.mark.parametrize(
    "text",
    [
        "1NT by North, pass, 2♦ by South. West asked and North said hearts, a transfer. They play 3♦ by "
        "South, who held six diamonds and "
        "no hearts. At the end we asked for an adjusted score.",
        "Ο Νότος άνοιξε 1♥ και ο Βορράς 2ΧΑ. Ρώτησα και ο Νότος είπε «φυσικό, χωρίς φιτ». Έπαιξαν 4♥ και "
        "βγήκα ατού. Κατεβαίνει ο μορ με "
        "τέσσερις κούπες. Στο τέλος φώναξα τον διαιτητή.",
    ],
)
def test_a_hand_not_as_explained(text: str) -> None:
    """A wrong explanation is presumed until there is evidence of the agreement (Law 21B1(b), 75)."""
    found = advise(text)
    assert any(law.startswith(("21B1(b)", "75")) for law in found.laws[:2]), found.answer


def test_what_a_player_says_is_no_ruling() -> None:
    """Whoever says that the card goes back is no director."""
    told = (
        "LHO leads a heart and East puts a club on it. Dummy asks East 'no hearts, dear?' and East shows a "
        "heart. Now LHO says since it "
        "was dummy who said it the club goes back in the hand and we can't have anything at all."
    )
    assert "ruling given" not in advise(told).answer


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("RHO opens with 1 spade. I bid 1 diamond", ["1S", "1D"]),
        ("LHO opened with one heart and partner overcalled with 2 clubs", ["1H", "2C"]),
        ("RHO opens 1 spade. I have six diamonds and I say 1 diamond.", ["1S", "1D"]),
        ("He opened 1NT with 5 hearts", ["1NT"]),
    ],
)
def test_what_somebody_opens_with(text: str, calls: list[str]) -> None:
    """A low bid behind "opens with" is the call; five of a suit are cards held."""
    assert [note.value for note in understand(text).reading.notation if note.kind == "call"] == calls


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "RHO opened 2♥, I passed, LHO passed. Partner asked, LHO said weak, and partner passed. Before I led opener says "
            "that it shows both minors. Partner wants to change her pass.",
            "21B1(a)",
        ),
        (
            "RHO opened 1NT, I passed, LHO bid 2♦ and it was not alerted, partner passed. RHO then says it was a transfer. I "
            "want to change my pass. No lead yet.",
            "21B3",
        ),
    ],
)
def test_who_has_called_since_the_call_to_be_changed(text: str, law: str) -> None:
    """Only the last call of a player whose partner has not called since may be changed (Law 21B1(a))."""
    assert advise(text).laws[0] == law, advise(text).answer


def test_unknown_who_has_called_since() -> None:
    """While the auction goes on, a call told last need not be the last one (Law 21B1(a))."""
    told = "RHO opened 1♣, no alert, I passed. The bidding goes on and now they say it was strong. Can I change my pass?"
    assert "partner_called" not in dict(called_since_own(reader().read(told)))
