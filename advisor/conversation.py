"""A conversation: text in, structured reply out. The state is the list of turns; replaying them gives the same state.

Every door (terminal, web, chat bots) uses this module, with or without a book that keeps the turns (`advisor.book`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from advisor import paths
from advisor.talk.engine import step
from advisor.talk.hearing import hear
from advisor.talk.incident import answered, plain, words_of
from advisor.talk.models import Button, Details, Reply, State, Turn

__all__ = ["Button", "Conversation", "Details", "Reply", "State", "Turn", "begin", "is_undo", "state_of", "take"]


def begin(*, lang: str = "auto", edition: str = paths.EDITION, authority: str | None = None) -> State:
    """The state of a conversation in which nothing has been said. Raises ValidationError for an unknown language."""
    return State.model_validate({"lang": lang, "edition": edition, "authority": authority})


def is_undo(text: str) -> bool:
    """Whether a message takes the one before it back."""
    return hear(text, State()).only("undo", fillers=1)


def _folded(start: State, turns: Iterable[Turn]) -> list[tuple[Turn, State]]:
    """The turns that stand, each with the state after it: an undo takes itself away, and the turns back to the last one
    that changed the incident (look-ups and explanations change nothing)."""
    stood: list[tuple[Turn, State]] = []
    for turn in turns:
        state = stood[-1][1] if stood else start
        if is_undo(turn.text):
            stood = _undone(start, stood)
        else:
            stood.append((turn, step(state, turn.text)[0]))
    return stood


def _undone(start: State, stood: list[tuple[Turn, State]]) -> list[tuple[Turn, State]]:
    """The turns that an undo leaves. A change of language is taken back only while nothing has been said after it."""
    for last in range(len(stood) - 1, -1, -1):
        before = stood[last - 1][1] if last else start
        switched = before.lang != stood[last][1].lang
        if switched and last == len(stood) - 1:
            return stood[:last]
        if before.incident() != stood[last][1].incident():
            return _in_its_language(start, stood[:last], stood)
    return stood


def _in_its_language(start: State, kept: list[tuple[Turn, State]], stood: list[tuple[Turn, State]]) -> list[tuple[Turn, State]]:
    """The turns kept, and after them the later ones that chose the language."""
    for turn, after in stood[len(kept) + 1 :]:
        before = kept[-1][1] if kept else start
        if after.lang != before.lang and step(before, turn.text)[0].lang == after.lang:
            kept = [*kept, (turn, step(before, turn.text)[0])]
    return kept


def state_of(start: State, turns: Iterable[Turn]) -> State:
    """The state after these turns (with their undoing), from the start."""
    stood = _folded(start, turns)
    return stood[-1][1] if stood else start


def take(start: State, state: State, before: Callable[[], Iterable[Turn]], text: str) -> tuple[State, Reply]:
    """One message: the next state and the reply. `before` gives the turns so far; it is asked only for an undo."""
    if not is_undo(text):
        return step(state, text)
    stood = _folded(start, before())
    kept = _undone(start, stood)
    if len(kept) == len(stood):
        return state, plain(state, "undone", words_of(state).frame("talk_undone_none"))
    back = kept[-1][1] if kept else start
    gone = next(turn for i, (turn, _) in enumerate(stood) if i >= len(kept) or kept[i][0] is not turn)
    head = words_of(back).frame("talk_undone", what=gone.text)
    return _again(back, head, kept)


def _again(back: State, head: str, kept: list[tuple[Turn, State]]) -> tuple[State, Reply]:
    """The reply to an undo: what was taken back, and the incident as it stands again."""
    if back.at_hand:
        _, reply = answered(back, ahead=[head], kind="undone")
        return back, reply
    return back, plain(back, "undone", head, kept[-1][1].offered if kept else ())


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
        self.state, reply = take(self.start, self.state, lambda: self.turns, text)
        self.turns.append(Turn(id=message, text=text))
        if message:
            self._replies[message] = reply
        return reply
