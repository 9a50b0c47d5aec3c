"""Facts that are the relation between two players: where East revoked, "West won it" says that the partner did.

Only in a reply, which speaks to the point (in a story other tricks are told too); only seats are compared, never roles, and
only where the text leaves one choice. Everything else stays unknown.
"""

from __future__ import annotations

from typing import Any

from advisor import store
from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF, Event
from advisor.read.reading import Reading


def relation_facts(reading: Reading, before: Reading, asked: str = "") -> dict[str, str]:
    """Fact -> value (`advisor/laws/relations.yaml`) that a reply tells. `before` is the story so far, with the offender;
    `asked` is the open question: a seat named alone in the reply did what it asks for ("South did")."""
    specs: dict[str, Any] = store.load("talk")["relations"]
    found = {}
    for fact, spec in specs.items():
        offender = _doer(before, [spec["of"]])
        other = _doer(reading, spec["done"], spec.get("near", "")) or (_alone(reading) if fact == asked else None)
        value = spec.get(_relation(offender, other), "") if offender and other else ""
        if value:
            found[fact] = value
    return found


def _doer(reading: Reading, deeds: list[str], near: str = "") -> Seat | None:
    """The one seat that is told to have done one of these deeds, in a sentence with the sense `near`."""
    told = [e for e in reading.story.events if e.deed in deeds and e.actor and not e.flags and _beside(reading, e, near)]
    seats = {SEAT_OF.get(event.actor, "") or _named_beside(reading, event) for event in told}
    seat = seats.pop() if len(seats) == 1 else ""
    return Seat(seat) if seat else None


def _alone(reading: Reading) -> Seat | None:
    """The one seat that a text names."""
    told = [mention for mention in reading.mentions if mention.name in SEAT_OF]
    seats = {SEAT_OF[mention.name] for mention in told}
    return Seat(seats.pop()) if len(seats) == 1 and not any(mention.flags for mention in told) else None


def _named_beside(reading: Reading, event: Event) -> str:
    """The seat that a role is put beside: in "East, a defender, revoked" the defender is East; else nothing."""
    roles = [m for m in reading.mentions if m.name == event.actor and m.first <= event.first]
    if not roles:
        return ""
    role = roles[-1]
    for seat in reading.mentions:
        between = reading.stems[seat.last + 1 : role.first]
        if seat.name in SEAT_OF and seat.last < role.first and reading.tokens[seat.last].after and not any(between):
            return SEAT_OF[seat.name]
    return ""


def _beside(reading: Reading, event: Event, near: str) -> bool:
    sentence = reading.sentences[event.first]
    return not near or any(s == near and reading.sentences[i] == sentence for i, s in enumerate(reading.stems))


def _relation(offender: Seat, other: Seat) -> str:
    names = {offender: "self", offender.partner: "partner", offender.lho: "lho", offender.rho: "rho"}
    return names[other]
