"""Whose card it was, told by the story; and the longer words of a fact, which win over what is only a part of them."""

from __future__ import annotations

import pytest

from advisor.advising import consult


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("West had the seven of diamonds out, then returned it; declarer and dummy both saw it", "defender"),
        ("Ο εκτελεστής ακουμπάει το ♥2 στο τραπέζι και το παίρνει πίσω", "declarer"),
        ("South touched a card and returned it to his hand", None),
    ],
)
def test_whose_card_it_was(text: str, side: str | None) -> None:
    """A seat is a defender's when another is called declarer; a seat alone proves nothing."""
    known = consult(text).facts.known.get("played_by")

    assert (known.value if known else None) == side


@pytest.mark.parametrize(
    ("text", "edition", "irregularity", "fact", "value"),
    [
        (
            "the withdrawn 2S showed spades and hearts, and he later bid spades himself",
            "1997",
            "lead_restriction",
            "withdrawn_call_suits",
            "all_bid_later",
        ),
        (
            "έφερε το φύλλο κοντά στο τραπέζι, χωρίς να αγγίξει το τραπέζι",
            "2017",
            "card_played",
            "declarer_card_at",
            "in_the_air",
        ),
        ("είπε σπαθί, όχι καρό ήθελα να πω", "2017", "designation_changed", "slip_of_tongue", "yes"),
    ],
)
def test_what_says_more_wins(text: str, edition: str, irregularity: str, fact: str, value: str) -> None:
    """A value that says more, and longer words, are taken; the shorter ones inside them are no contradiction."""
    facts = consult(text, edition=edition, answers={"irregularity": irregularity}).facts

    assert facts.known[fact].value == value
    assert fact not in facts.conflicting
