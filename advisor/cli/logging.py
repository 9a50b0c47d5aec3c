"""`log`: the record of incidents in the terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from advisor.book import log
from advisor.book.book import Book
from advisor.errors import UsageError

_ALL = 1_000_000


def show(url: str, words: str = "", lang: str = "auto") -> str:
    """The incidents on record, newest first, or those that hold all the words. Raises UsageError for an unknown language."""
    record = log.Log(Book(url))
    return log.listed(record.incidents(words)) or log.nothing(record, words, lang)


def show_one(url: str, number: int, *, as_json: bool) -> str:
    """One incident, as a page to print or as JSON."""
    entry = log.Log(Book(url)).incident(number)
    return log.as_json([entry]) if as_json else log.report(entry)


def export(url: str, form: str, output: str) -> str:
    """Everything on record as JSON or CSV, to a file or (with `-`) as text."""
    entries = log.Log(Book(url)).incidents(most=_ALL)
    if form not in ("json", "csv"):
        raise UsageError("FORM", f"There is no form '{form}': use json or csv.")
    text = log.as_json(entries) if form == "json" else log.as_csv(entries)
    if output == "-":
        return text
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError("FILE", f"'{output}' cannot be written ({error.strerror}): name another file.") from error
    return f"{len(entries)} incidents written to {output}."


def delete(url: str, number: int) -> str:
    """Take one incident off the record."""
    log.Log(Book(url)).delete(number)
    return f"Incident {number} is deleted."


def purge(url: str, days: int) -> str:
    """Delete every conversation, with its incidents, that has not been touched for so many days."""
    gone = Book(url).purge(datetime.now(UTC) - timedelta(days=days))
    return f"{gone} conversations older than {days} days are deleted."
