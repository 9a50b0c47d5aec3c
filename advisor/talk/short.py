"""Replies of a few words that say nothing by themselves: "West did", "they haven't", "none", "wrong"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from advisor.base import store
from advisor.diagnose.understanding import played_once, read_once
from advisor.read.events import PLAYERS
from advisor.read.phrases import phrases
from advisor.talk.explaining import facts
from advisor.talk.hearing import Heard
from advisor.talk.incident import answered, consulted, offering, plain, understood, words_of
from advisor.talk.models import Reply, State
from advisor.talk.parts import keyed
from advisor.talk.relations import relation_answer

DID, DID_NOT, NONE, WRONG = "did", "did_not", "none_at_all", "only_wrong"
_LEADS, _YES_NO = ("yes", "no"), frozenset({"yes", "no"})
Step = tuple[State, Reply]


@dataclass(frozen=True, slots=True)
class Short:
    """What a short reply says (`DID`, `DID_NOT`, `NONE`, `WRONG`), and of whom: a player, or nothing for a pronoun or nobody."""

    says: str
    player: str = ""


def short(state: State, heard: Heard) -> Short | None:
    """What a message says that is such a reply and nothing else; None for any other."""
    found = phrases(store.load("talk")["short"], keyed(state, heard.text))
    if len({name for name, _, _ in found}) != 1:
        return None
    name, covered = found[0][0], {at for _, first, last in found for at in range(first, last + 1)}
    if name in (NONE, WRONG):
        return Short(name) if len(covered) == len(heard.tokens) else None
    reading = read_once(heard.text)
    players = [m for m in reading.mentions if m.name in PLAYERS and m.how != "derived"]
    pronouns = {cue.first for cue in reading.cues if cue.what == "pronoun_other"}
    covered |= pronouns | {at for m in players for at in range(m.first, m.last + 1)}
    covered |= {at for what, first, last in heard.hits if what in _LEADS for at in range(first, last + 1)}
    if len(covered) < len(heard.tokens) or len({m.name for m in players}) > 1 or not (players or pronouns):
        return None
    return Short(name, next((m.name for m in players if m.first not in pronouns), ""))


def brief_answer(state: State, heard: Heard, question: str, values: Sequence[str]) -> dict[str, str] | None:
    """What such a reply answers to a question of yes or no, which may be nothing; None for any other reply."""
    said = short(state, heard)
    if said is None or said.says == WRONG or not set(values) >= _YES_NO:
        return None
    if said.says == NONE or (said.says == DID_NOT and not said.player):
        return {question: "no"}
    value = relation_answer(said.player, played_once(". ".join(state.story)), question) if said.player else "yes"
    if said.says == DID_NOT:
        return {question: "no"} if value == "yes" else {}
    return {question: value} if value in values else {}


def only_wrong(state: State, heard: Heard) -> Step | None:
    """That something is wrong, without saying what: what was understood, each fact to be put right by a tap; or what to say."""
    said = short(state, heard) if state.at_hand else None
    if said is None or said.says != WRONG:
        return None
    found, head = consulted(state), words_of(state).frame("talk_what_is_wrong")
    if found.ruled is None or not state.irregularity or not found.taken():
        return state, plain(state, "asked", head, state.offered)
    reply = facts(state, found, understood(found))
    return offering(state, reply.model_copy(update={"text": "\n".join([head, *reply.understood])}))


def only_part(state: State, heard: Heard) -> Step | None:
    """That what was told last is part of the incident in hand: nothing else is told by that."""
    says_so = state.irregularity and heard.has("part") and heard.only("part", "no", "yes", fillers=1)
    return answered(state, kind="noted") if says_so else None
