"""A call that was explained, and a hand that turned out to be another one (Laws 21B1(b), 75): what the opponents were told did
not fit, and nobody of that side is told to have called since, so that no unauthorised information was used."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from advisor.read.events import CALLS
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD

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
_TOLD: Final = frozenset({"say", "answer", "call_card", "explain"})
_SUITS: Final = frozenset({"suit", "card", "holding", "suit_count", "hand"})
_NEAR, _WORDS = 12, 10
_PASS, _HELD = "call:P", "turned_out"


def misfit_situation(reading: Reading) -> str:
    """`misbid_or_misexplained`, where a call is asked about or alerted, its meaning is told right after, and later what the
    player held, with no call of anybody but a pass behind that."""
    events = [e for e in reading.story.events if not UNTOLD & set(e.flags)]
    asked = next((e.first for e in events if e.deed in _ASKED), None)
    if asked is None:
        return ""
    told = next((e.last for e in events if e.deed in _TOLD and 0 < e.first - asked <= _NEAR), None)
    if told is None:
        return ""
    held = [
        cue.last for cue in reading.cues if cue.what == "turned_out" and cue.first > told and _suits_behind(reading, cue.last)
    ]
    if not held:
        return ""
    later = [e for e in events if e.deed in CALLS and e.object not in ("", _PASS) and e.first > held[0]]
    return _OPEN_CASE if not later else ""


def _suits_behind(reading: Reading, at: int) -> bool:
    """Whether a suit or cards are told right behind a token, in its sentence."""
    starts = [token.start for token in reading.tokens]
    near = [bisect_left(starts, note.start) for note in reading.notation if note.kind in _SUITS]
    return any(
        0 < place - at <= _WORDS and reading.sentences[min(place, len(starts) - 1)] == reading.sentences[at] for place in near
    )
