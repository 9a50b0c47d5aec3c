"""All that the web takes from the house, in one place: whatever moves there is changed here only."""

from __future__ import annotations

from advisor.advice import Advice
from advisor.advising import Consultation, advise
from advisor.base import paths, store
from advisor.base.citation import find_citations, lineage
from advisor.base.errors import AdvisorError, UsageError
from advisor.book.book import Book
from advisor.book.log import Log, as_csv, as_json, listed, listed_unread, report
from advisor.bridge.auction import replay
from advisor.bridge.calls import parse_call
from advisor.bridge.seats import Seat
from advisor.lawbook.cases import open_rows
from advisor.lawbook.models import Row, Table
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import editions, laws, table, tables
from advisor.read.events import Event
from advisor.read.notation.reader import Notation, calls_of
from advisor.read.reading import Reading
from advisor.rule.regulated import regulated
from advisor.rule.ruling import Ruled, rule
from advisor.say import lookup
from advisor.say.branches import outcomes
from advisor.say.compose import headline
from advisor.say.verdict import row_lines, verdict
from advisor.say.words import Words
from advisor.talk import explaining
from advisor.talk import table as at_table
from advisor.talk.conversation import Button, Conversation, Reply, State, begin
from advisor.talk.incident import answered, consulted
from advisor.talk.menus import PHASES

__all__ = [
    "PHASES",
    "Advice",
    "AdvisorError",
    "Book",
    "Button",
    "Consultation",
    "Conversation",
    "Event",
    "Log",
    "Notation",
    "Reading",
    "Reply",
    "Row",
    "Ruled",
    "Seat",
    "State",
    "Table",
    "UsageError",
    "Words",
    "advise",
    "answered",
    "as_csv",
    "as_json",
    "at_table",
    "begin",
    "calls_of",
    "consulted",
    "editions",
    "explaining",
    "find_citations",
    "headline",
    "law_number",
    "laws",
    "lineage",
    "listed",
    "listed_unread",
    "lookup",
    "open_rows",
    "outcomes",
    "parse_call",
    "paths",
    "regulated",
    "replay",
    "report",
    "row_lines",
    "rule",
    "store",
    "table",
    "tables",
    "verdict",
]
