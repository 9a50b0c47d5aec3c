"""Whose side the teller is on, whose deed an aside leaves it, and a double of the own side: told by deeds, not by the word."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.declaring import plain_side, tellers_side
from advisor.replay.own_side import doubled_partner

SIDES = [
    ("I am playing 3♥ and my ♣K falls on the table.", "declarer"),
    ("We were defending 4♠ when a card fell from my hand.", "defender"),
    ("The other pair were playing their contract and I dropped the six of clubs.", "defender"),
    ("They are in 3NT, and I discard a spade.", "defender"),
    ("Παίζαμε άμυνα και μου έπεσε ένα φύλλο.", "defender"),
    ("We play 2♦ as a weak two.", ""),
    ("West dropped a card.", ""),
]


@pytest.mark.parametrize(("text", "side"), SIDES)
def test_the_side_of_the_teller_follows_from_the_contract(text: str, side: str) -> None:
    """What is played or defended tells it; what a call means does not."""
    assert tellers_side(reader().read(text)) == side


def test_the_opponents_of_a_defender_declare() -> None:
    """Left and right of a teller who defends sit declarer and dummy."""
    reading = reader().read("We were defending 4♠ when my LHO led from the wrong hand.")

    assert plain_side(reading, "lho") == "declarer"
    assert plain_side(reading, "partner") == "defender"


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("I am playing 3♥ and reach for my tea; one of my cards, the ♣K, topples over and lies face up.", "48A"),
        ("The other pair were playing their contract; a card, the six of clubs, dropped from my hand face up.", "50"),
    ],
)
def test_a_card_that_falls_is_ruled_for_its_side(text: str, law: str) -> None:
    """Declarer's card is taken back (Law 48A), a defender's is a penalty card (Laws 49, 50)."""
    assert advise(text).laws[0].startswith(law)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Partner opened 2♦, next hand passed, and I doubled.", True),
        ("North bid 1♥, East passed and South doubled.", True),
        ("North bid 1♥, East bid 1♠ and South doubled.", False),
        ("North bid 1♥, East passed, South passed and West doubled.", False),
    ],
)
def test_a_double_of_partners_bid_is_seen_by_who_called(text: str, *, found: bool) -> None:
    """A bid, a pass on its left and a double by the partner (Law 19A1)."""
    assert bool(doubled_partner(reader().read(text))) is found


@pytest.mark.parametrize(
    ("text", "deed", "actor"),
    [
        ("West led. South, who was half asleep, spread his hand.", "spread", "seat_south"),
        ("Ο Νότος, που κοιμόταν, βγήκε κούπα.", "lead", "seat_south"),
        ("East, who had seen it coming, and then West led a heart.", "lead", "seat_west"),
    ],
)
def test_an_aside_leaves_the_doer(text: str, deed: str, actor: str) -> None:
    """Who is told of between commas does what follows, unless somebody else is named."""
    assert [event.actor for event in reader().read(text).story.events if event.deed == deed][-1] == actor
