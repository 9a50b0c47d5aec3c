"""A penalty card that was due and not played, as the deeds tell it (Laws 50D1, 52): its owner follows with another card of its
suit, or lets go another card than it where the led suit is not held."""

from __future__ import annotations

from typing import Final

from advisor.read.events import SEAT_OF, TOLD, Event
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.story import PRONOUN, SPEAKER
from advisor.replay.exposed import HONOURS, PENALTY, PLAYS, honours, token_at
from advisor.replay.revoke_trick import suit_of

DUE_SITUATIONS: Final = ("penalty_card_play", "penalty_card_not_played", "penalty_card_partner_leads")
_NOT_PLAYED, _INSTEAD = "penalty_card_not_played", "another_instead"
_OWNERS: Final = frozenset({*SEAT_OF, "defender", "lho", "rho", "partner"})
_LED, _CARD, _RANK = "lead", "card:", "rank:"
_FIRST_PERSON: Final = frozenset({"person_i", "of_me", "seat_of_me"})
_NEAR, _BESIDE = 6, 2


def due_situation(reading: Reading) -> str:
    """`penalty_card_not_played`, where a penalty card is told by its rank and suit, and its owner, or somebody "instead", is told
    to play another card although it was due."""
    due = _due(reading)
    if due is None:
        return ""
    instead = any(cue.what == _INSTEAD for cue in reading.cues)
    return _NOT_PLAYED if (instead and _said_instead(reading, due.value)) or _passed_by(reading, due) is not None else ""


def missed_due(reading: Reading) -> Event | None:
    """The deed by which the owner of a penalty card told by its rank and suit plays another card although it was due."""
    due = _due(reading)
    return None if due is None else _passed_by(reading, due)


def _due(reading: Reading) -> Notation | None:
    """The card that the words for a penalty card stand nearest to."""
    words = [m.last for m in reading.mentions if m.name in PENALTY]
    cards = [note for note in reading.notation if note.kind == "card"]
    if not words or not cards:
        return None
    return min(cards, key=lambda note: min(abs(token_at(reading, note.start) - last) for last in words))


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


def _passed_by(reading: Reading, due: Notation) -> Event | None:
    """The deed by which the one named just before the penalty card plays another card of its suit after a lead of that suit by
    somebody else, or discards one."""
    at = token_at(reading, due.start)
    named = [m for m in reading.mentions if m.name in _OWNERS and m.how != "derived" and 0 < at - m.last <= _NEAR]
    named = [m for m in named if reading.sentences[m.first] == reading.sentences[at]]
    owners = {m.name for m in named[-1:]} | ({SPEAKER} if _mine(reading, at, named[-1].last if named else -1) else set())
    led = ""
    for event in (e for e in reading.story.events if e.deed in PLAYS and e.first > at and not e.flags):
        if event.actor not in owners:
            led = suit_of(event) or led
        elif led and event.by in (TOLD, PRONOUN) and event.object.startswith((_CARD, _RANK)):
            return event if _another(event, due.value, led) else None
    return None


def _mine(reading: Reading, at: int, since: int) -> bool:
    """Whether the teller owns the card told there ("I had ... in front of me"): words of the first person after whoever was named
    last in its sentence, or beside that name ("as West I had the queen")."""
    spoken = [cue for cue in reading.cues if cue.what in _FIRST_PERSON]
    spoken = [cue for cue in spoken if reading.sentences[cue.first] == reading.sentences[at]]
    beside = {m.first - 1 for m in reading.mentions if m.name in PENALTY}  # "was my penalty card"
    return any((0 < at - cue.last <= _NEAR and cue.first > since - _BESIDE) or cue.last in beside for cue in spoken)


def _another(event: Event, due: str, led: str) -> bool:
    kind, _, card = event.object.partition(":")
    suit = card[:1] if kind == "card" else led
    return card != due and (suit == due[:1] == led or (kind == "card" and suit != led))
