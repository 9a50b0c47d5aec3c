"""What a story tells after a revoke, each worked out once: where the play moves on, where somebody asks, which pairs are told to
have won a trick besides (Laws 61B, 63A, 64A)."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import Final

from advisor.base.kept import once
from advisor.read.reading import Reading

PLAYED_ON: Final = frozenset({"revoke_tricks_since", "next_trick_both", "both_played_next=yes", "revoke_found_at_end"})
NUMBERED: Final = frozenset({"trick_number", "trick_count"})  # the notation of tricks told by a number
ASKED: Final = frozenset({"revoke_question", "dummy_asks_suit", "question_about_revoke"})
_LATER: Final = ("later_on", "more_tricks", "to_go")
_PAIR: Final = "side_"
_START: Final = attrgetter("start")


@once
def moved_on(reading: Reading, since: int) -> int:
    """The last token before which nothing moves on from a token: no other trick and no later time is told, nor that the play
    went on."""
    if any(m.name in PLAYED_ON and m.first > since and not m.flags for m in reading.mentions):
        return -1
    later = (cue.first for cue in reading.cued(*_LATER) if cue.first > since)
    start = reading.tokens[since].end
    trick = min((note.start for note in reading.notation if note.kind in NUMBERED and note.start >= start), default=None)
    behind = len(reading.tokens) if trick is None else bisect_right(reading.tokens, trick, key=_START) - 1
    return min([behind, *later])


@once
def first_asked(reading: Reading, since: int) -> int:
    """Where the revoke is first asked about after a token; a token behind the story where it is not."""
    return min((m.first for m in reading.mentions if m.name in ASKED and m.first > since), default=len(reading.tokens))


@once
def pairs(reading: Reading) -> dict[int, list[str]]:
    """The pairs told by their seats, by the token they end with."""
    found: dict[int, list[str]] = {}
    for cue in reading.cues:
        if cue.what.startswith(_PAIR):
            found.setdefault(cue.last, []).append(cue.what.removeprefix(_PAIR).upper())
    return found
