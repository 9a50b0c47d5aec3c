"""Which of several situations alike is told, by what was done and said: each with tellings that tell it, and near ones that do
not."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import understand


def first(text: str) -> str:
    """The situation that a text is understood as."""
    return understand(text).diagnosis.first.irregularity


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Declarer called 'king of hearts', then said 'no, the four'. Dummy has moved the king. Which card?", True),
        ("Ο εκτελεστής είπε «ντάμα κούπα» και αμέσως «όχι, το τρία». Ποιο φύλλο παίζεται;", True),
        ("Declarer called 'king of hearts' and dummy put the four on the trick instead.", False),
    ],
)
def test_a_card_named_and_taken_back_with_a_no(text: str, told: bool) -> None:
    """Two cards named one after the other, the second with a "no", are a changed designation (Law 45C4(b))."""
    assert (first(text) == "designation_changed") is told


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "Defending, the ♣5 slid out of my hand, face up. Two tricks on, clubs were led and I played the queen. Legal?",
            "50C",
        ),
        ("Άμυνα. Μου έπεσε ανοιχτό το ♥4 και το άφησαν στο τραπέζι. Μετά παίχτηκε κούπα και έβαλα τον βαλέ. Επιτρέπεται;", "50C"),
        (
            "While we were defending two of his cards slid onto the table face up, the ♠6 and the ♥9. His partner is on lead.",
            "51B",
        ),
    ],
)
def test_cards_that_fell(text: str, law: str) -> None:
    """An honour before the low card that fell is allowed (Law 50C); of two cards none is minor (Laws 50B, 51)."""
    assert advise(text).laws[0].startswith(law)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I asked and he said 'both minors'. She turned up with six hearts. We let them play there. Do we get anything?", True),
        ("Ρώτησα και είπε «και τα δύο μινέρ». Απλώνει ο μορ έξι κούπες. Δικαιούμαστε κάτι;", True),
        ("I asked and he said 'both minors'. She turned up with six hearts, and their card says it shows hearts.", False),
    ],
)
def test_what_they_had_agreed_is_asked_where_nobody_tells_it(text: str, told: bool) -> None:
    """A hand that is not as explained is a wrong explanation or a wrong call, by their agreement (Law 75)."""
    assert (first(text) == "misbid_or_misexplained") is told


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "I asked about 2♦ before leading: weak, I was told. I led a spade, nothing down yet, and they say it was strong.",
            "47E2(a)",
        ),
        ("During the auction a defender to be dropped one heart face up. What about the calls?", "24"),
        ("Μέσα στην αγορά του έπεσε ανοιχτό ένα καρό. Τι γίνεται με τις δηλώσεις;", "24"),
        ("RHO opened 2♦ and I passed. Then he says sorry, I forgot to alert. Can I take my pass back?", "21B"),
    ],
)
def test_the_stage_and_the_alert_tell_the_law(text: str, law: str) -> None:
    """A lead made on a wrong explanation goes back until dummy shows a card; a card that falls in the auction is Law 24; an
    alert that is missing misinforms."""
    assert advise(text).laws[0].startswith(law)


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "Dummy got up and stood behind declarer, then asked him 'no clubs?', and he found one. Declarer had revoked.",
            "43B2(b)",
        ),
        ("Dummy had a look at East's hand. Later East revoked, and dummy was the first to say 'you had a spade, East'.", "43B3"),
    ],
)
def test_dummy_without_the_rights_decides_what_becomes_of_a_revoke(text: str, law: str) -> None:
    """Whoever may no longer ask or point out changes what follows (Laws 43B2(b), 43B3)."""
    assert advise(text).laws[0].startswith(law)


def test_the_board_after_a_revoke() -> None:
    """A call on the next board, told by its number, comes too late for tricks (Law 64B4)."""
    text = "Board 5: declarer threw a spade on my heart and later won a heart. On board 6 I passed, and then partner saw it."
    assert advise(text).laws[0] == "64B4"


def test_what_has_happened_since_a_revoke_is_asked() -> None:
    """Nothing is presumed of how far the play had gone (Laws 62A, 63A)."""
    answer = advise("I led a heart and LHO threw a club. Turns out he had a heart. Can he change it or do I get a trick?")
    assert answer.question is not None
    assert answer.question.fact == "revoke_since"


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("Declarer led from the wrong hand. West said 'leave it', East said 'no, from dummy please'. Who wins?", "55A"),
        (
            "East passed over it... no. N opens 1♥, E 2♣, S 1♠, W refuses it. TD asks S, 1♠ was natural. She bid 2♠. N passed.",
            "27B1(a)",
        ),
        ("North opened 1♠ with the cards of board 3, East passed, South bid 2♠. We play board 4.", "15A2(a)"),
    ],
)
def test_calls_and_answers_are_taken_as_told(text: str, law: str) -> None:
    """Defenders who differ (Law 55A), the lowest bid of the denomination (27B1(a)), a partner's call over a wrong hand (15A2)."""
    assert advise(text).laws[0].startswith(law)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("East spread his hand: 'all yours', West at once: 'no!' Director: penalty cards. Right?", "was not right"),
        ("West revoked with a ruff, won it himself and later the ♦A. Director gave two tricks. Right?", "was right, as far as"),
    ],
)
def test_a_told_ruling_is_judged_by_what_is_told_of_it(text: str, said: str) -> None:
    """What a director did is called wrong where the row says another thing, and right only as far as it is told."""
    assert said in advise(text).answer


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("North opened 1♣, East passed, then South let the ♥A drop face up and North saw it. What now?", "24"),
        ("Ο Βορράς άνοιξε 1♣, η Ανατολή πάσο, και τότε του Νότου του έπεσε ανοιχτός ο ♥Α. Τι γίνεται;", "24"),
        ("I am playing 2♠ and one of my cards, the ♥A, topples over and lies face up. Must it stay?", "48"),
    ],
)
def test_a_card_that_drops_after_a_call_fell_in_the_auction(text: str, law: str) -> None:
    """Where neither contract nor play is told, a call right before tells the time (Laws 24, 48)."""
    assert str(advise(text).laws[0]).startswith(law)


@pytest.mark.parametrize(
    "text", ["Declarer said 'play whatever'. My partner said 10 of clubs", "Ο εκτελεστής είπε «βάλε ό,τι θες»"]
)
def test_anything_names_neither_suit_nor_rank(text: str) -> None:
    """What a defender names then is no designation of declarer's (Law 46B5)."""
    assert advise(text).laws[0] == "46B5"


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("It is West's opening lead against 1NT but East has put out a card. South doesn't want it.", "face down"),
        ("North opened 1♦, East overcalled 2♣, South passed, and West doubled partner's 2♣.", "LHO has called"),
        ("Ο Βορράς άνοιξε 1♦, η Ανατολή 2♣, πάσο ο Νότος, και η Δύση κόντραρε τα 2♣ της Ανατολής.", "ο ΑΣΑ"),
    ],
)
def test_what_follows_if_a_presumption_is_wrong_is_said(text: str, instead: str) -> None:
    """A ruling that rests on what nobody told says where the other case leads (41A, 36A)."""
    lines = [line for line in advise(text).answer.splitlines() if line.startswith(("- If instead", "- Αν όμως"))]
    assert any(instead in line for line in lines)
