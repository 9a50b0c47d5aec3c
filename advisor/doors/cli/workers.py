"""Processes that answer lines beside one another (`batch --jobs`): in the order of the lines, none lost when a process is killed,
and none left when this one ends."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import wait
from threading import Thread

from advisor.base.errors import AdvisorError
from advisor.doors.cli.streams import detailed

_CHUNK = 16  # lines that a process takes at once
_AHEAD = 4  # chunks that wait for each process
_IN_A_ROW = 3  # lines that each have their process killed: then it is not the line
_ENDED = 1
Answer = Callable[[bytes], str]
Lines = tuple[bytes, ...]


class Workers:
    """So many processes that run `answer`, a function of a module, for each line; `lost` answers one that kills its process."""

    def __init__(self, jobs: int, answer: Answer, lost: Answer) -> None:
        self.jobs, self.answer, self.lost = jobs, answer, lost
        self.pool = self._pool()

    def answers(self, lines: Iterable[bytes]) -> Iterator[str]:
        """The answers in the order of the lines; a few chunks for each process are under way at once, however long the input is.
        Raises AdvisorError when no process stays alive."""
        chunks = iter(lambda: tuple(islice(lines, _CHUNK)), ())
        lines = iter(lines)
        under_way: deque[tuple[Lines, Future[list[str]]]] = deque()
        whole = False
        try:
            while True:
                under_way.extend((c, self._given(c)) for c in islice(chunks, self.jobs * _AHEAD - len(under_way)))
                if not under_way:
                    break
                chunk, answered = under_way.popleft()
                try:
                    found = answered.result()
                except BrokenProcessPool:
                    again = [chunk, *(each for each, _ in under_way)]
                    under_way.clear()
                    yield from self._one_by_one([line for each in again for line in each])
                else:
                    yield from found
            whole = True
        finally:
            if not whole:
                for child in multiprocessing.active_children():
                    child.terminate()
            self.pool.shutdown(cancel_futures=True)

    def _one_by_one(self, lines: Sequence[bytes]) -> Iterator[str]:
        """The answers to lines that were under way when a process was killed: each alone, so that it is known which does it."""
        killed = 0
        for line in lines:
            try:
                (found,) = self._given((line,)).result()
                killed = 0
            except BrokenProcessPool as error:
                found = self.lost(line)
                killed += 1
                if killed == _IN_A_ROW:
                    told = "Every process is killed before it is done: run it again with fewer --jobs."
                    raise AdvisorError("KILLED", told) from error
            yield found

    def _given(self, lines: Lines) -> Future[list[str]]:
        """Lines handed over, to other processes where one of those before was killed."""
        try:
            return self.pool.submit(_chunk, self.answer, lines)
        except BrokenProcessPool:
            self.pool.shutdown()
            self.pool = self._pool()
            return self.pool.submit(_chunk, self.answer, lines)

    def _pool(self) -> ProcessPoolExecutor:
        details = logging.getLogger("advisor").level == logging.DEBUG
        return ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), _begun, (details,))


def _chunk(answer: Answer, lines: Lines) -> list[str]:
    return [answer(line) for line in lines]


def _begun(details: bool) -> None:
    """In a new process: Ctrl-C is the first one's to say; whatever way that ends, this one ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if details:
        detailed()
    Thread(target=_ends_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _ends_with(first: multiprocessing.process.BaseProcess) -> None:
    wait([first.sentinel])
    os._exit(_ENDED)
