"""What the next call, a later trick, a suit or a seat settles, and what a story disproves."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.breath import in_one_breath
from advisor.replay.denied import denied
from advisor.replay.left_over import left_over, left_over_now
from advisor.talk.conversation import Conversation


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("1 pika o voras, 1 koupa h anatoli, o notos pasare", "yes"),
        ("North 1♠, East 1♥", "not_yet"),
    ],
)
def test_a_call_over_an_insufficient_bid_accepts_it(text: str, accepted: str) -> None:
    """Told in one breath too (Law 27A1)."""
    assert advise(text).facts["accepted"].value == accepted


def test_a_bare_no_behind_a_seat_is_no_pass() -> None:
    """It may be a refusal: nothing is accepted by it."""
    assert advise("North 1♠, East 1♥, South: no").facts["accepted"].value != "yes"


def test_a_gap_in_the_round_is_no_auction() -> None:
    """Only where each player follows the one before does the last call accept (Law 27A1)."""
    assert advise("1 pika o voras, 1 koupa h anatoli, o notos pasare").facts["accepted"].value == "yes"
    assert in_one_breath(reader().read("1 spade North, 1 heart East, South passed"))
    assert not in_one_breath(reader().read("1 spade North, 1 heart South, East passed"))
    assert not in_one_breath(reader().read("1 pika o voras, 1 koupa o notos, h anatoli pasare"))
    assert advise("1 pika o voras, 1 koupa o notos, h anatoli pasare").facts["accepted"].value != "yes"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("he never played to trick 3, clubs. what he has is a club", "yes"),
        ("he never played to trick 3, clubs. what he has is a heart", "no"),
        ("he never played to trick 3. what he has is a heart", None),
    ],
)
def test_the_card_left_is_held_against_the_suit_led(text: str, held: str | None) -> None:
    """By the suits alone; nothing where no suit was led (Law 67B1)."""
    assert left_over(reader().read(text)).get("defect_suit_held") == held


def test_a_reply_names_the_suit_of_the_card_left() -> None:
    """Against the suit that the story tells."""
    story = reader().read("South never played to trick 3, clubs, and has a card left")

    assert left_over_now(reader().read("it is a diamond"), story) == {"defect_suit_held": "no"}


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("ο Νότος που εκτελεί δεν έδωσε κούπα, πέταξε καρό", "both_sides_revoked"),
        ("W has 9 cards and all four have played to every trick", "defective_trick"),
        ("South revoked on trick 4", "revoke_trick_twelve"),
    ],
)
def test_what_cannot_be_is_not_ruled(text: str, situation: str) -> None:
    """One side alone is named; all have played to every trick; the trick has another number."""
    assert situation in denied(reader().read(text))


def test_both_sides_are_not_denied_when_the_other_is_named() -> None:
    """By seat or by role."""
    assert "both_sides_revoked" not in denied(reader().read("ο εκτελεστής δεν έδωσε κούπα και λίγο μετά ούτε η Ανατολή καρό"))


def test_who_is_declarer_is_no_answer() -> None:
    """It is kept, and tells later whose partner dummy is (Law 64A2)."""
    conversation = Conversation()
    conversation.turn("S revoked on trick 4, followed a spade to a heart lead. we're at trick 6")
    conversation.turn("he's declarer")

    assert conversation.state.question == "revoke_trick_won_by"
    assert conversation.turn("dummy won trick 4").laws[0] == "64A2"
