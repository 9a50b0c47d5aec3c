"""A director who tells the own ruling and has found out that it was wrong: what is to be done about that is the matter, not the
irregularity that was ruled (Law 82C)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.read.reading import Reading
from advisor.read.story import SPEAKER
from advisor.replay.moment import board_over
from advisor.replay.players import cues

SITUATION: Final = "director_error"
_DIRECTS, _RULES = "teller_directs", frozenset({"bid", "ask", "replace", "refuse", "accept", "call_card"})
_FOUND, _SAYS, _ADMITTED = "own_error_found", "say", "director_admits_error"


def confessed(reading: Reading, ruled: Collection[int] = ()) -> str:
    """`director_error`, where the board is over, or it is told from home or of the scores, and a director who ruled (`ruled` are
    the tokens of what is told as a ruling) is told to admit that it was wrong; or the teller is told to have said something to
    the players, and has looked it up since."""
    admitted = bool(ruled) and any(cues(reading, _ADMITTED))
    found = [cue.first for cue in cues(reading, _FOUND)]
    own = [e for e in reading.story.events if e.actor == SPEAKER]
    directs = any(cues(reading, _DIRECTS))
    said = [e.first for e in own if e.deed == _SAYS or e.first in ruled or (directs and e.deed in _RULES)]
    looked_up = bool(found) and any(at < found[-1] for at in said)
    return SITUATION if (admitted or looked_up) and board_over(reading) else ""
