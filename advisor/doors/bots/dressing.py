"""Answers dressed for a chat: what was written is escaped, suits and emphasis are shown as the chat can, choices as buttons."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from advisor.doors.bots.cutting import length, pieces
from advisor.doors.bots.models import Answer, Choice, Limits

_SUIT = re.compile(r"([♠♥♦♣])[\ufe0e\ufe0f]?")
_TEXT_SUIT = "\\1\ufe0e"  # as text: many chats would draw a picture of their own
_LOOK_ALIKE = str.maketrans({"*": "∗", "_": "\uff3f", "~": "∼", "`": "ˋ"})
_QUOTE = re.compile(r"^>", re.MULTILINE)
_MARK = 8  # units that emphasis adds at most


@dataclass(frozen=True, slots=True)
class Markup:
    """How a chat writes: what is escaped (all of it: anybody may have written it), and how a line stands out."""

    escape: Callable[[str], str]
    strong: Callable[[str], str]

    def line(self, text: str, *, strong: bool) -> str:
        """A line as the chat's own markup."""
        safe = self.escape(text)
        return self.strong(safe) if strong and safe.strip() else safe


def suits(text: str) -> str:
    """The suits as text, whatever pictures a chat would make of them."""
    return _SUIT.sub(_TEXT_SUIT, text)


def _html(text: str) -> str:
    return suits(html.escape(text, quote=False))


def _html_coloured(text: str) -> str:
    return re.sub("([♥♦]\ufe0e?)", '<font data-mx-color="#cc0000">\\1</font>', _html(text))


def _starless(text: str) -> str:
    """The signs that would be read as markup in look-alikes: these chats know no sign to escape them."""
    return suits(_QUOTE.sub("›", text.translate(_LOOK_ALIKE)))


PLAIN = Markup(suits, lambda line: line)
HTML = Markup(_html, lambda line: f"<b>{line}</b>")
MATRIX_HTML = Markup(_html_coloured, lambda line: f"<strong>{line}</strong>")
STARS = Markup(_starless, lambda line: f"*{line.strip()}*")


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its title within the chat's limit, the whole label, what it carries."""

    title: str
    label: str
    payload: str

    @property
    def is_cut(self) -> bool:
        """Whether the title does not show the whole label."""
        return self.title != self.label


@dataclass(frozen=True, slots=True)
class Piece:
    """One message: its lines with those that stand out, and the buttons below it."""

    lines: tuple[str, ...]
    strong: str
    buttons: tuple[Button, ...] = ()

    def text(self, markup: Markup) -> str:
        """The text in a chat's markup."""
        return "\n".join(markup.line(line, strong=bool(line) and line == self.strong) for line in self.lines)


def buttons(choices: Sequence[Choice], limits: Limits) -> tuple[Button, ...]:
    """The choices that fit, as buttons; a label that is too long, or stands twice, is cut behind its number."""
    out: list[Button] = []
    titles: set[str] = set()
    for choice in choices[: limits.buttons]:
        label = " ".join(choice.label.split())
        title = label
        if len(label) > limits.label or label in titles:
            head = f"{choice.number}. "
            short = pieces(label, limits.label - len(head) - 1)[0] if label else ""
            title = f"{head}{short}…"
        titles.add(title)
        out.append(Button(title, label, choice.payload))
    return tuple(out)


def dressed(answer: Answer, limits: Limits, *, as_buttons: bool = True, about: int = 0) -> list[Piece]:
    """The messages that show an answer within a chat's limits, the buttons below the last.

    What no button shows in full stands as numbered text; `about` is the length of a description that buttons have beside
    their title."""
    made = buttons(answer.choices, limits) if as_buttons else ()
    untold = [c for c, b in zip(answer.choices, made, strict=False) if b.is_cut and len(b.label) > about]
    untold += answer.choices[len(made) :]
    numbered = [] if answer.listed else [f"{choice.number}. {choice.label}" for choice in untold]
    strong = suits(answer.lines[answer.strong]) if 0 <= answer.strong < len(answer.lines) else ""
    body = suits("\n".join([*answer.lines, *([""] if numbered and answer.lines else []), *numbered]))
    parts = pieces(body, limits.text - _MARK, limits.unit) or ([""] if made else [])
    if made and length(parts[-1], limits.unit) > limits.above - _MARK:
        parts[-1:] = pieces(parts[-1], limits.above - _MARK, limits.unit)
    last = len(parts) - 1
    return [Piece(tuple(part.split("\n")), strong, made if at == last else ()) for at, part in enumerate(parts)]


def marked(answer: Answer, lang_line: Callable[[str], str]) -> Answer:
    """The answer with the choice that was pressed as its first line, for chats that cannot mark the button itself."""
    if answer.pressed is None or answer.note:
        return answer
    strong = answer.strong + 1 if answer.strong >= 0 else -1
    return answer.model_copy(update={"lines": (lang_line(answer.pressed.label), *answer.lines), "strong": strong})
