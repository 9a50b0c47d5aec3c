"""Opens the book's database: an SQLite file by default (WAL), PostgreSQL by URL; brings its tables up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from advisor.errors import UsageError

HEAD = "0003"
_WAIT = 30.0
_PAUSE = 0.02
_LOCK = 5_417_226
MIGRATIONS = Path(__file__).parent / "migrations"


def default_url() -> str:
    """The user's own book: a file in the user's data folder, which is made if need be."""
    folder = user_data_path("bridge-ruling-advisor", ensure_exists=True)
    return f"sqlite:///{folder / 'book.sqlite3'}"


def open_engine(url: str) -> Engine:
    """A connected engine whose tables are up to date. Raises UsageError when the database cannot be used."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "postgresql" and "+" not in parsed.drivername:
            parsed = parsed.set(drivername="postgresql+psycopg")
        engine = _sqlite(str(parsed)) if parsed.get_backend_name() == "sqlite" else create_engine(parsed, pool_pre_ping=True)
        _migrated(engine)
    except (ArgumentError, DatabaseError, NoSuchModuleError, ModuleNotFoundError, ValueError) as error:
        reason = str(error).splitlines()[0]
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


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _WAIT})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={int(_WAIT * 1000)}")
        _written_ahead(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _immediately(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _written_ahead(connection: Any) -> None:
    """Have the file written ahead (WAL). SQLite does not wait for others here, whatever its timeout, so this asks again."""
    until = monotonic() + _WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if monotonic() > until:
                raise
            sleep(_PAUSE)


def forgetful(connection: Connection) -> None:
    """Have what is deleted or overwritten from now on wiped from an SQLite file too (other databases see to it themselves)."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")


def _migrated(engine: Engine) -> None:
    try:
        with engine.begin() as connection:
            _up_to_date(connection)
    except (DatabaseError, UsageError):
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
