"""What a message tells of the incident in hand, taken in: the facts it changes, and the story with what it replaces left out.
What is told last counts most, and nothing told before is lost by it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from advisor.advising import Consultation
from advisor.base import store
from advisor.diagnose.understanding import read_once
from advisor.lawbook.models import Table
from advisor.read.story import DROPPED
from advisor.talk.answering import change_of, news_of, spoken_for, stems, told
from advisor.talk.incident import answered, consulted, words_of
from advisor.talk.models import Reply, State
from advisor.talk.relations import says_who_is_who
from advisor.talk.seats import reseated, spoken_seats
from advisor.talk.taps import settled

Step = tuple[State, Reply]
_CLAUSE = re.compile(r"(?<=[.,;!?·])\s+|\n")
_SHARED = 0.5
_CLEAR = 0.4
_SURELY = 1.5


def absorbed(state: State, found: Consultation, text: str, *, corrects: bool) -> tuple[State, dict[str, str]]:
    """The state after a message about the incident in hand, and the facts of its table that are otherwise now."""
    assert found.ruled is not None
    table = found.ruled.table
    before = {name: value for name, value in found.taken().items() if name in table.asks}
    heard = told(text, table, state)
    parts = rewritten(state, text) if corrects else (*state.story, text)
    changed = _by_story(state, parts, table.asks) | heard
    if state.question and state.question not in changed and not corrects:  # what puts right is about something else
        changed |= {fact: value for fact, (value, _) in spoken_for(text, [state.question], state).items()}
    if corrects:
        surely = {f: v for f, (v, lead) in spoken_for(text, before, state).items() if lead >= _SURELY and f not in heard}
        changed |= surely
    if corrects and not _news(changed, before) and not says_who_is_who(text):
        changed |= _by_words(state, found, text, {n: v for n, v in before.items() if n not in heard})
    changed = news_of(changed, table, before, state.question)
    news = _news(changed, before)
    held = news_of({name: value for name, value in found.facts.values().items() if name in table.asks}, table, {})
    lost = _told_by(state, parts, table) if corrects and not news else ()
    against = consulted(state.model_copy(update={"story": parts, "answers": {}})).facts.refuted if corrects else {}
    held = {name: value for name, value in held.items() if name not in lost and value not in against.get(name, ())}
    after = settled(state, held | changed if corrects else changed).model_copy(update={"story": parts})
    after = after.model_copy(update={"answers": {n: v for n, v in after.answers.items() if n not in lost}})
    return (_as_usual(after, found) if corrects and not lost else after), news


def _told_by(state: State, parts: tuple[str, ...], table: Table) -> tuple[str, ...]:
    """The facts about who did what that only a message told which the correction has replaced ("South accepts it", where East was
    told to): they are open again."""
    gone = [part for part in state.story[1:] if part not in parts]
    return tuple(
        name
        for name, value in state.answers.items()
        if name in table.asks
        and name in store.load("talk")["relations"]
        and any(_tells(state, part, table, name) == value for part in gone)
        and not any(_tells(state, part, table, name) for part in parts[1:])
    )


def _tells(state: State, part: str, table: Table, name: str) -> str:
    """What a message tells of a fact, as an answer to its question."""
    return told(part, table, state.model_copy(update={"answers": {}, "story": state.story[:1], "question": name})).get(name, "")


def _as_usual(after: State, found: Consultation) -> State:
    """The state with what was presumed before, where the correction has only made it doubtful."""
    there = consulted(after)
    if found.ruled is None or there.ruled is None or there.ruled.table is not found.ruled.table or there.ruled.row is not None:
        return after
    asks, known = found.ruled.table.asks, there.taken()
    usual = {name: value for name, value in found.ruled.presumed if name not in known and not asks[name].waits}
    return settled(after, usual) if usual else after


def _news(changed: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in changed.items() if before.get(name) != value}


def _by_story(state: State, parts: tuple[str, ...], asks: Mapping[str, object]) -> dict[str, str]:
    """The facts that the story tells otherwise (or tells at all) with these parts, the answers given left aside."""
    bare = state.model_copy(update={"answers": {}})
    was = consulted(bare).facts.values()
    now = consulted(bare.model_copy(update={"story": parts})).facts.values()
    return {name: value for name, value in now.items() if name in asks and was.get(name) != value}


def _by_words(state: State, found: Consultation, text: str, before: Mapping[str, str]) -> dict[str, str]:
    """What a correction that tells no fact plainly may mean: the known fact whose other value its words repeat, or the one
    that they speak for."""
    assert found.ruled is not None
    table = found.ruled.table
    name, value = change_of(text, table, before, state, [fact for fact in table.asks if fact in before])
    if name:
        return {name: value}
    spoken = spoken_for(text, before, state)
    otherwise = {fact: lead for fact, (value, lead) in spoken.items() if value != before[fact]}
    best = max(otherwise, key=otherwise.__getitem__, default="")
    return {best: spoken[best][0]} if best and otherwise[best] >= _CLEAR else {}


def rewritten(state: State, text: str) -> tuple[str, ...]:
    """The story with the message at its end, without the clauses that it replaces: those that say of the same thing. Where it
    only names another seat for a deed that is told, that seat is put in place instead."""
    said = stems(text, greeklish=state.speaks == "el") - _seats(text)
    moved = reseated(state, text)
    parts = []
    first = _first_deed(state, text)
    for part in moved or state.story:
        kept = [c for c in _CLAUSE.split(part) if moved or c == first or not _replaces(state, c, said)]
        if kept:
            parts.append(" ".join(kept))
    return (*(parts or state.story[:1]), text)


def _first_deed(state: State, text: str) -> str:
    """The clause of the story that tells what happened first, unless the message tells of that deed: "South won the revoke trick"
    says of it only who won it."""
    greek = state.speaks == "el"
    clauses = [clause for part in state.story for clause in _CLAUSE.split(part)]
    told = ((clause, read_once(clause, greeklish=greek).story.events) for clause in clauses)
    clause, deed = next(((clause, events[0].deed) for clause, events in told if events), ("", ""))
    return clause if all(e.deed != deed or e.by == DROPPED for e in read_once(text, greeklish=greek).story.events) else ""


def _replaces(state: State, clause: str, said: frozenset[str]) -> bool:
    words = stems(clause, greeklish=state.speaks == "el")
    if not words & said:  # nearly all of a long story: their seats need not be read
        return False
    words -= _seats(clause)
    return bool(words) and len(words & said) > _SHARED * min(len(words), len(said))


def _seats(text: str) -> frozenset[str]:
    return frozenset().union(*(stems(word) for word in spoken_seats(text).values()))


def said_back(state: State, after: State, news: Mapping[str, str], known: Mapping[str, str]) -> Step:
    """The ruling afresh, with what was put right said first (what was not known before is not a correction)."""
    words = words_of(state)
    changed = [words.value(name, value) for name, value in news.items() if name in known]
    return answered(after, ahead=[words.frame("talk_corrected", fact=words.joined(changed))] if changed else [])
