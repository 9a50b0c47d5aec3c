"""Who asked whom about a card of the suit led, where a question in quotation marks follows a discard: "West threw a club, and her
partner said 'no spades, dear?'" (Law 61B)."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CARDS, TOLD
from advisor.read.reading import Reading
from advisor.replay.declaring import DEFENDER, side_of
from advisor.replay.players import cues, players_words

ACTOR, ASKED = "actor", "revoke_asked_player"
_SUIT, _THEIRS, _DUMMY = "asks_suit_left", "of_other", "dummy"
_NOBODY: Final = frozenset({"", "partner", _DUMMY})
_QUESTION, _ASK = "revoke_question", "ask"
_ROLES: Final = frozenset({"declarer", _DUMMY, DEFENDER})
_ROLES_OF: Final = {DEFENDER: DEFENDER}  # of the declaring side it may be either
_NEAR, _FAR = 7, 25  # words


def asked_suit(reading: Reading) -> dict[str, str]:
    """`actor` where one player is told to have put the question; else `actor` and `revoke_asked_player` (both `defender`) where
    the partner of the defender who played last is told, as his or her partner (wife, husband), to have put it."""
    spoken = players_words(reading)
    asks = sorted(cue.first for cue in cues(reading, _SUIT) if cue.first in spoken)
    asked = _asker(reading)
    if asked:
        return asked
    if not asks:
        return {}
    theirs = any(0 < asks[0] - cue.first <= _NEAR for cue in cues(reading, _THEIRS))
    cards = [e for e in reading.story.events if e.deed in CARDS and e.last < asks[0] - 1 and e.actor not in _NOBODY]
    if not theirs or not cards or asks[0] - cards[-1].last > _FAR:
        return {}
    return {ACTOR: DEFENDER, ASKED: DEFENDER} if side_of(reading, cards[-1].actor) == DEFENDER else {}


def _asker(reading: Reading) -> dict[str, str]:
    """`actor`, where one player alone is told to have put the question, by a role or by the side of the seat."""
    asked = [m for m in reading.mentions if m.name == _QUESTION and not m.flags]
    deeds = [e for e in reading.story.events if e.deed == _ASK and e.by == TOLD and not e.flags]
    told = {e.actor for e in deeds if any(m.first - 1 <= e.first <= m.last for m in asked)}
    if len(told) != 1:
        return {}
    who = told.pop()
    role = who if who in _ROLES else _ROLES_OF.get(side_of(reading, who), "")
    return {ACTOR: role} if role else {}
