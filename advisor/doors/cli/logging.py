"""`log`: the record of incidents in the terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from advisor.advising import settings
from advisor.base.errors import UsageError
from advisor.base.paths import EDITION
from advisor.base.text import number_in
from advisor.book import log
from advisor.book.book import Book
from advisor.doors.cli import files, history

_ALL = 1_000_000
_SHOWN = 20


def show(url: str, words: str = "", lang: str = "auto") -> str:
    """The incidents on record, newest first, or those that hold all the words. Raises UsageError for an unknown language."""
    settings(lang, EDITION)
    record = log.Log(Book(url))
    return log.listed(record.incidents(words)) or log.nothing(record, words, lang)


def show_unread(url: str, lang: str = "auto") -> str:
    """The messages that are on no record, newest first. Raises UsageError for an unknown language."""
    settings(lang, EDITION)
    return log.listed_unread(log.Log(Book(url)).unread()) or "Every message is on record."


def show_one(url: str, number: str, *, as_json: bool) -> str:
    """One incident, as a page to print or as JSON. Raises UsageError when there is none."""
    entry = log.Log(Book(url)).incident(_number(number))
    return log.as_json([entry]) if as_json else log.report(entry)


def export(url: str, form: str, output: str) -> str:
    """Everything on record as JSON or CSV, to a file or (with `-`) as text. Raises UsageError."""
    if form not in ("json", "csv"):
        raise UsageError("FORM", f"There is no form '{form}': use json or csv.")
    entries = log.Log(Book(url)).incidents(most=_ALL)
    text = log.as_json(entries) if form == "json" else log.as_csv(entries)
    if output == "-":
        return text
    with files.written(output) as stream:
        stream.write(text)
    return f"{len(entries)} incidents written to {output}."


def delete(url: str, number: str) -> str:
    """Take one incident off the record, or one message that is on none. Raises UsageError when there is none."""
    conversation, sign, turn = number.rpartition(":")
    wanted = _number(turn if sign else number)
    if sign:
        log.Log(Book(url)).forget(conversation, wanted)
    else:
        log.Log(Book(url)).delete(wanted)
    history.forget()
    return f"Message {number} is deleted." if sign else f"Incident {wanted} is deleted."


def purge(url: str, days: int) -> str:
    """Delete every conversation, with its incidents, that has not been touched for so many days."""
    gone = Book(url).purge(datetime.now(UTC) - timedelta(days=days))
    history.forget()
    return f"{gone} conversations older than {days} days are deleted."


def _number(told: str) -> int:
    """The number of an incident. Raises UsageError for what can be none."""
    number = number_in(told.strip())
    if number is None:
        raise UsageError("LOG", f"There is no incident '{told[:_SHOWN]}' on record: 'advisor log list' shows those there are.")
    return number
