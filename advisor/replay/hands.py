"""From which of declarer's two hands a card comes: the one told right after the deed (Laws 44, 55)."""

from __future__ import annotations

from typing import Final

from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE

DECLARER, LEADER, DUMMY, LAST = range(4)  # places, counted to the left of declarer
HANDS: Final = {"from_dummy": DUMMY, "from_hand": DECLARER, "lead_in_dummy": DUMMY, "lead_in_hand": DECLARER}
_NEAR = 6


def hand_told(reading: Reading, number: int) -> int | None:
    """The hand of declarer's side (`DECLARER`, `DUMMY`) that is named right after the deed of a number, before the next one."""
    events = reading.story.events
    event = events[number]
    then = min((other.first for other in events if other.first > event.first), default=len(reading.tokens))
    end = min(then, event.last + _NEAR)
    found = {
        HANDS[cue.what]
        for cue in reading.cues
        if cue.what in HANDS and event.first < cue.first < end and not _ended(reading, event.first, cue.first)
    }
    return found.pop() if len(found) == 1 else None


def _ended(reading: Reading, first: int, last: int) -> bool:
    return any(token.after >= SENTENCE for token in reading.tokens[first:last])
