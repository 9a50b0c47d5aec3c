"""From which of declarer's two hands a card comes: the one told right after the deed (Laws 44, 55)."""

from __future__ import annotations

from typing import Final

from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE

DECLARER, LEADER, DUMMY, LAST = range(4)  # places, counted to the left of declarer
HANDS: Final = {"from_dummy": DUMMY, "from_hand": DECLARER, "lead_in_dummy": DUMMY, "lead_in_hand": DECLARER}
_SOURCES: Final = ("from_dummy", "from_hand")
_NEAR = 6


def hand_told(reading: Reading, number: int) -> int | None:
    """The hand of declarer's side (`DECLARER`, `DUMMY`) that is named first right after the deed of a number, before the next."""
    events = reading.story.events
    event = events[number]
    then = min((other.first for other in events if other.first > event.first), default=len(reading.tokens))
    end = min(then, event.last + _NEAR)
    near = [cue for cue in reading.cues if cue.what in _SOURCES and event.first < cue.first < end]
    first = min(near, key=lambda cue: cue.first, default=None)
    return HANDS[first.what] if first is not None and not reading.parted(event.first, first.first, SENTENCE) else None
