"""Who called or led in turn after all: the dealer with the first call (Law 17B), the player whose turn is told, and the opening
lead by the player on declarer's left (Law 41A). Only where that is certain."""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.calls import told_calls
from advisor.replay.declaring import declaring_seat
from advisor.replay.turns import dealer_told, turn_in_words

_LEAD = "lead"


def called_in_turn(reading: Reading) -> Seat | None:
    """The seat that is told to have dealt and to have made the first call, or whose turn is told and that alone called."""
    callers = [call.seat for call in told_calls(reading)]
    if not callers or None in callers:
        return None
    dealer, turn = dealer_told(reading), turn_in_words(reading)
    if dealer is not None and turn in (None, dealer):
        return dealer if callers[0] is dealer else None
    return turn if turn is not None and set(callers) == {turn} else None


def led_in_turn(reading: Reading) -> Seat | None:
    """The seat on declarer's left, where that player alone is told to have led."""
    leads = [e for e in reading.story.events if e.deed == _LEAD and not UNSAID & set(e.flags)]
    declarer, leaders = declaring_seat(reading), {SEAT_OF.get(event.actor) for event in leads}
    return declarer.lho if declarer is not None and leaders == {declarer.lho.value} else None
