"""What is offered beside a reply: the choices of the open question; what belonged to an earlier reply goes with it."""

from __future__ import annotations

from advisor.talk import explaining
from advisor.talk.incident import NEXT, answered, consulted, words_of
from advisor.talk.models import Reply, State
from advisor.talk.noting import mark
from advisor.talk.screen import more

Step = tuple[State, Reply]

_THANKS = "thanks"
_BRIEF = ("asked", "thanks", "why_not", "what_if", "noted")  # one thing is said, and nothing else to be looked at


def fresh(state: State) -> State:
    """The state without what a look-up, a menu or a supposition offered, when the next message picks none of it."""
    if not (state.aside and state.irregularity) or state.pending:
        return state
    return state.model_copy(update={"offered": answered(state)[1].choices})


def trimmed(state: State, reply: Reply) -> Reply:
    """A brief reply without the looks that are offered under a ruling."""
    if reply.kind == _THANKS and state.at_hand:
        return reply.model_copy(update={"choices": ()})
    if reply.kind not in _BRIEF or state.question or not state.irregularity:
        return reply
    words = words_of(state)
    looks = {words.frame(name) for name in (*NEXT, "talk_more")}
    return reply.model_copy(update={"choices": tuple(button for button in reply.choices if button.send not in looks)})


def rest_of(state: State) -> Step:
    """What was left to say, with the choices of the open question if the last reply (laid before the players) had none. When that
    is nothing, what the ruling left to say before something else was asked, and then its precedents: each once."""
    state = state.model_copy(update={"rest": state.rest or _unsaid(state)})
    state = state.model_copy(update={"said": (*state.said, mark("\n".join(state.rest)))}) if state.rest else state
    reply = more(state, words_of(state))
    if not reply.choices and state.question:
        reply = reply.model_copy(update={"choices": answered(state)[1].choices})
    return state.model_copy(update={"rest": (), "offered": reply.choices}), reply


def _unsaid(state: State) -> tuple[str, ...]:
    """The lines of the ruling in hand, and then of its precedents, that have not been asked for yet."""
    found = consulted(state) if state.irregularity else None
    if found is None or found.ruled is None:
        return ()
    precedents = tuple(explaining.precedents(state, found, none="").text.splitlines())
    whole, first = (answered(state, first=short)[0].rest for short in (False, True))
    parts = ((whole, first), (precedents,))  # the rest as the first reply left it, or as a later one does
    fresh_ones = (part for part in parts if not any(mark("\n".join(each)) in state.said for each in part if each))
    return next((part[0] for part in fresh_ones if part[0]), ())
