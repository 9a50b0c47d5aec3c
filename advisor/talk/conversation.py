"""A conversation: text in, structured reply out. The state is the list of turns; replaying them gives the same state.

Every door (terminal, web, chat bots) uses this module, with or without a book that keeps the turns (`advisor.book`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from advisor.advising import settings
from advisor.base import paths
from advisor.base.spelling import blanked
from advisor.base.text import clean, paired
from advisor.say.quoting import as_sent
from advisor.talk import standing
from advisor.talk.models import Button, Details, Reply, Standing, State, Turn
from advisor.talk.standing import At, first_told, is_undo

__all__ = [
    "Button",
    "Conversation",
    "Details",
    "Reply",
    "Standing",
    "State",
    "Turn",
    "begin",
    "first_told",
    "is_undo",
    "state_of",
    "storable",
    "take",
    "tops",
]


def take(top: Standing, at: At, number: int, text: str) -> tuple[Standing, Reply]:
    """One message, as `standing.take` has it; the quotes of its reply are words as they were typed."""
    text = storable(text)
    after, reply = standing.take(top, at, number, text)
    if after.number == number:
        after = after.model_copy(update={"state": _as_typed(top.state, after.state, text)})
    state = after.state
    if reply.advice is not None and (state.sent or len(state.story) > 1):
        reply = reply.model_copy(update={"advice": as_sent(reply.advice, state.sent, state.story, state.retold)})
    return after, reply


def _as_typed(before: State, after: State, text: str) -> State:
    """The state with what was typed kept where its story does not hold it: letters that are read as others, a story that a
    correction has changed, a message that waits to be a new incident."""
    waited = before.sent if before.pending else ()
    typed = {clean(blanked(each)): each for each in (*waited, text)}
    same = before.story if after.number == before.number else ()
    told = [*typed, *(part for part in same if part not in before.retold)]
    retold = tuple(part for part in after.story if part in before.retold or not any(part in each for each in told))
    if set(retold) <= set(before.retold):
        waits = after.pending not in ("", before.pending)
        told = [each for each in typed if typed[each] != each or (waits and typed[each] == text)]
    sent = (typed.get(each, each) for each in told)
    return after.model_copy(update={"sent": tuple(dict.fromkeys((*after.sent, *sent))), "retold": retold})


def storable(text: str) -> str:
    """The text as typed, but for what no database keeps: a NUL, half a surrogate pair."""
    return paired(text).replace("\0", " ")


def begin(*, lang: str = "auto", edition: str = paths.EDITION, authority: str | None = None) -> State:
    """The state of a conversation in which nothing has been said. Raises UsageError for settings that there are not."""
    settings(lang, edition, authority)
    return State.model_validate({"lang": lang, "edition": edition, "authority": authority})


def tops(start: State, turns: Iterable[Turn]) -> Iterator[Standing]:
    """What is on top after each of these turns, from the start: the turn itself, or for an undo what it went back to."""
    top = Standing(state=start)
    stood = {0: top}
    for number, turn in enumerate(turns, 1):
        top, _ = take(top, stood.__getitem__, number, turn.text)
        stood[top.number] = top
        yield top


def state_of(start: State, turns: Iterable[Turn]) -> State:
    """The state after these turns (with their undoing), from the start."""
    state = start
    for top in tops(start, turns):
        state = top.state
    return state


class Conversation:
    """A conversation held in memory: its turns, and what stands of them."""

    def __init__(self, *, lang: str = "auto", edition: str = paths.EDITION, authority: str | None = None) -> None:
        self.start = begin(lang=lang, edition=edition, authority=authority)
        self.turns: list[Turn] = []
        self._top = Standing(state=self.start)
        self._stood = {0: self._top}
        self._replies: dict[str, Reply] = {}

    @property
    def state(self) -> State:
        """Where the conversation stands."""
        return self._top.state

    def turn(self, text: str, message: str = "") -> Reply:
        """Answer a message. The same message id is answered once: again it gives the same reply."""
        if message and message in self._replies:
            return self._replies[message]
        text = storable(text)
        self._top, reply = take(self._top, self._stood.__getitem__, len(self.turns) + 1, text)
        self._stood[self._top.number] = self._top
        self.turns.append(Turn(id=message, text=text))
        if message:
            self._replies[message] = reply
        return reply
