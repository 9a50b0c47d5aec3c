"""Whose explanation went wrong, seen from the contract: of the declaring side or of a defender (Law 20F5, 75B3).

The speaker's side is told by a role or by the contract that the speaker reached; whose explanation it was, by the player named
nearest before the words for it (or right behind "by"). A dummy or declarer who says "my partner" speaks of the declaring side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from advisor.read.match import Mention
from advisor.read.reading import Reading

FACT: Final = "offender_side"
ASKED: Final = (FACT, "partner_error_stage")
_OURS, _THEIRS = "ours", "theirs"
_EXPLAINED = frozenset({"explanation", "alert", "not_alerted", "partner_explained_wrong", "they_explained_wrong"})
_WHOSE = {"partner": _OURS, "lho": _THEIRS, "rho": _THEIRS, "opponent": _THEIRS}
_ROLES = {"declarer": "declaring", "dummy": "declaring", "defender": "defending"}
_DECLARE = {"we_declare": True, "we_defend": False, "they_declare": False}
_OTHER = {"declaring": "defending", "defending": "declaring"}
_BY, _BIDS = "done_by", frozenset({"call", "call_by", "contract"})
_WE, _THEY = "we_play", "they_play"
_NEAR = 3


def explainers_side(reading: Reading) -> Mapping[str, str]:
    """`offender_side`: `declaring` or `defending`; nothing where the sides or the explainer are not told."""
    spoken = _role_that_says_partner(reading)
    if spoken:
        return {FACT: spoken}
    declares = _speaker_declares(reading)
    whose = next(filter(None, (_whose(reading, mention) for mention in reading.mentions if mention.name in _EXPLAINED)), "")
    if declares is None or not whose:
        return {}
    side = "declaring" if declares else "defending"
    return {FACT: side if whose == _OURS else _OTHER[side]}


def _role_that_says_partner(reading: Reading) -> str:
    """The side of a role that stands before `my partner`, in one sentence: "dummy says that his partner's alert was wrong"."""
    partners = [m for m in reading.mentions if m.name == "partner"]
    for role in (m for m in reading.mentions if m.name in _ROLES and not m.flags):
        said = any(e.deed == "say" and role.last < e.first for e in reading.story.events if _beside(reading, e.first, role.first))
        behind = [m for m in partners if m.first > role.last and _beside(reading, m.first, role.first)]
        if behind and (said or _quotes(reading, role.last, behind[0].first)):
            return _ROLES[role.name]
    return ""


def _quotes(reading: Reading, first: int, last: int) -> bool:
    return any(mark in reading.text[reading.tokens[first].end : reading.tokens[last].start] for mark in '"“«')


def _speaker_declares(reading: Reading) -> bool | None:
    """Whether the speaker's side declares; None where it is not told, or told both ways."""
    told = {_DECLARE[m.name] for m in reading.mentions if m.name in _DECLARE and not m.flags}
    told |= {
        cue.what == "we_play" for cue in reading.cues if cue.what in ("we_play", "they_play") and _bid_behind(reading, cue.last)
    }
    return told.pop() if len(told) == 1 else None


def _bid_behind(reading: Reading, last: int) -> bool:
    """Whether a bid or contract stands right behind a word."""
    after = [token.start for token in reading.tokens[last + 1 : last + _NEAR]]
    return any(note.kind in _BIDS and note.start in after for note in reading.notation)


def _whose(reading: Reading, told: Mention) -> str:
    """Whose explanation it is: of the player behind "by", or of the one named last before it in the sentence."""
    people = [m for m in reading.mentions if m.name in _WHOSE and _beside(reading, m.first, told.first)]
    by = [cue.last + 1 for cue in reading.cues if cue.what == _BY and 0 < cue.first - told.last < _NEAR]
    behind = [m.name for m in people if m.first in by]
    before = list(_before(people, told))
    named = behind or before[-1:]
    return _WHOSE[named[0]] if named else ""


def _before(people: list[Mention], told: Mention) -> Iterator[str]:
    return (m.name for m in people if m.first < told.first or told.first <= m.first <= told.last)


def _beside(reading: Reading, one: int, other: int) -> bool:
    return reading.sentences[one] == reading.sentences[other]
