"""The log: the incidents on record, listed, shown, searched, exported, deleted."""

from __future__ import annotations

import csv
import io
import json
import os
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

from sqlalchemy import ColumnElement, Select, cast, column, func, select, table
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.orm import Session

from advisor.base.errors import UsageError
from advisor.base.numbers import typed_number
from advisor.base.text import fold, has_greek, printable
from advisor.book.book import Book
from advisor.book.engine import deleted, reached, wiped, wiping
from advisor.book.redacting import forget, redact
from advisor.book.schema import ConversationRow, IncidentRow, TurnRow
from advisor.book.waiting import Waiting, waiting
from advisor.say.words import Words
from advisor.talk.hearing import hear, strange
from advisor.talk.models import Standing, State
from advisor.talk.reporting import body, told
from advisor.talk.reporting import fact as fact_said

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
_EVERY = 1_000_000
_LANGUAGES = ("el", "en")
_GIVEN = table("sqlite_sequence", column("name"), column("seq"))  # the numbers given so far, and the same in PostgreSQL
_LAST_GIVEN = func.pg_sequence_last_value(cast(func.pg_get_serial_sequence("incident", "id"), REGCLASS))
_STORIES = ("advice", "puzzled", "menu")
_WORD = 40  # characters; a longer message is no single command


class Log:
    """The record of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def incidents(self, words: str = "", most: int = 50) -> list[dict[str, Any]]:
        """The incidents, newest first; with `words`, those whose story, ruling, law or details hold every one of them."""
        query = select(IncidentRow).order_by(IncidentRow.changed.desc(), IncidentRow.id.desc()).limit(most)
        for word in fold(words).split():
            query = query.where(IncidentRow.words.contains(word, autoescape=True))
        with reached(), Session(self.book.engine) as session:
            return [_entry(row) for row in session.scalars(query)]

    def of(self, conversation: str) -> list[dict[str, Any]]:
        """The incidents of one conversation, the one in hand first."""
        query = select(IncidentRow).where(IncidentRow.conversation == conversation).order_by(IncidentRow.number.desc())
        with reached(), Session(self.book.engine) as session:
            return [_entry(row) for row in session.scalars(query)]

    def incident(self, number: int) -> dict[str, Any]:
        """One incident by its number. Raises UsageError when there is none."""
        with reached(), Session(self.book.engine) as session:
            row = session.get(IncidentRow, number)
            if row is None:
                raise UsageError("LOG", f"There is no incident {number} on record: 'advisor log list' shows those there are.")
            return _entry(row)

    def unread(self, most: int = 500) -> list[dict[str, Any]]:
        """The messages that were told and are on no record, newest first: not understood, without an irregularity, or of an
        incident that was taken back. Each with its conversation, its number in it, its time, its text."""
        query = select(TurnRow).where(TurnRow.text != "").order_by(TurnRow.at.desc(), TurnRow.number.desc())
        found: list[dict[str, Any]] = []
        with reached(), Session(self.book.engine) as session:
            known = {(row[0], row[1]) for row in session.execute(select(IncidentRow.conversation, IncidentRow.number))}
            waited = cache(partial(_waited, session))
            for turn in session.scalars(query):
                if (
                    len(found) < most
                    and _told(turn)
                    and (_off_record(turn) or (turn.conversation, _incident(turn, waited)) not in known)
                ):
                    at = turn.at.isoformat(timespec="minutes")
                    found.append({"conversation": turn.conversation, "number": turn.number, "at": at, "text": turn.text})
        return found

    def forget(self, conversation: str, number: int) -> None:
        """Take a message that is on no record out of its conversation. Raises UsageError when there is none; one that was deleted
        and could not be wiped out is wiped out now."""
        if not any(each["conversation"] == conversation and each["number"] == number for each in self.unread(most=_EVERY)):
            if self._still_wiping(select(TurnRow.number).where(*_turn(conversation, number), TurnRow.text.in_(("", "new")))):
                return
            told = (
                f"There is no message {conversation}:{number} off the record: 'advisor log list --unread' shows those there are."
            )
            raise UsageError("LOG", told)
        with reached(), Session(self.book.engine) as session, session.begin():
            forget(session, conversation, number)
            deleted(session.connection())
        wiped(self.book.engine)

    def delete(self, number: int) -> None:
        """Take one incident off the record, and what was told of it out of its conversation. Raises UsageError for none; one that
        was deleted and could not be wiped out is wiped out now."""
        try:
            self.incident(number)
        except UsageError:
            given = select(_GIVEN.c.seq).where(_GIVEN.c.name == "incident", _GIVEN.c.seq >= number)
            if self._still_wiping(given if self.book.engine.dialect.name == "sqlite" else select(1).where(number <= _LAST_GIVEN)):
                return
            raise
        with reached(), Session(self.book.engine) as session, session.begin():
            row = session.get(IncidentRow, number)
            if row is not None:
                redact(session, row.conversation, row.number, row.story)
                session.delete(row)
                deleted(session.connection())
        wiped(self.book.engine)

    def _still_wiping(self, deleted_there: Select[Any]) -> bool:
        """Whether what this finds was deleted and not wiped out yet: now it is."""
        if not wiping(self.book.engine):
            return False
        with reached(), Session(self.book.engine) as session:
            if session.execute(deleted_there).first() is None:
                return False
        wiped(self.book.engine)
        return True


def _turn(conversation: str, number: int) -> tuple[ColumnElement[bool], ...]:
    return (TurnRow.conversation == conversation, TurnRow.number == number)


def _told(turn: TurnRow) -> bool:
    """Whether a message tells something: a story, understood or not, or (a detail, something looked up) a word that is none of
    ours, as a name; the number of a choice or a "new" does not."""
    text = turn.text.strip()
    if text.startswith("#") or typed_number(text) is not None:
        return False
    if not _tells(turn):
        return strange(text)
    return len(text) > _WORD or not hear(text, State()).only("new", fillers=1)


def _tells(turn: TurnRow) -> bool:
    """Whether a message was taken for a story, not for something looked up or asked about the one in hand."""
    return turn.reply["kind"] in _STORIES or (turn.reply["kind"] == "asked" and _changes(turn))


def _changes(turn: TurnRow) -> bool:
    """Whether a message told something of an incident, or waits to."""
    return turn.stands is not None and bool(turn.stands.get("changed") == turn.number)


def _off_record(turn: TurnRow) -> bool:
    kind = turn.reply["kind"]
    return kind in _STORIES and (kind != "advice" or turn.reply["status"] in ("none", "unclear"))


def _incident(turn: TurnRow, waited: Callable[[str], Mapping[int, Waiting]]) -> int | None:
    """The number of the incident that a message belongs to, within its conversation; None for one that waits to be one."""
    if turn.reply["kind"] == "asked" and turn.number in (there := waited(turn.conversation)):
        return there[turn.number].incident
    return int(turn.stands["state"]["number"]) if turn.stands else 0


def _waited(session: Session, conversation: str) -> Mapping[int, Waiting]:
    """The messages of a conversation that waited to be an incident, by their numbers."""
    row = session.get_one(ConversationRow, conversation)
    if row.top is None:
        return {}
    rows = session.scalars(select(TurnRow.stands).where(TurnRow.conversation == conversation).order_by(TurnRow.number))
    stood = [Standing.model_validate(stands) for stands in rows if stands is not None]
    top = Standing.model_validate({**row.top, "state": row.state})
    return waiting([Standing(state=State.model_validate(row.start)), *stood, top])


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
        short = printable(textwrap.shorten(story, _TITLE, placeholder="..."))
        shown = (str(entry["id"]), _clock(entry["begun"]), words.ref(entry["law"]), where, short)
        lines.append("  ".join(filter(None, shown)))
    return "\n".join(lines)


def listed_unread(entries: Iterable[dict[str, Any]]) -> str:
    """A line a message: what `log delete` calls it, its time, its text."""
    told = ((f"{e['conversation']}:{e['number']}", _clock(e["at"]), e["text"].replace("\n", " ")) for e in entries)
    return "\n".join(f"{name}  {at}  {printable(text)}" for name, at, text in told)


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
    """The incidents as comma-separated values with a heading, in words of each incident's own language (the JSON keeps ids),
    behind the mark by which spreadsheets know UTF-8."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for entry in entries:
        words = Words(entry["lang"])
        facts = words.joined(fact_said(name, fact | {"quotes": ()}, words) for name, fact in entry["facts"].items())
        asked = words.joined(f"{each['question']} {each['reply']}" for each in entry["asked"])
        row = entry | {"facts": facts, "asked": asked, "switches": words.joined(entry["switches"])}
        row |= {"law": words.ref(entry["law"]), "irregularity": words.irregularity(entry["irregularity"])}
        writer.writerow({name: _inert(row[name]) for name in COLUMNS})
    return out.getvalue()


_FORMULA = tuple("=+-@\t\r|\uff1d\uff0b\uff0d\uff20")


def _inert(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value and value.lstrip()[:1] in _FORMULA else value


def report(entry: dict[str, Any]) -> str:
    """One incident as a page to print, with room for signatures."""
    words = Words(entry["lang"])
    where = ", ".join(words.frame(f"talk_detail_{name}", value=entry[name]) for name in _DETAILS if entry[name])
    out = [
        f"{words.frame('log_report')} {entry['id']}, {_clock(entry['begun'])}",
        where,
        "",
        *body(told(entry["story"].splitlines()), entry["facts"], entry["asked"], entry["ruling"], words),
        "",
        words.frame("edition", edition=entry["edition"]) + (f", {entry['authority']}" if entry["authority"] else ""),
        *(f"- {switch}" for switch in entry["switches"]),
        "",
        *(f"{words.frame(name)}: ______________________________" for name in ("log_sign_director", "log_sign_ns", "log_sign_ew")),
    ]
    return printable("\n".join(line for i, line in enumerate(out) if line or (i and out[i - 1])))


def _clock(at: str) -> str:
    """A moment (ISO 8601) as the clock of this machine shows it."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
