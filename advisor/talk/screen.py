"""What fits on the first screen of a phone: the law, what follows and the question first, the rest when "more" is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from advisor.say.words import Words
from advisor.talk.models import Button, Reply, State

COLUMNS, ROWS = 40, 20
_WHOLE = ("menu", "help")  # what is picked from is not cut


def rows(lines: Iterable[str]) -> int:
    """How many rows of a phone these lines take."""
    return sum(1 if len(line) < COLUMNS else _broken(line) for line in lines)


def _broken(line: str) -> int:
    """The rows of a long line, broken at its words."""
    count, taken = 1, 0
    for word in line.split():
        if taken and taken + 1 + len(word) >= COLUMNS:
            count, taken = count + 1, 0
        taken += len(word) + (taken > 0)
    return count


def fitted(head: Sequence[str], body: Sequence[str], tail: Sequence[str], room: int) -> tuple[list[str], list[str]]:
    """The lines to show and those to leave for later: the first of the head and all of the tail are shown, and as many of the
    others, in their order, as there is room for. A heading is not left without what it heads."""
    whole = [*head, *body, *tail]
    if rows(whole) <= room:
        return whole, []
    others = [*head[1:], *body]
    room -= 1 + rows([*head[:1], *tail])  # one row for the button that asks for more
    count = 0
    while count < len(others) and (room := room - rows([others[count]])) >= 0:
        count += 1
    while count and others[count - 1].endswith(":"):
        count -= 1
    return [*head[:1], *others[:count], *tail], others[count:]


def beside(understood: Sequence[str], buttons: Sequence[Button]) -> int:
    """The rows that stand beside the text: what was understood (the first line repeats the headline), and the choices."""
    return rows(understood[1:]) + rows(f"[{number}] {button.label}" for number, button in enumerate(buttons, 1))


def asking_more(buttons: Sequence[Button], left: Sequence[str], words: Words) -> tuple[Button, ...]:
    """The choices, with the one for more when something is left to say; at the end, so that no number moves."""
    label = words.frame("talk_more")
    plain = tuple(button for button in buttons if button.send != label)
    return (*plain, Button(label=label, send=label)) if left else plain


def cut(state: State, reply: Reply, words: Words) -> tuple[State, Reply]:
    """A reply that is not cut yet, as much of it as fits; the rest stays with the state. Its first line is always shown."""
    lines = reply.text.splitlines()
    shown, left = lines, list[str]()
    if reply.kind not in _WHOLE:
        shown, left = fitted(lines[:1], lines[1:], (), max(ROWS // 2, ROWS - beside(reply.understood, reply.choices)))
    buttons = asking_more(reply.choices, left, words)
    if not left and buttons == reply.choices:
        return state, reply
    after = state.model_copy(update={"rest": tuple(left), "offered": buttons})
    return after, reply.model_copy(update={"text": "\n".join(shown), "choices": buttons})


def more(state: State, words: Words) -> Reply:
    """What was left to say, from where the last reply stopped."""
    text = "\n".join(state.rest) or words.frame("talk_no_more")
    return Reply(kind="more", lang=state.speaks, text=text, choices=asking_more(state.offered, (), words))
