"""Leftovers of deleted rows swept out of a big SQLite file step by step, so that nobody who writes meanwhile waits for all of it.

Where pages were once divided, copies of rows stay between the others, which neither a deletion nor `secure_delete` overwrites.
Rewriting some rows after one another frees every page that holds only such rows, and a page that is freed is overwritten; as the
steps overlap by more than a page, each page is freed in one of them. The file does not become smaller by it.
Source: SQLite's file format (a page holds whole rows, or their beginnings) and the pragma `secure_delete`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

_STEP = 1_000_000  # bytes
_HEAD = 6  # of a row
_TOGETHER = 10  # more rows than that share a page only where they are shorter than a tenth of it
_STEP_PAGES, _OVERLAP_PAGES = 4, 2  # at the least
Turn = Callable[[], AbstractContextManager[None]]


def swept(connection: Any, turn: Turn) -> None:
    """Rewrite every table and index of a book. `turn` waits for the turn to write, begins a transaction and ends it. Raises
    sqlite3.OperationalError when a step cannot be done; those before it stay done."""
    names = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
    ).fetchall()
    connection.execute("PRAGMA foreign_keys=OFF")
    try:
        for kind, name in names:
            if kind == "index":
                with turn():
                    connection.execute(f'REINDEX "{name}"')
            elif not name.startswith("sqlite_"):
                _rewritten(connection, name, turn)
    finally:
        connection.execute("PRAGMA foreign_keys=ON")


def _rewritten(connection: Any, table: str, turn: Turn) -> None:
    """Rewrite the rows of a table in the order of their numbers."""
    told = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    columns = [f'"{name}"' for _, name, *_ in told]
    keys = [kind.upper() for _, _, kind, *_, key in told if key]
    if keys != ["INTEGER"]:  # else the number of a row is that column
        columns.append("rowid")
    size = " + ".join(f'coalesce(length(CAST("{name}" AS BLOB)), 0)' for _, name, *_ in told)
    start: int | None = -(2**63)
    while start is not None:
        with turn():
            start = _step(connection, table, columns, size, start)


def _step(connection: Any, table: str, columns: list[str], size: str, start: int) -> int | None:
    """Rewrite some rows from a number on; the number from which the next step goes on, or None when there are no more."""
    page = int(connection.execute("PRAGMA page_size").fetchone()[0])
    rows: list[tuple[int, int]] = []
    taken = within = 0
    for number, length in connection.execute(f'SELECT rowid, {size} FROM "{table}" WHERE rowid >= ? ORDER BY rowid', (start,)):
        rows.append((number, min(length + _HEAD, page // _TOGETHER)))
        taken += length
        within += rows[-1][1]
        if taken > _STEP and within > _STEP_PAGES * page:
            break
    else:
        within = 0
    if not rows:
        return None
    between, listed = (rows[0][0], rows[-1][0]), ", ".join(columns)
    connection.execute(f'CREATE TEMP TABLE swept AS SELECT {listed} FROM "{table}" WHERE rowid BETWEEN ? AND ?', between)
    connection.execute(f'DELETE FROM "{table}" WHERE rowid BETWEEN ? AND ?', between)
    connection.execute(f'INSERT INTO "{table}" ({listed}) SELECT * FROM temp.swept')
    connection.execute("DROP TABLE temp.swept")
    if not within:
        return None
    again = back = 0
    while back <= _OVERLAP_PAGES * page:
        again += 1
        back += rows[-again][1]
    return rows[-again][0]
