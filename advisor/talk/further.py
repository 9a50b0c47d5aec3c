"""What a message tells beside the incident in hand: a further irregularity of the same story, one that follows from it, one that
completes it, or perhaps a new incident."""

from __future__ import annotations

import re

from advisor.advising import Consultation, consult
from advisor.base import store
from advisor.diagnose.understanding import read_once
from advisor.lawbook.models import Table
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import table, tables
from advisor.read.events import PLAYERS
from advisor.read.phrases import every_phrase
from advisor.rule.ruling import Ruled
from advisor.say.replies import questions
from advisor.talk.answering import in_their_words, plainly
from advisor.talk.correcting import contradicts
from advisor.talk.details import noted
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import answered, consulted, words_of
from advisor.talk.models import Details, Reply, State
from advisor.talk.moving import asked_which
from advisor.talk.parts import keyed, marked
from advisor.talk.refusing import likeliest
from advisor.talk.seats import spoken_seats
from advisor.talk.taps import settled
from advisor.talk.witness import with_facts

Step = tuple[State, Reply]
_ELSEWHERE = "elsewhere"
_A_FEW_MORE = 5  # words of which three say where it was
_NOUNS = frozenset({"claim", "concession", "revoke", "lead", "opening_lead", "hesitation", "penalty_card", "insufficient"})
_CERTAIN, _LIKELY = 0.7, 0.5
_OPENING = re.compile(r"[,:.;·]\s+")
_AT_LENGTH = 25  # words; an answer or an addition is seldom longer
_AT_SOME_LENGTH = 12  # words
_A_FEW, _SURE = 8, 0.85
_SOME, _NONE = 0.3, 0.02  # how far a law is believed in that is told, and that is not


def another(state: State, heard: Heard, alone: Consultation) -> Step:
    """What a message tells that is of another law than the incident in hand: said to be further, following from it, completing
    it, or perhaps new."""
    ruled = consulted(state).ruled
    if heard.has("part") or (heard.leads("further") and not _of_another_phase(state, alone)):
        return joined(state, heard)
    if (ruled is not None and law_number(ruled.laws()[0]) == alone.diagnosis.first.law) or follows(state, alone):
        return followed(state, heard, likeliest(state, (alone,), set()))
    return _completed(state, heard, alone) or _added_to(state, heard, alone) or asked_which(state, heard.text)


def second(state: State, heard: Heard) -> Step | None:
    """The question whether a message is a new incident, where it tells of another table or board, or at length an incident and
    next to nothing of the law in hand, and does not answer what is asked in so many words: swallowed it would be lost."""
    if not state.story or heard.leads("correction", "no", "yes") or contradicts(state, heard):
        return None
    if _elsewhere(state, heard) and not heard.has("part"):
        return asked_which(state, heard.text)
    if not state.irregularity or heard.leads("further") or (marked(state, heard.text) and questions(keyed(state, heard.text))):
        return None
    if len(heard.text.split()) < _A_FEW:
        return None
    found = consulted(state)
    alone = consult(heard.text, lang=state.speaks, edition=state.edition, again=True)
    far = alone.diagnosis.tells_incident(_LIKELY) and _phases_apart(state, alone)
    least = _SOME if far or len(heard.text.split()) > _AT_LENGTH else _SURE  # a shorter one may be an answer after all
    if found.ruled is None or not alone.diagnosis.tells_incident(least):
        return None
    near = {neighbour.not_ for neighbour in found.ruled.table.neighbours}
    beside = {law_number(str(tables(state.edition)[name]["law"])) for name in near if name in tables(state.edition)}
    if alone.diagnosis.first.law in {law_number(ref) for ref in found.advice.laws} | (beside if least == _SURE else set()):
        return None
    shares = sum(weighed.share for weighed in alone.diagnosis.weighed if weighed.law == found.ruled.table.law_number)
    if shares >= _NONE or _answers(state, heard, found.ruled.table):
        return None
    return joined(state, heard) if heard.has("part") else asked_which(state, heard.text)


def own_incident(state: State, heard: Heard, ruled: Ruled) -> bool:
    """Whether a message at length certainly tells an incident of another law."""
    if len(heard.tokens) < _AT_SOME_LENGTH:
        return False
    alone = consult(heard.text, lang=state.speaks, edition=state.edition, again=True)
    return alone.diagnosis.tells_incident(_CERTAIN) and alone.diagnosis.first.law != ruled.table.law_number


def _elsewhere(state: State, heard: Heard) -> bool:
    """Whether a message begins with another table or board than that of the incident in hand and tells of somebody there, or
    says in other words that what it tells was elsewhere."""
    there, _ = noted(hear(_OPENING.split(heard.text, maxsplit=1)[0], state), Details())
    moved = (there.table not in ("", state.details.table)) or (there.board not in ("", state.details.board))
    reading = read_once(heard.text, greeklish=state.speaks == "el")
    if moved and any(event.actor for event in reading.story.events):
        return True
    said = {name for name, _, _ in every_phrase(store.load("talk")["others"], keyed(state, heard.text))}
    if _ELSEWHERE not in said or len(heard.tokens) < _A_FEW_MORE or marked(state, heard.text):
        return False
    told = bool(reading.story.events or reading.notation) or any(m.name in _NOUNS for m in reading.mentions)
    ruled = consulted(state).ruled if state.irregularity else None
    return told and not (ruled is not None and state.question and _answers(state, heard, ruled.table))


def _answers(state: State, heard: Heard, here: Table) -> bool:
    """Whether a message answers the open question in so many words, or in those of its choices."""
    asked = state.question
    if not asked or asked not in here.asks:
        return False
    return asked in plainly(heard.text, here, state) or asked in in_their_words(heard.text, here, [asked], state)


def _of_another_phase(state: State, alone: Consultation) -> bool:
    """Whether a message firmly tells of the play what is no part of an incident of the auction, or the other way round."""
    return _phases_apart(state, alone) and alone.diagnosis.tells_incident(_CERTAIN) and not follows(state, alone)


def _phases_apart(state: State, alone: Consultation) -> bool:
    """Whether of a message and the incident in hand one is of the auction and the other of the play."""
    shelf = tables(state.edition)
    names = (alone.diagnosis.first.irregularity, state.irregularity)
    return {str(shelf[each]["phase"]) for each in names if each in shelf} == {"auction", "play"}


def besides(state: State, longer: State) -> list[str]:
    """The further irregularities that the story shows only now, a line each."""
    before = {other.table.irregularity for other in consulted(state).others}
    words = words_of(state)
    new = [other for other in consulted(longer).others if other.table.irregularity not in before]
    return [
        words.frame("talk_also", what=words.irregularity(other.table.irregularity), law=words.ref(other.laws()[0]))
        for other in new
    ]


def _completed(state: State, heard: Heard, alone: Consultation) -> Step | None:
    """The step for a message that completes the story: what it tells alone borders on the situation in hand, and is what the
    whole story firmly comes to."""
    found = consulted(state)
    name = alone.diagnosis.first.irregularity
    other = table(state.edition, name)
    if state.also or found.ruled is None or other is None or not found.ruled.table.borders(other):
        return None
    there = state.model_copy(update={"story": (*state.story, heard.text), "irregularity": name, "question": "", "put": ()})
    whole = consulted(there.model_copy(update={"irregularity": "", "answers": {}}))
    gone = sum(weighed.share for weighed in whole.diagnosis.weighed if weighed.irregularity in state.refused)
    left = next((w.share for w in whole.diagnosis.weighed if w.irregularity == name), 0.0) / max(1.0 - gone, _NONE)
    if likeliest(there, (whole,), set()) != name or left < _CERTAIN:
        return None
    return answered(with_facts(there, heard))


def _added_to(state: State, heard: Heard, alone: Consultation) -> Step | None:
    """The step for a few words that name no seat and are not of another phase of the deal ("declarer won it with the king", where
    it is not yet known whether the revoke is established), or that name nobody and nothing ("he said oops straight away"): kept
    with the story, which goes on as it was."""
    if len(heard.tokens) >= _A_FEW or spoken_seats(heard.text):
        return None
    names_something = bool(alone.reading.notation) or any(m.name in PLAYERS or m.name in _NOUNS for m in alone.reading.mentions)
    if names_something and _phases_apart(state, alone):
        return None
    return answered(state.model_copy(update={"story": (*state.story, heard.text)}))


def follows(state: State, alone: Consultation) -> bool:
    """Whether a situation is dealt with after the one in hand: its law is among those that apply there too."""
    found = consulted(state)
    applying = {law_number(ref) for ref in found.advice.laws[1:]}
    return found.ruled is not None and alone.diagnosis.first.law in applying and not found.ruled.question


def followed(state: State, heard: Heard, name: str) -> Step:
    """What follows from the incident in hand, now in hand itself, with what the ruling settled for it; the other stays."""
    ruled = consulted(state).ruled
    row = ruled.row if ruled is not None else None
    settles = store.load("talk")["carried"].get(f"{state.irregularity}/{row.id}", {}) if row is not None else {}
    also = tuple(dict.fromkeys([state.irregularity, *state.also]))
    there = state.model_copy(update={"irregularity": name, "also": also, "story": (*state.story, heard.text), "question": ""})
    return answered(with_facts(settled(there, settles), heard))


def joined(state: State, heard: Heard) -> Step:
    """A further irregularity of the incident in hand."""
    alone = consult(heard.text, lang=state.speaks, edition=state.edition, again=True)
    first = alone.diagnosis.first.irregularity
    name = first if first in tables(state.edition) and first not in state.refused else likeliest(state, (alone,), set())
    longer = state.model_copy(update={"story": (*state.story, heard.text), "also": (*state.also, name)})
    longer = settled(longer, _own_facts(longer, alone, name))
    return answered(longer, ahead=besides(state, longer))


def _own_facts(longer: State, alone: Consultation, name: str) -> dict[str, str]:
    """The facts of a further irregularity that words told of the first one would settle: as the message alone tells them, or
    else as usual."""
    here, first = table(longer.edition, name), table(longer.edition, longer.irregularity)
    if here is None:
        return {}
    asks = {fact: ask for fact, ask in here.asks.items() if first is None or fact not in first.asks}
    whole, own = consulted(longer).facts.values(), alone.facts.values()
    other = {fact: own.get(fact, asks[fact].presume) for fact, value in whole.items() if fact in asks and own.get(fact) != value}
    return {fact: value for fact, value in other.items() if value}
