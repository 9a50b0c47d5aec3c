"""What fits on the first screen of a phone: the law, what follows and the question first, the rest when "more" is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from advisor.say.words import Words
from advisor.talk.models import Button, Reply, State

COLUMNS, ROWS = 40, 20
TEXT_ROWS, TEXT_WORDS = 16, 60  # of what is said at once; of a first reply with all that is printed beside it
_WORD = re.compile(r"[^\s.,:()]+")
MARK = re.compile(r" *(?:- |\[\d+\] |\d+\. )")
_SENTENCE = re.compile(r"(?<=[.!?;·])\s+")
_WHOLE = ("menu", "help", "report")  # what is picked from is not cut


def rows(lines: Iterable[str]) -> int:
    """How many rows of a phone these lines take."""
    return sum(1 if len(line) < COLUMNS else _broken(line) for line in lines)


def _broken(line: str) -> int:
    """The rows of a long line, broken at its words; what is listed hangs under its mark."""
    mark = MARK.match(line)
    hang = mark.end() if mark is not None else 0
    count, taken = 1, hang
    for word in line[hang:].split():
        if taken > hang and taken + 1 + len(word) >= COLUMNS:
            count, taken = count + 1, hang
        taken += len(word) + (taken > hang)
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


def printed(text: Sequence[str], understood: Sequence[str], buttons: Sequence[Button]) -> list[str]:
    """The lines that a person sees of a reply: the text, what was understood behind the line that names the law (else before
    all), the numbered choices."""
    head = next((at for at, line in enumerate(text) if repeats(line, understood)), -1)
    lines = [*text[: head + 1], *understood[1:], *text[head + 1 :]] if head >= 0 else [*understood, *text]
    return [*lines, *(f"[{number}] {button.label}" for number, button in enumerate(buttons, 1))]


def repeats(line: str, understood: Sequence[str]) -> bool:
    """Whether a line only names again the situation and the law that the first line of what was understood names."""
    words = _WORD.findall(line)
    return bool(understood) and len(words) > 1 and set(words) <= set(_WORD.findall(understood[0]))


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown of a reply and what is left for later."""

    text: list[str]
    left: list[str]
    understood: tuple[str, ...]
    buttons: tuple[Button, ...]

    def fits(self) -> bool:
        """Whether all that is printed is within the rows and the words of a first reply."""
        lines = printed(self.text, self.understood, self.buttons)
        return rows(lines) <= TEXT_ROWS and _words(lines) <= TEXT_WORDS


def opened(
    ahead: Sequence[str],
    upshot: Sequence[str],
    then: Sequence[str],
    last: Sequence[str],
    told: Sequence[str],
    buttons: tuple[Button, ...],
    words: Words,
    *,
    plain: bool = False,
) -> Screen:
    """The first screen of an incident: the law, what follows in as many sentences as there is room for (one at least where it
    says yes or no: `plain`), what was understood, the question with its choices.

    `told` are the line that names the situation, what was told and what was presumed; what finds no room comes first on "more":
    the presumed before all else, then what was told, then the later sentences."""
    whole = Screen([*ahead, *upshot, *then, *last], [], _understood(told), buttons)
    if whole.fits():
        return whole
    pressed = asking_more(buttons, told, words)
    at = next((n for n, line in enumerate(upshot) if not repeats(line, told[:1])), -1)
    sentences = _SENTENCE.split(upshot[at]) if at >= 0 else []

    def shown(count: int, kept: int, further: int = 0) -> Screen:
        said, later = _ended(" ".join(sentences[:count])), " ".join(sentences[count:])
        head = [*upshot[:at], *([said] if said else []), *upshot[at + 1 :]] if at >= 0 else list(upshot)
        left = [*([later] if later else []), *told[kept:], *then[further:]]
        return Screen([*ahead, *head, *then[:further], *last], left, _understood(told[:kept]), pressed)

    first = 1 if sentences else 0
    kept = next((n for n in range(len(told), 0, -1) if shown(first, n).fits()), 1)
    if first and last and not shown(first, kept).fits() and not plain:
        first, kept = 0, next((n for n in range(len(told), 0, -1) if shown(0, n).fits()), 1)
    count = next((n for n in range(len(sentences), first, -1) if shown(n, kept).fits()), first)
    further = 0
    if count == len(sentences):
        further = next((n for n in range(len(then), 0, -1) if not then[n - 1].endswith(":") and shown(count, kept, n).fits()), 0)
    return shown(count, kept, further)


def _understood(told: Sequence[str]) -> tuple[str, ...]:
    return (*told[:1], *([" ".join(told[1:])] if told[1:] else []))


def _ended(text: str) -> str:
    """The first sentences of a line, ended by a full stop where more followed."""
    return f"{text[:-1]}." if text.endswith((";", "·")) else text


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
