"""The book in PostgreSQL: what is deleted is wiped by rewriting the tables; that it is still to be done is noted in the book."""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from advisor.base.errors import AdvisorError

_TABLES = ("turn", "conversation", "incident", "received", "posted")
_PATIENCE = "5s"  # for each table
_NOTE = "deleted, to be wiped: "
_NOTED = "SELECT obj_description(to_regclass('turn'), 'pg_class')"
_LOCK_NOT_AVAILABLE = "55P03"
_NOT_WIPED = "It is deleted, but its bytes could not be wiped out of the book"


def deleted(connection: Connection) -> None:
    """Note, with a deletion, that its bytes are not wiped out yet: as a comment on a table, which comes and goes with it."""
    connection.execute(text(f"COMMENT ON TABLE turn IS '{_NOTE}{uuid4().hex}'"))


def wiping(book: Engine) -> bool:
    """Whether something was deleted whose bytes have not been wiped out of the tables yet."""
    with book.connect() as connection:
        return str(connection.execute(text(_NOTED)).scalar() or "").startswith(_NOTE)


def wiped(book: Engine) -> None:
    """Write every table anew. Raises AdvisorError when another program holds one of them all the while, or the server refuses."""
    try:
        with book.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for setting in (f"lock_timeout = '{_PATIENCE}'", "statement_timeout = 0"):
                connection.execute(text(f"SET {setting}"))
            noted = connection.execute(text(_NOTED)).scalar()
            for name in _TABLES:
                connection.execute(text(f"VACUUM FULL {name}"))
            if connection.execute(text(_NOTED)).scalar() == noted:  # nothing was deleted meanwhile
                connection.execute(text("COMMENT ON TABLE turn IS NULL"))
            with suppress(DBAPIError):
                connection.execute(text("RESET ALL"))
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", "") == _LOCK_NOT_AVAILABLE:
            told = f"{_NOT_WIPED}, as another program keeps using it: close that, and delete the same again."
        else:
            told = f"{_NOT_WIPED}: delete the same again."
        raise AdvisorError("HELD", told) from error
