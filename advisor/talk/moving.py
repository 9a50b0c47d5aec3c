"""Moving about: back from a look-up or a menu, and a second incident told without "new"."""

from __future__ import annotations

from advisor.base.numbers import typed_number
from advisor.talk import menus
from advisor.talk.hearing import Heard
from advisor.talk.incident import answered, consulted, fresh_from, offering, plain, still_open, understood, words_of
from advisor.talk.models import Button, Reply, State

Step = tuple[State, Reply]
NEW, PART = "#incident=new", "#incident=part"
UNDO = "#undo"
_FEW = 8


def back(state: State, heard: Heard) -> Step | None:
    """Back from a look-up or a menu: the incident as it was, or one menu up; nothing is taken away."""
    if not state.aside or not heard.only("back", fillers=1):
        return None
    here = state.model_copy(update={"aside": False})
    up = words_of(state).frame("talk_up")
    if any(button.send == "#menu" and button.label == up for button in state.offered):
        return offering(state, menus.kinds(state))
    if not state.irregularity:
        return offering(here, menus.kinds(here))
    found = consulted(state)
    words, ruled = words_of(state), found.ruled
    assert ruled is not None
    text = words.frame("talk_back_to", what=words.irregularity(state.irregularity), law=words.ref(ruled.laws()[0]))
    if state.question:
        text = f"{text} {still_open(state)}"
    choices = answered(state)[1].choices
    reply = plain(here, "noted", text, choices, understood=understood(found), laws=found.advice.laws, status=found.advice.status)
    return offering(here, reply)


def asked_which(state: State, text: str) -> Step:
    """The question whether a message is a new incident or part of the one in hand; the ruling is kept meanwhile."""
    waiting = state.model_copy(update={"pending": text})
    words = words_of(state)
    choices = (
        Button(label=words.frame("talk_incident_new"), send=NEW),
        Button(label=words.frame("talk_incident_part"), send=PART),
    )
    return offering(waiting, plain(waiting, "asked", words.frame("talk_incident_or_part"), choices))


def settled_which(state: State, heard: Heard) -> tuple[State, str, bool] | None:
    """(the state, the message that waited, whether it is a new incident), when the question is answered; else None."""
    if not state.pending:
        return None
    typed = heard.text.strip()
    number = typed_number(typed)
    new = typed == NEW or number == 1 or (len(heard.tokens) <= _FEW and heard.has("new"))
    part = typed == PART or number == 2 or (len(heard.tokens) <= _FEW and heard.has("part"))
    if new == part:
        return None
    clear = state.model_copy(update={"pending": "", "offered": ()})
    return (fresh_from(clear) if new else clear), state.pending, new
