"""Whether dummy is told to have had a card of the suit that was not followed (Law 64B3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from advisor.read.events import CARDS, TOLD, Event
from advisor.read.reading import Reading
from advisor.replay.revoke_trick import REVOKING

_DUMMY: Final = "dummy"
_HOLDING: Final = "revoke_while_holding"
_FROM_DUMMY: Final = ("from_dummy", "in_dummy_hand")
_REACH: Final = 5


def dummy_held_the_suit(reading: Reading, untold: Collection[int] = ()) -> bool:
    """Whether a card is told to have come from dummy while another was there ("dummy put a club though it held a spade", "a club
    was played from dummy though it had a spade"), outside of the `untold` tokens."""
    holding = {m.first for m in reading.mentions if m.name == _HOLDING and not m.flags}
    if not holding:
        return False
    others = {reading.sentences[e.first] for e in reading.story.events if _may_be_anothers(e)}
    near = ((last, holding.intersection(range(last + 1, last + _REACH + 1))) for last in _played(reading, untold))
    ours = ((last, at) for last, places in near for at in places if reading.sentences[at] not in others)
    return any(reading.sentences[at] == reading.sentences[last] for last, at in ours)


def _played(reading: Reading, untold: Collection[int]) -> Iterator[int]:
    """The last tokens of what tells a card played by dummy, or by nobody who is named from dummy."""
    cards = [e for e in reading.story.events if e.deed in CARDS and e.first not in untold]
    yield from (e.last for e in cards if e.actor == _DUMMY and e.by == TOLD)
    from_dummy = reading.cued(*_FROM_DUMMY)
    yield from (cue.last for e in cards if e.by != TOLD for cue in from_dummy if 0 < cue.first - e.last <= _REACH)


def _may_be_anothers(event: Event) -> bool:
    """Whether another player is told not to have followed ("a defender did not follow to what was played from dummy")."""
    return event.deed in REVOKING and event.by == TOLD and event.actor not in ("", _DUMMY)
