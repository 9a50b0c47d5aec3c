"""`chat`: the conversation in a terminal."""

from __future__ import annotations

import typer

from advisor.conversation import Conversation
from advisor.errors import UsageError


def chat(lang: str, edition: str) -> None:
    """Read a line, answer, keep the answers given; an empty line or the end of input ends it."""
    talk = Conversation(lang=lang, edition=edition)
    while True:
        try:
            line = input("> ")
        except (EOFError, KeyboardInterrupt):
            typer.echo("")
            return
        if not line.strip():
            continue
        try:
            advice = talk.turn(line)
        except UsageError as error:
            typer.echo(error.message)
            continue
        typer.echo(advice.answer)
        if advice.question is not None:
            for number, choice in enumerate(advice.question.choices, 1):
                typer.echo(f"  [{number}] {choice.text}")
