"""The same work on many things, on every core where the system can copy a process; needed only to compile the data."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_WORK: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []


def spread(work: Callable[[T], R], things: Sequence[T], chunk: int = 1) -> list[R]:
    """What `work` makes of each thing, in their order: the same whether one core works or many.

    One core works where processes cannot be copied, where `threading` knows of other threads (a copy might wait for them
    forever), and for fewer than two chunks (`chunk` things are taken at a time).
    """
    cores = os.cpu_count() or 1
    if cores == 1 or len(things) <= chunk or "fork" not in get_all_start_methods() or threading.active_count() > 1:
        return [work(thing) for thing in things]
    _WORK.append((work, things))
    try:
        with get_context("fork").Pool(cores) as pool:
            found: list[R] = pool.map(_done, range(len(things)), chunksize=chunk)
            return found
    finally:
        _WORK.pop()


def _done(place: int) -> Any:
    work, things = _WORK[-1]
    return work(things[place])
