"""Whether an opening lead made on a wrong explanation may still be taken back: dummy has faced nothing (Law 47E2(a))."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CARDS, OF_CARDS, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.story import DROPPED
from advisor.replay.denied import FEW_WORDS

MISLED_SITUATIONS: Final = ("misinformation", "retract_card", "misbid_or_misexplained", "own_explanation_wrong")
WINDOW: Final = "retract_window"
_RETRACT, _NOTHING, _LEAD = "retract_card", "dummy_shows_nothing", "lead"
_WOULD, _NEAR = "would_have", 2
_FACES, _BEFORE = "turn_card", "before_the_lead"  # "before the lead West asked ..., and faced a heart"
_EXPLAINED: Final = "wrong_explanation"
_TOO_LATE: Final = f"{WINDOW}=dummy_faced"
_WANTS: Final = frozenset({f"retract_reason={_EXPLAINED}", "wants_card_back"})
_LEADS: Final = frozenset({"lead", "opening_lead"})
_ASKED: Final = frozenset({"ask", "answer", "say"})


def misled_situation(reading: Reading) -> str:
    """`retract_card`, where after an explanation a card is led, and dummy is told to have put down nothing yet; or where in few
    words who led on a wrong explanation wants the card back."""
    return _RETRACT if _led_blind(reading) or _wants_lead_back(reading) else ""


def _wants_lead_back(reading: Reading) -> bool:
    told = {m.name for m in reading.mentions if not UNSAID & set(m.flags)}
    led = _LEAD in reading.stems or not told.isdisjoint(_LEADS)
    return len(reading.tokens) <= FEW_WORDS and led and told >= _WANTS


def retract_facts(reading: Reading) -> dict[str, str]:
    """`retract_reason` and `retract_window` of such a lead."""
    wants = _wants_lead_back(reading)
    if wants and any(m.name == _TOO_LATE and not m.flags for m in reading.mentions):
        return {"retract_reason": _EXPLAINED, WINDOW: "dummy_faced"}
    nothing = any(cue.what == _NOTHING for cue in reading.cues)
    return {"retract_reason": _EXPLAINED, WINDOW: "open"} if _led_blind(reading) or (wants and nothing) else {}


def _led_blind(reading: Reading) -> bool:
    """Whether an explanation, then a lead, then a dummy that shows nothing yet are told, and no other card after it."""
    nothing = [cue.first for cue in reading.cues if cue.what == _NOTHING]
    events = [e for e in reading.story.events if not UNSAID & set(e.flags) and not _would_have(reading, e)]
    due = min((cue.first for cue in reading.cues if cue.what == _BEFORE), default=len(reading.tokens))
    cards = [n for n, e in enumerate(events) if e.deed in CARDS and e.object and e.by != DROPPED]
    faced = [n for n, e in enumerate(events) if e.deed == _FACES and e.object and e.first > due]
    leads = [n for n in cards if events[n].deed == _LEAD or events[n].object.startswith(OF_CARDS)]  # "so I put a diamond down"
    first = min([*leads[:1], *faced[:1]], default=None)
    if not nothing or first is None or events[first].first > nothing[0]:
        return False
    asked = any(e.deed in _ASKED for e in events[:first])
    return asked and not any(n > first for n in cards)


def _would_have(reading: Reading, event: Event) -> bool:
    """Whether a deed is only one that somebody would have done ("then I'd have led a club")."""
    return any(cue.first < event.first <= cue.last + _NEAR for cue in reading.cued(_WOULD))
