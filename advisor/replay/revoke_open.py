"""Whether a story leaves it open how far the play had gone when a revoke came to light (Laws 62A, 63A)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.read.events import CARDS
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.revoking import Revoking, revoking, since

OPEN_SITUATIONS: Final = ("revoke_corrected", "card_after_revoke", "revoke_established", "revoke_too_late")
TOO_LATE, _CORRECTED, _AFTER = "revoke_too_late", "revoke_corrected", "card_after_revoke"
_IN_TIME: Final = frozenset({"revoke_trick_open", "revoke_put_right", "revoke_noticed", "pc_on_table", "penalty_card"})
_LATER: Final = frozenset(
    {
        "revoke_tricks_since",
        "revoke_found_at_end",
        "revoke_found_later",
        "revoke_next_board",
        "revoke_later_trick",
        "revoke_too_late_words",
        "revoke_hands_away",
        "revoke_next_card_named",
        "revoke_round_moved",
        "revoke_then_claimed",
        "revoke_won_by_offender",
        "play_over_words",
    }
)
_MENDED: Final = frozenset({"replace", "take_out"})
_TRICKS: Final = frozenset({"trick_number", "trick_count"})
_OWNED: Final = frozenset({"revoke_won_by_offender", "revoke_noticed"})
_TAKEN: Final = frozenset({"win", "take_out"})
_NOW: Final = "just_now"
_SPEAKER: Final = "speaker"
_MARKS: Final = "?;\u037e"  # the Greek one is a semicolon
_ENDS: Final = f"{_MARKS}.!\n"


def stage_told(reading: Reading, untold: Collection[int] = (), but: frozenset[str] = frozenset()) -> bool:
    """Whether words (`but` for some) tell how far the play had gone when a revoke came to light, outside of the `untold`
    tokens."""
    names = {m.name for m in reading.mentions if not UNTOLD & set(m.flags) and m.first not in untold}
    return bool(names & (_IN_TIME | _LATER) - but)


def open_situation(reading: Reading, untold: Collection[int], first: str) -> str:
    """`revoke_too_late`, whose question is what has happened since, where a revoke is told and neither when it was noticed nor
    that it was put right: of one thought to be established only where it is told as of this moment. `untold` are the tokens of
    what is only asked or supposed."""
    told = revoking(reading, untold)
    if told is None or since(reading, told):
        return ""
    others = [e for e in reading.story.events if not (e.actor == _SPEAKER != told.deed.actor)]  # "says: I've got a heart"
    mended = any(e.deed in _MENDED and e.first > told.deed.last and e.first not in untold for e in others)
    untold_at = {reading.tokens[at].start for at in untold if at < len(reading.tokens)}
    numbered = any(n.kind in _TRICKS and n.start not in untold_at and not _asked(reading.text, n.end) for n in reading.notation)
    owned_up = _owned_up(told)
    now = any(cue.what == _NOW and cue.first > told.deed.last for cue in reading.cues) or owned_up
    played = any(e.deed in CARDS and e.first not in untold for e in told.after)
    staged = stage_told(reading, untold, but=_OWNED if owned_up else frozenset())
    if staged or mended or numbered or (first == _AFTER and played):
        return ""
    return TOO_LATE if now or first in (_CORRECTED, _AFTER) else ""


def _asked(text: str, end: int) -> bool:
    """Whether a question mark ends the sentence that goes on behind a character ("one trick or two?")."""
    return next((mark for mark in text[end:] if mark in _ENDS), ".") in _MARKS


def _owned_up(told: Revoking) -> bool:
    """Whether the revoker is told to have spoken next, before anybody put down another card ("and wins the trick, and then says:
    sorry, I have one")."""
    then = next((e for e in told.after if e.deed not in _TAKEN), None)
    return then is not None and then.deed == "say" and then.actor == told.deed.actor and not then.flags
