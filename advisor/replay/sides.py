"""On which side the offender is, from the seats: of the one who led and of the one who is told to be declarer (Laws 54, 55)."""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF, TOLD
from advisor.read.reading import Reading

FACT = "offender_side"
_UNSAID = frozenset({"negated", "supposed"})
_DECLARING = ("declarer", "dummy")


def offender_side(reading: Reading) -> dict[str, str]:
    """`offender_side`: `declaring` or `defending`, where the first lead is by a seat and one side is told to declare."""
    leads = [e for e in reading.story.events if e.deed == "lead" and not _UNSAID & set(e.flags)]
    declaring = {Seat(SEAT_OF[seat]).side for seat, role in reading.story.roles if role in _DECLARING and seat in SEAT_OF}
    if not leads or leads[0].actor not in SEAT_OF or leads[0].by != TOLD or len(declaring) != 1:
        return {}
    return {FACT: "declaring" if Seat(SEAT_OF[leads[0].actor]).side in declaring else "defending"}
