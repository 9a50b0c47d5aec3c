"""On which side the offender is, from the seats: of the one who led and of the one who is told to be declarer (Laws 54, 55)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.on_lead import due_leader, later_trick, opening_told
from advisor.replay.seating import seating

FACT = "offender_side"
OF_ROLE: Final = {"declarer": "declaring", "dummy": "declaring", "defender": "defending"}
_DECLARING = ("declarer", "dummy")
_PEOPLE = frozenset({"lho", "rho", "partner", *SEAT_OF})
_LEADS = frozenset({"lead", "open", "turn_card", "discard", "play", "expose", "produce", "spread"})
_NOUN, _FACED, _BY = "opening_lead", "faced=yes", "done_by"
_CARD = "card:"
_NEAR = 2
_MADE, _BEFORE = "make", 3


def offender_side(reading: Reading) -> dict[str, str]:
    """`offender_side`: `declaring` or `defending`, where the first card put down is by a seat, and one side is told to declare
    (by a role, or with the contract), or the one whose lead it was is told; nothing where the two tell different sides."""
    seat, card = next(_led(reading), (None, False))
    if seat is None:
        return _came_from(reading)
    sides = {Seat(SEAT_OF[seat]).side for seat, role in reading.story.roles if role in _DECLARING and seat in SEAT_OF}
    declarer = seating(reading).declarer
    if declarer is not None:
        sides.add(declarer.side)
    due = due_leader(reading) if not sides else None
    if seat is not None and due is not None and due is not seat:
        return {FACT: "defending" if due is seat.partner else "declaring"}
    if seat is None or len(sides) != 1:
        return {}
    if seat.side in sides:
        return {FACT: "declaring"} if card else {}
    return {FACT: "defending"}


def faced_for_another(reading: Reading) -> dict[str, str]:
    """`led_out_of_turn` and `wrong_lead_kind` (`opening`), where the opening lead is told to be one seat's, and the first card,
    told to be faced, is another's (Law 54)."""
    faced = any(m.name == _FACED and not m.flags for m in reading.mentions)
    due = due_leader(reading) if faced and opening_told(reading) and not later_trick(reading) else None
    seat = next(_led(reading), (None, False))[0] if due is not None else None
    return {} if seat in (None, due) else {"led_out_of_turn": "yes", "wrong_lead_kind": "opening"}


def _came_from(reading: Reading) -> dict[str, str]:
    """The same, where the opening lead is told to have come from somebody whose side is known ("the opening lead came from my
    RHO", declarer tells)."""
    nouns = [m.last for m in reading.mentions if m.name == _NOUN and not m.flags]
    by = [cue.last for cue in reading.cues if cue.what == _BY]
    people = [m for m in reading.mentions if m.name in _PEOPLE and m.how != "derived" and not m.flags]
    near = [m for m in people for at in nouns for last in by if at < last < m.first <= last + _NEAR and last <= at + _NEAR]
    defends = seating(reading).defends(near[0].name) if near else None
    return {} if defends is None else {FACT: "defending" if defends else "declaring"}


def _led(reading: Reading) -> Iterator[tuple[Seat, bool]]:
    """The seats that put a card down, in the order of the telling, as far as each is known, and whether that card is told as
    put down to begin with; the noun alone ("the opening lead was West's") is no deed."""
    nouns = {at for m in reading.mentions if m.name == _NOUN for at in range(m.first, m.last + 1)}
    by = [cue.last for cue in reading.cues if cue.what == _BY]
    faced = [m.last for m in reading.mentions if m.name == _FACED and not m.flags]
    seats = {m.first: SEAT_OF[m.name] for m in reading.mentions if m.name in SEAT_OF and not m.flags}
    putting = [e for e in reading.story.events if _puts(reading, e, nouns)]
    found = [(e.first, _seat(reading, e, seats), e.deed != "play" and e.object.startswith(_CARD)) for e in putting]
    found += [(at, seats[last + 1], True) for at in faced for last in by if 0 < last - at <= _NEAR and last + 1 in seats]
    for _, seat, card in sorted(found):
        if not seat:
            return
        yield Seat(seat), card


def _puts(reading: Reading, event: Event, nouns: set[int]) -> bool:
    """Whether a deed puts a card on the table: a lead in a verb, or any such deed with the card told in its own clause."""
    if event.deed not in _LEADS or event.when or UNSAID & set(event.flags):
        return False
    if not event.object.startswith(_CARD):
        made = _MADE in reading.stems[max(0, event.first - _BEFORE) : event.first]  # "made the opening lead"
        return event.deed == "lead" and event.by == TOLD and (made or event.first not in nouns)
    value = event.object.removeprefix(_CARD)
    cards = [note.start for note in reading.notation if note.kind == "card" and note.value == value]
    at = next((n for start in cards for n, token in enumerate(reading.tokens) if token.start >= start), event.first)
    return not reading.parted(min(at, event.first), max(at, event.first))


def _seat(reading: Reading, event: Event, seats: dict[int, str]) -> str:
    """The seat of the doer; a doer told by a role ("North thought he was a defender and led") is the one seat named before in
    the sentence."""
    if event.actor in SEAT_OF:
        return SEAT_OF[event.actor] if event.by == TOLD else ""
    sentence = reading.sentences[event.first]
    before = {seat for at, seat in seats.items() if at < event.first and reading.sentences[at] == sentence}
    return before.pop() if event.actor and len(before) == 1 else ""
