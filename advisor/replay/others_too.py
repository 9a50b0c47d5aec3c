"""Whether the trick of a revoke is told to have been won with others besides ("took it and two more": Law 64A1), and what a word
for several or for the others tells else."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from advisor.read.cues import Cue
from advisor.read.events import TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.revoke_trick import REVOKES, REVOKING, may_revoke

_MORE, _REACH = "more_tricks", 4
_NEAR = 3
_COUNTED: Final = frozenset({"suit", "card"})
_TAKES: Final = frozenset({"win", "take_out"})


def others_too(reading: Reading, event: Event, own: bool) -> bool:
    """Whether a player of the offending side (`own`) is told to have won more tricks with one."""
    return own and event.by == TOLD and _and_more(reading, event)


def nameless_took_others(reading: Reading) -> dict[str, str]:
    """`later_trick_won` (`yes`), where the revoke and the winning of its trick and of others are told of one player without a
    name, in one sentence ("ruffed a heart, took the trick and two more")."""
    for revoke, win in pairwise(reading.story.events):
        nameless = not revoke.actor and not win.actor and reading.sentences[revoke.last] == reading.sentences[win.first]
        deeds = revoke.deed in REVOKES and win.deed in _TAKES and not UNSAID & set(revoke.flags)
        if nameless and deeds and _and_more(reading, win):
            return {"later_trick_won": "yes"}
    return {}


def _and_more(reading: Reading, event: Event) -> bool:
    """Whether words for more tricks stand right behind a deed that is told as done."""
    more = [cue.first for cue in reading.cues_beginning(event.last + 1, event.last + _REACH) if cue.what == _MORE]
    return not UNSAID & set(event.flags) and bool(more) and reading.sentences[more[0]] == reading.sentences[event.first]


def spent(reading: Reading, cue: Cue) -> bool:
    """Whether a word for several or for the others only says who did something else ("opponents led", "both sides played on"), or
    numbers a suit or a trick ("the second diamond")."""
    near = reading.deeds_beginning(cue.last + 1, cue.last + _NEAR)
    deeds = (e for e in near if e.by == TOLD and not may_revoke(e))
    if any(e.deed not in REVOKING and not reading.parted(cue.last, e.first) for e in deeds):
        return True
    end = reading.tokens[cue.last].end
    return any(note.kind in _COUNTED for note in reading.notes_beginning(end + 1, end + 1))
