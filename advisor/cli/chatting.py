"""`chat`: the conversation in a terminal, kept in the book. Colours and history where the terminal has them."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import uuid
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from advisor import store
from advisor.book.book import Book
from advisor.conversation import Reply
from advisor.errors import UsageError

_NARROWEST, _WIDEST = 24, 88
_ENDS = ("exit", "quit", ":q")
_MARK = re.compile(r" *(?:- |\[\d+\] |\d+\. )")
_WORD = re.compile(r"[^\s.,:()]+")


def chat(lang: str, edition: str, authority: str, url: str, name: str) -> None:
    """Read a message, answer, until the input ends (Ctrl-D), Ctrl-C, or "exit". Raises UsageError for wrong settings."""
    book = Book(url)
    conversation = name or f"chat-{uuid.uuid4().hex[:12]}"
    console = Console(highlight=False, soft_wrap=True)
    ask = _prompt(console)
    _say(console, book.turn(conversation, "help", lang=lang, edition=edition, authority=authority or None))
    while True:
        try:
            line = ask()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if line.strip() in _ENDS:
            return
        if not line.strip():
            continue
        try:
            _say(console, book.turn(conversation, line))
        except UsageError as error:
            console.print(error.message)


def _prompt(console: Console) -> Callable[[], str]:
    """How a line is read: with history and completion on a terminal, plainly elsewhere."""
    if not (sys.stdin.isatty() and console.is_terminal):
        return lambda: input("")
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory

    words = WordCompleter(commands(), sentence=True, ignore_case=True)
    history = FileHistory(str(store.cache_root() / "chat_history"))
    session: PromptSession[str] = PromptSession(history=history, auto_suggest=AutoSuggestFromHistory(), completer=words)
    return lambda: session.prompt("> ")


def commands() -> list[str]:
    """What may be typed at any time, for completion."""
    found: list[str] = store.load("talk")["commands"]
    return [*found, *_ENDS[:1]]


def _say(console: Console, reply: Reply) -> None:
    width = max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns - 1))
    lines = reply.text.splitlines()
    head = next((i for i, line in enumerate(lines) if _repeats(line, reply.understood)), -1)
    for line in () if head >= 0 else reply.understood:
        console.print(Text(_folded(line, width), style="dim"))
    for number, line in enumerate(lines):
        bold = number == max(head, 0) and reply.advice is not None
        console.print(Text(_folded(line, width), style="bold" if bold else ""))
        for fact in reply.understood[1:] if number == head else ():
            console.print(Text(_folded(fact, width), style="dim"))
    if reply.kind != "menu":
        for number, button in enumerate(reply.choices, 1):
            console.print(Text(_folded(f"[{number}] {button.label}", width), style="cyan"))


def _repeats(line: str, understood: Sequence[str]) -> bool:
    """Whether a line only names again the situation and the law that the first line of what was understood names."""
    words = _WORD.findall(line)
    return bool(understood) and len(words) > 1 and set(words) <= set(_WORD.findall(understood[0]))


def _folded(line: str, width: int) -> str:
    """The line broken at words so that it fits; what is listed hangs under its mark."""
    mark = _MARK.match(line)
    hang = " " * mark.end() if mark is not None else ""
    return textwrap.fill(line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False) or line
