"""Whose turn it was where a call out of rotation is in hand: from the dealer and the first call, or the turn told in words."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader
from advisor.replay.turns import first_out_of_turn


@pytest.mark.parametrize(
    ("text", "passed_over"),
    [
        ("East was the dealer. South put the green card out first", "rho"),
        ("Dealer North. South opened 1♣ before anybody", "partner"),
        ("West deals, South bids 1♠", "lho"),
        ("Μοιράζει η Δύση και ανοίγει πρώτη η Ανατολή 1♦", "partner"),
        ("South passed when it was North's turn", "partner"),
        ("dealer North, North opened 1♣ and East passed", None),
        ("dealer North. East is new here, South opened 1♣", None),
        ("it was North's turn, South passed and West passed too", None),
        ("South passed", None),
    ],
)
def test_whose_turn_it_was(text: str, passed_over: str | None) -> None:
    """Seen from the player who called; nothing where the first call is the dealer's own, or another seat stands between."""
    assert first_out_of_turn(reader().read(text)).get("wrong_turn_of") == passed_over
