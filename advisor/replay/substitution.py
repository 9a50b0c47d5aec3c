"""Which call was withdrawn and which came in its place, as far as the telling makes that certain (Laws 23, 26, 27, 30-32)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from advisor.bridge.auction import Fault, replay
from advisor.bridge.calls import Bid, lowest_sufficient, parse_call
from advisor.read.notation.reader import Notation, calls_of
from advisor.read.reading import Reading
from advisor.replay.aftermath import REFUSED
from advisor.replay.calls import ToldCall, seated
from advisor.replay.meanings import Meant, meant_calls

_APART = 5
_INSUFFICIENT = "insufficient_bid"
_TURNS = frozenset({"out_of_turn", "bid_out_of_turn", "pass_out_of_turn", "turn_not_theirs", "turn_told", "dealer_told"})


class TooLow(NamedTuple):
    """An insufficient bid, and the bid it was made over."""

    bid: Bid
    over: Bid

    @property
    def lowest(self) -> Bid | None:
        """The lowest sufficient bid in its denomination (Law 27B1(a)); None when even seven is too low."""
        return lowest_sufficient(self.bid.strain, self.over)


@dataclass(frozen=True, slots=True)
class Substitution:
    """The withdrawn call and its replacement (None: not told, or not certain which)."""

    old: Meant
    new: Meant | None


def too_low(reading: Reading, calls: Sequence[ToldCall], breath: Sequence[Notation]) -> TooLow | None:
    """The insufficient bid, when one is told, in so many words or in an auction; `calls` are those told,
    `breath` those told in one breath."""
    found: set[TooLow] = set()
    for note in (*reading.notation, *reading.story.played, *breath):
        if note.kind == "over":
            upper, lower = (parse_call(part) for part in note.value.split("/"))
            if isinstance(upper, Bid) and isinstance(lower, Bid) and not upper.is_sufficient_over(lower):
                found.add(TooLow(upper, lower))
        elif note.kind == "auction":
            told = seated(calls_of(note.value))
            first = next((f for f in replay(told).findings if f.fault is Fault.INSUFFICIENT), None)
            bid = told[first.index][1] if first is not None else None
            if first is not None and first.over is not None and isinstance(bid, Bid):
                found.add(TooLow(bid, first.over))
    found = found or _told_over(reading, calls) or _called_low(reading, calls)
    return found.pop() if len(found) == 1 else None


def _told_over(reading: Reading, calls: Sequence[ToldCall]) -> set[TooLow]:
    """The pairs of bids that a word for "over" joins ("2♠ over the 3♦"), the first of them too low; seats may stand between."""
    bids = [(call.at, bid) for call in calls if isinstance(bid := parse_call(call.value), Bid)]
    over = {cue.first for cue in reading.cues if cue.what == "over_call"}
    return {
        TooLow(bid, last)
        for (at, bid), (then, last) in pairwise(bids)
        if then - at <= _APART and over & set(range(at + 1, then)) and not bid.is_sufficient_over(last)
    }


def _called_low(reading: Reading, calls: Sequence[ToldCall]) -> set[TooLow]:
    """Where a bid is called insufficient, or a refusal is told and nothing of a turn: the pairs of bids told one after
    the other of which the second is too low. Of several pairs the first, for what is told later is the rest of the story."""
    told = {mention.name for mention in reading.mentions if not mention.flags}
    if _INSUFFICIENT not in told and (not told & REFUSED or told & _TURNS):
        return set()
    return set([low for low in bids_too_low(calls) if low.bid != low.over][:1])


def bids_too_low(calls: Sequence[ToldCall]) -> list[TooLow]:
    """The pairs of bids told one after the other of which the second is too low over the first, in their order (Law 18D)."""
    return [low for *_, low in places_too_low(calls)]


def places_too_low(calls: Sequence[ToldCall]) -> list[tuple[int, int, TooLow]]:
    """The same, each with the tokens of the first and of the second bid before it."""
    bids = [(call.at, bid) for call in calls if isinstance(bid := parse_call(call.value), Bid)]
    pairs = ((then, at, TooLow(bid, last)) for (then, last), (at, bid) in pairwise(bids))
    return [each for each in pairs if not each[2].bid.is_sufficient_over(each[2].over)]


def substitution(reading: Reading, calls: tuple[ToldCall, ...], low: TooLow | None) -> Substitution | None:
    """The one call told to be withdrawn (or out of turn, or insufficient), with the one told in its place.

    Without a word that marks it, the replacement is the only later call of the same seat, or the only other call when
    both are told with their meaning. None when no call, or more than one, is marked as withdrawn.
    """
    if not calls or (not any(cue.what in ("withdrawn", "instead_of") for cue in reading.cues) and not low):
        return None
    meant = meant_calls(reading, calls)
    old = _old(meant, low)
    return Substitution(old, _new(meant, old, low)) if old is not None else None


def lowest_same(low: TooLow | None, told: Substitution | None) -> str:
    """Whether the told replacement of an insufficient bid is (`yes`) or is not (`no`) the lowest sufficient bid of the same
    denomination (Law 27B1(a)); nothing when it has another denomination, is too low itself, or is not told, or the withdrawn
    bid is told to show other suits than its own."""
    if told is None or told.new is None or low is None or told.old.call.value != str(low.bid):
        return ""
    new, shown = parse_call(told.new.call.value), told.old.meaning.suits
    if (shown and low.bid.strain.value not in shown) or not isinstance(new, Bid) or new.strain is not low.bid.strain:
        return ""
    return "yes" if new == low.lowest else "no" if low.over < new else ""


def lowest_untold(calls: Sequence[ToldCall], low: TooLow | None) -> bool:
    """Whether calls are told beside the insufficient bid and the one before it, and the lowest sufficient bid of the same
    denomination is not among them."""
    others = {call.value for call in calls} - {str(bid) for bid in low or ()}
    return low is not None and bool(others) and str(low.lowest) not in others


def _old(meant: Sequence[Meant], low: TooLow | None) -> Meant | None:
    """The call that was withdrawn."""
    replaced = [each for each in meant if "instead_of" in each.cues]
    marked = replaced or [each for each in meant if "withdrawn" in each.cues and "new" not in each.cues]
    if len(marked) == 1:
        return marked[0]
    found = [each for each in meant if each.call.value == str(low.bid)] if low else []
    return found[0] if found else None


def _new(meant: Sequence[Meant], old: Meant, low: TooLow | None) -> Meant | None:
    """The call in its place."""
    over = str(low.over) if low is not None and old.call.value == str(low.bid) else ""
    others = [each for each in meant if each is not old and each.call.value != over]
    marked = [each for each in others if "new" in each.cues]
    if len(marked) == 1:
        return marked[0]
    if "instead_of" in old.cues:
        before = [each for each in others if each.call.at < old.call.at]
        return before[-1] if before else None
    own = [each for each in others if each.call.seat is not None and each.call.seat is old.call.seat]
    if len(own) == 1 and own[0].call.at > old.call.at:
        return own[0]
    if len(others) == 1 and others[0].meaning.told and old.meaning.told and None in (others[0].call.seat, old.call.seat):
        return others[0]
    return None
