"""The log of the evening, for those who have the club's key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from advisor.doors.web import work
from advisor.doors.web.house import Log, UsageError, as_csv, as_json, listed, listed_unread, report
from advisor.doors.web.pages import Site
from advisor.doors.web.texts import Lang

_ALL = 1_000_000
_SHOWN = 100


@work.told
def log(url: str, lang: Lang, root: str, sought: str, note: str = "") -> str:
    """The incidents on record, newest first, or those that hold all the words."""
    entries = Log(work.book(url)).incidents(sought, _SHOWN)
    told = [(entry["id"], listed([entry])) for entry in entries]
    return Site(lang, root).page("log.html", entries=told, sought=sought, note=note)


@work.told
def incident(url: str, lang: Lang, root: str, number: int) -> str:
    """The report of one incident. Raises UsageError when there is none."""
    entry = Log(work.book(url)).incident(number)
    return Site(lang, root).page("report.html", number=number, told=report(entry), speaks=entry["lang"])


@work.told
def delete(url: str, number: int) -> str:
    """Take one incident off the record. Raises UsageError when there is none."""
    Log(work.book(url)).delete(number)
    return ""


@work.told
def unread(url: str, lang: Lang, root: str) -> str:
    """The messages that are on no record, newest first, each with its time and its text."""
    entries = Log(work.book(url)).unread(_SHOWN)
    told = [entry | {"line": listed_unread([entry]).partition("  ")[2]} for entry in entries]
    return Site(lang, root).page("unread.html", entries=told)


@work.told
def forget(url: str, conversation: str, number: int) -> str:
    """Take a message that is on no record out of its conversation. Raises UsageError when there is none."""
    Log(work.book(url)).forget(conversation, number)
    return ""


@work.told
def purge(url: str, lang: Lang, root: str, days: int) -> str:
    """Delete what has not been touched for so many days."""
    gone = work.book(url).purge(datetime.now(UTC) - timedelta(days=days))
    site = Site(lang, root)
    told = [(entry["id"], listed([entry])) for entry in Log(work.book(url)).incidents("", _SHOWN)]
    return site.page("log.html", entries=told, sought="", note=site.t("log_purged", count=gone))


@work.told
def export(url: str, form: str) -> str:
    """Everything on record as JSON or CSV. Raises UsageError for another form."""
    entries = Log(work.book(url)).incidents(most=_ALL)
    if form not in ("json", "csv"):
        raise UsageError("404", f"There is no form '{form}': use json or csv.")
    return as_json(entries) if form == "json" else as_csv(entries)
