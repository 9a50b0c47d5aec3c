"""What keeping a turn costs: a turn with SQLite beside the bare `advise` of the same text, in the same run.

Budget: at most 5 ms more, in the median. A turn is on the disk before it is acknowledged, so that a slow disk shows: the time
that the disk takes for as much is measured too and stands beside it.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from advisor import advise
from advisor.book.book import Book

Note = Callable[[str, float, float | None, str], None]
TEXTS = {
    "en": "East made an insufficient bid of 1♠ over 2♣ and South has not called yet",
    "el": "Η Δύση βγήκε εκτός σειράς και ο μορ δεν έχει ανοίξει τα φύλλα του",
    "answer": "yes",
    "lookup": "law 64c",
    "correcting": "no, it was West who bid it",
    "correcting_el": "όχι, η Ανατολή βγήκε",
    "refusing": "that was not an insufficient bid",
    "asking": "is there a penalty?",
    "asking_el": "υπάρχει ποινή;",
}
ALONE = ("en", "el", "lookup")
MORE_MS, FSYNC_MS = 5.0, 1.0
ROUNDS, WARM, PAGES = 200, 10, 4


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book in a new SQLite file."""
    found = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    yield found
    found.engine.dispose()


def milliseconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def fsync(folder: Path) -> float:
    """The median milliseconds that this disk takes to keep a few pages appended to a file, as a turn does."""
    with (folder / "pages").open("wb", buffering=0) as file:

        def append() -> None:
            file.write(b"x" * 4096 * PAGES)
            os.fsync(file.fileno())

        return statistics.median(milliseconds(append) for _ in range(ROUNDS // 4))


@pytest.mark.parametrize("name", TEXTS)
def test_a_turn_with_sqlite(name: str, book: Book, tmp_path: Path, note: Note) -> None:
    """Both measured by turns, each round in a conversation of its own (an answer has a story before it)."""
    text = TEXTS[name]
    bare, kept = [], []
    for number in range(WARM + ROUNDS):
        if name not in ALONE:  # said of an incident in hand
            book.turn(f"c{number}", TEXTS["el" if name.endswith("_el") else "en"])
        bare.append(milliseconds(lambda: advise(text)))
        kept.append(milliseconds(lambda number=number: book.turn(f"c{number}", text)))  # type: ignore[misc]
    asked, turned, disk = statistics.median(bare[WARM:]), statistics.median(kept[WARM:]), fsync(tmp_path)
    note(f"8 {name}: advise, median", asked, None, "ms")
    note(f"8 {name}: a turn with SQLite, median", turned, asked + MORE_MS, "ms")
    note(f"8 {name}: fsync of this disk, median", disk, None, "ms")
    slow = f"; the disk is slow: one fsync takes {disk:.2f} ms of it" if disk > FSYNC_MS else ""

    assert turned - asked <= MORE_MS, f"a turn costs {turned - asked:.2f} ms more than advise{slow}"
