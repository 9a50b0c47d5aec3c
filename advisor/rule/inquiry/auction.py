"""The calls that a bare question tells, and how the auction stands after them."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.bridge.auction import Auction, Told, replay
from advisor.read.notation.reader import Notation, calls_of
from advisor.read.reading import Reading
from advisor.replay.calls import seated
from advisor.replay.turns import dealer_told

_RUNS = ("auction", "call", "call_by")


@dataclass(frozen=True, slots=True)
class Standing:
    """A faultless auction as it stands, and its last call."""

    auction: Auction
    last: str


def calls_told(reading: Reading) -> list[str]:
    """Every call told, in the order of the telling."""
    return [call for note in reading.notation for _, _, call in _calls(note)]


def standing(reading: Reading) -> Standing | None:
    """How the one auction told stands; None when something in it is wrong, unknown, or told apart from it."""
    told: list[Told] = []
    for note in reading.notation:
        told += seated(_calls(note))
    if not told:
        return None
    auction = replay(told, dealer_told(reading))
    return None if auction.findings else Standing(auction, str(told[-1][1]))


def _calls(note: Notation) -> list[tuple[str | None, bool, str]]:
    """(seat, in brackets, call) of each call of a stretch of notation; a call that is asked for (`?`) is none."""
    if note.kind in _RUNS:
        return calls_of(note.value)
    return [(None, False, part.value) for part in note.parts] if note.kind == "over" else []
