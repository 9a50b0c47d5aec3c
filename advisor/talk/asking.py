"""What the director asks back about the ruling in hand: one sentence that answers exactly that."""

from __future__ import annotations

from advisor.advising import Consultation
from advisor.say.replies import counted, reply
from advisor.talk.incident import answered, consulted, plain
from advisor.talk.models import Reply, State
from advisor.talk.parts import asked, keyed


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
        return plain(state, "asked", there.text, state.offered, laws=found.advice.laws, status=found.advice.status)
    return None


def _hanging(state: State, found: Consultation, fact: str) -> Reply:
    """That the answer hangs on an open fact (of the incident in hand, or of one told with it), with the choices in hand."""
    text = found.words.frame("talk_hangs", question=found.words.ask(fact))
    choices = answered(state)[1].choices
    return plain(state, "asked", text, choices, laws=found.advice.laws, status=found.advice.status, asks=state.question)
