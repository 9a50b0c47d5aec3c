"""A conversation: text in, structured reply out. The state is the list of turns; replaying them gives the same state.

Every door (terminal, web, chat bots) uses this module, with or without a book that keeps the turns (`advisor.book`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from advisor import paths
from advisor.talk.engine import step
from advisor.talk.hearing import hear
from advisor.talk.incident import answered, plain, words_of
from advisor.talk.models import Button, Details, Reply, State, Turn

__all__ = ["Button", "Conversation", "Details", "Reply", "State", "Turn", "begin", "is_undo", "standing", "take"]


def begin(*, lang: str = "auto", edition: str = paths.EDITION, authority: str | None = None) -> State:
    """The state of a conversation in which nothing has been said. Raises ValidationError for an unknown language."""
    return State.model_validate({"lang": lang, "edition": edition, "authority": authority})


def is_undo(text: str) -> bool:
    """Whether a message takes the one before it back."""
    return hear(text, State()).only("undo", fillers=1)


def standing(turns: Iterable[Turn]) -> list[Turn]:
    """The turns that stand: an undo takes itself and the turn before it away."""
    kept: list[Turn] = []
    for turn in turns:
        if not is_undo(turn.text):
            kept.append(turn)
        elif kept:
            kept.pop()
    return kept


def state_of(start: State, turns: Iterable[Turn]) -> State:
    """The state after these turns (with their undoing), from the start."""
    state = start
    for turn in standing(turns):
        state, _ = step(state, turn.text)
    return state


def take(start: State, state: State, before: Sequence[Turn], text: str) -> tuple[State, Reply]:
    """One message: the next state and the reply. `before` are the turns so far, needed only for an undo."""
    if not is_undo(text):
        return step(state, text)
    stood = standing(before)
    if not stood:
        return state, plain(state, "undone", words_of(state).frame("talk_undone_none"))
    back = state_of(start, stood[:-1])
    head = words_of(back).frame("talk_undone", what=stood[-1].text)
    return answered(back, ahead=[head], kind="undone") if back.at_hand else (back, plain(back, "undone", head))


class Conversation:
    """A conversation held in memory: its turns and its state."""

    def __init__(self, *, lang: str = "auto", edition: str = paths.EDITION, authority: str | None = None) -> None:
        self.start = begin(lang=lang, edition=edition, authority=authority)
        self.state = self.start
        self.turns: list[Turn] = []
        self._replies: dict[str, Reply] = {}

    def turn(self, text: str, message: str = "") -> Reply:
        """Answer a message. The same message id is answered once: again it gives the same reply."""
        if message and message in self._replies:
            return self._replies[message]
        self.state, reply = take(self.start, self.state, self.turns, text)
        self.turns.append(Turn(id=message, text=text))
        if message:
            self._replies[message] = reply
        return reply
