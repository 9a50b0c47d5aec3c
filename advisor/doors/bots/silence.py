"""Nothing secret and nothing told reaches a log: known secrets are blotted out, errors are named without their words."""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType

from advisor.doors.common.naming import named
from advisor.doors.common.secrets import blotted

_CHATTY = ("httpx", "httpcore", "telegram", "nio", "uvicorn.access", "aiohttp", "asyncio", "alembic")


class Blotter(logging.Filter):
    """Blots secrets out of records, and leaves of an error its kind and its place only."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record passes, blotted."""
        record.msg, record.args = blotted(record.getMessage()), ()
        if record.exc_info and isinstance(record.exc_info[1], BaseException):
            record.msg += f" ({named(record.exc_info[1])})"
        record.exc_info = record.exc_text = None
        return True


def quiet(level: int = logging.INFO) -> logging.Logger:
    """Set the logs up: one handler with the blotter for all, libraries that log what they carry at warnings only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    guard()
    sys.excepthook = _last_words
    return logging.getLogger("advisor.bots")


def guard() -> None:
    """Put the blotter before the handlers that a server has set up; libraries that log what they carry say errors only."""
    for handler in logging.getLogger().handlers:
        if not any(isinstance(each, Blotter) for each in handler.filters):
            handler.addFilter(Blotter())
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.ERROR)


def _last_words(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """The places of a traceback, without its words."""
    for frame in traceback.extract_tb(trace):
        sys.stderr.write(f"  {frame.name}:{frame.lineno}\n")
    sys.stderr.write(f"{kind.__name__}\n")
    del error
