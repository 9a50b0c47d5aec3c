"""The values that bare questions ask for, each with the paragraphs that say so; nothing where the text leaves it open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from advisor.bridge.calls import Bid, Strain, lowest_sufficient, parse_call
from advisor.bridge.seats import dealer_of
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.replay.contract import board_of, contract_of
from advisor.rule.inquiry.auction import calls_told, standing
from advisor.rule.inquiry.scoring import result_told, scores
from advisor.rule.inquiry.tricks import won
from advisor.rule.specifics.board import board_facts

_POINTS = "points"


@dataclass(frozen=True, slots=True)
class Found:
    """The computed values by name (their sentences are in `lexicon/specifics.yaml`) and the laws, the governing one first."""

    values: dict[str, str]
    laws: tuple[str, ...]


def computed(what: str, reading: Reading) -> Found | None:
    """The value of one kind of question; None when it is not certain."""
    return _KINDS[what](reading)


def _winner(reading: Reading) -> Found | None:
    """Who or what wins the one trick told (Law 44E, 44F), and so leads to the next (44G)."""
    told = won(reading)
    if told is None:
        return None
    values = {"trick_card": str(told.card)}
    if told.seat is not None:
        values |= {"trick_winner": told.seat.value, "trick_side": told.seat.side.value}
    return Found(values, ("44E" if told.ruffed else "44F", "44G"))


def _next(reading: Reading) -> Found | None:
    """Who leads: to the next trick (Law 44G), or the opening lead (Law 41A)."""
    found = _winner(reading)
    if found is not None and "trick_winner" in found.values:
        return Found(found.values, found.laws[::-1])
    stands = standing(reading)
    contract = contract_of(reading, asked=True)
    leader = contract.declarer.lho if contract is not None and contract.declarer is not None else None
    leader = leader or (stands.auction.leader if stands is not None else None)
    return Found({"leads": leader.value}, ("41A", "54")) if leader is not None else None


def _turn(reading: Reading) -> Found | None:
    """Whose turn it is to call after the calls told (Law 17B, 17C); a seat only when the dealer or a seat is told."""
    calls = calls_told(reading)
    if not calls:
        board = board_of(reading)
        return Found({"first_turn": dealer_of(board).value, "board": str(board)}, ("17B", "2")) if board is not None else None
    stands = standing(reading)
    if stands is None:
        return None
    if stands.auction.over:
        leader = {"leads": stands.auction.leader.value} if stands.auction.leader else {}
        return Found({"turn_over": "yes"} | leader, ("22A", "41A") if stands.auction.contract else ("22B",))
    if stands.auction.turn is not None:
        return Found({"turn_now": stands.auction.turn.value}, ("17C", "17B"))
    return Found({"turn_after": stands.last}, ("17C", "17B"))


def _dealer(reading: Reading) -> Found | None:
    """Dealer and vulnerability of the one board told (Law 2); nothing where a call or a seat is told: that is a story."""
    values = board_facts(reading)
    told = calls_told(reading) or any(mention.name in SEAT_OF for mention in reading.mentions)
    return Found(values, ("2",)) if values and not told else None


def _score(reading: Reading) -> Found | None:
    """What the contract told scores (Law 77), for each vulnerability when it is not told."""
    values = scores(reading)
    return Found(values, ("77",)) if values else None


def _points(reading: Reading) -> Found | None:
    """The same where the words may ask for high cards too: only with a result or a double told."""
    return _score(reading) if result_told(reading) else None


def _rank(reading: Reading) -> Found | None:
    """Whether one bid is sufficient over another (Law 18B-E), and if not, which is the lowest that would be."""
    pairs = [note.value.split("/") for note in reading.notation if note.kind == "over"]
    told = calls_told(reading)
    if not pairs and len(told) == 2:
        pairs = [told]
    if len(pairs) != 1 or len(told) != 2 or _deals_out(reading):
        return None
    upper, lower = (parse_call(call) for call in pairs[0])
    if not isinstance(upper, Bid) or not isinstance(lower, Bid):
        return None
    values = {"upper": str(upper), "lower": str(lower)}
    if upper.is_sufficient_over(lower):
        return Found({"suffices": "yes"} | values, ("18C", "18B", "18E"))
    lowest = lowest_sufficient(upper.strain, lower)
    call = {"call": str(lowest)} if lowest is not None else {}
    return Found({"suffices": "no"} | values | call, ("18D", "18B", "18E", "27"))


def _lowest(reading: Reading) -> Found | None:
    """The lowest sufficient bid of a denomination over the last bid told (Law 18B-E)."""
    suits = {note.value for note in reading.notation if note.kind == "suit"}
    bids = [call for call in (parse_call(value) for value in calls_told(reading)) if isinstance(call, Bid)]
    if len(suits) != 1 or len(bids) != 1 or _deals_out(reading):
        return None
    strain, last = Strain(suits.pop()), bids[0]
    lowest = lowest_sufficient(strain, last)
    if lowest is None:
        return Found({"no_call": strain.value, "lower": str(last)}, ("18B", "18E"))
    return Found({"call": str(lowest), "lower": str(last)}, ("18B", "18E", "27B1(a)"))


def _deals_out(reading: Reading) -> bool:
    """Whether the question is one of players or of a hand, not of two bids: a seat is named, or points are counted."""
    return _POINTS in reading.stems or any(mention.name in SEAT_OF for mention in reading.mentions)


_KINDS: dict[str, Callable[[Reading], Found | None]] = {
    "winner": _winner,
    "next": _next,
    "turn": _turn,
    "dealer": _dealer,
    "vulnerable": _dealer,
    "score": _score,
    "points": _points,
    "rank": _rank,
    "lowest": _lowest,
}
