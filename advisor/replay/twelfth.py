"""The revoke on trick twelve: whether the hands are still out of the board, and whether the revoker's partner had yet to play
(Law 62D), from the order of the deeds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.base.kept import once
from advisor.read.events import CARDS, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.declaring import DECLARER, side_of
from advisor.replay.revoke_trick import PARTNER, relation
from advisor.replay.revoking import Revoking, revoking

RETURNED, KNOWS = "hands_returned", "trick_twelve_ui"
_AWAY: Final = frozenset({"board_returned", "hands_returned=yes"})
_NOTICED: Final = frozenset({"say", "call_card", "notice", "object", "call_director", "ask", "revoke"})
_LEAVES: Final = "leave"


@once
def twelfth_facts(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`hands_returned` (`no`) where the revoke is spoken of right behind the last card told; `trick_twelve_ui` (`yes`, `no`)
    where the partner of the revoker is told to play after the revoke in that trick, or the revoker declares."""
    told = revoking(reading, untold)
    if told is None:
        return {}
    found = {RETURNED: "no"} if _spoken_at_once(reading, told) else {}
    knows = _partner_after(reading, told)
    return found | ({KNOWS: knows} if knows else {})


def _spoken_at_once(reading: Reading, told: Revoking) -> bool:
    """Whether somebody speaks of it, or sees it, there and then, with no word of the hands put away."""
    if any(m.name in _AWAY and not UNSAID & set(m.flags) for m in reading.mentions):
        return False
    cards = [e for e in told.after if e.deed in CARDS and not UNSAID & set(e.flags)]
    last = cards[-1] if cards else told.deed
    then = next((e for e in told.after if e.first > last.last), None)
    words = range(last.last + 1, then.first + 1) if then is not None and then.deed in _NOTICED else range(0)
    return any(cue.what == "there_and_then" and cue.first in words for cue in reading.cues)


def _partner_after(reading: Reading, told: Revoking) -> str:
    """`yes` where the partner plays to the trick after the revoke, `no` where declarer's side revoked; else nothing."""
    if side_of(reading, told.deed.actor) == DECLARER:
        return "no"
    trick: list[Event] = []
    for event in told.after:
        if event.deed == "lead":
            break
        trick.append(event)
    plays = [e for e in trick if e.deed in (*CARDS, _LEAVES) and e.object.startswith("card:") and e.by == TOLD]
    return "yes" if any(relation(reading, told.deed.actor, e.actor) == PARTNER for e in plays) else ""
