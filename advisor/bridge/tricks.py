"""Tricks: who wins, who leads next, who failed to follow and held the suit after all (Laws 44, 61)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from advisor.bridge.cards import Card, Suit
from advisor.bridge.seats import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """Up to four cards in order of play, the first by `leader` (None: unknown), and the trump suit (None: none)."""

    cards: tuple[Card, ...]
    leader: Seat | None = None
    trump: Suit | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.cards) <= 4:
            raise ValueError("a trick has one to four cards")
        if len(set(self.cards)) != len(self.cards):
            raise ValueError("a card is played once")

    @property
    def led(self) -> Suit:
        """The suit that must be followed (Law 44C)."""
        return self.cards[0].suit

    @property
    def complete(self) -> bool:
        """True when all four have played."""
        return len(self.cards) == 4

    def by(self, index: int) -> Seat | None:
        """Who played the card at `index`."""
        return self.leader.turns(index) if self.leader else None

    @property
    def winning_index(self) -> int:
        """Which card, counted from 0, is winning so far (Law 44E, 44F)."""
        best = 0
        for index, card in enumerate(self.cards[1:], start=1):
            if card.beats(self.cards[best], self.trump):
                best = index
        return best

    @property
    def winner(self) -> Seat | None:
        """Who won the trick and leads next (Law 44G); None while it is incomplete or the leader is unknown."""
        return self.by(self.winning_index) if self.complete else None

    @property
    def turn(self) -> Seat | None:
        """Who plays next to this trick; None when it is complete or the leader is unknown."""
        return None if self.complete else self.by(len(self.cards))

    def off_suit(self) -> tuple[int, ...]:
        """Which cards, counted from 0, did not follow suit."""
        return tuple(index for index, card in enumerate(self.cards) if card.suit is not self.led)


@dataclass(frozen=True, slots=True)
class Revoke:
    """A failure to follow by a player who is known to have held the suit: `proof` is a card of it he still had."""

    trick: int
    seat: Seat
    played: Card
    proof: Card


def on_lead(tricks: Sequence[Trick], opening_leader: Seat | None = None) -> Seat | None:
    """Who is to lead or play next after these tricks; None when that is unknown (Law 44G)."""
    if not tricks:
        return opening_leader
    last = tricks[-1]
    return last.winner if last.complete else last.turn


def revokes(tricks: Sequence[Trick], held: Mapping[Seat, Iterable[Card]] | None = None) -> list[Revoke]:
    """The failures to follow that later cards, or cards known to be `held` at the end, prove to be revokes (Law 61A).

    A trick is counted from 0. Where the leader is unknown nothing is proved.
    """
    known: dict[tuple[Seat, Suit], Card] = {}
    for seat, cards in (held or {}).items():
        known.update({(seat, card.suit): card for card in cards})
    found: list[Revoke] = []
    for number in range(len(tricks) - 1, -1, -1):
        trick = tricks[number]
        for index, card in enumerate(trick.cards):
            player = trick.by(index)
            if player is None:
                continue
            proof = known.get((player, trick.led))
            if card.suit is not trick.led and proof is not None:
                found.append(Revoke(number, player, card, proof))
        for index, card in enumerate(trick.cards):
            player = trick.by(index)
            if player is not None:
                known[player, card.suit] = card
    return found[::-1]
