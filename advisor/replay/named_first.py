"""Who declares by the calls that are told with their callers (Definitions: Declarer): of the side that made the last bid, the one
who first named its denomination."""

from __future__ import annotations

from advisor.base.kept import once
from advisor.bridge.calls import Bid, parse_call
from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF, Event
from advisor.read.reading import Reading

_CALL, _PASSES = "call:", 3
_PAIRS = {"speaker": "ours", "partner": "ours", "lho": "theirs", "rho": "theirs"}


@once
def declarer_by_calls(reading: Reading) -> str:
    """The player who declares, as told (a seat, or as the teller sees it); nothing unless all bids have their callers and three
    passes follow."""
    events = [event for event in reading.story.events if not event.flags]
    bids = [(at, event, bid) for at, event in enumerate(events) if (bid := _bid(event)) is not None]
    if not bids or any(not _side(event.actor) for _, event, _ in bids):
        return ""
    at, last, final = bids[-1]
    if sum(event.deed == "pass" for event in events[at + 1 :]) < _PASSES:
        return ""
    return next(event.actor for _, event, bid in bids if bid.strain is final.strain and _side(event.actor) == _side(last.actor))


def _bid(event: Event) -> Bid | None:
    if not event.object.startswith(_CALL):
        return None
    try:
        call = parse_call(event.object.removeprefix(_CALL))
    except ValueError:
        return None
    return call if isinstance(call, Bid) else None


def _side(actor: str) -> str:
    return Seat(SEAT_OF[actor]).side if actor in SEAT_OF else _PAIRS.get(actor, "")
