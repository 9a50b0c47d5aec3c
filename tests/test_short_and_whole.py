"""Short tellings that tell all that decides, in the order that people choose: the paragraph they come to, and what they tell."""

from __future__ import annotations

import pytest

from advisor.advising import advise
from advisor.diagnose.understanding import reader


@pytest.mark.parametrize(
    ("told", "law"),
    [
        # a revoke on the board before, a call of ours on this one (Law 64B4)
        ("just realised the opps revoked last board, we've all bid on this one already incl me. anything?", "64B4"),
        ("my rho revoked on the previous hand, noticed it now that I have passed on this board", "64B4"),
        ("Στην επόμενη διανομή, αφού είχα ήδη ανοίξει 1ΧΑ, είδα ότι ο αντίπαλος είχε κάνει ρενόνς στην προηγούμενη", "64B4"),
        # dummy's (Laws 64B3, 45D2)
        ("we played a club from the board when it still had a diamond and nobody saw it until the end", "64B3"),
        ("Σε έξοδο καρό παίχτηκε από τον μορ πίκα ενώ είχε καρό. Παίχτηκαν άλλες δυο λεβέ πριν το δει κανείς.", "45D2"),
        # whose turn it was is the teller's (Laws 29A, 31B)
        ("Partner bid 1NT when it was my turn, LHO declined.", "31B1"),
        ("ο συμπαίκτης μου άνοιξε 1ΧΑ ενώ ήταν η σειρά μου, ο επόμενος δεν το δέχεται", "31B1"),
        ("LHO passed when it was my turn", "29A"),
        ("ο αριστερά μου πάσαρε στη σειρά μου", "29A"),
        # a call told by a Greek verb before its player (Law 30A)
        ("Μοίραζε ο Βορράς αλλά είπε πάσο η Ανατολή πριν απ' αυτόν. Ο Νότος δεν το δέχεται.", "30A"),
        # of what came of it nothing is told: no question of damage (Law 27D)
        ("North bid 2 clubs insufficient over 2 diamonds, corrected to 3 clubs at once.", "27B1(a)"),
        # the opening lead was another's, and the first card was faced (Law 54D)
        ("Παίζω 4♠ από Νότο, το αντάμ είναι της Δύσης, η Ανατολή βγάζει ανοιχτή τη ♥Q. Είπα «δεν το δέχομαι»", "54D"),
        # what LHO says is no acceptance, whoever calls next (Law 31A1)
        ("West deals. Before West does anything I, North, bid 1NT. East says 'no thanks', so back it goes. West passes.", "31A1"),
        # who lays down dummy (Law 54C)
        (
            "We're in 4♥, I'm South. East slaps the ♣K face up on the table. It's West's lead. Before I say a word my partner "
            "starts putting her hand down, and West says dummy's down, just play.",
            "54C",
        ),
        ("After the opening lead out of turn by East, dummy's hand was partly put down and declarer had seen two cards.", "54C"),
    ],
)
def test_it_is_ruled_as_told(told: str, law: str) -> None:
    """Nothing is asked that would change the paragraph."""
    advice = advise(told)

    assert advice.status == "ruling"
    assert advice.laws[0] == law


@pytest.mark.parametrize(
    ("told", "fact", "value"),
    [
        (
            "Dealer is me, South. Partner across the table opens 1NT. Director says East may accept it; East declines.",
            "accepted",
            "no",
        ),
        ("RHO opened 1S but it was my turn. I don't accept", "wrong_turn_of", "lho"),
    ],
)
def test_what_is_told_is_known(told: str, fact: str, value: str) -> None:
    """Whatever else is open."""
    assert advise(told).facts[fact].value == value


@pytest.mark.parametrize(
    ("told", "law"),
    [
        # the twelfth trick is mended though the last one was played (Law 62D1)
        (
            "I lead the ♠7 from hand at trick 12, West plays the ♣J, dummy plays the ♠3, East follows with the ♠9. And then West "
            "plays the ♠K on the last trick. The cards are on the table.",
            "62D1",
        ),
        ("We had opened the bidding on the next board when I saw that my opponent had revoked on the one before.", "64B4"),
    ],
)
def test_its_paragraph_comes_first(told: str, law: str) -> None:
    """Whatever is asked beside it."""
    assert advise(told).laws[0] == law


@pytest.mark.parametrize("told", ["LHO passed when it was my turn", "ο αριστερά μου πάσαρε στη σειρά μου"])
def test_a_call_does_not_accept_itself(told: str) -> None:
    """Who called out of turn has not called over it (Law 29A)."""
    known = advise(told).facts.get("accepted")

    assert known is None or known.value != "yes"


@pytest.mark.parametrize(
    ("told", "actor"),
    [
        ("στην επόμενη λεβέ έπαιξε σπαθί ο Νότος", "seat_south"),
        ("Στην επόμενη διανομή, αφού είχα ήδη ανοίξει 1ΧΑ, κατάλαβα το λάθος", "speaker"),
        ("ο επόμενος πάσαρε", "lho"),
    ],
)
def test_the_next_trick_and_the_next_board_are_no_player(told: str, actor: str) -> None:
    """Greek has one word for them and for the next player; a verb in the first person, or behind "had", is the teller's."""
    assert reader().read(told).story.events[0].actor == actor


@pytest.mark.parametrize(
    "told",
    [
        "I'm dummy, partner had a card in his fingers. 'You're on the table,' I said. Is there anything wrong with this?",
        "I saw a card of my LHO, who holds his hand so low. I couldn't help it and took the finesse. Am I in trouble?",
    ],
)
def test_whether_anything_was_wrong_is_answered_first(told: str) -> None:
    """By whether the ruling allows it (Laws 42B2, 74C5)."""
    assert advise(told).answer.startswith("No:")
