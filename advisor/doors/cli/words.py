"""The words of a command line: UTF-8, or it is said before anything is done with them."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import typer
from typer.core import TyperCommand

from advisor.base.errors import UsageError

# What names a file may be in any encoding, as names of files are.
FILES = frozenset({"source", "output", "files", "picture", "chart", "keys", "book"})
_SHOWN = 40  # characters of what was typed


class Worded(TyperCommand):
    """A command whose words are UTF-8, also where the system takes them for another encoding."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The command line taken apart. Raises UsageError for a word in another encoding."""
        rest = super().parse_args(ctx, args)
        for name in ctx.params.keys() - FILES:
            ctx.params[name] = _readable(ctx.params[name], name.replace("_", "-"))
        return rest


def worded(app: typer.Typer) -> typer.Typer:
    """Have every command of an app, and of the apps within it, take words in UTF-8 only."""
    for command in app.registered_commands:
        command.cls = Worded
    for group in app.registered_groups:
        if group.typer_instance is not None:
            worded(group.typer_instance)
    return app


def _readable(told: Any, what: str) -> Any:
    if isinstance(told, list | tuple):
        return type(told)(_readable(each, what) for each in told)
    return _typed(told, what) if isinstance(told, str) else told


def _typed(text: str, what: str) -> str:
    """A word as it was typed. Raises UsageError when it is in an encoding that nobody has named."""
    if text.isascii():
        return text
    with suppress(UnicodeError):  # UTF-8, whatever the system takes it for
        return os.fsencode(text).decode()
    try:
        text.encode()
    except UnicodeEncodeError as error:
        shown = text[:_SHOWN].encode("utf-8", "replace").decode()
        raise UsageError("ENCODING", f"The {what} '{shown}' is not UTF-8: type it in UTF-8.") from error
    return text
