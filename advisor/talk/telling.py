"""The story and what is said about it: answers to the open question, additions, a new incident."""

from __future__ import annotations

from advisor.advising import Consultation, consult
from advisor.base import store
from advisor.base.text import fold
from advisor.diagnose.understanding import read_once
from advisor.lawbook.cases import open_rows
from advisor.lawbook.shelf import tables
from advisor.read.tokens import CLAUSE
from advisor.rule.deciding import NothingTold
from advisor.rule.ruling import Ruled
from advisor.talk.absorbing import said_back
from advisor.talk.answering import (
    AUXILIARY,
    in_their_words,
    meanings_left,
    nearest,
    news_of,
    plainly,
    spoken_for,
    stems,
    told,
    told_anew,
    told_beside,
    value_of,
)
from advisor.talk.asking import unanswered
from advisor.talk.cards import recarded
from advisor.talk.correcting import bare
from advisor.talk.details import noted
from advisor.talk.following import carried_on
from advisor.talk.further import another, besides, followed, follows, own_incident
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import WHICH, answered, consulted, words_of
from advisor.talk.meaning import narrowed
from advisor.talk.models import Reply, State
from advisor.talk.parts import asks
from advisor.talk.refusing import likeliest
from advisor.talk.relations import done_by_another, says_who_is_who
from advisor.talk.seats import put_in_place, redone, rerole, reseat
from advisor.talk.short import brief_answer
from advisor.talk.taps import settled
from advisor.talk.witness import borne_out, with_facts

Step = tuple[State, Reply]
_STRONG, _CERTAIN, _LIKELY = 0.5, 0.7, 0.45
_LONG, _FEW, _LITTLE, _REST, _NO_MORE = 4, 8, 2, 3, 1  # words
_CLEAR = 0.4
_FULL = 1.0
_YES_NO = frozenset({"yes", "no"})
_CHANGED, _ACCEPTED = "call_change_done", "accepted"
_CRYING = frozenset({"call_director", "object", "say"})


def answer(state: State, heard: Heard) -> Step | None:
    """An answer to the open question (or to the one that nobody could answer before), in whatever words; what it tells
    beside that is taken too."""
    if not state.question and not state.unknown:
        return None
    if state.question == WHICH:
        return _which(state, heard)
    found = consulted(state)
    ruled = found.ruled
    if ruled is None or not ruled.question or ruled.question not in (state.question, *state.unknown):
        return None
    unknown = heard.leads("unknown") or heard.only("unknown", fillers=3)
    if unknown and ruled.question not in told(heard.text, ruled.table, state):
        rest = told(heard.rest(), ruled.table, state)
        rest.pop(ruled.question, None)
        now = settled(state, rest) if rest else state
        return answered(now.model_copy(update={"unknown": (*now.unknown, ruled.question)}))
    if heard.leads("no", "correction") and _speaks_against(state, heard, found):
        return None
    if heard.leads("further") and _firmly_another(state, heard):
        return None
    marked = heard.leads("no", "correction")
    if recarded(state, heard.text)[0] or (marked and redone(state, bare(state, heard).text)[0]):
        return None  # «όχι η ντάμα, το 7» answers nothing with its first word, nor does "no, East revoked"
    if put_in_place(state, bare(state, heard).text, found.words.ask(ruled.question), corrects=marked):
        return None
    left = meanings_left(heard.text, state)
    if left:
        return narrowed(state, heard, left)
    facts = news_of(_answers(state, heard, ruled, ruled.heard), ruled.table, found.taken(), ruled.question)
    if ruled.awaited and ruled.question in facts:
        facts = _as_it_waited(ruled) | facts
    if ruled.question not in facts:
        if not facts or heard.leads("correction") or own_incident(state, heard, ruled):
            return None
        known = found.taken()  # what says again what is presumed answers nothing
        facts = {name: value for name, value in facts.items() if known.get(name) != value}
        return _taken(state, heard, facts) if facts else None
    if heard.leads("no") and _puts_right(state, heard, found, facts):
        return None
    beside = told_beside(heard.text, ruled.table, state, (*found.taken(), *facts))
    facts |= news_of(beside, ruled.table, found.taken(), ruled.question)
    return _taken(state, heard, _as_plainly(state, heard, found, facts, ruled.question))


def _as_plainly(state: State, heard: Heard, found: Consultation, facts: dict[str, str], question: str = "") -> dict[str, str]:
    """An answer in so many words to the open question, and a few words that say one thing plainly, take back nothing that they do
    not say as plainly."""
    assert found.ruled is not None
    plain = plainly(heard.text, found.ruled.table, state)
    if question not in plain and (question or len(heard.tokens) > _FEW or not plain.keys() & facts.keys()):
        return facts
    return {n: v for n, v in facts.items() if n in plain or n not in found.facts.known}


def _as_it_waited(ruled: Ruled) -> dict[str, str]:
    """What else was certain while the answer was waited for: the usual value of an open fact, where no other was possible."""
    waiting = dict(ruled.taken) | {ruled.question: ruled.table.asks[ruled.question].presume}
    unsure = {n: ask.presume for n, ask in ruled.table.asks.items() if ask.presume and not ask.waits and n not in waiting}
    other = {n: [each for each in ruled.table.asks[n].values if each != value] for n, value in unsure.items()}
    return {n: v for n, v in unsure.items() if not any(open_rows(ruled.table, waiting | {n: each}) for each in other[n])}


def again(state: State, heard: Heard) -> Step | None:
    """A telling sent twice says nothing new: the incident as it stands."""
    told_before = {fold(part) for part in state.story}
    return answered(state) if len(heard.tokens) > _LONG and fold(heard.text) in told_before else None


def _which(state: State, heard: Heard) -> Step | None:
    """Which of the situations offered is meant, by the words of its name: half of what is said, or more."""
    names = {name: (label,) for name, label in _situations(state).items()}
    name = nearest(heard.text, names) if len(heard.tokens) <= _FEW else ""
    if not name or 2 * len(stems(heard.text) & stems(*names[name])) < sum(len(word) > _LITTLE for word in heard.text.split()):
        return None
    return answered(state.model_copy(update={"irregularity": name, "question": ""}))


def _situations(state: State) -> dict[str, str]:
    """The situations offered last, each with its label."""
    return {b.send.partition("=")[2]: b.label for b in state.offered if b.send.startswith("#irregularity=")}


def _answers(state: State, heard: Heard, ruled: Ruled, leans: str) -> dict[str, str]:
    """The facts that a reply tells; a yes where no yes is asked for says that it is as it was read."""
    question = ruled.question
    values = tuple(b.value for b in ruled.branches)
    text = heard.past("correction", "no") if heard.leads("correction") else heard.text  # "wrong" answers nothing itself
    brief = brief_answer(state, heard, question, values)
    if brief is not None:
        return brief
    facts = told(heard.rest() if heard.leads("yes", "no") else text, ruled.table, state)
    plain = set(values) >= _YES_NO and (len(values) == len(_YES_NO) or len(heard.tokens) == 1)  # "not yet" may be one of three
    corrects = heard.leads("no") and hear(heard.rest(), state).leads("correction")  # "no, wrong, ..." answers nothing
    if plain and heard.leads("yes", "no") and not corrects and not _says_else(state, heard, ruled):
        own = in_their_words(heard.rest(), ruled.table, [question], state) if question not in facts else {}
        facts |= own or {question: facts.get(question, "yes" if heard.leads("yes") else "no")}  # "no, it was faced" says yes
    elif leans and question not in facts and heard.only("yes", fillers=0):
        facts[question] = leans
    elif question not in facts and len(heard.tokens) <= 14 and not says_who_is_who(heard.text):
        value = value_of(text, question, values, state) or _spoken(state, hear(text, state), question)
        facts |= {question: value} if value else in_their_words(text, ruled.table, [question], state)
    return {name: value for name, value in facts.items() if name != question or value in values}


def _says_else(state: State, heard: Heard, ruled: Ruled) -> bool:
    """Whether what follows a "no", or a "yes" in the same breath, is a sentence about something else than what is asked ("yes
    everyone agrees he thought"): it answers nothing."""
    rest = hear(heard.rest(), state)
    breath = heard.leads("yes") and (heard.tokens[heard.hits[0][2]].after >= CLAUSE or rest.leads("further"))
    if breath or len(rest.tokens) < (_NO_MORE if heard.leads("no") else _LONG):
        return False
    texts = store.load("texts")["facts"][ruled.question]
    each = (texts["ask"], *texts["values"].values())
    asked = frozenset().union(*(stems(text[code]) for text in each for code in ("el", "en")))
    said = {word for word in stems(rest.text, greeklish=state.speaks == "el") - AUXILIARY if len(word) > _LITTLE}
    return bool(said) and not said & asked and ruled.question not in plainly(rest.text, ruled.table, state)


def _puts_right(state: State, heard: Heard, found: Consultation, facts: dict[str, str]) -> bool:
    """Whether "no, ..." speaks against something already told, not to the question."""
    known = found.facts.values()
    against = [n for n, v in facts.items() if n != state.question and known.get(n, v) != v]
    return bool(against) or reseat(state, heard.rest()) is not None or bool(rerole(state, heard.rest()))


def _spoken(state: State, heard: Heard, question: str) -> str:
    """The answer that the words speak for when all are weighed: the more words, the more clearly they must."""
    value, lead = spoken_for(heard.text, [question], state).get(question, ("", 0.0))
    few = len(heard.tokens) <= _FEW and not heard.leads("correction", "no")  # what puts right may be about something else
    return value if lead >= (_CLEAR if few else _FULL) else ""


def _speaks_against(state: State, heard: Heard, found: Consultation) -> bool:
    """Whether what follows a "no" or a "wrong" says more than a few words, and not what is asked: it puts the story right."""
    rest = bare(state, heard)
    other = len(rest.tokens) >= _REST and done_by_another(read_once(" ".join(state.story)), read_once(rest.text))
    if other or len(rest.tokens) <= _REST:
        return other
    if _firmly_another(state, rest):
        return True
    assert found.ruled is not None
    asked = found.ruled.question
    known = {name: value for name, value in found.taken().items() if name in found.ruled.table.asks and name != asked}
    against = spoken_for(rest.text, known, state)
    lead = max((lead for name, (value, lead) in against.items() if known[name] != value), default=0.0)
    said = told(rest.text, found.ruled.table, state)
    if any(name in known and known[name] != value for name, value in said.items()):
        return asked not in said
    return lead > max(_CLEAR, spoken_for(rest.text, [asked], state).get(asked, ("", 0.0))[1]) and asked not in said


def _firmly_another(state: State, rest: Heard) -> bool:
    """Whether a message of some length firmly tells another situation than the one in hand."""
    if len(rest.tokens) < (_LONG if rest.leads("further") else 2 * _LONG):
        return False
    alone = consult(rest.text, lang=state.speaks, edition=state.edition, again=True)
    return alone.diagnosis.tells_incident(_CERTAIN) and likeliest(state, (alone,), set()) not in (
        "",
        state.irregularity,
        *state.also,
    )


def _taken(state: State, heard: Heard, facts: dict[str, str]) -> Step:
    """The facts answered; further words stay with the story, which keeps its irregularity, unless they would unsettle it. What
    was known otherwise is said back."""
    now = settled(state, facts)
    rest = heard.rest() if heard.leads("yes", "no") else heard.text
    if len(rest.split()) >= _REST:
        longer = now.model_copy(update={"story": (*now.story, rest)})
        now = now if _unsettled(now, longer) else longer
    found = consulted(state)
    leant = {found.ruled.question: found.ruled.heard} if found.ruled is not None and found.ruled.heard else {}
    known = leant | found.taken() if heard.leads("correction", "no") else _settled_before(found)
    news = {name: value for name, value in facts.items() if known.get(name, value) != value}
    return said_back(state, now, news, known)


def _settled_before(found: Consultation) -> dict[str, str]:
    """The facts known as more than the usual "not yet": what was only presumed, or told to be as usual, goes on and is not
    corrected."""
    asks = found.ruled.table.asks if found.ruled is not None else {}
    return {n: v for n, v in found.facts.values().items() if n not in asks or not asks[n].waits or asks[n].presume != v}


def _unsettled(now: State, longer: State) -> bool:
    """Whether a fact of the table in hand that was told is open again, or another, or asked once more, when the story grows: an
    answer to one question takes back nothing that was told before (what it says of that itself is answered)."""
    before, after = consulted(now), consulted(longer)
    if before.ruled is not None and after.ruled is not None and after.ruled.question in before.taken():
        return after.ruled.question != before.ruled.question
    asks = before.ruled.table.asks if before.ruled is not None else ()
    then = after.facts.values()
    return any(name in asks and then.get(name) != value for name, value in before.facts.values().items())


def _as_told(state: State, longer: State, heard: Heard) -> State:
    """The longer story with the facts told before that it would only make doubtful: an addition takes back nothing."""
    if heard.leads("no", "correction"):
        return longer
    before, after = consulted(state), consulted(longer)
    if before.ruled is None or after.ruled is None or after.ruled.table is not before.ruled.table:
        return longer
    then = after.facts.values()
    again = {after.ruled.question} - {before.ruled.question}
    lost = {n: v for n, v in before.facts.values().items() if n in before.ruled.table.asks and (n not in then or n in again)}
    return settled(longer, lost) if lost else longer


def story(state: State, heard: Heard) -> Step | None:
    """A story: the first one, an addition to it, or a new incident."""
    details, _ = noted(heard, state.details)
    state = state.model_copy(update={"details": details})
    if not state.at_hand:
        return _first(state, heard) if not heard.leads("unknown") and not heard.only("unknown", fillers=7) else None
    alone = consult(heard.text, lang=state.lang, edition=state.edition, again=True, told=heard.text)
    if not state.irregularity:
        longer = state.model_copy(update={"story": (*state.story, heard.text)})
        own = alone.diagnosis.tells_incident(_CERTAIN) and alone.advice.status != "rights"
        longer = _never_refused(longer, alone)
        return answered(with_facts(longer if own else _among_offered(longer, heard), heard))
    found = consulted(state)
    assert found.ruled is not None
    law = found.ruled.table.law_number
    taken, news = added(state, heard), bool(told_anew(heard.text, found.ruled.table, found.taken(), state))
    if not news and asks(state, heard.text) and _seen_anew(state, heard.text) == state.irregularity:
        reply = unanswered(state, heard)
        if reply is not None:
            return state, reply
    following = carried_on(state, heard.text)[0] if not news else ""
    if following:
        return followed(state, heard, following)
    long = len(heard.tokens) >= _LONG
    own = alone.diagnosis.tells_incident(_CERTAIN) and long
    if not news and long and alone.diagnosis.tells_incident(_LIKELY) and follows(state, alone):
        whole = consulted(state.model_copy(update={"story": (*state.story, heard.text), "irregularity": "", "answers": {}}))
        return followed(state, heard, likeliest(state, (alone, whole), set()))
    further = heard.leads("further") and alone.diagnosis.tells_incident(_STRONG) and long
    at_length = len(heard.tokens) >= 3 * _LONG and not _told_plainly(state, heard, found)
    elsewhere = (own or further) and alone.diagnosis.first.law != law and (not news or at_length)
    if elsewhere and not (heard.leads("no", "correction") and not at_length):
        return another(state, heard, alone)
    if taken is not None:
        return taken
    deeds = any(event.actor for event in alone.reading.story.events) or says_who_is_who(heard.text)
    if len(heard.tokens) >= _LONG or heard.leads("further") or deeds:
        seen = _seen_anew(state, heard.text)
        longer = state.model_copy(update={"story": (*state.story, heard.text), "irregularity": seen})
        return (
            answered(with_facts(longer, heard))
            if seen != state.irregularity
            else answered(_as_told(state, longer, heard), ahead=besides(state, longer))
        )
    return answered(state) if told(heard.text, found.ruled.table, state) else None  # it says again what is known


def _never_refused(longer: State, alone: Consultation) -> State:
    """The state under the likeliest situation that is left, where the story by itself would come to one that was refused."""
    if not longer.refused:
        return longer
    whole = consulted(longer)
    again = whole.ruled is not None and whole.ruled.table.irregularity in longer.refused
    return longer.model_copy(update={"irregularity": likeliest(longer, (alone, whole), set())}) if again else longer


def _told_plainly(state: State, heard: Heard, found: Consultation) -> bool:
    """Whether a message says in as plain words as a reply what the situation in hand asks and did not know."""
    if found.ruled is None:
        return False
    known = found.taken()
    return any(known.get(name) != value for name, value in plainly(heard.text, found.ruled.table, state).items())


def _among_offered(longer: State, heard: Heard) -> State:
    """A few words said where several situations are offered are about one of these, whatever else they alone might be of: the
    likeliest of them is in hand unless the whole story tells another one of them."""
    offered = list(_situations(longer))
    if not offered or len(heard.tokens) > _FEW:
        return longer
    found = consulted(longer)
    if found.ruled is not None and found.ruled.table.irregularity in offered:
        return longer
    likely = (w.irregularity for w in found.diagnosis.weighed if w.irregularity in offered)
    return longer.model_copy(update={"irregularity": next(likely, offered[0])})


def _seen_anew(state: State, text: str) -> str:
    """The situation in hand, or another one that the whole story firmly tells when the first telling alone had put this one in
    hand: what was picked or asked about stays."""
    if state.also or state.put or not state.story:
        return state.irregularity
    first = consult(state.story[0], lang=state.lang, edition=state.edition, again=True, told=state.story[0])
    if first.open_which or first.diagnosis.first.irregularity != state.irregularity:
        return state.irregularity
    whole = consult(". ".join([*state.story, text]), lang=state.lang, edition=state.edition, again=True, told=state.story[0])
    firm = whole.diagnosis.tells_incident(_CERTAIN) and not whole.open_which
    return whole.ruled.table.irregularity if firm and whole.ruled is not None else state.irregularity


def added(state: State, heard: Heard) -> Step | None:
    """Facts of the table in hand that a message tells beside something else; None when it tells none that is new."""
    found = consulted(state)
    if found.ruled is None:
        return None
    facts = told_anew(heard.text, found.ruled.table, found.facts.values(), state)
    if found.taken().get(_CHANGED) == "no":  # over the first call LHO accepts nothing (Law 25B1)
        facts.pop(_ACCEPTED, None)
    facts = _as_plainly(state, heard, found, news_of(facts, found.ruled.table, found.taken()))
    return _taken(state, heard, facts) if facts else None


def answered_outright(state: State, heard: Heard) -> Step | None:
    """The step when the reader hears the open question's answer in a message that says something else too; else None."""
    found = consulted(state)
    facts = told(heard.text, found.ruled.table, state) if found.ruled is not None and state.question else {}
    return _taken(state, heard, facts) if state.question in facts else None


def _first(state: State, heard: Heard) -> Step:
    """The first telling of an incident sets the language."""
    there = state.model_copy(update={"spoken": heard.lang, "story": (heard.text,)})
    return answered(borne_out(there.model_copy(update={"irregularity": _cried(consulted(there))}), heard))


def _cried(found: Consultation) -> str:
    """The situation that somebody calls by its name where the story tells none of its own ("they cry revoke"): was it one?"""
    first, reading = found.diagnosis.first, found.reading
    held = tables(found.given.edition)
    if not isinstance(found.decision, NothingTold) or found.diagnosis.law_share < _CERTAIN or first.irregularity not in held:
        return ""
    crying = {reading.sentences[e.first] for e in reading.story.events if e.deed in _CRYING and not e.flags}
    named = (m for m in reading.mentions if not m.flags and reading.sentences[m.first] in crying)
    return first.irregularity if any(first.irregularity.startswith(f"{m.name}_") for m in named) else ""


def begun(fresh: State, heard: Heard) -> Step:
    """A new incident, told by this message; the one before stays on the record."""
    spoken = fresh.model_copy(update={"spoken": heard.lang})
    told = spoken.model_copy(update={"story": (heard.text,)})
    there = borne_out(told.model_copy(update={"irregularity": _cried(consulted(told))}), heard)
    return answered(there, ahead=[words_of(spoken).frame("talk_new_incident")])
