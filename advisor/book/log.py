"""The log: the incidents on record, listed, shown, searched, exported, deleted."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from advisor.book.book import Book
from advisor.book.engine import forgetful
from advisor.book.redacting import redact
from advisor.book.schema import IncidentRow
from advisor.errors import UsageError
from advisor.say.compose import quoted
from advisor.say.words import Words
from advisor.text import fold, has_greek

COLUMNS = (
    "id",
    "begun",
    "changed",
    "club",
    "event",
    "session",
    "round",
    "board",
    "table",
    "seats",
    "law",
    "irregularity",
    "status",
    "edition",
    "authority",
    "story",
    "facts",
    "asked",
    "switches",
    "ruling",
)
_DETAILS = ("club", "event", "session", "round", "board", "table", "seats")
_TITLE = 48
_LANGUAGES = ("el", "en")


class Log:
    """The record of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def incidents(self, words: str = "", most: int = 50) -> list[dict[str, Any]]:
        """The incidents, newest first; with `words`, those whose story, ruling, law or details hold every one of them."""
        query = select(IncidentRow).order_by(IncidentRow.changed.desc(), IncidentRow.id.desc()).limit(most)
        for word in fold(words).split():
            query = query.where(IncidentRow.words.contains(word, autoescape=True))
        with Session(self.book.engine) as session:
            return [_entry(row) for row in session.scalars(query)]

    def incident(self, number: int) -> dict[str, Any]:
        """One incident by its number. Raises UsageError when there is none."""
        with Session(self.book.engine) as session:
            row = session.get(IncidentRow, number)
            if row is None:
                raise UsageError("LOG", f"There is no incident {number} on record: 'advisor log list' shows those there are.")
            return _entry(row)

    def delete(self, number: int) -> None:
        """Take one incident off the record, and what was told of it out of its conversation. Raises UsageError for none."""
        self.incident(number)
        with Session(self.book.engine) as session, session.begin():
            forgetful(session.connection())
            row = session.get(IncidentRow, number)
            if row is not None:
                redact(session, row.conversation, row.number)
                session.delete(row)


def _entry(row: IncidentRow) -> dict[str, Any]:
    details = {name: row.details.get(name, "") for name in _DETAILS}
    return {
        "id": row.id,
        "begun": row.begun.isoformat(timespec="minutes"),
        "changed": row.changed.isoformat(timespec="minutes"),
        **details,
        "lang": row.lang,
        "law": row.laws[0] if row.laws else "",
        "laws": row.laws,
        "irregularity": row.irregularity,
        "status": row.status,
        "edition": row.edition,
        "authority": row.authority or "",
        "switches": row.switches,
        "story": row.story,
        "facts": row.facts,
        "asked": row.asked,
        "ruling": row.ruling,
    }


def listed(entries: Iterable[dict[str, Any]]) -> str:
    """A line an incident, in its own language: number, time, law, where, the beginning of the story."""
    lines = []
    for entry in entries:
        words = Words(entry["lang"])
        where = " ".join(words.frame(f"talk_detail_{name}", value=entry[name]) for name in ("board", "table") if entry[name])
        story = entry["story"].replace("\n", " ")
        short = story if len(story) <= _TITLE else f"{story[:_TITLE]}..."
        lines.append("  ".join(filter(None, (str(entry["id"]), _clock(entry["begun"]), words.ref(entry["law"]), where, short))))
    return "\n".join(lines)


def nothing(record: Log, words: str, lang: str) -> str:
    """That nothing is on record, in a language: the one asked for, else (`auto`) that of the words looked for where their
    letters tell it, of the newest incident, or of this machine. Raises UsageError for an unknown language."""
    if lang not in ("auto", *_LANGUAGES):
        raise UsageError("LANG", f"There is no language '{lang}': use auto, el or en.")
    return Words(_spoken(record, words) if lang == "auto" else lang).frame("log_empty")


def _spoken(record: Log, words: str) -> str:
    if has_greek(fold(words)):
        return "el"
    newest = record.incidents(most=1)
    machine = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return str(newest[0]["lang"]) if newest else "el" if machine.startswith("el") else "en"


def as_json(entries: Sequence[dict[str, Any]]) -> str:
    """The incidents as a JSON list."""
    return json.dumps(list(entries), ensure_ascii=False, indent=2)


def as_csv(entries: Iterable[dict[str, Any]]) -> str:
    """The incidents as comma-separated values with a heading, in words of each incident's own language (the JSON keeps ids)."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for entry in entries:
        words = Words(entry["lang"])
        facts = words.joined(_fact(name, fact, words) for name, fact in entry["facts"].items())
        asked = words.joined(f"{each['question']} {each['reply']}" for each in entry["asked"])
        row = entry | {"facts": facts, "asked": asked, "switches": words.joined(entry["switches"])}
        row |= {"law": words.ref(entry["law"]), "irregularity": words.irregularity(entry["irregularity"])}
        writer.writerow({name: _inert(row[name]) for name in COLUMNS})
    return out.getvalue()


def _inert(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def report(entry: dict[str, Any]) -> str:
    """One incident as a page to print, with room for signatures."""
    words = Words(entry["lang"])
    where = ", ".join(words.frame(f"talk_detail_{name}", value=entry[name]) for name in _DETAILS if entry[name])
    facts = [f"- {_fact(name, fact, words, _quoted(fact, words))}" for name, fact in entry["facts"].items()]
    asked = [f"- {each['question']} {each['reply']}" for each in entry["asked"]]
    out = [
        f"{words.frame('log_report')} {entry['id']}, {_clock(entry['begun'])}",
        where,
        "",
        f"{words.frame('log_story')}:",
        entry["story"],
        "",
        *_part(words.frame("log_facts"), facts),
        *_part(words.frame("log_asked"), asked),
        f"{words.frame('log_ruling')}:",
        entry["ruling"],
        "",
        words.frame("edition", edition=entry["edition"]) + (f", {entry['authority']}" if entry["authority"] else ""),
        *(f"- {switch}" for switch in entry["switches"]),
        "",
        *(f"{words.frame(name)}: ______________________________" for name in ("log_sign_director", "log_sign_ns", "log_sign_ew")),
    ]
    return "\n".join(line for i, line in enumerate(out) if line or (i and out[i - 1]))


def _clock(at: str) -> str:
    """A moment (ISO 8601) as the clock of this machine shows it."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


def _fact(name: str, fact: dict[str, Any], words: Words, quotes: str = "") -> str:
    """A fact as its question with the answer, how it was established, and the words that told it."""
    return f"{words.ask(name)} {words.value(name, fact['value'])} ({words.frame('log_' + fact['how'])}{quotes})"


def _quoted(fact: dict[str, Any], words: Words) -> str:
    return f": {quoted(fact['quotes'], words)}" if fact.get("quotes") else ""


def _part(title: str, lines: Sequence[str]) -> list[str]:
    return [f"{title}:", *lines, ""] if lines else []
