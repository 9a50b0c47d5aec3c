"""From which of declarer's two hands a card comes: the one told right after the deed (Laws 44, 55)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from advisor.base.kept import once
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
    begun = _begun(reading)
    behind = bisect_right(begun, event.first)
    then = begun[behind] if behind < len(begun) else len(reading.tokens)
    end = min(then, event.last + _NEAR)
    near = [cue for cue in reading.cues_beginning(event.first + 1, end - 1) if cue.what in _SOURCES]
    first = min(near, key=lambda cue: cue.first, default=None)
    return HANDS[first.what] if first is not None and not reading.parted(event.first, first.first, SENTENCE) else None


@once
def _begun(reading: Reading) -> list[int]:
    """Where the deeds begin, in order."""
    return sorted(event.first for event in reading.story.events)
