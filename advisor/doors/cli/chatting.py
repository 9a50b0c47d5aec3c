"""`chat`: the conversation in a terminal, kept in the book. Colours and history where the terminal has them."""

from __future__ import annotations

import shutil
import sys
import textwrap
import uuid
from collections.abc import Callable, Sequence
from typing import Literal

from rich.console import Console
from rich.text import Text

from advisor.advising import settings
from advisor.base import store
from advisor.base.errors import AdvisorError
from advisor.base.guard import said
from advisor.book.book import Book
from advisor.doors.cli import files, history
from advisor.doors.cli.foreign import seems
from advisor.say.words import Words
from advisor.talk.conversation import Reply
from advisor.talk.screen import MARK, repeats

_NARROWEST, _WIDEST = 24, 88
_BELOW = 2  # rows: that more follows, and what is typed next
_ENDS = ("exit", "quit", ":q")
_DIM = "dim"


def chat(lang: str, edition: str, authority: str, url: str, name: str, *, remember: bool = False) -> None:
    """Read a message, answer, until the input ends (Ctrl-D), Ctrl-C on an empty line, or "exit"; then say how to go on with it.
    With `remember` a terminal keeps what was typed. Raises UsageError for wrong settings; whatever goes wrong with one message
    is said, and the next one goes on."""
    settings(lang, edition, authority or None)
    files.standard_input()
    files.standard_output()
    book = Book(url)
    conversation = name or f"chat-{uuid.uuid4().hex[:12]}"
    console = Console(highlight=False, soft_wrap=True, width=_WIDEST)  # it breaks no line itself, and shows none at a width of 0
    ask = _prompt(console, remember=remember)
    last = book.turn(conversation, "help", lang=lang, edition=edition, authority=authority or None)
    left = _say(console, last)
    while (line := _line(ask, console)) is not None:
        try:
            text = line if isinstance(line, str) else files.decoded(line, "the message", mend=True).rstrip("\r\n")
            if text.strip():
                last = book.turn(conversation, text)
                left = _say(console, last)
            elif left:
                left = _page(console, left, last.lang, shutil.get_terminal_size((80, 24)).lines)
        except Exception as error:  # noqa: BLE001  the guard of this door: the next message goes on
            console.print(Text(_fault(said(error), Words(last.lang), line)))
    console.print(Text(Words(last.lang).frame("talk_resume"), style="dim"))
    console.print(Text(f"advisor chat --name {conversation}", style="dim"))  # alone on its line, so that it can be copied


def _fault(fault: AdvisorError, words: Words, line: str | bytes) -> str:
    """What went wrong with a message, in the conversation's language where that has a sentence for it, with its code."""
    if words.lang == "en":  # the advisor's own sentences are
        return f"{fault.message} [{fault.code}]"
    seeming = seems(line)[1] if isinstance(line, bytes) else ""
    encoding = words.frame("fault_seems", encoding=seeming) if seeming else ""
    return f"{words.fault(fault.code, encoding=encoding) or fault.message} [{fault.code}]"


def _line(ask: Callable[[], str | bytes], console: Console) -> str | bytes | None:
    """The next line (from a pipe as its bytes), or None when the director leaves."""
    try:
        line = ask()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return None
    return None if line.strip() in (*_ENDS, *map(str.encode, _ENDS)) else line


def _prompt(console: Console, *, remember: bool) -> Callable[[], str | bytes]:
    """How a line is read: with completion and the lines typed before on a terminal, plainly elsewhere."""
    if not (sys.stdin.isatty() and console.is_terminal):
        return _piped()
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory, InMemoryHistory
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("c-c")
    def _clear(event: KeyPressEvent) -> None:
        """Clear what is half typed; leave when there is nothing."""
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    words = WordCompleter(commands(), sentence=True, ignore_case=True)
    typed = FileHistory(str(history.made())) if remember else InMemoryHistory()
    session: PromptSession[str] = PromptSession(
        history=typed, auto_suggest=AutoSuggestFromHistory(), completer=words, key_bindings=keys, reserve_space_for_menu=0
    )
    return lambda: session.prompt("> ")


def _piped() -> Callable[[], bytes]:
    """How a line of standard input is read: as its bytes. Raises EOFError at its end, UsageError where it cannot be cut into
    lines, as it is in an encoding whose signs are wider than a byte."""
    begins = True

    def line() -> bytes:
        nonlocal begins
        told = files.standard_input().readline()
        if not told:
            raise EOFError
        if begins and files.wide(told):
            files.decoded(told, "standard input")
        begins = False
        return told

    return line


def commands() -> list[str]:
    """What may be typed at any time, for completion."""
    found: list[str] = store.load("talk")["commands"]
    return [*found, *_ENDS[:1]]


def _say(console: Console, reply: Reply) -> list[tuple[str, str]]:
    """Prints a reply; on a low terminal without what was understood beside the ruling, where the ruling would scroll away, and no
    more than it shows: gives the lines that are left, for an empty line to go on with."""
    size = shutil.get_terminal_size((80, 24))
    width = max(_NARROWEST, min(_WIDEST, size.columns - 1))
    shown = [(_folded(line, width), style) for line, style in _lines(reply)]
    while console.is_terminal and _rows(shown) > size.lines - 1 and (beside := _last_beside(reply, shown, width)):
        shown.remove(beside)
    rows = [(row, style) for text, style in shown for row in text.split("\n")]
    return _page(console, rows, reply.lang, size.lines)


def _page(console: Console, rows: list[tuple[str, str]], lang: Literal["el", "en"], height: int) -> list[tuple[str, str]]:
    """Prints as many of the rows as a terminal of this height shows above the line that is typed next; gives those left."""
    whole = not console.is_terminal or len(rows) < height
    count = len(rows) if whole else max(1, height - _BELOW)
    for text, style in rows[:count]:
        console.print(Text(text, style=style))
    if not whole:
        console.print(Text(Words(lang).frame("talk_enter"), style=_DIM))
    return rows[count:]


def _lines(reply: Reply) -> list[tuple[str, str]]:
    """The lines of a reply, each with its style: the law, what was understood, what follows, and the choices."""
    lines = reply.text.splitlines()
    head = next((i for i, line in enumerate(lines) if repeats(line, reply.understood)), -1)
    found = [(line, _DIM) for line in (() if head >= 0 else reply.understood)]
    for number, line in enumerate(lines):
        found.append((line, "bold" if number == max(head, 0) and reply.advice is not None else ""))
        found += [(fact, _DIM) for fact in (reply.understood[1:] if number == head else ())]
    buttons = reply.choices if reply.kind != "menu" else ()
    return [*found, *((f"[{number}] {button.label}", "cyan") for number, button in enumerate(buttons, 1))]


def _rows(shown: Sequence[tuple[str, str]]) -> int:
    return sum(text.count("\n") + 1 for text, _ in shown)


def _last_beside(reply: Reply, shown: Sequence[tuple[str, str]], width: int) -> tuple[str, str] | None:
    """The last line shown that only tells what was understood, beside the situation and its law."""
    facts = {_folded(fact, width) for fact in reply.understood[1:]}
    return next((line for line in reversed(shown) if line[1] == _DIM and line[0] in facts), None)


def _folded(line: str, width: int) -> str:
    """The line broken at words so that it fits; what is listed hangs under its mark."""
    mark = MARK.match(line)
    hang = " " * mark.end() if mark is not None else ""
    return textwrap.fill(line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False) or line
