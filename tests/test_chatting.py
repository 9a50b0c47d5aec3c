"""How a reply is laid out in a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from advisor.base.errors import AdvisorError
from advisor.doors.cli import chatting
from advisor.talk.conversation import Conversation, Reply

STORIES = ["1S over 2C, lho not accepting", "η Δύση έκανε ρενόνς και το είδαμε στην επόμενη λεβέ"]


def shown(monkeypatch: pytest.MonkeyPatch, columns: int, *texts: str, rows: int = 0) -> list[str]:
    """The lines that the replies to these messages draw; with `rows`, on a terminal of so many."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows or 24))
    out = io.StringIO()
    console = Console(file=out, highlight=False, soft_wrap=True, force_terminal=rows > 0, color_system=None)
    conversation = Conversation()
    for text in texts:
        chatting._say(console, conversation.turn(text))
    return out.getvalue().splitlines()


@pytest.mark.parametrize("story", STORIES)
def test_lines_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, story: str) -> None:
    """At 40 columns no line is longer, and what is listed hangs under its own first word."""
    lines = shown(monkeypatch, 40, story, "script")

    assert max(len(line) for line in lines) < 40
    assert any(line.startswith(("  ", "   ")) for line in lines)


@pytest.mark.parametrize("story", STORIES)
def test_the_situation_is_named_once(monkeypatch: pytest.MonkeyPatch, story: str) -> None:
    """The law comes first and once, then the facts that were understood."""
    reply = Conversation().turn(story)
    lines = shown(monkeypatch, 88, story)

    assert " ".join(lines).startswith(" ".join(reply.text.splitlines()[0].split())[:88])
    assert any(line.startswith(reply.understood[1][:20]) for line in lines)
    assert reply.understood[0] not in lines


@pytest.mark.parametrize("story", [*STORIES, "ο Βορράς βγήκε ενώ ήταν σειρά του Νότου, εκτελεστής η Ανατολή"])
def test_nothing_scrolls_away(monkeypatch: pytest.MonkeyPatch, story: str) -> None:
    """At 40 by 24 a reply leaves a row for what is typed next: what was understood beside it gives way first."""
    assert len(shown(monkeypatch, 40, story, rows=24)) < 24


def test_words_of_commands_are_offered() -> None:
    """Completion knows the commands of both languages and the way out."""
    assert {"script", "τι λέω;", "exit"} <= set(chatting.commands())


def failing(monkeypatch: pytest.MonkeyPatch, error: AdvisorError, *typed: str) -> None:
    """Have these lines typed, before a book that answers the message "fails" with an error."""
    told = Conversation()

    class Failing:
        """A book that does not take that message."""

        def __init__(self, url: str) -> None:
            pass

        def turn(self, _name: str, text: str, **_settings: object) -> Reply:
            """The reply. Raises AdvisorError."""
            if text == "fails":
                raise error
            return told.turn(text)

    monkeypatch.setattr(chatting, "Book", Failing)
    lines = "".join(f"{line}\n" for line in typed)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))


def test_what_goes_wrong_with_a_message_is_said_with_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the next message is answered."""
    failing(monkeypatch, AdvisorError("BOOK", "The book does not answer: send it again."), "fails", "law 27")
    chatting.chat("auto", "2017", "", "", "evening")
    out = capsys.readouterr().out

    assert "The book does not answer: send it again. [BOOK]\n" in out
    assert "Law 27" in out


@pytest.mark.parametrize("code", ["BOOK", "LOCKED", "MOVED", "DISK", "MEMORY", "INSIDE", "ENCODING"])
@pytest.mark.parametrize(("opening", "greek"), [("law 27", False), ("νόμος 27", True)], ids=["en", "el"])
def test_a_refusal_speaks_the_language_of_the_conversation(
    opening: str, greek: bool, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its code. (That no word of a driver is in it, `test_writers.py` shows.)"""
    failing(monkeypatch, AdvisorError(code, "This was not taken: send it again."), opening, "fails")
    chatting.chat("auto", "2017", "", "", "evening")
    lines = capsys.readouterr().out.splitlines()
    (said,) = (line for line in lines if line.endswith(f"[{code}]"))

    assert any("α" <= letter <= "ω" for letter in said) == greek


@pytest.mark.parametrize("columns", ["0", "1", "-3", "x", "99999999999999999999"])
def test_a_width_that_is_none_shows_all_the_same(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is told of the terminal's width: every word of the reply."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("ADVISOR_BOOK", "sqlite://")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"law 27\n")))
    chatting.chat("auto", "2017", "", "sqlite://", "evening")
    shown = capsys.readouterr().out

    assert "".join(Conversation().turn("law 27").text.split()) in "".join(shown.split())
