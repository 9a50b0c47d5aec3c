"""What fits on the first screen of a phone: the law, what follows and the question first, the rest when "more" is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from advisor.say.words import Words
from advisor.talk.models import Button, Reply, State

COLUMNS, ROWS = 40, 20
TEXT_ROWS, TEXT_WORDS = 16, 60  # of what is said at once; the choices stand below
_SENTENCE = re.compile(r"(?<=[.!?;·])\s+")
_WHOLE = ("menu", "help", "report")  # what is picked from is not cut


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


def fitted(
    head: Sequence[str], body: Sequence[str], tail: Sequence[str], room: int, most: int = TEXT_WORDS
) -> tuple[list[str], list[str]]:
    """The lines to show and those to leave for later: the first of the head and all of the tail are shown, and as many of the
    others, in their order, as there is room for (of rows, and of words). A heading is not left without what it heads."""
    whole = [*head, *body, *tail]
    if rows(whole) <= room and _words(whole) <= most:
        return whole, []
    first, later = _shortened(head[0] if head else "", most - _words(tail))
    others = [*later, *head[1:], *body]
    room -= 1 + rows([first, *tail])  # one row for the button that asks for more
    left = most - _words([first, *tail])
    count = 0
    while not later and count < len(others):
        room, left = room - rows([others[count]]), left - _words([others[count]])
        if min(room, left) < 0:
            break
        count += 1
    while count and others[count - 1].endswith(":"):
        count -= 1
    return [*([first] if first else []), *others[:count], *tail], others[count:]


def _words(lines: Iterable[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _shortened(line: str, most: int) -> tuple[str, list[str]]:
    """The first sentences of a line within so many words (one at least), and the rest."""
    sentences = _SENTENCE.split(line)
    count = len(sentences)
    while count > 1 and _words(sentences[:count]) > most:
        count -= 1
    shown, left = " ".join(sentences[:count]), " ".join(sentences[count:])
    return (f"{shown[:-1]}." if left and shown[-1] in ";·" else shown), [left] if left else []


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
        room = max(ROWS // 2, ROWS - beside(reply.understood, reply.choices))
        shown, left = fitted(lines[:1], lines[1:], (), room, len(reply.text))
    buttons = asking_more(reply.choices, left, words)
    if not left and buttons == reply.choices:
        return state, reply
    after = state.model_copy(update={"rest": tuple(left), "offered": buttons})
    return after, reply.model_copy(update={"text": "\n".join(shown), "choices": buttons})


def more(state: State, words: Words) -> Reply:
    """What was left to say, from where the last reply stopped."""
    text = "\n".join(state.rest) or words.frame("talk_no_more")
    return Reply(kind="more", lang=state.speaks, text=text, choices=asking_more(state.offered, (), words))
