"""One guard for every door: whatever goes wrong inside becomes one plain sentence with a short code.

The details are for `--debug` and for the log (the logger `advisor`); the known causes are mended where they are, not here.
"""

from __future__ import annotations

import errno
import logging

from advisor.base.errors import AdvisorError, UsageError

_LOG = logging.getLogger("advisor")
_LOG.addHandler(logging.NullHandler())  # silent unless the program around it wants to hear
_FULL = (errno.ENOSPC, errno.EDQUOT)
_EXTRAS = {
    "psycopg": "postgres",
    "endplay": "solve",
    "sklearn": "fit",
    "scipy": "fit",
    "hypothesis": "test",
}


def said(error: BaseException) -> AdvisorError:
    """The error as it is said to a person; one that nobody foresaw is logged with its traceback, any other where details are
    wanted."""
    _LOG.log(_level(error), "%s", type(error).__name__, exc_info=error)
    if isinstance(error, AdvisorError):
        return error
    if isinstance(error, KeyboardInterrupt):
        return AdvisorError("STOPPED", "Stopped before it was done: start it again when you are ready.")
    if isinstance(error, ModuleNotFoundError):
        return missing(error.name or "")
    if isinstance(error, OSError):
        return _of_the_system(error)
    if isinstance(error, MemoryError):
        return AdvisorError("MEMORY", "There is not enough memory: close other programs, or use fewer --jobs.")
    if isinstance(error, RecursionError):
        return AdvisorError("DEEP", "This is nested too deeply: write it flat.")
    return AdvisorError(
        "INSIDE", f"Something went wrong inside ({type(error).__name__}): run it with --debug and report what it says."
    )


def _level(error: BaseException) -> int:
    return logging.DEBUG if isinstance(error, AdvisorError | KeyboardInterrupt | ModuleNotFoundError) else logging.ERROR


def is_extra(module: str) -> bool:
    """Whether a module comes with an extra of this package."""
    return module.partition(".")[0] in _EXTRAS


def missing(module: str) -> UsageError:
    """What is said when a module is not installed: its extra, and how that is installed from a clone."""
    name = module.partition(".")[0]
    extra = _EXTRAS.get(name)
    what = f"'.[{extra}]'" if extra else "."
    return UsageError("EXTRA", f"The package {name} is not installed: in a clone run pip install -c constraints.txt {what}")


def _of_the_system(error: OSError) -> AdvisorError:
    name = f"'{error.filename}'" if error.filename else "a file"
    if error.errno in _FULL:
        return AdvisorError("DISK", "The disk is full: make room and run it again; nothing half done is kept.")
    return AdvisorError(
        "SYSTEM", f"The system refuses {name} ({error.strerror or type(error).__name__}): see to it and run it again."
    )
