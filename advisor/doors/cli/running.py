"""How a command line runs: under the guard of the streams, with wrong use told in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from advisor.base.errors import AdvisorError
from advisor.base.guard import said
from advisor.doors.cli.streams import guarded, tell, told

_USAGE = 2
_NO_COMMAND = "NoArgsIsHelpError"
_Click: Any = typer.BadParameter.__mro__[2]  # what every wrong use is, whichever click typer brings along


def run_command(app: Callable[..., Any]) -> int:
    """The exit code of a command line, as `guarded` gives it."""
    return guarded(lambda: app(standalone_mode=False), _known)


def _known(error: BaseException) -> int | None:
    """The exit code of what typer raises: wrong use, and a question that nobody answers."""
    if isinstance(error, _Click):
        return _wrong_use(error)
    return told(said(KeyboardInterrupt())) if isinstance(error, typer.Abort) else None


def _wrong_use(error: Any) -> int:
    """Wrong use as one sentence; the help that stands in place of a missing command is shown as it is."""
    if type(error).__name__ == _NO_COMMAND:
        tell(error.format_message())
        return _USAGE
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "advisor"
    sentence = " ".join(error.format_message().split()).rstrip(".")
    return told(AdvisorError("USE", f"{sentence}: see '{path} --help'."), _USAGE)
