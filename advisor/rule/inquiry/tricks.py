"""Who wins the one trick that a bare question tells card by card (Law 44E, 44F)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from advisor.bridge.calls import Bid, Strain, parse_call
from advisor.bridge.cards import Card, Suit, parse_card
from advisor.bridge.seats import Seat
from advisor.bridge.tricks import Trick
from advisor.read.events import SEAT_OF
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.replay.contract import trumps
from advisor.replay.tricks import card_told
from advisor.rule.inquiry.auction import calls_told

_LEAD, _BESIDE = "lead", 3


@dataclass(frozen=True, slots=True)
class Won:
    """The winning card, whether it is a trump, and the seat that played it (None: who led is not told)."""

    card: Card
    ruffed: bool
    seat: Seat | None


def won(reading: Reading) -> Won | None:
    """The winner of the one complete trick told; None when trumps are not told and somebody did not follow suit."""
    cards, places = _cards(reading)
    if len(cards) != 4 or len(set(cards)) != 4:
        return None
    known, trump = _trumps(reading)
    trick = Trick(cards, _leader(reading, places), trump)
    if not known and trick.off_suit():
        return None
    best = trick.cards[trick.winning_index]
    return Won(best, best.suit is trump and trump is not None, trick.by(trick.winning_index))


def _cards(reading: Reading) -> tuple[tuple[Card, ...], list[int]]:
    """The cards told in their order, and where each begins in the text."""
    tricks = [note for note in reading.notation if note.kind == "trick"]
    if tricks:
        told = tricks[0].value.rpartition(":")[2].split()
        return (tuple(parse_card(card) for card in told if card != "?"), [tricks[0].start]) if len(tricks) == 1 else ((), [])
    notes: list[tuple[Card, Notation]] = [(c, n) for n in reading.notation if (c := card_told(n)) is not None]
    return tuple(card for card, _ in notes), [note.start for _, note in notes]


def _trumps(reading: Reading) -> tuple[bool, Suit | None]:
    """Whether it is told what is trump, and the suit; a bid told alone is the contract."""
    known, trump = trumps(reading)
    bids = {bid for call in calls_told(reading) if isinstance(bid := parse_call(call), Bid)}
    if known or len(bids) != 1 or any(card_told(n) for n in reading.notation if n.kind == "call"):
        return known, trump
    strain = bids.pop().strain
    return True, None if strain is Strain.N else Suit(strain.value)


def _leader(reading: Reading, places: list[int]) -> Seat | None:
    """Who led: the first of four seats in rotation that stand before the cards, or the one seat beside a word for leading."""
    heard = {m.first: Seat(SEAT_OF[m.name]) for m in reading.mentions if m.name in SEAT_OF and not _noted(reading, m.first)}
    seats = sorted((reading.tokens[place].start, seat) for place, seat in heard.items())
    if len(seats) == 4 and len(places) == 4:
        before = all(start < place for (start, _), place in zip(seats, places, strict=True))
        return seats[0][1] if before and all(b is a.next for (_, a), (_, b) in pairwise(seats)) else None
    leads = [place for place, stem in enumerate(reading.stems) if stem == _LEAD]
    if len({seat for _, seat in seats}) != 1 or not leads:
        return None
    near = any(abs(place - lead) <= _BESIDE for place in heard for lead in leads)
    return seats[0][1] if near else None


def _noted(reading: Reading, place: int) -> bool:
    """Whether a token is a piece of notation ("♥Α" is no East)."""
    return reading.stems[place].startswith("<")
