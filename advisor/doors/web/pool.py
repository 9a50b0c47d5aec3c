"""The reading pool: reading is work for a processor, so other processes do it and the event loop stays free.

Bounded: when too many texts wait, the next one is turned away with a word when to come again. Long texts are read one after the
other by a process of their own, which gives way to all others: whoever sends them makes nobody wait but those who do the same.
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
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from advisor.doors.web import work

_THREADS = 4
_AGAIN = 2  # seconds after which a turned-away visitor should come again
_LONG = 2_500  # characters that take as long as a dozen usual texts
_LONG_WAITING = 8  # long texts that may wait; each may take a second
_GIVES_WAY = 10  # how nice the reader of long texts is to other processes


class BusyError(Exception):
    """Too much is waiting; `after` seconds later there may be room."""

    after = _AGAIN


@dataclass
class _Lane:
    """Readers of one kind, and how many texts are with them; `waiting` is the most that may be."""

    readers: int
    waiting: int
    gives_way: bool = False
    running: int = 0
    executor: Executor | None = None

    def opened(self) -> Executor:
        """The readers, started when they are first needed."""
        if self.executor is None:
            self.executor = self._made()
        return self.executor

    def _made(self) -> Executor:
        if not self.readers:
            return ThreadPoolExecutor(1 if self.gives_way else _THREADS, "reader")
        spawned = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.readers, mp_context=spawned, initializer=_in_reader, initargs=(self.gives_way,))

    async def run(self, task: Callable[..., work.Done], *args: Any) -> work.Done:
        """What the task gives; a reader that was killed is replaced and the task given again."""
        if self.running >= self.waiting:
            raise BusyError
        self.running += 1
        at_work = self.opened()
        try:
            return await _once(at_work, task, *args)
        except BrokenProcessPool:
            if self.executor is at_work:  # the first to notice replaces it
                self.executor = None
            return await _once(self.opened(), task, *args)
        finally:
            self.running -= 1

    def close(self) -> None:
        """Let what is being read be finished, and end the readers."""
        if self.executor is not None:
            self.executor.shutdown(wait=True, cancel_futures=False)
            self.executor = None


async def _once(executor: Executor, task: Callable[..., work.Done], *args: Any) -> work.Done:
    return await asyncio.get_running_loop().run_in_executor(executor, task, *args)


class Pool:
    """Runs the functions of `work` by name, in `readers` processes (0: in threads of this one)."""

    def __init__(self, readers: int, waiting: int) -> None:
        self.readers = readers
        self.usual = _Lane(readers, waiting)
        self.long = _Lane(min(readers, 1), _LONG_WAITING, gives_way=True)

    def start(self) -> None:
        """Start the readers; each loads its data before it is asked anything. That of long texts starts with the first one."""
        executor = self.usual.opened()
        for done in [executor.submit(work.warm) for _ in range(self.readers)]:
            done.result()

    def stop(self) -> None:
        """Let what is being read be finished, and end the readers."""
        self.usual.close()
        self.long.close()

    async def run(self, task: Callable[..., work.Done], *args: Any, length: int = 0) -> work.Done:
        """What the task gives for these arguments; `length` is that of the text to be read, in characters. Raises BusyError when
        too much waits already. No task does anything twice, so one may be given again."""
        return await (self.long if length > _LONG else self.usual).run(task, *args)


def _in_reader(gives_way: bool) -> None:
    """A reader leaves it to the server when to stop, and does not outlive it."""
    if gives_way:
        os.nice(_GIVES_WAY)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_with_parent, daemon=True).start()
    work.warm()


def _with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
