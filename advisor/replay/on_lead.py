"""Whose lead it was, where that is told in words (Laws 44, 54, 56): "it was West's lead", "East led instead of West"."""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE

_NEXT, _LAST, _OF = "lead_due_next", "lead_due_last", "lead_due_of"
LEAD_DUE = (_NEXT, _LAST, _OF)  # the cues that tell whose lead it was
_NEAR = 2
_FIRST, _TWELFTH, _THIRTEENTH = "1", "12", "13"
_OPENING = "opening_lead"


def due_leader(reading: Reading) -> Seat | None:
    """The one seat that is told to have had the lead; None where none or several are."""
    seats = [(m.first, m.last, Seat(SEAT_OF[m.name])) for m in reading.mentions if m.name in SEAT_OF and not m.flags]
    found = set()
    for cue in reading.cues:
        if cue.what == _LAST:
            found |= {seat for _, last, seat in seats if last + 1 == cue.first and not reading.parted(last, cue.first, SENTENCE)}
        elif cue.what == _OF:
            found |= {seat for first, _, seat in seats if first == cue.first}
        elif cue.what == _NEXT:
            near = sorted((first, seat) for first, _, seat in seats if cue.last < first <= cue.last + _NEAR)
            found |= {seat for first, seat in near[:1] if not reading.parted(cue.last, first, SENTENCE)}
    return found.pop() if len(found) == 1 else None


def opening_told(reading: Reading) -> bool:
    """Whether the opening lead is spoken of."""
    return any(mention.name == _OPENING for mention in reading.mentions)


def later_trick(reading: Reading) -> bool:
    """Whether a trick after the first is told by its number."""
    return any(note.kind == "trick_number" and note.value != _FIRST for note in reading.notation)


def last_trick(reading: Reading) -> dict[str, str]:
    """`loot_last_trick`, where one trick is told by its number, or the "last trick" as one that was won, and so the one before
    (Law 53A: the thirteenth lead out of turn is always retracted)."""
    numbers = {note.value for note in reading.notation if note.kind == "trick_number"}
    if not numbers and any(cue.what == "won_before" for cue in reading.cues):
        return {"loot_last_trick": "no"}
    if len(numbers) != 1 or numbers == {_TWELFTH}:  # the lead after the twelfth is the thirteenth
        return {}
    return {"loot_last_trick": "yes" if numbers == {_THIRTEENTH} else "no"}
