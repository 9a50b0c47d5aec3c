"""Whose turn it was where somebody called out of it: the player who called and the player whose turn it was, at one table."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader
from advisor.replay.players import places
from advisor.replay.rotation import turn_passed_over


@pytest.mark.parametrize(
    ("text", "passed_over"),
    [
        ("Bid of 1♥ by West at South's turn", "rho"),
        ("North opened 1♦, it was East's turn, but West doubled", "partner"),
        ("Dealer West. East passed straightaway", "partner"),
        ("South deals. East put a green card on the table", "lho"),
        ("1♠ by East before North (dealer)", "rho"),
        ("1NT out of turn, RHO's turn, not accepted", "rho"),
        ("I was South and passed, but it was West's turn", None),
        ("I (East) passed although the dealer was my partner", "partner"),
        ("my partner was dealer and I opened 1♥", "partner"),
        ("my LHO doubled when it was my RHO's turn", "partner"),
        ("Η Δύση είπε 1♠ ενώ έπρεπε ο Νότος", "rho"),
        ("Μοίραζε ο δεξιά μου κι εγώ έβαλα πάσο", "rho"),
        ("Ο Βορράς άνοιξε 1♥, σειρά είχε η Ανατολή, κοντράρει η Δύση", "partner"),
        ("North opened 1♥ and it was East's turn", None),
        ("it was not East's turn, West doubled", None),
        ("the dealer was North or East, South opened 1♣", None),
        ("West opened before North, no wait, before South", None),
        ("My LHO dealt and passed, partner passed, then RHO opened 1♠. His partner bid 1NT", None),
        ("LHO dealt and passed, partner passed, RHO opened 1♠. His partner bid 1NT and then 3NT over 2♥", None),
    ],
)
def test_whose_turn_was_passed_over(text: str, passed_over: str | None) -> None:
    """Seen from the player who called; nothing where the call was in turn, or the words leave a choice."""
    assert turn_passed_over(reader().read(text)).get("wrong_turn_of") == passed_over


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("South was dealer. West opened 2♥ in front of him", "no"),
        ("East opened 1♦, South passed, West to speak, but East bid 2♦", "yes"),
        ("1NT out of turn, RHO's turn", None),
    ],
)
def test_whether_the_caller_had_called_before(text: str, before: str | None) -> None:
    """The first call of the auction, made before the dealer's, has none before it (Law 17B)."""
    assert turn_passed_over(reader().read(text)).get("offender_called_before") == before


def test_what_is_only_asked_is_no_call() -> None:
    """Words that nobody tells as a deed are left out."""
    reading = reader().read("West opened 1♣ at North's turn")
    assert turn_passed_over(reading, range(len(reading.tokens))) == {}


def test_the_speakers_own_seat_puts_the_partner_at_the_compass() -> None:
    """ "I (South)" and "my partner": North."""
    named = {
        (place.player.frame, place.player.step) for place in places(reader().read("I (South) passed and my partner doubled"))
    }
    assert named == {("compass", 2), ("compass", 0)}
