"""Whether a board can still be scored normally after a wrong ruling (Law 82C): not where players were told how to call or play,
and it has been played to the end that way; a wrong count of tricks or a wrong score is only put right."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.read.reading import Reading
from advisor.replay.moment import board_over
from advisor.replay.players import cues

SCORABLE: Final = "board_scorable"
_TOLD_HOW, _ONLY_COUNTED = "ruled_how_to_act", "ruled_the_count"


def scorable(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`board_scorable` (`no`), where words tell that somebody had to pass, to play or to lead as the Director said, and that the
    board is over."""
    ruled = any(cues(reading, _TOLD_HOW)) and not any(cues(reading, _ONLY_COUNTED))
    return {SCORABLE: "no"} if ruled and board_over(reading, untold) else {}
