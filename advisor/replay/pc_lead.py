"""A penalty card that lies there from before, and its owner's partner who has now won a trick: what declarer may choose is the
matter, not how the card came to lie there (Law 50D2)."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CARDS, Event
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED, UNSAID
from advisor.replay.players import partners

_PARTNER_LEADS: Final = "penalty_card_partner_leads"
PC_LEAD_SITUATIONS: Final = (
    _PARTNER_LEADS,
    "defender_lead_out_of_turn",
    "opening_lead_out_of_turn",
    "lead_out_of_turn",
    "penalty_card_created",
    "penalty_card_play",
)
_LIES: Final = frozenset({"pc_on_table", "pc_state=on_table"})
_WINS: Final = frozenset({"win", "take_out"})
_ABOUT, _FAR = "about_to", 12
CHOICE: Final = "pc_lead_choice"
_LED_FIRST, _DECLARER, _BEFORE = "led_before_choice", "declarer", "before"
_SPOKE_LATE: Final = "declarer_spoke_late"
_SPEAKS: Final = frozenset({"say", "answer", "call_card"})


def pc_lead_situation(reading: Reading) -> str:
    """`penalty_card_partner_leads`, where a card is told to lie face up, and after that the partner of the one who had led or
    shown it to have won a trick and to lead, or to be about to."""
    lies = [m.first for m in reading.mentions if m.name in _LIES and not m.flags]
    if not lies:
        return ""
    events = [e for e in reading.story.events if not UNSAID & set(e.flags)]
    owners = [e.actor for e in events if e.first < lies[0] and e.deed in CARDS and e.actor]
    wins = [e for e in events if e.first > lies[0] and e.deed in _WINS and e.actor]
    if not owners or not wins or not partners(owners[-1], wins[0].actor):
        return ""
    return _PARTNER_LEADS if _leads(reading, events, wins[0]) else ""


def _leads(reading: Reading, events: list[Event], win: Event) -> bool:
    """Whether who won is told to lead next, or to be about to."""
    then = next((e for e in events if e.first > win.last and (e.deed in CARDS or e.deed in _WINS)), None)
    about = any(cue.what == _ABOUT and win.last < cue.first <= win.last + _FAR for cue in reading.cues)
    return about or (then is not None and then.deed == "lead" and then.actor == win.actor)


def _had_said_nothing(reading: Reading) -> bool:
    """Whether a lead is told as made, and right behind it that declarer had said nothing by then, or spoke only then."""
    leads = [e for e in reading.story.events if e.deed == "lead" and e.actor != _DECLARER and not UNSAID & set(e.flags)]
    late = [cue.first for cue in reading.cues if cue.what == _SPOKE_LATE]
    return any(0 < at - e.last <= _FAR for e in leads for at in late)


def led_before_choice(reading: Reading) -> dict[str, str]:
    """`pc_lead_choice` (`led_first`), where a lead is told, and that declarer had said nothing before it (Law 50D2)."""
    events = reading.story.events
    if _had_said_nothing(reading):
        return {CHOICE: _LED_FIRST}
    silent = [e for e in events if e.deed in _SPEAKS and NEGATED in e.flags and e.actor == _DECLARER and e.when == _BEFORE]
    return {CHOICE: _LED_FIRST} if any(0 <= e.to < len(events) and events[e.to].deed == "lead" for e in silent) else {}
