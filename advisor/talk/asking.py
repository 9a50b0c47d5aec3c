"""What the director asks back about the ruling in hand: one sentence that answers exactly that."""

from __future__ import annotations

from advisor.advising import Consultation
from advisor.diagnose.understanding import read_once
from advisor.say.replies import Question, bare, counted, opens_or_ends, reply, usual
from advisor.talk.answering import plainly
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import answered, consulted, plain, words_of
from advisor.talk.models import Reply, State
from advisor.talk.parts import asked, asks, keyed

_BESIDE = 4  # words beside those of the question
_ALONE = 14  # words of a question that tells nothing


def asked_back(state: State, text: str, found: Consultation | None = None) -> Reply | None:
    """The reply to a question about the ruling: its answer, or the one fact it hangs on; None when the ruling does not speak
    of what is asked."""
    wanted = asked(state, text)
    found = found or (consulted(state) if wanted and state.irregularity else None)
    if not wanted or found is None:
        return None
    every = [ruled for ruled in (found.ruled, *found.others) if ruled is not None]
    count = counted(keyed(state, ". ".join(state.story)))
    for ruled in every:
        there = reply(ruled, wanted, found.words, count)
        if there is None or (there.hangs and not ruled.question):
            continue
        if there.hangs:
            return _hanging(state, found, ruled.question)
        return _said(state, found, there.text)
    return _otherwise(state, found, wanted, text)


def _otherwise(state: State, found: Consultation, wanted: list[Question], text: str) -> Reply | None:
    """What is true in every such situation, or all that the ruling says where the message asks that and little else."""
    ruled = found.ruled
    if ruled is None:
        return None
    there = usual(ruled.table, wanted, found.words)
    if there:
        return _said(state, found, there)
    covered = max(question.last - question.first + 1 for question in wanted)
    if len(hear(text, state).tokens) - covered > _BESIDE:
        return None
    return _all_there_is(state, found, "talk_asked_else")


def _all_there_is(state: State, found: Consultation, frame: str) -> Reply | None:
    """That the ruling says only this, or which fact it hangs on."""
    ruled = found.ruled
    if ruled is None:
        return None
    if ruled.row is None and ruled.question:
        return _hanging(state, found, ruled.question)
    what = bare(ruled, found.words)
    return _said(state, found, found.words.frame(frame, what=what)) if what else None


def unanswered(state: State, heard: Heard) -> Reply | None:
    """The reply to a question that tells nothing and that the ruling does not answer: it is no part of the story."""
    if len(heard.tokens) > _ALONE:
        return None
    found, words = consulted(state), words_of(state)
    ruled = found.ruled
    if ruled is None:
        return None
    if ruled.question:
        text = words.frame("talk_asked_unknown_open", question=words.ask(ruled.question))
        return plain(state, "asked", text, answered(state)[1].choices, laws=found.advice.laws, status=found.advice.status)
    return _all_there_is(state, found, "talk_asked_unknown")


def tells_nothing(state: State, heard: Heard) -> bool:
    """Whether a message opens and ends as a question, and names nobody who did anything: it is no answer and no story."""
    if len(heard.tokens) > _ALONE or heard.leads("yes", "no", "correction", "unknown") or not asks(state, heard.text):
        return False
    if not opens_or_ends(keyed(state, heard.text)):
        return False
    reading = read_once(heard.text, greeklish=state.at_hand and state.speaks == "el")
    told = consulted(state).ruled
    named = any(event.actor for event in reading.story.events) or bool(reading.notation)
    return not named and (told is None or not plainly(heard.text, told.table, state))


def which_first(state: State) -> Reply | None:
    """The reply to a question while several situations fit: it hangs on which it was."""
    if state.question != "irregularity" or not state.offered:
        return None
    words = words_of(state)
    return plain(state, "asked", words.frame("talk_hangs", question=words.frame("talk_which")), state.offered, status="choose")


def nothing_wrong(state: State) -> Reply | None:
    """The reply to a question where what was told turned out to be no irregularity: that there is none in it."""
    if state.irregularity or state.question or not state.story:
        return None
    return plain(state, "asked", words_of(state).frame("none"), state.offered, status="none")


def _said(state: State, found: Consultation, text: str) -> Reply:
    return plain(state, "asked", text, state.offered, laws=found.advice.laws, status=found.advice.status)


def _hanging(state: State, found: Consultation, fact: str) -> Reply:
    """That the answer hangs on an open fact (of the incident in hand, or of one told with it), with the choices in hand."""
    text = found.words.frame("talk_hangs", question=found.words.ask(fact))
    choices = answered(state)[1].choices
    return plain(state, "asked", text, choices, laws=found.advice.laws, status=found.advice.status, asks=state.question)
