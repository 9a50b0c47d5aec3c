"""Files that come in and go out: UTF-8 with or without its mark; what is written appears whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, TextIO, cast

from advisor.base import paths
from advisor.base.errors import UsageError
from advisor.doors.cli.foreign import HEAD, MARKS, seems
from advisor.doors.cli.streams import Closed, closed

_AMONG = 2  # letters for each byte that is none
_TAIL = 3  # bytes of a sign that a cut may leave


def of_a_clone(code: str) -> None:
    """Raises UsageError where there is no corpus, nor anything that could be mended: in an installed package."""
    if paths.INSTALLED or not paths.CORPUS.is_dir():
        raise UsageError(code, "There is no corpus here, as this is an installed package: run it in a clone of the repository.")


def standard_input() -> BufferedReader:
    """Standard input as bytes. Raises UsageError when it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        raise UsageError("INPUT", "Standard input is closed: give the text itself, or a file, in place of '-'.")
    return cast("BufferedReader", sys.stdin.buffer)


def standard_output() -> TextIO:
    """Standard output. Raises UsageError when it is closed."""
    if isinstance(getattr(sys.stdout, "buffer", None), Closed):
        raise closed()
    return sys.stdout


def decoded(told: bytes, name: str, *, cut: bool = False, mend: bool = False) -> str:
    """The text of a file or of one of its lines; `cut` forgives a last sign that is not whole, `mend` puts a sign in place of
    bytes that are no text in any encoding, where they stand among many letters. Raises UsageError, with the encoding that it
    seems to have, when it is not UTF-8."""
    if any(told.startswith(mark) for mark, _ in MARKS):
        raise _foreign(name, told)
    try:
        return told.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if cut and len(told) - error.start <= _TAIL:
            return told[: error.start].decode("utf-8-sig")
        if mend and not seems(told)[0]:
            mended = told.decode("utf-8-sig", "replace")
            if sum(map(str.isalpha, mended)) > _AMONG * mended.count("\ufffd"):
                return mended
        raise _foreign(name, told) from error


def _foreign(name: str, told: bytes) -> UsageError:
    encoding = seems(told)[1]
    marked = any(told.startswith(mark) for mark, _ in MARKS)
    what = f"not UTF-8 but {encoding}" if marked else f"not UTF-8 but probably {encoding}" if encoding else "not UTF-8"
    return UsageError("ENCODING", f"{name[:1].upper()}{name[1:]} is {what}: save it as UTF-8.")


def wide(told: bytes) -> bool:
    """Whether bytes look like an encoding whose signs are wider than a byte, in which no line can be found."""
    return b"\0" in told[:HEAD] or any(told.startswith(mark) for mark, _ in MARKS)


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """A file to read as bytes, or standard input for `-`. Raises UsageError when it cannot be opened or is in another encoding
    from its first bytes on."""
    with ExitStack() as stack:
        try:
            stream = standard_input() if source == "-" else stack.enter_context(Path(source).open("rb"))
            head = stream.peek(HEAD)[:HEAD]
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "this is no name of a file"
            raise UsageError("FILE", f"'{source}' cannot be opened ({reason}): name a file that is there.") from error
        if wide(head):
            raise _foreign("standard input" if source == "-" else f"'{source}'", head)
        yield stream


@contextmanager
def written(output: str) -> Iterator[TextIO]:
    """A file to write as UTF-8, or standard output for `-`. It is written beside and renamed when all went well, so that it
    appears whole or not at all, and what stood there before may be read meanwhile. Raises UsageError."""
    if output == "-":
        yield standard_output()
        return
    there = Path(output)
    if there.exists() and not there.is_file():
        if there.is_dir():
            raise UsageError("FILE", f"'{output}' cannot be written (it is a folder): name a file.")
        with there.open("w", encoding="utf-8") as stream:  # a device or a pipe: nothing to rename
            yield stream
        return
    there = there.resolve()
    try:
        handle, beside = _unnamed(there)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is no name of a file"
        raise UsageError("FILE", f"'{output}' cannot be written ({reason}): name another file.") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            if not Path(beside).exists():
                _named(handle, beside)
        Path(beside).replace(there)
    finally:
        with suppress(OSError):  # renamed, when all went well
            Path(beside).unlink()


def _unnamed(there: Path) -> tuple[int, str]:
    """A new file to write in the folder of another, and the name that it gets beside it: where the system can, only when it is
    whole, so that nothing is left of it when the process is killed."""
    name = f".{there.name[:40]}."
    try:
        nameless = os.open(there.parent, os.O_TMPFILE | os.O_WRONLY, 0o600)
    except (AttributeError, OSError):  # another system, or a file system that has no nameless files
        return tempfile.mkstemp(prefix=name, dir=there.parent)
    return nameless, str(there.parent / f"{name}{token_hex(8)}")


def _named(handle: int, beside: str) -> None:
    """Give a nameless file its name."""
    folder = os.open("/proc/self/fd", os.O_RDONLY)
    try:
        os.link(str(handle), beside, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
