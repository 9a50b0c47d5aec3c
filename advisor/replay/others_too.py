"""Whether the trick of a revoke is told to have been won with others besides ("took it and two more": Law 64A1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from advisor.read.events import TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID

_MORE, _REACH = "more_tricks", 4
_REVOKES: Final = frozenset({"revoke", "ruff", "discard"})
_TAKES: Final = frozenset({"win", "take_out"})


def others_too(reading: Reading, event: Event, own: bool) -> bool:
    """Whether a player of the offending side (`own`) is told to have won more tricks with one."""
    return own and event.by == TOLD and _and_more(reading, event)


def nameless_took_others(reading: Reading) -> dict[str, str]:
    """`later_trick_won` (`yes`), where the revoke and the winning of its trick and of others are told of one player without a
    name, in one sentence ("ruffed a heart, took the trick and two more")."""
    for revoke, win in pairwise(reading.story.events):
        nameless = not revoke.actor and not win.actor and reading.sentences[revoke.last] == reading.sentences[win.first]
        deeds = revoke.deed in _REVOKES and win.deed in _TAKES and not UNSAID & set(revoke.flags)
        if nameless and deeds and _and_more(reading, win):
            return {"later_trick_won": "yes"}
    return {}


def _and_more(reading: Reading, event: Event) -> bool:
    """Whether words for more tricks stand right behind a deed that is told as done."""
    more = [cue.first for cue in reading.cues_beginning(event.last + 1, event.last + _REACH) if cue.what == _MORE]
    return not UNSAID & set(event.flags) and bool(more) and reading.sentences[more[0]] == reading.sentences[event.first]
