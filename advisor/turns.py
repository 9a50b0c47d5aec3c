"""Whose turn was it, seen from the player who acted? Worked out from the seats that a story tells (Laws 17A, 17C, 28, 29).

Only what is certain is asserted: one seat whose turn is told (in words, or as the dealer before any other call), and one
other seat that called. Everything else stays unknown.
"""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading

_CALLS = ("open", "bid", "pass", "double", "redouble")
_TURN, _OUT = "turn_told", ("out_of_turn", "bid_out_of_turn", "turn_not_theirs", "jumped_in")
_NEAR = 2


def turn_facts(reading: Reading) -> dict[str, str]:
    """`wrong_turn_of`: `rho`, `partner` or `lho` of the player who called out of turn; nothing when that is not certain."""
    turn, offender = _turn(reading), _offender(reading)
    dealt = not turn
    turn = turn or _dealer(reading)
    if turn is None or offender is None or turn is offender or (dealt and not _first_call(reading, offender)):
        return {}
    relations = {offender.rho: "rho", offender.partner: "partner", offender.lho: "lho"}
    return {"wrong_turn_of": relations[turn]}


def _turn(reading: Reading) -> Seat | None:
    """The one seat that stands in, or right beside, the words that tell whose turn it was."""
    seats = [(m.first, m.last, SEAT_OF[m.name]) for m in reading.mentions if m.name in SEAT_OF and not m.flags]
    told = [m for m in reading.mentions if m.name == _TURN]
    found = {seat for m in told for first, last, seat in seats if m.first - 1 <= first and last <= m.last + _NEAR}
    return Seat(found.pop()) if len(found) == 1 else None


def _dealer(reading: Reading) -> Seat | None:
    """The one seat that is told to have dealt."""
    found = {e.actor for e in reading.story.events if e.deed == "deal" and e.actor in SEAT_OF and not e.flags}
    return Seat(SEAT_OF[found.pop()]) if len(found) == 1 else None


def _offender(reading: Reading) -> Seat | None:
    """The seat whose call is said to be out of turn: the call told last before those words, or else the first after them."""
    said = [m for m in reading.mentions if m.name in _OUT]
    calls = [e for e in reading.story.events if e.deed in _CALLS and e.actor and not e.flags]
    if not said:
        return None
    near = [e for e in calls if reading.sentences[e.first] == reading.sentences[said[0].first]]
    before = [e for e in near if e.first <= said[0].last]
    seat = SEAT_OF.get((before or near)[-1 if before else 0].actor) if near else None
    return Seat(seat) if seat else None


def _first_call(reading: Reading, offender: Seat) -> bool:
    """Whether no call of another player is told before the offender's."""
    calls = [e for e in reading.story.events if e.deed in _CALLS]
    return bool(calls) and SEAT_OF.get(calls[0].actor) == offender.value
