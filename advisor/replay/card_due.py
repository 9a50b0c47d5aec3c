"""A penalty card that was due and not played, as the deeds tell it (Laws 50D1, 52): its owner follows with another card of its
suit, or lets go another card than it where the led suit is not held."""

from __future__ import annotations

from typing import Final

from advisor.read.events import SEAT_OF, TOLD, Event
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.replay.exposed import HONOURS, PENALTY, PLAYS, honours, token_at
from advisor.replay.revoke_trick import suit_of

DUE_SITUATIONS: Final = ("penalty_card_play", "penalty_card_not_played")
_NOT_PLAYED, _INSTEAD = "penalty_card_not_played", "another_instead"
_OWNERS: Final = frozenset({*SEAT_OF, "defender", "lho", "rho", "partner"})
_LED, _CARD, _RANK = "lead", "card:", "rank:"
_NEAR = 6


def due_situation(reading: Reading) -> str:
    """`penalty_card_not_played`, where a penalty card is told by its rank and suit, and its owner, or somebody "instead", is told
    to play another card although it was due."""
    words = [m.last for m in reading.mentions if m.name in PENALTY]
    cards = [note for note in reading.notation if note.kind == "card"]
    if not words or not cards:
        return ""
    due = min(cards, key=lambda note: min(abs(token_at(reading, note.start) - last) for last in words))
    instead = any(cue.what == _INSTEAD for cue in reading.cues)
    return _NOT_PLAYED if (instead and _said_instead(reading, due.value)) or _passed_by(reading, due) else ""


def _said_instead(reading: Reading, due: str) -> bool:
    """Whether one other low card of the suit is told to be played."""
    told = [e for e in reading.story.events if e.deed in PLAYS and not e.flags and e.object.startswith(_CARD)]
    played = {e.object.removeprefix(_CARD) for e in told} - {due}
    if not played and _low_to_the_lead(reading, due[0]):
        return True
    return len(played) == 1 and min(played)[0] == due[0] and honours(played) == {False}


def _low_to_the_lead(reading: Reading, suit: str) -> bool:
    """Whether a card told by a low rank alone is the one played to a lead of the suit ("leads a heart, West plays the three")."""
    led = False
    for event in reading.story.events:
        if event.deed == _LED and event.object.partition(":")[2][:1] == suit and not event.flags:
            led = True
        elif event.deed in PLAYS and led and not event.flags and event.object.startswith(_RANK):
            return event.object.removeprefix(_RANK) not in HONOURS
    return False


def _passed_by(reading: Reading, due: Notation) -> bool:
    """Whether the one named just before the penalty card is told to play another card of its suit after a lead of that suit by
    somebody else, or to discard one."""
    at = token_at(reading, due.start)
    named = [m for m in reading.mentions if m.name in _OWNERS and m.how != "derived" and 0 < at - m.last <= _NEAR]
    named = [m for m in named if reading.sentences[m.first] == reading.sentences[at]]
    if not named:
        return False
    owner, led = named[-1].name, ""
    for event in (e for e in reading.story.events if e.deed in PLAYS and e.first > at and not e.flags):
        if event.actor != owner:
            led = suit_of(event) or led
        elif led and event.by == TOLD and event.object.startswith((_CARD, _RANK)):
            return _another(event, due.value, led)
    return False


def _another(event: Event, due: str, led: str) -> bool:
    kind, _, card = event.object.partition(":")
    suit = card[:1] if kind == "card" else led
    return card != due and (suit == due[:1] == led or (kind == "card" and suit != led))
