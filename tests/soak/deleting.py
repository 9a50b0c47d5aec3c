"""Writers beside a deletion: how long a turn takes while incidents are deleted, one after the other, and the file is rewritten.

Each writer is a fork of a process that has read everything and opened nothing; it writes without a pause.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from sqlalchemy import Table, insert, literal, select

from advisor.base.errors import AdvisorError
from advisor.book.book import Book
from advisor.book.log import Log
from advisor.book.schema import ConversationRow, IncidentRow, TurnRow
from advisor.talk.conversation import Conversation

LONGEST = 2.0  # seconds that a turn may take
FAIR = 0.25  # of an equal share: nobody starves
SIZES = (4_000_000, 15_000_000, 40_000_000)  # bytes told: written anew as a whole, just so, and step by step
WRITERS = 4
_TEXTS = ("West revoked", "law 27", "why?", "board 12 table 3", "new")
_TOLD, _FILLING = "West led out of turn", "and so on "
_EACH = 20_000  # characters of a text that fills the book
_FORKS = get_context("fork")


@dataclass(frozen=True)
class Beside:
    """How long the turns of each writer took and how long the deletions did, seconds; `refused` are the deletions that could not
    be wiped out in time, which were said to be so."""

    turns: tuple[tuple[float, ...], ...]
    deletions: tuple[float, ...]
    refused: int

    def faults(self) -> list[str]:
        """What is wrong with it."""
        counts = [len(each) for each in self.turns]
        longest = max((max(each) for each in self.turns if each), default=0.0)
        found = [] if longest <= LONGEST else [f"a turn took {longest:.1f} s"]
        found += [] if min(counts) >= FAIR * sum(counts) / len(counts) else [f"a writer starved: turns of each {counts}"]
        return found + ([] if self.deletions else ["nothing was deleted"])


def filled(url: str, size: int, incidents: int) -> list[int]:
    """A book of so many incidents that can be deleted, and so many bytes told in other conversations; the incidents' numbers."""
    book = Book(url)
    book.turn("full", _TOLD, "1")
    each = (_FILLING * _EACH)[:_EACH]
    with book.engine.begin() as connection:
        for number in range(size // _EACH):
            for row, key in ((ConversationRow, "id"), (TurnRow, "conversation")):
                there: Table = row.__table__  # type: ignore[assignment]
                new: dict[str, Any] = {key: f"full{number}", "text": each}
                columns = [literal(new[c.name]).label(c.name) if c.name in new else c for c in there.columns]
                copy = select(*columns).where(there.columns[key] == "full")
                connection.execute(insert(there).from_select([c.name for c in there.columns], copy))
    for number in range(incidents):
        book.turn(f"gone{number}", _TOLD, "1")
    with book.engine.connect() as connection:
        found = list(connection.scalars(select(IncidentRow.id).where(IncidentRow.conversation.startswith("gone"))))
    book.engine.dispose()
    return found


def beside(url: str, gone: Sequence[int], seconds: float, writers: int = WRITERS) -> Beside:
    """So many writers for so long, while these incidents are deleted."""
    for text in _TEXTS:
        Conversation().turn(text)  # all is loaded before the first fork
    until = time.monotonic() + seconds
    pipes = [_FORKS.Pipe(duplex=False) for _ in range(writers)]
    working = [_FORKS.Process(target=_write, args=(url, f"writer{at}", until, there)) for at, (_, there) in enumerate(pipes)]
    for worker in working:
        worker.start()
    log, took, refused = Log(Book(url)), list[float](), 0
    for number in gone:
        if time.monotonic() > until:
            break
        began = time.monotonic()
        try:
            log.delete(number)
        except AdvisorError:
            refused += 1
        took.append(time.monotonic() - began)
    log.book.engine.dispose()
    turns = tuple(tuple(here.recv()) for here, _ in pipes)
    for worker in working:
        worker.join()
    return Beside(turns, tuple(took), refused)


def _write(url: str, name: str, until: float, out: Connection) -> None:
    """Turn after turn in a conversation, until the time is over; how long each took."""
    book, took = Book(url), list[float]()
    for number, text in enumerate(cycle(_TEXTS)):
        if time.monotonic() > until:
            break
        began = time.monotonic()
        book.turn(name, text, f"{name}-{number}")
        took.append(time.monotonic() - began)
    out.send(took)
