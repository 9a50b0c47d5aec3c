"""Who wins a trick, who is on lead, who revoked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.cards import Card, Rank, Suit, parse_card
from advisor.bridge.seats import Seat
from advisor.bridge.tricks import Trick, on_lead, revokes

cards = st.builds(Card, st.sampled_from(list(Suit)), st.sampled_from(list(Rank)))


def trick(text: str, leader: Seat | None = Seat.W, trump: Suit | None = None) -> Trick:
    return Trick(tuple(parse_card(word) for word in text.split()), leader, trump)


@given(st.lists(cards, min_size=4, max_size=4, unique=True), st.sampled_from([None, *Suit]))
def test_the_winner_is_a_trump_or_of_the_suit_led(played: list[Card], trump: Suit | None) -> None:
    done = Trick(tuple(played), Seat.N, trump)
    best = played[done.winning_index]
    rivals = [card for card in played if card.suit is best.suit]
    assert max(rivals, key=lambda card: card.rank.height) == best
    assert best.suit is trump or (best.suit is done.led and all(card.suit is not trump for card in played))


@pytest.mark.parametrize(
    ("text", "trump", "winner"),
    [
        ("SA ST S3 S2", None, Seat.W),
        ("C6 C3 CJ CQ", None, Seat.S),
        ("D5 D3 DK H4", Suit.H, Seat.S),
        ("D8 C3 DJ DA", None, Seat.S),
    ],
)
def test_winner_leads_next(text: str, trump: Suit | None, winner: Seat) -> None:
    done = trick(text, trump=trump)
    assert done.winner is winner
    assert on_lead([done]) is winner


def test_an_unfinished_trick() -> None:
    open_trick = trick("C6 C3")
    assert open_trick.winner is None
    assert open_trick.turn is Seat.E
    assert on_lead([open_trick]) is Seat.E
    assert on_lead([], Seat.E) is Seat.E
    assert trick("C6 C3 CJ CQ", None).winner is None


def test_revoke_proved_by_a_later_card() -> None:
    [found] = revokes([trick("HA C6 H2 H3"), trick("HK H9 H4 H5")])
    assert (found.trick, found.seat, str(found.played), str(found.proof)) == (0, Seat.N, "C6", "H9")


def test_revoke_proved_by_a_card_still_held() -> None:
    assert revokes([trick("HA C6 H2 H3")]) == []
    assert len(revokes([trick("HA C6 H2 H3")], {Seat.N: [parse_card("H7")]})) == 1
    assert revokes([trick("HA C6 H2 H3", None)], {Seat.N: [parse_card("H7")]}) == []
    assert trick("HA C6 H2 H3").off_suit() == (1,)


@pytest.mark.parametrize("text", ["", "SA SA", "SA S2 S3 S4 S5"])
def test_not_a_trick(text: str) -> None:
    with pytest.raises(ValueError, match=r"trick|once"):
        trick(text)
