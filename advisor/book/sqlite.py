"""The book as an SQLite file: its owner's alone, written ahead (WAL), its writers in a queue, what is deleted wiped."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from advisor.base.errors import AdvisorError
from advisor.book.sweeping import swept

try:
    import fcntl
except ImportError:  # a system without such locks: SQLite's own order holds
    fcntl = None  # type: ignore[assignment]

_WAIT = 10.0  # seconds that a writer waits for the others
_PAUSE = 0.002
_WIPING = 30.0
_OWNER_ONLY = 0o600
_QUEUE = "-queue"
_FILE = "file"
_BEGINS = b"SQLite format 3\0"
_OPTIONS = frozenset({"cached_statements", "check_same_thread", "detect_types", "isolation_level", "timeout", "uri"})
_OF_FILES = frozenset({"cache", "immutable", "mode", "modeof", "nolock", "psow", "vfs"})  # those of a file: name
_MOST = 1_000_000
_WHOLE = 16_000_000  # bytes of a file that is written anew as a whole, in a quarter of a second
_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NO_ROOM_BESIDE = (sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_WRITE)
_AGAIN = "delete the same again"
_NOT_WIPED = "It is deleted, but its bytes could not be wiped out of the book's file"
_NO_ROOM = f"{_NOT_WIPED}, as the disk has no room for that: make room, and {_AGAIN}."


def engine(url: URL) -> Engine:
    """An engine on the file that a URL names (none: in memory), which is made if need be. Raises OSError, ValueError for what
    cannot be a book (which is left as it is) and for options that there are not."""
    for option in sorted(url.query.keys() - _OPTIONS):
        if option not in _OF_FILES:
            raise ValueError(f"there is no option '{option}'")
        if "uri" not in url.query:
            raise ValueError(f"the option '{option}' needs a file: name and uri=true")
    path = _path(url)
    if path is not None:
        _looked_at(path)
        _owned(path)
    made = create_engine(url, connect_args={"timeout": _WAIT})

    @event.listens_for(made, "do_connect")
    def _opened(*_: Any) -> None:
        if path is not None and not path.exists():  # SQLite would make another one
            raise MovedError

    @event.listens_for(made, "connect")
    def _settings(connection: Any, record: Any) -> None:
        record.info[_FILE] = _file(path)
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={int(_WAIT * 1000)}")
        _written_ahead(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", "temp_store=MEMORY"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(made, "begin")
    def _immediately(connection: Connection) -> None:
        with _queued(path):
            _same_file(connection)
            _begun(connection.connection.driver_connection)

    @event.listens_for(made, "commit")
    def _same_file(connection: Connection) -> None:
        """A turn written into a file that has been taken away or replaced would be lost with it."""
        if connection.info[_FILE] != _file(path):
            made.dispose()
            connection.invalidate()
            raise OperationalError("", None, MovedError())

    return made


class MovedError(sqlite3.OperationalError):
    """The file of a book is there no more, or another one is in its place."""

    def __init__(self) -> None:
        super().__init__("there is no such file any more")


def moved(error: BaseException) -> bool:
    """Whether a book's file was not the same any more."""
    return isinstance(getattr(error, "orig", None) or error, MovedError)


def _file(path: Path | None) -> tuple[int, int] | None:
    """Which file a path leads to; nothing when there is none."""
    with suppress(OSError):
        found = path.stat() if path is not None else None
        return (found.st_dev, found.st_ino) if found is not None else None
    return None


def deleted(connection: Connection) -> None:
    """Note, with a deletion, that its bytes are not wiped out yet: whatever happens, `wiping` tells it until they are."""
    connection.exec_driver_sql(f"PRAGMA user_version={_to_wipe(connection.connection.driver_connection) % _MOST + 1}")


def wiping(book: Engine) -> bool:
    """Whether something was deleted whose bytes have not been wiped out of the file yet."""
    if _path(book.url) is None:
        return False
    with _borrowed(book) as connection:
        return bool(_to_wipe(connection))


def wiped(book: Engine) -> None:
    """Have no byte of what was deleted stay in the file or in what is written ahead of it, also while others hold it open.

    Raises AdvisorError when another program reads or writes the book all the while, or the disk has no room for it."""
    path = _path(book.url)
    if path is None:
        return
    with _borrowed(book) as connection:
        until = monotonic() + _WIPING
        deletions = _to_wipe(connection)
        if path.stat().st_size > _WHOLE:
            _swept(connection, path)
            until = monotonic() + _WIPING
        else:
            _patiently(lambda: _rebuilt(connection, path), until)
        _patiently(lambda: _emptied(connection, path), until)
        with suppress(sqlite3.OperationalError):  # then it is only done once more
            _wiped_so_far(connection, path, deletions)


@contextmanager
def _borrowed(book: Engine) -> Iterator[Any]:
    """The driver's own connection, outside any transaction, as long as it lasts."""
    taken = book.raw_connection()
    try:
        yield taken.driver_connection
    finally:
        taken.close()


def _swept(connection: Any, path: Path) -> None:
    """Rewrite a big file step by step. Raises AdvisorError when others hold the book all the while, or there is no room."""
    try:
        swept(connection, lambda: _written(connection, path))
    except (sqlite3.OperationalError, OperationalError) as error:
        raise _not_wiped(error) from error


def _not_wiped(error: BaseException) -> AdvisorError:
    if held(error):
        return AdvisorError("HELD", f"{_NOT_WIPED}, as another program keeps using it: close that, and {_AGAIN}.")
    return AdvisorError("DISK", _NO_ROOM if full(error) else f"{_NOT_WIPED}: {_AGAIN}.")


def _patiently(work: Callable[[], bool], until: float) -> None:
    """Try until it is done. Raises AdvisorError when others hold the book all the while, or there is no room."""
    while True:
        try:
            if work():
                return
        except sqlite3.OperationalError as error:
            if not held(error):
                raise _not_wiped(error) from error
        if monotonic() > until:
            raise AdvisorError("HELD", f"{_NOT_WIPED}, as another program keeps using it: close that, and {_AGAIN}.")
        sleep(_PAUSE * 25)


def _rebuilt(connection: Any, path: Path) -> bool:
    """Write the file anew: pages that were rebuilt keep leftovers of deleted rows between the others."""
    for last in (False, True):
        try:
            with _queued(path), _unchecked(connection):
                connection.execute("VACUUM")
            break
        except sqlite3.OperationalError as error:
            if last or not full(error) or not _emptied(connection, path):  # emptied, there is room for what is written ahead
                raise
    return True


@contextmanager
def _unchecked(connection: Any) -> Iterator[None]:
    """What is written ahead is not brought into the file at once: others may write before that."""
    before = int(connection.execute("PRAGMA wal_autocheckpoint").fetchone()[0])
    connection.execute("PRAGMA wal_autocheckpoint=0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA wal_autocheckpoint={before}")


def _emptied(connection: Any, path: Path) -> bool:
    """Bring what is written ahead into the file, and empty it; whether that could be done. Most of it is brought there before
    anybody has to wait for it."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    with _queued(path):
        return bool(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)


def _wiped_so_far(connection: Any, path: Path, deletions: int) -> None:
    """Note that all is wiped out, unless something was deleted meanwhile."""
    with _written(connection, path):
        if _to_wipe(connection) == deletions:
            connection.execute("PRAGMA user_version=0")


@contextmanager
def _written(connection: Any, path: Path) -> Iterator[None]:
    """A transaction in its turn: what fails is not half done. The queue moves on once it has begun, so that nobody waits while
    what is written ahead is brought into the file after it."""
    with _queued(path):
        _begun(connection)
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _to_wipe(connection: Any) -> int:
    """A count of deletions whose bytes may still be there; 0 when there are none."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def full(error: BaseException) -> bool:
    """Whether there is no room on the disk: not for the rows, or not for what SQLite keeps beside the file."""
    return _code(error) & 0xFF == sqlite3.SQLITE_FULL or _code(error) in _NO_ROOM_BESIDE


def held(error: BaseException) -> bool:
    """Whether a book could not be used because another program held it all the while."""
    return _code(error) & 0xFF in _HELD


def _code(error: BaseException) -> int:
    """SQLite's extended code of an error, also of one that SQLAlchemy wraps; 0 for any other."""
    return int(getattr(getattr(error, "orig", None) or error, "sqlite_errorcode", 0))


def _path(url: URL) -> Path | None:
    """The file of a URL; None for a book in memory."""
    name = url.database or ""
    return Path(name) if name and name != ":memory:" and not name.startswith("file:") else None


def _looked_at(path: Path) -> None:
    """Leave alone what cannot be a book. Raises ValueError for it, OSError when it cannot be read."""
    if not path.exists():
        return
    if not path.is_file():
        raise ValueError("it is a folder" if path.is_dir() else "it is no file")
    with path.open("rb") as there:
        begins = there.read(len(_BEGINS))
    if begins not in (b"", _BEGINS):
        raise ValueError("file is not a database")
    tables = _tables(path) if begins else set()
    if tables and "conversation" not in tables:
        raise ValueError("it is another program's database")


def _tables(path: Path) -> set[str]:
    """The names of the tables in a file, which is only read; none when it cannot be read just now (opening it says why)."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as there:
        return {str(name) for (name,) in there.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return set()


def _owned(path: Path) -> None:
    """Make the file if it is not there, and take it from everybody else; what SQLite puts beside it has the same rights."""
    if not path.parent.is_dir():
        return
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):  # another user's, or not there
            if each.stat().st_mode & ~_OWNER_ONLY & 0o777:
                each.chmod(_OWNER_ONLY)


@contextmanager
def _queued(path: Path | None) -> Iterator[None]:
    """Stand in the queue of those who want to write: only its head asks SQLite, so that nobody who has just written takes the
    next turn too. Where no queue can be kept, or somebody at its head does not move on, it is done without."""
    if path is None or fcntl is None:
        yield
        return
    try:
        place = os.open(path.with_name(path.name + _QUEUE), os.O_CREAT | os.O_RDWR, _OWNER_ONLY)
    except OSError:
        yield
        return
    try:
        until = monotonic() + _WAIT
        while monotonic() < until:
            with suppress(OSError):
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            sleep(_PAUSE * random.random())
        yield
    finally:
        os.close(place)


def _begun(connection: Any) -> None:
    """Begin to write as soon as nobody else does; SQLite's own waiting grows to a tenth of a second between two questions."""
    until = monotonic() + _WAIT
    connection.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.Error as error:
                if not held(error) or monotonic() > until:
                    raise OperationalError("BEGIN IMMEDIATE", None, error) from error
                sleep(_PAUSE)
    finally:
        connection.execute(f"PRAGMA busy_timeout={int(_WAIT * 1000)}")


def _written_ahead(connection: Any) -> None:
    """Have the file written ahead (WAL). SQLite does not wait for others here, whatever its timeout, so this asks again."""
    until = monotonic() + _WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.Error as error:
            if not held(error) or monotonic() > until:
                raise
            sleep(_PAUSE)
