"""What came in place of an insufficient bid, as far as arithmetic tells it (Law 27B)."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader
from advisor.replay.played import replay
from advisor.replay.replacing import told_replacement
from advisor.replay.substitution import TooLow


@pytest.mark.parametrize(
    ("text", "replacement"),
    [
        ("North bid 1♥ over 1♠. Not accepted, he changed it to 2♥", "lowest_same"),
        ("2♣ πάνω στο 2♥, δεν έγινε δεκτό, άλλαξε σε πάσο", "other_call"),
        ("1♦ over 1♥, changed to 1♣", "insufficient_again"),
        ("1♥ over 1♠, changed to a double", None),
        ("1♥ over 1♠, changed to 3♦", None),
        ("1♥ over 1♠, not accepted", None),
        ("2♣ over 2NT, changed to 3♣, which asks for majors too", None),
        ("2♥ over 1♠, changed to 3♥", None),
    ],
)
def test_what_replaced_the_insufficient_bid(text: str, replacement: str | None) -> None:
    """A double or another bid may be comparable, which arithmetic does not tell; a sufficient bid is not replaced at all."""
    assert told_replacement(replay(reader().read(text))).get("ib_replacement") == replacement


@pytest.mark.parametrize("text", ["West: 4♣ over East's 4♥", "she bid 2d ovr 2h", "Ν: 2♠ πάνω σε 3♦"])
def test_an_insufficient_bid_is_found_by_the_word_for_over(text: str) -> None:
    """The seats may stand between the two bids, and the word may be short."""
    low = replay(reader().read(text)).low
    assert isinstance(low, TooLow)
    assert not low.bid.is_sufficient_over(low.over)
