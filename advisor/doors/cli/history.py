"""The lines typed in a terminal: kept only when asked for (`chat --history`), readable by their owner alone, and cleared with
every deletion from the log."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from advisor.base import store
from advisor.base.errors import UsageError
from advisor.book.engine import data_folder

_NAME = "chat_history"
_OWNER_ONLY = 0o600


def made() -> Path:
    """The file, made if need be, its owner's alone. Raises UsageError when it cannot be made."""
    there = data_folder() / _NAME
    try:
        os.close(os.open(there, os.O_CREAT | os.O_WRONLY, _OWNER_ONLY))
        there.chmod(_OWNER_ONLY)
    except OSError as error:
        raise UsageError("HISTORY", f"'{there}' cannot be written ({error.strerror}): leave out --history.") from error
    return there


def forget() -> None:
    """Take the lines typed off the disk, also those that earlier versions kept in the cache folder."""
    for folder in (data_folder, store.cache_root):
        with suppress(OSError, UsageError):
            there = folder() / _NAME
            size = there.stat().st_size
            with there.open("r+b") as lines:  # overwritten first: a name taken away leaves the bytes
                lines.write(b"\0" * size)
                lines.flush()
                os.fsync(lines.fileno())
            there.unlink()
