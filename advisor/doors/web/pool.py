"""The reading pool: reading is work for a processor, so other processes do it and the event loop stays free.

Bounded: when too many texts wait, the next one is turned away with a word when to come again.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any

from advisor.doors.web import work

_THREADS = 4
_AGAIN = 2  # seconds after which a turned-away visitor should come again


class BusyError(Exception):
    """Too much is waiting; `after` seconds later there may be room."""

    after = _AGAIN


class Pool:
    """Runs the functions of `work` by name, in `readers` processes (0: in threads of this one)."""

    def __init__(self, readers: int, waiting: int) -> None:
        self.readers, self.waiting, self.running = readers, waiting, 0
        self._executor: Executor | None = None

    def start(self) -> None:
        """Start the readers; each loads its data before it is asked anything."""
        self._executor = self._made()
        for done in [self._executor.submit(work.warm) for _ in range(self.readers)]:
            done.result()

    def stop(self) -> None:
        """Let what is being read be finished, and end the readers."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=False)
            self._executor = None

    async def run(self, task: Callable[..., work.Done], *args: Any) -> work.Done:
        """What the task gives for these arguments. Raises BusyError when too much waits already.

        A reader that was killed is replaced and the task given again: no task does anything twice."""
        if self.running >= self.waiting:
            raise BusyError
        self.running += 1
        try:
            return await self._once(task, *args)
        except BrokenProcessPool:
            self._executor = self._made()
            return await self._once(task, *args)
        finally:
            self.running -= 1

    async def _once(self, task: Callable[..., work.Done], *args: Any) -> work.Done:
        assert self._executor is not None
        return await asyncio.get_running_loop().run_in_executor(self._executor, task, *args)

    def _made(self) -> Executor:
        if not self.readers:
            return ThreadPoolExecutor(_THREADS, "reader")
        spawned = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.readers, mp_context=spawned, initializer=_in_reader)


def _in_reader() -> None:
    """A reader leaves it to the server when to stop, and does not outlive it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_with_parent, daemon=True).start()
    work.warm()


def _with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
