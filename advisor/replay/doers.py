"""Whose card was it, a defender's or declarer's? Worked out from who handled a card in the story (Laws 45C1, 45C2).

Only what is certain is asserted: the card at issue is the one that was taken back, held or shown, if such a deed is told
with its doer; else the one that was taken out of a hand; else the one that was played, if all who played are of one side.
A doer who is told counts before one that grammar only suggests. A seat is a defender's when somebody else is called declarer.
"""

from __future__ import annotations

from advisor.read.events import CARDS, PLAYERS, SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.replay.declaring import side_of

_BACK = frozenset({"withdraw", "take_out", "touch", "expose"})
_OUT = frozenset({"produce"})
_DEFENDERS = frozenset({"defender", "lho", "rho"})
_CARDS = ("card", "rank")
_ON_SIDE = {"declarer": "declaring", "defender": "defending"}
_DOWN = CARDS | {"turn_card"}


def doer_facts(reading: Reading) -> dict[str, str]:
    """`played_by`: `declarer` or `defender`; nothing when that is not certain."""
    for found in _sides(reading):
        if found - {""}:
            side = found.pop() if len(found) == 1 else ""
            return {"played_by": side} if side else {}
    return {}


def sole_doer(reading: Reading) -> dict[str, str]:
    """The same, only where everybody who handled a card at all is of one side."""
    found = set().union(*_sides(reading))
    return {"played_by": found.pop()} if len(found) == 1 and found != {""} else {}


def _sides(reading: Reading) -> list[set[str]]:
    """The sides of those who took a card back, out of a hand, or put one down."""
    roles = dict(reading.story.roles)
    named = any(m.name == "declarer" for m in reading.mentions) and "declarer" not in roles.values()
    handled = [event for event in reading.story.events if event.deed in _BACK | _OUT | _DOWN and not event.flags]
    plain = [event for event in handled if event.by == TOLD] or handled
    return [{_side(event, roles, named) for event in plain if event.deed in deeds} for deeds in (_BACK, _OUT, _DOWN)]


def _side(event: Event, roles: dict[str, str], declarer_named: bool) -> str:
    """The side of a doer: `declarer`, `defender`, or nothing (dummy plays for nobody)."""
    who = roles.get(event.actor, event.actor)
    if who in _DEFENDERS:
        return "defender"
    if who == "declarer":
        return "declarer"
    return "defender" if declarer_named and who in SEAT_OF else ""


def one_hand(reading: Reading) -> dict[str, str]:
    """`together_by` (`one_hand`) where only one person is told to have handled a card, and two cards are told."""
    cards = {note.value for note in reading.notation if note.kind in _CARDS}
    return {"together_by": "one_hand"} if _one_doer(reading) and len(cards) > 1 else {}


def one_hands_side(reading: Reading) -> dict[str, str]:
    """`offender_side`: `declaring` or `defending`, the side of the one person who is told to have handled a card; somebody else
    may be told to say something about it."""
    side = doer_facts(reading).get("played_by", "") if _one_doer(reading) else ""
    doers = {e.actor for e in reading.story.events if e.deed in _BACK | _OUT | CARDS and not e.flags}
    side = side or (side_of(reading, next(iter(doers))) if len(doers) == 1 and "" not in doers else "")
    return {"offender_side": _ON_SIDE[side]} if side else {}


def _one_doer(reading: Reading) -> bool:
    """Whether only one person is told to have handled a card, and nobody else is told of."""
    doers = {e.actor for e in reading.story.events if e.deed in _BACK | _OUT | CARDS and not e.flags}
    people = {m.name for m in reading.mentions if m.name in PLAYERS and m.how != "derived" and not m.flags}
    return len(doers) == 1 and "" not in doers and people <= doers
