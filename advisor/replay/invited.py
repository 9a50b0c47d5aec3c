"""Whether an opponent told the player to lead before the lead out of turn was made, or spoke only afterwards (Law 47E1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from advisor.read.cues import Cue
from advisor.read.events import CARDS, SEAT_OF, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.revoke_trick import OPPONENTS, relation

MISLED: Final = "lead_misled"
_INVITES, _SENDS, _SAYS_YOU, _EARLIER = "says_your_lead", "says_your_hand", "says_you", "told_earlier"
_SAYS: Final = frozenset({"say", "answer", "ask", "suggest", "object"})
_LEADS: Final = CARDS | {"produce", "spread", "expose", "call_card"}
_PLAYERS: Final = frozenset({*SEAT_OF, "declarer", "dummy", "partner", "lho", "rho"})
_TELLER_LEADS: Final = ("declarer", "speaker")  # who speaks of declarer as of another and leads defends
_ASK, _CALLED = "ask", "called_card"
_BEFORE, _BEHIND, _CLOSE, _JUST = 14, 5, 3, 8  # tokens


def invited(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`lead_misled`: `yes` where somebody says that it is another's lead, or from which hand, and next an opponent of whoever
    spoke puts down a card; `no` where that card was put down, or called for, before. Nothing where the two cannot be set at one
    table, or where it had been said before the card that is told first."""
    told = [cue for cue in reading.cues if cue.what in (_INVITES, _SENDS, _SAYS_YOU) and cue.first not in untold]
    if not told:
        return {}
    cue = told[0]
    events = [e for e in reading.story.events if not UNTOLD & set(e.flags) and not cue.first <= e.first <= cue.last]
    before, behind = [e for e in events if e.first < cue.first], [e for e in events if e.first > cue.last]
    who = _named_before(reading, cue) if cue.what == _SAYS_YOU else _speaker(before, behind, cue)
    if not who or _earlier(reading, cue):
        return {}
    called = [m.first for m in reading.mentions if m.name == _CALLED and m.first < cue.first]
    done = next((e for e in reversed(before) if _puts_down(e) and relation(reading, who, e.actor) == OPPONENTS), None)
    since = max([*called, done.last if done is not None else -1])
    asked = any(e.deed == _ASK and e.first > since and not _near(called, e.first) for e in before)
    led = next((e for e in behind if _puts_down(e)), None)
    if since >= 0 and not asked and (led is None or cue.what == _SENDS):
        return {MISLED: "no"}
    against = led is not None and (relation(reading, who, led.actor) == OPPONENTS or (who, led.actor) == _TELLER_LEADS)
    return {MISLED: "yes"} if against else {}


def _near(places: Collection[int], at: int) -> bool:
    return any(abs(place - at) <= _CLOSE for place in places)


def _puts_down(event: Event) -> bool:
    return bool(event.deed in _LEADS and event.actor and (event.object or event.deed == "lead"))


def _earlier(reading: Reading, cue: Cue) -> bool:
    """Whether the words are told as said before what is told first ("led, because South had told him ...")."""
    return any(c.what == _EARLIER for c in reading.cues_beginning(cue.first - _JUST, cue.first - 1))


def _named_before(reading: Reading, cue: Cue) -> str:
    """The player named right before the words, in their clause: "declarer said 'you'"."""
    near = [m for m in reading.beginning(cue.first - _CLOSE, cue.first - 1) if m.name in _PLAYERS and m.how != "derived"]
    return near[-1].name if near and not reading.parted(near[-1].last, cue.first) else ""


def _speaker(before: Sequence[Event], behind: Sequence[Event], cue: Cue) -> str:
    """Who says it: the one told to speak right before, else right behind."""
    near = [e for e in before if e.deed in _SAYS and cue.first - e.last <= _BEFORE]
    if near:
        return near[-1].actor
    after = next((e for e in behind if e.first - cue.last <= _BEHIND), None)
    return after.actor if after is not None and after.deed in _SAYS else ""
