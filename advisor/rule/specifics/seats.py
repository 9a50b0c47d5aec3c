"""Which seats the words of the Laws mean here: the offender of an irregular call, LHO, RHO and partner, where the text tells the
offender's seat (Definitions: LHO, RHO)."""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.replay.low_bid import low_in_hand
from advisor.replay.played import Played
from advisor.replay.turns import caller_out_of_turn
from advisor.rule.ruling import Ruled

_TURNS = frozenset({"29", "30", "31", "32"})
_DOUBLES, _LOW = "inadmissible_double", "insufficient_bid"


def seats(ruled: Ruled, played: Played) -> dict[str, str]:
    """`offender` with `offender_lho`, `offender_rho` and `offender_partner`, for a call out of rotation, an insufficient bid or
    an inadmissible double whose maker is told by the seat; nothing when that is not certain."""
    who = _offender(ruled, played)
    if who is None:
        return {}
    others = {"offender_lho": who.lho.value, "offender_rho": who.rho.value, "offender_partner": who.partner.value}
    return {"offender": who.value} | others


def _offender(ruled: Ruled, played: Played) -> Seat | None:
    if ruled.table.law_number in _TURNS and "rotation" in ruled.table.irregularity:
        proved = played.proofs.get("out_of_turn_by")
        return Seat(proved.value) if proved is not None else caller_out_of_turn(played.begun)
    if ruled.table.irregularity == _DOUBLES:
        proved = played.proofs.get("inadmissible_double_by")
        return Seat(proved.value) if proved is not None else None
    if ruled.table.irregularity == _LOW:
        proved = played.proofs.get("insufficient_by")
        return Seat(proved.value) if proved is not None else _low_bidder(played)
    return None


def _low_bidder(played: Played) -> Seat | None:
    """The one seat that is told to have made the insufficient bid."""
    low = low_in_hand(played)
    if low is None:
        return None
    told = [e for e in played.begun.story.events if e.object == f"call:{low.bid}" and not e.flags]
    seats_told = {SEAT_OF.get(e.actor, "") for e in told}
    return Seat(seats_told.pop()) if len(seats_told) == 1 and "" not in seats_told else None
