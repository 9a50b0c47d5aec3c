"""Whether a story leaves it open how far the play had gone when a revoke came to light (Laws 62A, 63A)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.read.events import CARDS
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.read.story import SPEAKER
from advisor.replay.exposed import token_at
from advisor.replay.revoke_since import NUMBERED
from advisor.replay.revoking import BOARD_BEFORE, Revoking, revoking, since

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
_OWNED: Final = frozenset({"revoke_won_by_offender", "revoke_noticed"})
_TAKEN: Final = frozenset({"win", "take_out"})
_NOW, _TOOK = "just_now", "take_out"


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
    if told is None or since(reading, told) or reading.cued_with(told.deed, BOARD_BEFORE):
        return ""
    others = [e for e in reading.story.events if not (e.actor == SPEAKER != told.deed.actor)]  # "says: I've got a heart"
    own = ("", told.deed.actor)  # "declarer took the trick" mends nothing
    since_then = [e for e in others if e.deed in _MENDED and e.first > told.deed.last and e.first not in untold]
    mended = any(e.deed != _TOOK or e.actor in own for e in since_then)
    untold_at = {reading.tokens[at].start for at in untold if at < len(reading.tokens)}
    numbers = [n for n in reading.notation if n.kind in NUMBERED and n.start not in untold_at]
    numbered = any(not reading.asked(token_at(reading, n.start)) for n in numbers)  # "one trick or two?"
    owned_up = _owned_up(told)
    now = any(cue.what == _NOW and cue.first > told.deed.last for cue in reading.cues) or owned_up
    played = any(e.deed in CARDS and e.first not in untold for e in told.after)
    staged = stage_told(reading, untold, but=_OWNED if owned_up else frozenset())
    if staged or mended or numbered or (first == _AFTER and played):
        return ""
    return TOO_LATE if now or first in (_CORRECTED, _AFTER) else ""


def _owned_up(told: Revoking) -> bool:
    """Whether the revoker is told to have spoken next, before anybody put down another card ("and wins the trick, and then says:
    sorry, I have one")."""
    then = next((e for e in told.after if e.deed not in _TAKEN), None)
    return then is not None and then.deed == "say" and then.actor == told.deed.actor and not then.flags
