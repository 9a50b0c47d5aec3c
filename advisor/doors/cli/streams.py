"""How a command runs: streams that can write every sign, one guard, one plain sentence for whatever goes wrong."""

from __future__ import annotations

import codecs
import io
import logging
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from advisor.base.errors import AdvisorError, DataError, UsageError
from advisor.base.guard import said

_OWNER_ONLY = 0o077
_INTERRUPTED = 130  # what a command line makes of Ctrl-C
_LAST_STREAM = 2
_NARROWEST = 24
_LINE = "____"


def guarded(call: Callable[[], object], known: Callable[[BaseException], int | None] = lambda _: None) -> int:
    """Run a command and give its exit code: 0 an answer, 2 wrong use, 3 broken data, 1 anything else (the contract); `known`
    gives the code of an error that the command line itself has raised.

    Every file it makes is its owner's alone, whatever the umask."""
    os.umask(_OWNER_ONLY)
    _none_missing()
    replaced = [signs for stream in (sys.stdout, sys.stderr) if (signs := _able(stream))]
    try:
        code = call()
        _flushed()
    except BrokenPipeError:
        _away(sys.stdout)
        return 1
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  the guard of this door
        own = known(error)
        return told(said(error)) if own is None else own
    if code == _INTERRUPTED:
        return told(said(KeyboardInterrupt()))
    if replaced:
        tell(f"This terminal writes {replaced[0]}: signs it cannot write were replaced by '?' (set PYTHONIOENCODING=utf-8).")
    return code if isinstance(code, int) else 0


class _Details(logging.Handler):
    """Tells on standard error what the guard notes, with its traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        """Tell it."""
        if record.name == "advisor":
            tell(self.format(record).rstrip())


def detailed() -> None:
    """Have whatever goes wrong in this process, at whichever door, told with its traceback (`--debug`)."""
    log = logging.getLogger("advisor")
    log.setLevel(logging.DEBUG)
    log.addHandler(_Details())


class Closed(io.RawIOBase):
    """A closed standard output: it is said as soon as something is to be written there."""

    def writable(self) -> bool:
        """It is tried."""
        return True

    def write(self, told: Any) -> int:
        """Raises UsageError for anything that is to be written."""
        if len(told):
            raise closed()
        return 0


def closed() -> UsageError:
    """What is said of a standard output that is closed."""
    return UsageError("OUTPUT", "Standard output is closed: leave it open, or send it to a file.")


def _none_missing() -> None:
    """Have no file that is opened later stand in place of a standard stream that is closed, and output that nobody can read
    be an error."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= _LAST_STREAM:
        pass
    os.close(opened)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(Closed(), encoding="utf-8", write_through=True)


def in_view(text: str, stream: TextIO | None) -> str:
    """The text broken at words where a terminal would break them; what is listed hangs under its mark."""
    if stream is None or not stream.isatty():
        return text
    width = max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns - 1)
    return "\n".join(_folded(line, width) for line in text.splitlines())


def _folded(line: str, width: int) -> str:
    if _LINE in line:  # room for a signature
        return line[:width]
    hang = " " * (len(line) - len(line.lstrip(" -")))
    return textwrap.fill(line, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False) or line


def _able(stream: TextIO | None) -> str:
    """Have a stream write UTF-8, or (a terminal with another encoding) replace what it cannot write; then its encoding."""
    if not isinstance(stream, io.TextIOWrapper):
        return ""
    if codecs.lookup(stream.encoding).name == "utf-8" or not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="backslashreplace" if stream is sys.stderr else "replace")
        return ""
    stream.reconfigure(errors="replace")
    return stream.encoding


def _flushed() -> None:
    """Everything is written, so that a full disk is noticed while it can still be said."""
    if sys.stdout is not None:
        sys.stdout.flush()


def told(error: AdvisorError, code: int | None = None) -> int:
    """Say an error on standard error; what was not written of the answer is left unsaid."""
    with suppress(OSError):
        _flushed()
    _away(sys.stdout)
    tell(error.message if isinstance(error, DataError) else f"{error.message} [{error.code}]")
    return error.exit_code if code is None else code


def tell(text: str) -> None:
    from advisor.doors.common.secrets import blotted

    text = blotted(_as_named(text))
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{in_view(text, sys.stderr)}\n")
            sys.stderr.flush()


def _as_named(text: str) -> str:
    """The text with the name of a file as it is, where the system's locale does not know its UTF-8."""
    with suppress(UnicodeError):
        return text.encode("utf-8", "surrogateescape").decode()
    return text


def _away(stream: TextIO | None) -> None:
    """A stream that nobody reads, or that takes no more, gets nothing when the interpreter ends."""
    if stream is not None:
        with suppress(OSError, ValueError):
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, stream.fileno())
            os.close(nothing)
