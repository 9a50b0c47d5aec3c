"""Whether an opening lead made on a wrong explanation may still be taken back: dummy has faced nothing (Law 47E2(a))."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CARDS, OF_CARDS
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.story import DROPPED

MISLED_SITUATIONS: Final = ("misinformation", "retract_card", "misbid_or_misexplained", "own_explanation_wrong")
WINDOW: Final = "retract_window"
_RETRACT, _NOTHING, _LEAD = "retract_card", "dummy_shows_nothing", "lead"
_FACES, _BEFORE = "turn_card", "before_the_lead"  # "before the lead West asked ..., and faced a heart"
_ASKED: Final = frozenset({"ask", "answer", "say"})


def misled_situation(reading: Reading) -> str:
    """`retract_card`, where after an explanation a card is led, and dummy is told to have put down nothing yet."""
    return _RETRACT if _led_blind(reading) else ""


def retract_facts(reading: Reading) -> dict[str, str]:
    """`retract_reason` and `retract_window` of such a lead."""
    return {"retract_reason": "wrong_explanation", WINDOW: "open"} if _led_blind(reading) else {}


def _led_blind(reading: Reading) -> bool:
    """Whether an explanation, then a lead, then a dummy that shows nothing yet are told, and no other card after it."""
    nothing = [cue.first for cue in reading.cues if cue.what == _NOTHING]
    events = [e for e in reading.story.events if not UNSAID & set(e.flags)]
    due = min((cue.first for cue in reading.cues if cue.what == _BEFORE), default=len(reading.tokens))
    leads = [
        n
        for n, e in enumerate(events)
        if e.object and ((e.deed == _LEAD and e.by != DROPPED) or (e.deed == _FACES and e.first > due))
    ] or [n for n, e in enumerate(events) if e.deed in CARDS and e.object.startswith(OF_CARDS)][:1]  # "so I put a diamond down"
    if not nothing or not leads or events[leads[0]].first > nothing[0]:
        return False
    asked = any(e.deed in _ASKED for e in events[: leads[0]])
    more = any(e.deed in CARDS and e.object and e.by != DROPPED for e in events[leads[0] + 1 :])
    return asked and not more
