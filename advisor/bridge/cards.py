"""Suits, ranks, cards and holdings (Law 1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

RANKS: Final = "23456789TJQKA"
_HONOURS: Final = "TJQKA"


class Suit(StrEnum):
    """A suit; spades rank highest (Law 1A)."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"


class Rank(StrEnum):
    """The rank of a card within its suit, two low and ace high (Law 1A)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @property
    def height(self) -> int:
        """0 for the two to 12 for the ace."""
        return RANKS.index(self.value)

    @property
    def is_honour(self) -> bool:
        """True for ace, king, queen, jack and ten (Definitions: Honour)."""
        return self.value in _HONOURS


@dataclass(frozen=True, slots=True)
class Card:
    """One of the fifty-two cards; written suit first: `SA`, `HT`, `D6`."""

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    def beats(self, other: Card, trump: Suit | None) -> bool:
        """True when this card, played later, wins against the other, which is winning so far (Law 44E, 44F)."""
        if self.suit is other.suit:
            return self.rank.height > other.rank.height
        return self.suit is trump


def parse_card(text: str) -> Card:
    """A canonical card, suit first: `SA`, `HT` (or `H10`), `D6`. Raises ValueError on anything else."""
    rank = "T" if text[1:] == "10" else text[1:]
    if text[:1] not in ("C", "D", "H", "S") or len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"not a card: {text!r}")
    return Card(Suit(text[0]), Rank(rank))


@dataclass(frozen=True, slots=True)
class Holding:
    """What a hand holds in one suit: the cards named, and how many small ones were only counted (`Kxx`)."""

    suit: Suit
    ranks: tuple[Rank, ...]
    small: int = 0

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or len(self) > 13:
            raise ValueError("a suit has thirteen different cards")

    def __len__(self) -> int:
        return len(self.ranks) + self.small

    def lowest(self) -> Card | None:
        """The lowest card held, when all are named (Law 46B1, 46B2); None when void or unknown."""
        if self.small or not self.ranks:
            return None
        return Card(self.suit, min(self.ranks, key=lambda rank: rank.height))

    def highest(self) -> Card | None:
        """The highest card held; None when no named card is surely the highest."""
        named = sorted(self.ranks, key=lambda rank: rank.height)
        if not named or (self.small and not named[-1].is_honour):
            return None
        return Card(self.suit, named[-1])


def parse_holding(suit: Suit, text: str) -> Holding:
    """A canonical holding: `AKxxx`, `KJ5`, `T2`, `-` for a void. Raises ValueError on anything else."""
    body = "" if text == "-" else text.replace("10", "T")
    small = body.count("x")
    named = body.replace("x", "")
    if any(char not in RANKS for char in named):
        raise ValueError(f"not a holding: {text!r}")
    return Holding(suit, tuple(Rank(char) for char in named), small)
