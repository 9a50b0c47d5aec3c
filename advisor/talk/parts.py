"""A message in two parts: what it tells and what it asks. One message may answer, add and ask."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.diagnose.understanding import keyed_once, read_once
from advisor.read.events import PLAYERS, TOLD
from advisor.read.parts import NOT
from advisor.read.walker import Keys
from advisor.say.replies import Question, opens, opens_or_ends, questions
from advisor.talk.answering import stems
from advisor.talk.answering import told as told_facts
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import consulted
from advisor.talk.models import State

_ENDS = re.compile(r"(?<=[.!?;\n])\s+|\n+")
_FEW = 8  # words of a question that opens as none but a question does
_MOST = 14  # words of a question that bears no question mark
_OWN = ("what_if", "why", "why_not", "law_word", "paragraph", "meaning")
_COMMANDS = ("script", "table_view", "hand", "facts", "changes", "precedents", "record", "report", "help", "menu", "thanks")
_OPENING = ("asks_open", "asks_who")
_DAMAGE = "damage"
_CLAUSE = re.compile(r"(?<=[,·:])\s+")
_TOLD = 3  # words of a clause that tells something before the one that asks


def parted(state: State, heard: Heard) -> tuple[str, str]:
    """(what is told, what is asked) of a message about the incident in hand; either may be empty."""
    told: list[str] = []
    wanted: list[str] = []
    for sentence in filter(None, _ENDS.split(heard.text.strip())):
        if asks(state, sentence):
            before, question = _told_first(state, sentence.strip())
            told += [before] if before else []
            wanted.append(question)
        else:
            told.append(sentence.strip())
    return " ".join(told), " ".join(wanted)


def _told_first(state: State, sentence: str) -> tuple[str, str]:
    """(what a sentence tells, what it asks), where it first tells a deed and only its last clauses ask ("East has led to it, so
    what now?"); all of it asks where it opens as a question does or supposes something."""
    told, asked = led_in(state, sentence)
    if not told:
        return "", sentence
    deeds = any(event.actor for event in read_once(told, greeklish=latin(state)).story.events)
    return (told, asked) if deeds or _tells_a_fact(state, told) else ("", sentence)


def led_in(state: State, sentence: str) -> tuple[str, str]:
    """(the clauses before the one that opens as a question, the rest), where these say something at length and ask nothing."""
    clauses = _CLAUSE.split(sentence)
    heard = hear(sentence, state)
    if len(clauses) < 2 or heard.has("what_if") or heard.leads("no", "correction", "not_this") or opens(keyed(state, sentence)):
        return "", sentence
    at = next((n for n in range(1, len(clauses)) if opens(keyed(state, clauses[n]))), 0)
    if not at and marked(state, sentence) and _answers(state, " ".join(clauses[:-1])):
        at = len(clauses) - 1  # «δεν το δέχεται, μιλάει η Ανατολή;»
    told = " ".join(clauses[:at]).rstrip(" ,·:")
    if len(told.split()) < _TOLD or (questions(keyed(state, told)) and not (_answers(state, told) or _of_somebody(state, told))):
        return "", sentence
    return told, " ".join(clauses[at:])


def _tells_a_fact(state: State, text: str) -> bool:
    """Whether a text tells a fact of the situation in hand."""
    ruled = consulted(state).ruled if state.irregularity else None
    return ruled is not None and bool(told_facts(text, ruled.table, state))


def _of_somebody(state: State, text: str) -> bool:
    """Whether a text tells what a player named did."""
    events = read_once(text, greeklish=latin(state)).story.events
    return any(event.actor in PLAYERS and event.by == TOLD for event in events)


def _answers(state: State, text: str) -> bool:
    """Whether a text tells the fact that is asked."""
    ruled = consulted(state).ruled if state.irregularity and state.question else None
    return ruled is not None and state.question in told_facts(text, ruled.table, state)


def marked(state: State, text: str) -> bool:
    """Whether a text ends with a question mark."""
    return text.rstrip().endswith("?") or (text.rstrip().endswith(";") and state.speaks == "el")


def latin(state: State) -> bool:
    """Whether Latin letters may be Greek here."""
    return state.at_hand and state.speaks == "el"


def asks(state: State, sentence: str) -> bool:
    """Whether a sentence asks something back: it bears a question mark, opens or ends as questions do, or is hardly more than
    the words of one."""
    heard = hear(sentence, state)
    if not heard.tokens or (heard.leads("meaning") and heard.has("law_word") and any(c.isdigit() for c in sentence)):
        return False  # "what does law 23 say" is looked up
    supposes = heard.leads("further") and any(name == "what_if" and at == heard.hits[0][2] + 1 for name, at, _ in heard.hits[1:2])
    wants = heard.only(*_COMMANDS, fillers=1) and not heard.has(*_OPENING)  # "ok, do I fine him" thanks for nothing
    wants = wants and not (heard.has("thanks") and marked(state, sentence) and len(heard.tokens) > 1)
    if supposes or heard.leads(*_OWN) or wants:
        found = questions(keyed(state, sentence))
        return bool(found) and (found[0].matter == _DAMAGE or heard.leads("meaning"))
    if marked(state, sentence):
        return True
    keys = keyed(state, sentence)
    found = questions(keys)
    if heard.leads("asks_who", "asks_open") and len(heard.tokens) <= _FEW and "," not in sentence:
        return True
    if not found or len(heard.tokens) > _MOST:
        return False
    if NOT in stems(sentence, greeklish=latin(state)) and not opens_or_ends(keys) and _tells_a_fact(state, sentence):
        return False  # what somebody did not do is told
    covered = found[0].last - found[0].first + 1
    if 2 * covered < len(heard.tokens) and any(e.actor for e in read_once(sentence, greeklish=latin(state)).story.events):
        return False  # it tells what somebody did
    return opens_or_ends(keys) or 3 * covered >= 2 * len(heard.tokens)


def asked(state: State, text: str) -> list[Question]:
    """What a text asks about the ruling."""
    found = questions(keyed(state, text))
    return sorted(found, key=lambda q: not _sharper(q, found))


def keyed(state: State, text: str) -> Sequence[Keys]:
    """What each word of a message may be; Latin letters are also read as Greek in a Greek conversation."""
    return keyed_once(text, greeklish=latin(state))[-1]


def _sharper(question: Question, every: list[Question]) -> bool:
    """Whether a question that wants a yes or a no stands beside the first one, about the same matter ("how long, once?")."""
    first = every[0]
    apart = question.first > first.last or question.last < first.first
    return bool(question.affirms or question.denies) and not first.affirms and question.matter == first.matter and apart
