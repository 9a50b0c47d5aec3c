"""Errors as a log may hold them: without their words."""

from __future__ import annotations

import traceback


def named(error: BaseException) -> str:
    """An error by its kind and the line that raised it: its words may hold what somebody told."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"
