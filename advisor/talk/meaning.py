"""A call in place of the one withdrawn, where what the two calls show decides which it is (Law 23A)."""

from __future__ import annotations

from advisor.replay.replacing import FACT
from advisor.talk.answering import meanings_left
from advisor.talk.hearing import Heard
from advisor.talk.incident import answered, consulted, offering, plain, words_of
from advisor.talk.looking import call_or_card
from advisor.talk.models import Button, Reply, State

Step = tuple[State, Reply]
_NEW_CALL = "offender_new_call"


def narrowed(state: State, heard: Heard, left: tuple[str, ...]) -> Step:
    """The question again with the answers that are left: which one it is depends on what the calls show (Law 23A)."""
    head = words_of(state).frame("talk_meaning", call=heard.text)
    asked, reply = answered(state, ahead=[head])
    sent = {f"#{state.question}={value}" for value in left} | {f"#?{state.question}"}
    buttons = tuple(button for button in reply.choices if button.send in sent)
    return offering(asked, reply.model_copy(update={"choices": buttons}))


def call_open(state: State, heard: Heard) -> Step | None:
    """The step for a bare call in place of the one withdrawn, where nothing is asked and its meaning decides: which it was."""
    found = consulted(state)
    fact = next((name for name in (FACT, _NEW_CALL) if found.ruled is not None and name in found.ruled.table.asks), "")
    if not fact or found.ruled is None or found.taken().get("accepted") != "no" or not call_or_card(heard.text):
        return None
    asked = state.model_copy(update={"question": fact})
    left = meanings_left(heard.text, asked) if fact == FACT else ("comparable", "not_comparable")
    if not left:
        return None
    words = found.words
    buttons = tuple(Button(label=words.choice(fact, value), send=f"#{fact}={value}") for value in left)
    text = "\n".join([words.frame("talk_meaning", call=heard.text), words.frame("talk_ask", question=words.ask(fact))])
    return offering(asked, plain(asked, "asked", text, buttons, laws=found.advice.laws, status="question", asks=fact))
