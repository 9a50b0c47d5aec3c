"""Many writers on one book: nobody waits long, nobody starves; a server that goes away is asked once more, then it is said."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from book_worker import Worker
from database import Server
from soak.deleting import Beside, beside, filled
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from advisor.base.errors import AdvisorError, UsageError
from advisor.book import sqlite
from advisor.book.book import Book

_WRITERS, _SECONDS, _LONGEST = 4, 6.0, 2.0
ROOT = Path(__file__).resolve().parent.parent
_FAIR = 0.5  # of an equal share


def written(worker: Worker, name: str, until: float) -> list[float]:
    """How long each turn of a worker took that writes without a pause (seconds)."""
    took = []
    while time.monotonic() < until:
        began = time.monotonic()
        worker.send((name, f"{name}-{len(took)}", "West revoked" if len(took) % 5 == 0 else "law 27"))
        assert worker.acknowledgement() is not None
        took.append(time.monotonic() - began)
    return took


def test_four_writers_wait_for_one_another_and_none_starves(url: str, start_worker: Callable[[str], Worker]) -> None:
    """Four processes that write without a pause: no turn takes over two seconds, and each has its share."""
    workers = [start_worker(url).ready() for _ in range(_WRITERS)]
    for number, worker in enumerate(workers):  # what is loaded at the first turn is not counted
        worker.send((f"warm{number}", "0", "West revoked"))
        assert worker.acknowledgement() is not None
    until = time.monotonic() + _SECONDS
    with ThreadPoolExecutor(_WRITERS) as pool:
        took = list(pool.map(lambda at: written(workers[at], f"w{at}", until), range(_WRITERS)))
    counts = [len(each) for each in took]

    assert max(map(max, took)) <= _LONGEST
    assert min(counts) >= _FAIR * sum(counts) / _WRITERS


def test_no_turn_waits_long_for_a_deletion(tmp_path: Path) -> None:
    """Four processes that write without a pause while incidents are deleted from a book that is swept step by step, or written
    anew as a whole."""
    for size in (3_000_000, 12_000_000):
        url = f"sqlite:///{tmp_path / f'{size}.sqlite3'}"
        found = beside(url, filled(url, size, 8), _SECONDS)

        assert found.faults() == []
        assert found.refused == 0


def test_who_waits_for_a_deletion_is_caught() -> None:
    """A turn of more than two seconds, a writer that starves, and writers beside whom nothing is deleted."""
    assert Beside(((0.1, 1.9), (0.2, 0.2)), (0.5,), 0).faults() == []
    assert len(Beside(((0.1, 2.1), (0.2, 0.2)), (0.5,), 0).faults()) == 1
    assert len(Beside(((0.1,) * 9, (0.2,)), (), 0).faults()) == 2


def test_a_server_that_goes_away_is_asked_once_more(url: str) -> None:
    """The turn is taken although the connection broke in its middle, and once only."""
    book = Book(url)
    book.turn("c", "West revoked", "1")
    left = [1]

    @event.listens_for(book.engine, "before_cursor_execute")
    def _broken(*_: object) -> None:
        if left:
            left.pop()
            raise OperationalError("SELECT", None, Exception("the server closed the connection"), connection_invalidated=True)

    reply = book.turn("c", "law 27", "2")

    assert "27" in reply.text
    assert [turn.id for turn in book.turns("c")] == ["1", "2"]


def test_a_server_that_stays_away_is_said_and_the_turn_can_be_sent_again(url: str) -> None:
    """One sentence; nothing was taken; sent again it is answered."""
    book = Book(url)
    away = [True]

    @event.listens_for(book.engine, "before_cursor_execute")
    def _broken(*_: object) -> None:
        if away:
            raise OperationalError("SELECT", None, Exception("the server closed the connection"), connection_invalidated=True)

    with pytest.raises(AdvisorError, match="send it again") as told:
        book.turn("c", "West revoked", "1")
    away.clear()

    assert told.value.code == "BOOK"
    assert list(book.turns("c")) == []
    assert book.turn("c", "West revoked", "1").advice is not None
    assert [turn.id for turn in book.turns("c")] == ["1"]


def replaced(path: Path) -> None:
    """Another book in its place, as programs that keep files the same on two machines put it there."""
    other = path.with_name("other.sqlite3")
    Book(f"sqlite:///{other}").engine.dispose()
    with closing(sqlite3.connect(path)) as here:  # what is written ahead would be read into the other one
        here.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.replace(path)


def moved_folder(path: Path) -> None:
    """The book's folder under another name."""
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.parametrize("how", [Path.unlink, replaced, moved_folder], ids=["removed", "replaced", "folder gone"])
def test_a_book_whose_file_goes_takes_no_turn(how: Callable[[Path], object], tmp_path: Path) -> None:
    """It is refused, not acknowledged and lost; no empty book is made in its place, and where there is one the next turn is
    taken there."""
    path = tmp_path / "here" / "book.sqlite3"
    path.parent.mkdir()
    book = Book(f"sqlite:///{path}")
    book.turn("c", "West revoked", "1")
    how(path)
    for number in range(1 if path.exists() else 3):
        with pytest.raises(AdvisorError, match="nothing was taken") as told:
            book.turn("c", "law 27", f"2-{number}")
        assert told.value.code == "MOVED"
    if how is not replaced:
        assert not path.exists()
        return
    assert book.turn("c", "law 64", "3").text
    assert [turn.id for turn in Book(f"sqlite:///{path}").turns("c")] == ["3"]


def test_a_file_that_goes_while_a_turn_is_written_takes_it_not(tmp_path: Path) -> None:
    """Between the beginning of a turn and its end: it is refused too."""
    path = tmp_path / "book.sqlite3"
    book = Book(f"sqlite:///{path}")
    book.turn("c", "West revoked", "1")

    @event.listens_for(book.engine, "before_cursor_execute")
    def _gone(*_: object) -> None:
        path.unlink(missing_ok=True)

    with pytest.raises(AdvisorError, match="nothing was taken"):
        book.turn("c", "law 27", "2")


def test_a_server_that_crashes_is_said_and_comes_back(own_postgres: Server) -> None:
    """A real one, killed with every process of it: a connection that is gone is asked once more, the turn of a server that is
    away is refused in words of ours, and taken once when it is back."""
    server = own_postgres
    book = Book(server.empty())
    book.turn("c", "West revoked", "1")
    server.crash()
    server.again()
    assert book.turn("c", "law 27", "2").text
    server.crash()
    with pytest.raises(AdvisorError, match="send it again") as told:
        book.turn("c", "law 64", "3")
    server.again()

    assert told.value.code == "BOOK"
    assert [word for word in ("127.0.0.1", "port", "connection", "server") if word in told.value.message] == []
    assert book.turn("c", "law 64", "3").text
    assert [turn.id for turn in book.turns("c")] == ["1", "2", "3"]
    book.engine.dispose()


def test_a_book_that_stays_locked_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program writes and does not end: a sentence after the wait, and the next message is answered when it has ended."""
    monkeypatch.setattr(sqlite, "_WAIT", 0.3)
    path = tmp_path / "book.sqlite3"
    book = Book(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(AdvisorError, match="locked"):
        book.turn("c", "West revoked", "1")
    other.execute("ROLLBACK")
    other.close()

    assert book.turn("c", "West revoked", "1").advice is not None


def test_a_book_that_a_full_disk_has_no_room_for_is_said(tmp_path: Path) -> None:
    """No room for its tables (here: no file may grow that far): one sentence with its code, and it opens when there is room."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most[1]))
    try:
        with pytest.raises(AdvisorError, match="is full") as told:
            Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)

    assert told.value.code == "DISK"
    assert Book(f"sqlite:///{tmp_path / 'book.sqlite3'}").turn("c", "West revoked", "1").advice is not None


@pytest.mark.parametrize("table", ["CREATE TABLE notes (line TEXT)", "CREATE TABLE alembic_version (version_num TEXT)"])
def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path, table: str) -> None:
    """Its tables are not joined by ours, nor is a byte of it changed."""
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(table)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="another program's database"):
        Book(f"sqlite:///{path}")

    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_full_disk_of_the_book_is_said(tmp_path: Path) -> None:
    """SQLite that may not grow: a sentence, nothing half done, and the book goes on when there is room."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    book.turn("c", "West revoked", "1")
    with book.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    with book.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with pytest.raises(AdvisorError, match="full") as told:
        _ = [book.turn("c", "law 27 " * 200, f"n{number}") for number in range(200)]

    assert told.value.code == "DISK"
    before = len(book.turns("c"))
    with book.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    assert book.turn("c", "law 64", "again").text
    assert len(book.turns("c")) == before + 1


def test_settings_that_are_not_there_are_refused_before_anything_is_kept(tmp_path: Path) -> None:
    """A conversation is not begun in a language, edition or under an authority that does not exist."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    for wrong in ({"lang": "xx"}, {"edition": "1963"}, {"authority": "fifa"}):
        with pytest.raises(UsageError):
            book.turn("c", "West revoked", **wrong)

    assert book.state("c") is None


def test_threads_of_one_process_line_up_too(tmp_path: Path) -> None:
    """Eight threads on one book: every turn is kept once."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    book.turn("warm", "law 27")
    threads = [
        threading.Thread(target=lambda at=at: [book.turn(f"c{at}", "law 27", f"{number}") for number in range(5)])
        for at in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [len(book.turns(f"c{at}")) for at in range(8)] == [5] * 8


def test_nobody_waits_while_a_worker_is_loading(sqlite_url: str) -> None:
    """What the first turn of a process needs is read before it holds the book."""
    told = f"""
from sqlalchemy import event
from advisor.book import book
from advisor.diagnose.understanding import reader
here, loaded = book.Book({sqlite_url!r}), []
event.listen(here.engine, "begin", lambda _: loaded.append(reader.cache_info().currsize + book.made_by.cache_info().currsize))
here.turn("c", "West led out of turn")
assert loaded == [2], loaded
"""
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, env=env, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_book_that_another_program_holds_is_said(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence that says so, not that the address is wrong."""
    Book(sqlite_url)
    monkeypatch.setattr(sqlite, "_WAIT", 0.2)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UsageError, match="Another program is writing"):
        Book(sqlite_url)
    other.close()
