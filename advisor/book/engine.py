"""Opens the book's database: an SQLite file by default (WAL), PostgreSQL by URL; brings its tables up to date."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError, SQLAlchemyError

from advisor.base.errors import AdvisorError, UsageError
from advisor.base.guard import is_extra, missing
from advisor.book import postgresql, sqlite

_LOG = logging.getLogger("advisor.book")
HEAD = "0005"
_PATIENCE = 10  # seconds for a server to be reached
_LOCK = 5_417_226
MIGRATIONS = Path(__file__).parent / "migrations"


def data_folder() -> Path:
    """The user's data folder for this program, made if need be, its owner's alone. Raises UsageError when it cannot be."""
    folder = user_data_path("bridge-ruling-advisor")
    try:
        if not folder.is_absolute():
            raise UsageError("BOOK", "This user has no home for the book: name one with --book, like sqlite:///book.sqlite3.")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        told = f"The book's folder '{folder}' cannot be made ({error.strerror}): name a book with --book, like sqlite:///book.sqlite3."
        raise UsageError("BOOK", told) from error
    return folder


def default_url() -> str:
    """The user's own book: a file in the user's data folder. Raises UsageError when there can be none."""
    return f"sqlite:///{data_folder() / 'book.sqlite3'}"


def open_engine(url: str) -> Engine:
    """A connected engine whose tables are up to date. Raises UsageError when the database cannot be used."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "postgresql" and "+" not in parsed.drivername:
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() == "sqlite":
            engine = sqlite.engine(parsed)
        else:
            engine = create_engine(parsed, pool_pre_ping=True, connect_args={"connect_timeout": _PATIENCE})
        _migrated(engine)
    except (SQLAlchemyError, sqlite3.Error, ModuleNotFoundError, OSError, ValueError, TypeError) as error:
        if isinstance(error, ModuleNotFoundError) and is_extra(error.name or ""):
            raise missing(error.name or "") from error
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        if sqlite.held(error):
            told = f"Another program is writing into the book at '{_hidden(url)}': wait for it, or end it, and try again."
            raise UsageError("BOOK", told) from error
        if sqlite.full(error):
            told = f"The disk of the book at '{_hidden(url)}' is full: make room and try again, or name a book on another disk."
            raise AdvisorError("DISK", told) from error
        raise UsageError(
            "BOOK", f"The book cannot be opened at '{_hidden(url)}' ({reason}): give a URL like sqlite:///book.sqlite3."
        ) from error
    return engine


def _hidden(url: str) -> str:
    """The URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return url


def deleted(connection: Connection) -> None:
    """Note, with a deletion, that its bytes are not wiped out yet: whatever happens, `wiping` tells it until they are."""
    (postgresql if connection.dialect.name == "postgresql" else sqlite).deleted(connection)


def wiping(engine: Engine) -> bool:
    """Whether something was deleted whose bytes have not been wiped out of the book yet."""
    return postgresql.wiping(engine) if engine.dialect.name == "postgresql" else sqlite.wiping(engine)


def wiped(engine: Engine) -> None:
    """After a deletion: have no byte of it stay in the book's files. PostgreSQL rewrites its tables (its own log and its backups
    are its keeper's). Raises AdvisorError when it cannot be done, as when another program holds the book all the while."""
    (postgresql if engine.dialect.name == "postgresql" else sqlite).wiped(engine)


@contextmanager
def reached() -> Iterator[None]:
    """What goes wrong with the database becomes one plain sentence without the driver's words (which may hold what was told):
    nothing half done is kept, and it can be done again."""
    try:
        yield
    except SQLAlchemyError as error:
        _LOG.warning("%s", type(getattr(error, "orig", None) or error).__name__)
        if sqlite.full(error):
            raise AdvisorError("DISK", "The disk of the book is full: make room and send it again; it was not taken.") from error
        if sqlite.held(error):
            told = "The book is locked by another program: nothing was taken, send it again."
            raise AdvisorError("LOCKED", told) from error
        if sqlite.moved(error):
            told = (
                "The book's file is there no more, or is another one: nothing was taken. Put it back, or send it again to that."
            )
            raise AdvisorError("MOVED", told) from error
        raise AdvisorError("BOOK", "The book does not answer: nothing was taken, send it again.") from error


def gone(error: SQLAlchemyError) -> bool:
    """Whether the database server went away, so that asking it once more may help."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OperationalError) and not isinstance(error.orig, sqlite3.Error)


def _migrated(engine: Engine) -> None:
    try:
        with engine.begin() as connection:
            _up_to_date(connection)
    except (DatabaseError, sqlite3.Error, UsageError):
        engine.dispose()
        raise


def _up_to_date(connection: Connection) -> None:
    """Run the migrations that are missing; two workers that open the book at once wait for one another."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    known = inspect(connection).has_table("alembic_version")
    if known and connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        reason = "a newer version of this program made it"
        raise UsageError("BOOK", f"The book cannot be opened ({reason}): use that version.") from error
