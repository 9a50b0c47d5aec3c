"""The tricks that a text tells card by card, with who led and who won (Law 44)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from advisor.bridge.cards import Card, parse_card
from advisor.bridge.seats import Seat
from advisor.bridge.tricks import Trick
from advisor.read.events import SEAT_OF
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.replay.contract import Trumps

_ACROSS = 40
_FOLLOWED = 3
_LEADS = ("lead", "play")


@dataclass(frozen=True, slots=True)
class ToldTrick:
    """A complete trick with its place in the text; `winning` is the winning card (None: trumps are not told)."""

    trick: Trick
    start: int
    end: int
    winning: Card | None

    @property
    def winner(self) -> Seat | None:
        """Who won it; None when that is not certain."""
        return self.trick.by(self.trick.cards.index(self.winning)) if self.winning else None


def told_tricks(reading: Reading, trumps: Trumps) -> tuple[ToldTrick, ...]:
    """Every trick of four different cards that is told, in the order of the telling; `trumps` as `contract.trumps` tells them."""
    known, trump = trumps
    leaders = {
        e.object: SEAT_OF[e.actor] for e in reading.story.events if e.deed in _LEADS and e.actor in SEAT_OF and not e.flags
    }
    found: dict[tuple[Card, ...], ToldTrick] = {}
    for start, end, cards, leader in (
        *_paired(reading),
        *_bare(reading),
        *_noted([*reading.notation, *reading.story.played], leaders),
    ):
        if len(cards) == 4 and len(set(cards)) == 4:
            trick = Trick(cards, leader, trump)
            followed = not trick.off_suit()
            found.setdefault(cards, ToldTrick(trick, start, end, cards[trick.winning_index] if known or followed else None))
    return tuple(sorted(found.values(), key=lambda told: told.start))


def _noted(notes: Sequence[Notation], leaders: dict[str, str]) -> Iterator[tuple[int, int, tuple[Card, ...], Seat | None]]:
    """Tricks in notation: "♠A-10-3-2", its leader told in it or by the deed that it is the object of."""
    for note in notes:
        if note.kind == "trick":
            leader, _, told = note.value.rpartition(":")
            leader = leader or leaders.get(f"trick:{told}", "")
            cards = tuple(parse_card(card) for card in told.split() if card != "?")
            yield note.start, note.end, cards, Seat(leader) if leader else None


def _paired(reading: Reading) -> Iterator[tuple[int, int, tuple[Card, ...], Seat | None]]:
    """Four seats in rotation, each with a card behind it: "W ♠A, N ♠3, E ♥2, S ♠5".

    The first seat is taken to have led only when the led suit does not hang on it (three cards of one suit).
    """
    seats = {reading.tokens[m.first].start: Seat(SEAT_OF[m.name]) for m in reading.mentions if m.name in SEAT_OF}
    places = sorted(seats)
    told: list[tuple[int, int, Seat, Card]] = []
    for note in reading.notation:
        card = card_told(note)
        before = bisect_right(places, note.start) - 1
        if card is not None and before >= 0 and note.start - places[before] <= _ACROSS:
            told.append((places[before], note.end, seats[places[before]], card))
    for first in range(len(told) - 3):
        run = told[first : first + 4]
        cards = tuple(card for *_, card in run)
        near = all(b[0] - a[1] <= _ACROSS and b[0] > a[1] for a, b in pairwise(run))
        if near and all(b[2] is a[2].next for a, b in pairwise(run)) and _led(cards):
            yield run[0][0], run[-1][1], cards, run[0][2]


def _bare(reading: Reading) -> Iterator[tuple[int, int, tuple[Card, ...], Seat | None]]:
    """Four cards in a row without their players ("♥A ♥3 ♠2 ♥5"), and no fifth, three of the suit led."""
    notes = [note for note in reading.notation if note.kind == "card"]
    runs: list[list[Notation]] = []
    for note in notes:
        joined = runs and not reading.text[runs[-1][-1].end : note.start].strip(" ,·-–")
        if joined:
            runs[-1].append(note)
        else:
            runs.append([note])
    for run in runs:
        cards = tuple(parse_card(note.value) for note in run)
        if len(cards) == 4 and _led(cards):
            yield run[0].start, run[-1].end, cards, None


def _led(cards: Sequence[Card]) -> bool:
    return sum(card.suit is cards[0].suit for card in cards) >= _FOLLOWED


def card_told(note: Notation) -> Card | None:
    """The card a notation is, or may be where only cards are told."""
    if note.kind == "card":
        return parse_card(note.value)
    others = [other.removeprefix("card:") for other in note.alternatives if other.startswith("card:")]
    return parse_card(others[0]) if note.kind == "call" and len(others) == 1 else None
