"""Whether a revoke came to light only after the other side had called on the next board (Law 64B4)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.base.numbers import typed_number
from advisor.read.events import CALLS, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.read.tokens import SENTENCE
from advisor.replay.acts import acts
from advisor.replay.players import SPEAKER, places
from advisor.replay.revoke_trick import OPPONENTS
from advisor.replay.revoking import BOARD_BEFORE, EXCEPTION, Revoking, revoking, stands

CALLED_ON: Final = "after_next_call"
_NEXT: Final = "revoke_next_board"
_TELLER, _PARTNER, _INNOCENT = "speaker", "partner", "non_offender"
_OPPONENTS: Final = frozenset({"opponent", "lho", "rho"})
_REVOKE, _NOW = "revoke", "board_now"
_BESIDE: Final = 4


def called_on_next(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`revoke_exception` (`after_next_call`), where an opponent of the revoker, or one told to be innocent, is told to have
    called on the next board; or an opponent of the teller revoked, and on the board with the next number, or told as the next
    one, the teller or the teller's partner is told to have called."""
    if _before_this_one(reading, untold):
        return {EXCEPTION: CALLED_ON}
    told = revoking(reading, untold)
    told_next = [m for m in reading.mentions if m.name == _NEXT and not m.flags]
    if told_next and _by_the_others(reading, told, [m.last for m in told_next], untold):
        return {EXCEPTION: CALLED_ON}
    if told is None or told.deed.actor in (_TELLER, _PARTNER):
        return {}
    boards = [(note.start, typed_number(note.value)) for note in reading.notation if note.kind == "board"]
    numbers = {number for _, number in boards if number is not None}
    behind = reading.tokens[told.deed.last].end
    following = [start for start, number in boards if start > behind and number is not None and number - 1 in numbers]
    following += [reading.tokens[m.first].start for m in told_next]
    following = sorted(start for start in following if start > behind)
    if not following:
        return {}
    every = (act for act in acts(reading, places(reading)) if act.at not in untold)
    calls = [act for act in every if reading.tokens[act.at].start > following[0]]
    own = any(act.caller is not None and act.caller.frame == SPEAKER and act.caller.step in (0, 2) for act in calls)
    return {EXCEPTION: CALLED_ON} if own else {}


def _before_this_one(reading: Reading, untold: Collection[int]) -> bool:
    """Whether the teller's opponent is told to have revoked on the board before, and the teller's side to have called on this
    one, whichever is told first ("after I had opened this one I saw that they had revoked on the last board")."""
    said = [e for e in reading.story.events if not UNTOLD & set(e.flags) and e.first not in untold]
    revoked = any(e.deed == _REVOKE and e.actor in _OPPONENTS and reading.cued_with(e, BOARD_BEFORE) for e in said)
    return revoked and any(e.deed in CALLS and e.actor in (_TELLER, _PARTNER) and reading.cued_with(e, _NOW) for e in said)


def _by_the_others(reading: Reading, told: Revoking | None, ends: Collection[int], untold: Collection[int]) -> bool:
    """Whether somebody of the other side is told to have called on the next board, which is spoken of up to these tokens."""
    said = [e for e in reading.story.events if not UNTOLD & set(e.flags)]
    if told is None and not any(e.deed == "revoke" for e in said):
        return False
    calls = [e for e in said if e.deed in CALLS and e.by == TOLD and e.first not in untold]
    theirs = (
        e
        for e in calls
        if e.actor == _INNOCENT or (told is not None and e.first > told.deed.last and stands(reading, told, e) == OPPONENTS)
    )
    return any(_spoken_of(reading, e, end) for e in theirs for end in ends)


def _spoken_of(reading: Reading, call: Event, end: int) -> bool:
    """Whether a call is told beside the words for the next board that end at a token, or after them in their sentence."""
    after = end < call.first and not reading.parted(end, call.first, SENTENCE)
    return after or call.first <= end <= call.last + _BESIDE
