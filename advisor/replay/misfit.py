"""A call that was explained, and a hand that turned out to be another one (Laws 21B1(b), 75): what the opponents were told did
not fit, and nobody of that side is told to have called since, so that no unauthorised information was used."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CALLS, SEAT_OF, TOLD
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.exposed import token_at

_OPEN_CASE: Final = "misbid_or_misexplained"
MISFIT_SITUATIONS: Final = (
    _OPEN_CASE,
    "unauthorised_information",
    "information_use",
    "act_after_ui",
    "extraneous_information",
    "withdrawn_information_used",
    "reserve_rights",
)
_ASKED: Final = frozenset({"ask", "alert"})
_TOLD: Final = frozenset({"say", "answer", "call_card"})
_SUITS: Final = frozenset({"suit", "card", "holding", "suit_count", "hand"})
_NEAR, _WORDS = 12, 10
_PAUSE: Final = "pause"
_TEMPO: Final = frozenset({"hesitation", "long_think_slang"})
_PASS, _HELD = "call:P", "turned_out"


def misfit_situation(reading: Reading) -> str:
    """`misbid_or_misexplained`, where a call is asked about or alerted, its meaning is told right after, and later what the
    player held, with no call of anybody but a pass behind that."""
    events = [e for e in reading.story.events if not UNTOLD & set(e.flags)]
    asked = next((e.first for e in events if e.deed in _ASKED), None)
    if asked is None or of_tempo(reading):
        return ""
    told = next((e.last for e in events if e.deed in _TOLD and 0 < e.first - asked <= _NEAR), None)
    if told is None:
        return ""
    suits = [token_at(reading, note.start) for note in reading.notation if note.kind in _SUITS]
    after = (cue.last for cue in reading.cues if cue.what == _HELD and cue.first > told)
    held = [at for at in after if any(0 < suit - at <= _WORDS and _together(reading, at, suit) for suit in suits)]
    if not held:
        return ""
    later = [e for e in events if e.deed in CALLS and e.object not in ("", _PASS) and e.first > held[0]]
    return _OPEN_CASE if not later else ""


def of_tempo(reading: Reading) -> bool:
    """Whether the story tells that somebody thought long, or of a player that he thought: what is disputed is that."""
    thinks = any(e.deed == _PAUSE and e.by == TOLD and e.actor in SEAT_OF and not e.flags for e in reading.story.events)
    return thinks or any(m.name in _TEMPO and not m.flags for m in reading.mentions)


def _together(reading: Reading, one: int, other: int) -> bool:
    """Whether two tokens stand in one sentence."""
    return reading.sentences[one] == reading.sentences[other]
