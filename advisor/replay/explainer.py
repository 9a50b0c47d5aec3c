"""Whose explanation went wrong, seen from the contract: of the declaring side or of a defender (Law 20F5, 75B3).

The speaker's side is told by a role or by the contract that the speaker reached; whose explanation it was, by the player named
nearest before the words for it (or right behind "by"). A dummy or declarer who says "my partner" speaks of the declaring side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.replay.declaring import DECLARER, tellers_side
from advisor.replay.sides import FACT, OF_ROLE

ASKED: Final = (FACT, "partner_error_stage")
_OURS, _THEIRS = "ours", "theirs"
_EXPLAINED = frozenset({"explanation", "alert", "not_alerted", "partner_explained_wrong", "they_explained_wrong"})
_WHOSE = {"partner": _OURS, "lho": _THEIRS, "rho": _THEIRS, "opponent": _THEIRS}
_DECLARE = {"we_declare": True, "we_defend": False, "they_declare": False}
_OTHER = {"declaring": "defending", "defending": "declaring"}
_BY = "done_by"
_NEAR, _BESIDE, _NOUN = 3, 2, "explanation"
_MOST = 20  # players named in one sentence that are looked at


def explainers_side(reading: Reading) -> Mapping[str, str]:
    """`offender_side`: `declaring` or `defending`; nothing where the sides or the explainer are not told."""
    spoken = _role_that_says_partner(reading) or _of_a_role(reading)
    if spoken:
        return {FACT: spoken}
    declares, people = _speaker_declares(reading), _by_sentence(reading, _WHOSE)
    told = (mention for mention in reading.mentions if mention.name in _EXPLAINED)
    by = {cue.first: cue.last for cue in reading.cues if cue.what == _BY}
    whose = next(filter(None, (_whose(reading, mention, people, by) for mention in told)), "")
    if declares is None or not whose:
        return {}
    side = "declaring" if declares else "defending"
    return {FACT: side if whose == _OURS else _OTHER[side]}


def _of_a_role(reading: Reading) -> str:
    """The side of the role that stands right beside the words for the explanation ("declarer's explanation")."""
    told = [(m.first, m.last) for m in reading.mentions if m.name == _NOUN]
    roles = [m for m in reading.mentions if m.name in OF_ROLE and not m.flags]
    behind = {
        OF_ROLE[r.name]
        for r in roles
        for _, last in told
        if last < r.first <= last + _BESIDE and not reading.parted(last, r.first)
    }
    before = {OF_ROLE[r.name] for r in roles for first, _ in told if r.last + 1 == first and not reading.parted(r.last, first)}
    sides = behind | before
    return sides.pop() if len(sides) == 1 else ""


def _by_sentence(reading: Reading, names: Collection[str]) -> dict[int, list[Mention]]:
    found: dict[int, list[Mention]] = {}
    for mention in reading.mentions:
        if mention.name in names:
            found.setdefault(reading.sentences[mention.first], []).append(mention)
    return found


def _role_that_says_partner(reading: Reading) -> str:
    """The side of a role that stands before `my partner`, in one sentence: "dummy says that his partner's alert was wrong"."""
    partners = _by_sentence(reading, ("partner",))
    says = {reading.sentences[e.first]: e.first for e in reading.story.events if e.deed == "say"}
    for sentence, roles in _by_sentence(reading, OF_ROLE).items():
        role, named = roles[0], partners.get(sentence, [])
        if role.flags or not named or named[-1].first < role.last:
            continue
        if says.get(sentence, -1) > role.last or _quotes(reading, role.last, named[-1].first):
            return OF_ROLE[role.name]
    return ""


def _quotes(reading: Reading, first: int, last: int) -> bool:
    return any(mark in reading.text[reading.tokens[first].end : reading.tokens[last].start] for mark in '"“«')


def _speaker_declares(reading: Reading) -> bool | None:
    """Whether the speaker's side declares; None where it is not told, or told both ways."""
    told = {_DECLARE[m.name] for m in reading.mentions if m.name in _DECLARE and not m.flags}
    side = tellers_side(reading)
    told |= {side == DECLARER} if side else set()
    return told.pop() if len(told) == 1 else None


def _whose(reading: Reading, told: Mention, people: Mapping[int, list[Mention]], by: Mapping[int, int]) -> str:
    """Whose explanation it is: of the player behind "by", or of the one named last before it in the sentence."""
    near = people.get(reading.sentences[told.first], [])[:_MOST]
    then = {by[at] + 1 for at in range(told.last + 1, told.last + _NEAR) if at in by}
    behind = [m.name for m in near if m.first in then]
    before = [m.name for m in near if m.first <= told.last]
    named = behind or before[-1:]
    return _WHOSE[named[0]] if named else ""
