"""Greek letters for suits ("3Δ") in the answer to a question about a call or a card: nowhere else, where "3Η" is the third and
"45Δ" a law. What may be two suits is asked."""

from __future__ import annotations

import re

from advisor.base import store
from advisor.base.text import fold
from advisor.talk.incident import consulted, offering, plain, words_of
from advisor.talk.models import Button, Reply, State

Step = tuple[State, Reply]
CALLS = ("ib_replacement", "offender_new_call")  # facts that a call answers
_SHORT = 4  # words
_GLUED = re.compile(r"(?<!\w)(10|[1-9])(\w)(?!\w)")


def spelled(state: State, text: str) -> str:
    """The message with the suit for each letter that stands for one suit alone."""
    if not _answers(state, text):
        return text
    return _GLUED.sub(lambda m: f"{m[1]}{suits[0]}" if len(suits := _suits(m[2])) == 1 else m[0], text)


def which_suit(state: State, text: str) -> Step | None:
    """The question which suit a letter stands for, where it may be two."""
    found = _GLUED.search(text) if _answers(state, text) else None
    suits = _suits(found[2]) if found is not None else []
    if found is None or len(suits) < 2:
        return None
    texts = [f"{text[: found.start()]}{found[1]}{suit}{text[found.end() :]}" for suit in suits]
    said = words_of(state).frame("talk_which_suit", call=found[0])
    return offering(state, plain(state, "asked", said, [Button(label=each, send=each) for each in texts], asks=state.question))


def _answers(state: State, text: str) -> bool:
    """Whether a few words stand where a call or a card is asked, or would say what replaced the one withdrawn."""
    if not state.irregularity or len(text.split()) > _SHORT or not _GLUED.search(text):
        return False
    if state.question:
        return state.question in CALLS or state.question in store.load("talk")["ranks"]
    ruled = consulted(state).ruled
    return ruled is not None and any(fact in ruled.table.asks for fact in CALLS)


def _suits(letter: str) -> list[str]:
    found: list[str] = store.load("talk")["letters"].get(fold(letter), [])
    return found
