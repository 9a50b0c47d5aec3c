"""How long after the official score was made available something was noticed, by the clock (Laws 79C1, 92B)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from advisor.read.cues import Cue
from advisor.read.reading import Reading

OVER, IN_TIME = "correction_period_over", "appeal_in_time"
_CLOCK: Final = re.compile(r"(?<![\d.:,/])([01]?\d|2[0-3])[.:]([0-5]\d)(?![\d%/]|[.:,]\d)")
_UP, _OTHER_PERIOD = "results_up", "period_told"
_PERIOD: Final = 30  # minutes, where the Tournament Organizer has set no other
_HALF_DAY, _LATEST = (
    12 * 60,
    6 * 60,
)  # "10.15 pm" and "22.50" are of one evening; what is later than that is no time of the same one
_NEAR: Final = 40  # characters
_BREAK: Final = re.compile(r"[,;]|[.:!?]\s")


def by_the_clock(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`correction_period_over` and `appeal_in_time`, where the time at which the scores went up is told, and every other time
    told after it lies within the half-hour, or every one beyond it; nothing where words tell of another period."""
    up = [cue for cue in reading.cued(_UP) if cue.first not in untold]
    if not up or reading.cued(_OTHER_PERIOD):
        return {}
    times = [(match.start(), match.end(), int(match[1]) * 60 + int(match[2])) for match in _CLOCK.finditer(reading.text)]
    first = {minutes for cue in up for minutes in _beside(reading, cue, times)}
    if len(first) != 1:
        return {}
    began = first.pop()
    later = {(minutes - began) % _HALF_DAY for _, _, minutes in times if minutes != began}
    verdicts = {minutes > _PERIOD for minutes in later if minutes <= _LATEST}
    if len(verdicts) != 1:
        return {}
    over = verdicts.pop()
    return {OVER: "yes" if over else "no", IN_TIME: "no" if over else "yes"}


def _beside(reading: Reading, cue: Cue, times: Sequence[tuple[int, int, int]]) -> list[int]:
    """The time (minutes since midnight) that stands nearest to the words that the scores went up, with no comma between."""
    first, last = reading.tokens[cue.first].start, reading.tokens[cue.last].end
    between = ((reading.text[end:first] if end <= first else reading.text[last:start], minutes) for start, end, minutes in times)
    near = [(len(words), minutes) for words, minutes in between if len(words) <= _NEAR and not _BREAK.search(words)]
    return [min(near)[1]] if near else []
