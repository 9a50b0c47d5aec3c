"""Cards and holdings as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.bridge.cards import Card, Rank, Suit, parse_card, parse_holding

cards = st.builds(Card, st.sampled_from(list(Suit)), st.sampled_from(list(Rank)))


@given(cards)
def test_written_and_read(card: Card) -> None:
    assert parse_card(str(card)) == card


@given(cards, cards, st.sampled_from([None, *Suit]))
def test_two_cards_never_beat_each_other_in_a_suit(left: Card, right: Card, trump: Suit | None) -> None:
    if left.suit == right.suit and left != right:
        assert left.beats(right, trump) != right.beats(left, trump)


@given(st.lists(st.sampled_from(list(Rank)), unique=True), st.sampled_from(list(Suit)))
def test_extremes_of_a_named_holding(ranks: list[Rank], suit: Suit) -> None:
    holding = parse_holding(suit, "".join(ranks) or "-")
    assert len(holding) == len(ranks)
    if ranks:
        lowest, highest = holding.lowest(), holding.highest()
        assert lowest is not None
        assert highest is not None
        assert lowest.rank.height <= highest.rank.height


def test_small_cards_are_counted_not_named() -> None:
    holding = parse_holding(Suit.S, "Kxxxxx")
    assert len(holding) == 6
    assert holding.lowest() is None
    assert holding.highest() == Card(Suit.S, Rank.KING)
    assert parse_holding(Suit.S, "9xx").highest() is None
    assert len(parse_holding(Suit.H, "-")) == 0
    assert parse_holding(Suit.D, "AKQ10652").ranks[3] is Rank.TEN


def test_honours() -> None:
    assert [rank.value for rank in Rank if rank.is_honour] == ["T", "J", "Q", "K", "A"]
    assert parse_card("H10") == Card(Suit.H, Rank.TEN)


@pytest.mark.parametrize("text", ["", "S", "SX", "AS", "S11", "xx"])
def test_not_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


@pytest.mark.parametrize("text", ["AA", "x" * 14, "AZ"])
def test_not_a_holding(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a holding|thirteen"):
        parse_holding(Suit.S, text)
