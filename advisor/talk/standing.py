"""What stands of a conversation: each message with the state after it, and where to go back to when it is taken back.

A message stands on the one below it. Each remembers the newest one, itself included, that changed the incident, and the
newest that chose the language: an undo looks there and nowhere else, however long the conversation has been.
"""

from __future__ import annotations

from collections.abc import Callable

from advisor.talk.engine import step
from advisor.talk.hearing import hear
from advisor.talk.incident import answered, plain, words_of
from advisor.talk.models import Reply, Standing, State

At = Callable[[int], Standing]


def is_undo(text: str) -> bool:
    """Whether a message takes the one before it back."""
    return hear(text, State()).only("undo", fillers=1)


def take(top: Standing, at: At, number: int, text: str) -> tuple[Standing, Reply]:
    """One message: what stands on top after it, and the reply. `number` is the message's own (the first is 1); `at` gives
    what stands under a number (0 is the beginning) and is asked only for an undo, at most three times."""
    if not is_undo(text):
        state, reply = step(top.state, text)
        return _on(top, number, text, state), reply
    gone = _last_change(top, at)
    if gone is None:
        return top, plain(top.state, "undone", words_of(top.state).frame("talk_undone_none"))
    back = _in_its_language(at(gone.below), top, gone, at, number)
    return back, _again(back.state, words_of(back.state).frame("talk_undone", what=gone.text))


def _on(below: Standing, number: int, text: str, state: State) -> Standing:
    """The message with this number, standing on the one below."""
    changed = number if state.incident() != below.state.incident() else below.changed
    switched = number if state.lang != below.state.lang else below.switched
    return Standing(number=number, text=text, state=state, below=below.number, changed=changed, switched=switched)


def _last_change(top: Standing, at: At) -> Standing | None:
    """What an undo takes away: the newest message when it chose the language, else the newest one that changed the incident
    (look-ups and explanations change nothing); None when there is none."""
    if top.number and top.switched == top.number:
        return top
    if not top.changed:
        return None
    return top if top.changed == top.number else at(top.changed)


def _in_its_language(back: Standing, top: Standing, gone: Standing, at: At, number: int) -> Standing:
    """What is left, in the language that was chosen after what was taken away."""
    if top.switched <= gone.number or top.state.lang == back.state.lang:
        return back
    chosen = top if top.switched == top.number else at(top.switched)
    return _on(back, number, chosen.text, step(back.state, chosen.text)[0])


def _again(back: State, head: str) -> Reply:
    """The reply to an undo: what was taken back, and the incident as it stands again."""
    if back.at_hand:
        _, again = answered(back, kind="undone")
        return again.model_copy(update={"text": f"{head}\n{again.text}"})
    return plain(back, "undone", head, back.offered)
