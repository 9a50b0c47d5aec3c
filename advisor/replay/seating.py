"""Who sits where, seen from declarer (Laws 41A, 44C): the opening leader on the left, dummy opposite, the other defender.

The table is known by the seat of declarer (told with the contract, by a role, or by the calls) or by the teller's own place
("I was declarer"); without either only the sides are, where a player is called declarer, dummy or a defender, or where two
partners alone handle cards and somebody else is called declarer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from advisor.base.kept import once
from advisor.bridge.seats import Seat, Side
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.read.story import DROPPED
from advisor.replay.contract import contract_of
from advisor.replay.declaring import DEFENDER as DEFENDS
from advisor.replay.declaring import beside_bid, calls_for, plain_side, speaker_declares
from advisor.replay.hands import DECLARER, DUMMY, LAST, LEADER, hand_told
from advisor.replay.named_first import declarer_by_calls
from advisor.replay.players import COMPASS, cues, places

_OF_ROLE = {"declarer": DECLARER, "dummy": DUMMY}
_FROM_SPEAKER = {"speaker": 0, "lho": 1, "partner": 2, "rho": 3}
_OF_DECLARER = {"lho": LEADER, "rho": LAST}
_TOLD_BY = {"i_declare": DECLARER, "i_am_dummy": DUMMY}
_DEFENDER, _PAIR = "defender", 2
_MINE = "of_my_contract"
_LEAD, _OUT, _WRONG = "lead", "out_of_turn", "wrong_hand"
_HANDLES = frozenset({"lead", "play", "follow", "discard", "ruff", "win", "expose"})


@dataclass(frozen=True, slots=True)
class Seating:
    """The seat of declarer by the compass, and the place of the teller, counted to the left of declarer; each as far as told;
    else the side that defends, whether the teller plays cards against somebody called declarer, and the `reading` that may tell
    sides without seats.
    `third_person`: nobody is seen from the teller, nor told by a seat, so that left and right are declarer's."""

    declarer: Seat | None = None
    speaker: int | None = None
    defending: Side | None = None
    teller_defends: bool = False
    third_person: bool = False
    reading: Reading | None = None

    def place(self, who: str) -> int | None:
        """Where a player of the story sits: `DECLARER`, `LEADER`, `DUMMY` or `LAST`; None where that is not certain."""
        if who in _OF_ROLE:
            return _OF_ROLE[who]
        if who in SEAT_OF:
            return self.declarer.distance(Seat(SEAT_OF[who])) if self.declarer is not None else None
        if who in _FROM_SPEAKER and self.speaker is not None:
            return (self.speaker + _FROM_SPEAKER[who]) % 4
        return _OF_DECLARER.get(who) if self.third_person else None

    def defends(self, who: str) -> bool | None:
        """Whether a player defends; None where that is not certain."""
        place = self.place(who)
        if place is not None:
            return place in (LEADER, LAST)
        if who in SEAT_OF and self.defending is not None:
            return Seat(SEAT_OF[who]).side is self.defending
        if who == _DEFENDER or (who == "speaker" and self.teller_defends):
            return True
        side = plain_side(self.reading, who) if self.reading is not None else ""
        return side == DEFENDS if side else None


@once
def seating(reading: Reading) -> Seating:
    """Who sits where, as far as one telling says so; nothing where it says two things."""
    seats = {Seat(SEAT_OF[seat]) for seat, role in reading.story.roles if role == "declarer" and seat in SEAT_OF}
    contract = contract_of(reading, asked=any(note.kind == "contract" for note in reading.notation))
    if contract is not None and contract.declarer is not None:
        seats.add(contract.declarer)
    mine = {_TOLD_BY[cue.what] for cue in reading.cues if cue.what in _TOLD_BY}
    if mine != {DUMMY}:
        mine |= {DECLARER} if _my_contract(reading) or speaker_declares(reading) else set()
    seats |= beside_bid(reading) or calls_for(reading) if not seats and not mine else set()
    if not seats and not mine:
        who = declarer_by_calls(reading)
        seats |= {Seat(SEAT_OF[who])} if who in SEAT_OF else set()
        mine |= {-_FROM_SPEAKER[who] % 4} if who in _FROM_SPEAKER else set()
    declarer = seats.pop() if len(seats) == 1 else None
    speaker = mine.pop() if len(mine) == 1 else None
    if declarer is None and speaker is not None:
        own = _own_seat(reading)
        declarer = own.turns(-speaker) if own is not None else None
    if declarer is not None or speaker is not None:
        return Seating(declarer, speaker)
    return Seating(None, None, _defending(reading), _teller_defends(reading), _third_person(reading), reading)


def _third_person(reading: Reading) -> bool:
    """Whether the players are told by their roles alone, declarer among them."""
    names = {mention.name for mention in reading.mentions}
    return "declarer" in names and not names & set(SEAT_OF) and not cues(reading, "person_i", "of_me")


@once
def _my_contract(reading: Reading) -> bool:
    """Whether a contract is told as the teller's ("against my 4♥")."""
    starts = {reading.tokens[at].start for cue in cues(reading, _MINE) if (at := cue.last + 1) < len(reading.tokens)}
    return any(note.kind in ("contract", "call") and note.start in starts for note in reading.notation)


def _own_seat(reading: Reading) -> Seat | None:
    """The seat of the teller by the compass, where it is told."""
    spoken = {cue.first for cue in cues(reading, "person_i")}
    steps = {place.player.step for place in places(reading) if place.first in spoken and place.player.frame == COMPASS}
    return Seat.N.turns(steps.pop()) if len(steps) == 1 else None


def _teller_defends(reading: Reading) -> bool:
    """Whether the teller handles cards, and somebody else does so as declarer."""
    acting = {e.actor for e in reading.story.events if e.deed in _HANDLES and e.by != DROPPED and not e.flags}
    return {"speaker", "declarer"} <= acting


def _defending(reading: Reading) -> Side | None:
    """The side that defends where another is called declarer or dummy: of those told by their seats only two partners lead,
    play, win or show cards, or only one, who led to begin with and not out of turn or from one of two hands."""
    if not any(m.name in _OF_ROLE and m.how != "derived" for m in reading.mentions):
        return None
    events = reading.story.events
    handled = [n for n, e in enumerate(events) if e.deed in _HANDLES and e.actor in SEAT_OF and not e.flags]
    seats = {Seat(SEAT_OF[events[n].actor]) for n in handled}
    sides = {seat.side for seat in seats}
    return sides.pop() if len(sides) == 1 and (len(seats) == _PAIR or _led_first(reading, handled)) else None


def _led_first(reading: Reading, handled: Sequence[int]) -> bool:
    """Whether the first of these deeds is a lead, and neither from a hand that is named nor out of turn."""
    if reading.story.events[handled[0]].deed != _LEAD or hand_told(reading, handled[0]) is not None:
        return False
    return not any(m.name == _OUT for m in reading.mentions) and not any(cue.what == _WRONG for cue in reading.cues)
