"""An auction replayed: whose turn it was, what was insufficient, out of turn or inadmissible, and how it ended.

Nothing is guessed. Without a dealer the seats stay unknown while their order is still sound; after the first
irregularity nobody's turn is known until a seat is told again (how it was dealt with is not in the calls).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from advisor.bridge.calls import Action, Bid, Call, lowest_sufficient
from advisor.bridge.seats import Seat

Told = tuple[Seat | None, Call]


class Fault(StrEnum):
    """What may be wrong with a call."""

    INSUFFICIENT = "insufficient"  # Law 18, 27
    OUT_OF_TURN = "out_of_turn"  # Law 17C, 28-32
    INADMISSIBLE_DOUBLE = "inadmissible_double"  # Law 19A, 36
    INADMISSIBLE_REDOUBLE = "inadmissible_redouble"  # Law 19B, 36
    AFTER_FINAL_PASS = "after_final_pass"  # Law 22, 39


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of the call at `index` (0 = first call). `over`, `lowest`: the bid it was under, and what would do."""

    index: int
    fault: Fault
    over: Bid | None = None
    lowest: Bid | None = None
    expected: Seat | None = None


@dataclass(frozen=True, slots=True)
class Auction:
    """What the calls amount to. `turn`, `dealer`, `declarer`, `leader` are None while unknown.

    `by` holds the seat of each call where it is certain; `over` is three-state: None when it cannot be known.
    """

    by: tuple[Seat | None, ...]
    findings: tuple[Finding, ...]
    dealer: Seat | None
    turn: Seat | None
    over: bool | None
    contract: Bid | None
    doubled: int
    declarer: Seat | None
    declarer_index: int | None

    @property
    def passed_out(self) -> bool | None:
        """True when nobody bid and the auction is over; None when that is unknown."""
        return None if self.over is None else self.over and self.contract is None

    @property
    def leader(self) -> Seat | None:
        """Who makes the opening lead: declarer's left-hand opponent (Law 41A); None while unknown."""
        return self.declarer.lho if self.declarer and self.over else None


@dataclass(slots=True)
class _State:
    """The replay so far. `places` are turns since the dealer's, so that order is known when seats are not."""

    dealer: Seat | None
    place: int | None = 0
    last: Bid | None = None
    last_by: int | None = None
    doubled: int = 0
    passes: int = 0
    sound: bool = True

    def clear(self) -> bool:
        """True when no further call is due: three passes after a bid, four without one (Law 22)."""
        return self.passes >= (3 if self.last else 4)


def replay(calls: Iterable[Told], dealer: Seat | None = None) -> Auction:
    """Replay a complete run of calls; a call without a seat is taken to follow in rotation.

    When the dealer is not told, the first told seat fixes the seats. Pass only calls that really followed each other.
    """
    told = list(calls)
    state = _State(dealer if dealer else _dealer(told))
    places: list[int | None] = []
    findings: list[Finding] = []
    for index, (seat, call) in enumerate(told):
        place = _place(state, seat)
        found = _faults(state, index, place, call)
        findings += found
        places.append(place)
        _apply(state, place, call, bool(found))
    return _outcome(state, told, places, findings)


def _dealer(told: list[Told]) -> Seat | None:
    """The dealer as the first told seat implies, provided the calls were in rotation."""
    return next((seat.turns(-index) for index, (seat, _) in enumerate(told) if seat), None)


def _place(state: _State, seat: Seat | None) -> int | None:
    """The turn a call was made at: the seat's own, or the one that is due."""
    if seat is None:
        return state.place
    if state.dealer is None:
        return None
    return state.dealer.distance(seat)


def _faults(state: _State, index: int, place: int | None, call: Call) -> list[Finding]:
    """What is certainly wrong with a call at its moment."""
    found: list[Finding] = []
    if state.clear() and state.sound:
        return [Finding(index, Fault.AFTER_FINAL_PASS)]
    if place is not None and state.place is not None and place != state.place:
        found.append(Finding(index, Fault.OUT_OF_TURN, expected=_seat(state, state.place)))
    if isinstance(call, Bid):
        if not call.is_sufficient_over(state.last):
            lowest = lowest_sufficient(call.strain, state.last)
            found.append(Finding(index, Fault.INSUFFICIENT, state.last, lowest))
    elif call is Action.DOUBLE and not _may_double(state, place, 0, 1):
        found.append(Finding(index, Fault.INADMISSIBLE_DOUBLE, state.last))
    elif call is Action.REDOUBLE and not _may_double(state, place, 1, 0):
        found.append(Finding(index, Fault.INADMISSIBLE_REDOUBLE, state.last))
    return found


def _may_double(state: _State, place: int | None, doubled: int, parity: int) -> bool:
    """Law 19A1, 19B1: over a bid of the right side (`parity` 1: the opponents') that is doubled as often as it must be.

    Unknown seats get the benefit of the doubt.
    """
    if state.last is None:
        return not state.sound
    if state.doubled != doubled:
        return not state.sound and state.doubled == 0
    return place is None or state.last_by is None or (place - state.last_by) % 2 == parity


def _apply(state: _State, place: int | None, call: Call, faulty: bool) -> None:
    """Let the call stand, and see whose turn it is then: nobody's certain turn after a fault."""
    if isinstance(call, Bid):
        state.last, state.last_by, state.doubled, state.passes = call, place, 0, 0
    elif call is Action.PASS:
        state.passes += 1
    else:
        state.doubled, state.passes = (1 if call is Action.DOUBLE else 2), 0
    state.sound = state.sound and not faulty
    state.place = None if faulty or place is None else (place + 1) % 4


def _seat(state: _State, place: int | None) -> Seat | None:
    return state.dealer.turns(place) if state.dealer and place is not None else None


def _outcome(state: _State, told: list[Told], places: list[int | None], findings: list[Finding]) -> Auction:
    """How the auction stands; the contract and declarer only of a faultless one (Law 22, Definitions: Declarer)."""
    over = state.clear() if state.sound else None
    first: int | None = None
    if over and state.last is not None:
        bids = [(i, call) for i, (_, call) in enumerate(told) if isinstance(call, Bid)]
        side = (state.last_by or 0) % 2
        first = next(i for i, bid in bids if bid.strain is state.last.strain and (places[i] or 0) % 2 == side)
    declarer = _seat(state, places[first]) if first is not None else None
    turn = None if over or not state.sound else _seat(state, state.place)
    by = tuple(seat or _seat(state, place) for (seat, _), place in zip(told, places, strict=True))
    contract = state.last if over else None
    return Auction(by, tuple(findings), state.dealer, turn, over, contract, state.doubled if contract else 0, declarer, first)
