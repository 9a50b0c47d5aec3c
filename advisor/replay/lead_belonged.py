"""To whose side a lead belonged that declarer made: to the player who had won the trick before, or is told to have had the lead
(Laws 55B1, 55B2)."""

from __future__ import annotations

from typing import Final

from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.read.story import SPEAKER
from advisor.replay.declaring import DECLARER, DEFENDER, side_of

FACT: Final = "lead_belonged_to"
_VALUES: Final = {DECLARER: "declaring_side", DEFENDER: "defender"}
_HAD, _WE_HAD = "had_the_lead", "we_had_the_lead"
_PEOPLE: Final = frozenset({"declarer", "dummy", "defender", "lho", "rho", "opponent", *SEAT_OF})
_NEAR: Final = 3


def lead_belonged(reading: Reading) -> dict[str, str]:
    """`lead_belonged_to`, where everybody who is told to have had the lead, or to have won the trick before, is of one side."""
    players = [SPEAKER for _ in reading.cued(_WE_HAD)]
    players += [who for cue in reading.cued(_HAD) for who in _beside(reading, cue.first, cue.last)]
    sides = {_VALUES.get(side_of(reading, who), "") for who in players}
    return {FACT: sides.pop()} if len(sides) == 1 and "" not in sides else {}


def _beside(reading: Reading, first: int, last: int) -> list[str]:
    """The player right behind words, or else right before them in their clause."""
    people = [m for m in reading.mentions if m.name in _PEOPLE and m.how != "derived" and not m.flags]
    after = [m for m in people if last < m.first <= last + _NEAR and not reading.parted(last, m.first)]
    before = [m for m in people if first - _NEAR <= m.last < first and not reading.parted(m.last, first)]
    return [m.name for m in before[-1:] or after[:1]]
