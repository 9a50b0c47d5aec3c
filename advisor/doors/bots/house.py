"""All that the chats use of the house, in one place: the book, the conversation, the look-ups, the words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy.exc import SQLAlchemyError as BookError

from advisor.base import paths
from advisor.base.citation import find_citations, to_greek
from advisor.base.datafile import read
from advisor.base.errors import AdvisorError, UsageError
from advisor.base.store import cache_root, load
from advisor.base.text import fold, has_greek, number_in
from advisor.book.book import Book
from advisor.book.engine import data_folder
from advisor.book.log import Log, listed, nothing, report
from advisor.book.mail import THREAD, Arrival, Chat, LeaseLostError, Mail, Post, Received
from advisor.book.members import Members, Role
from advisor.lawbook.shelf import editions
from advisor.say import lookup
from advisor.talk import table
from advisor.talk.conversation import Button, Reply, State, begin, tops
from advisor.talk.incident import answered, consulted

__all__ = [
    "THREAD",
    "AdvisorError",
    "Arrival",
    "Book",
    "BookError",
    "Button",
    "Chat",
    "LeaseLostError",
    "Log",
    "Mail",
    "Members",
    "Post",
    "Received",
    "Reply",
    "Role",
    "State",
    "UsageError",
    "begin",
    "cache_root",
    "data_folder",
    "editions",
    "find_citations",
    "fold",
    "found",
    "has_greek",
    "is_private_question",
    "listed",
    "nothing",
    "number_in",
    "players_view",
    "report",
    "say",
    "shown_again",
    "texts",
    "tops",
]
EDITION = paths.EDITION
PAGES = paths.PACKAGE / "doors" / "bots" / "pages"


@lru_cache(maxsize=1)
def texts() -> dict[str, Any]:
    """The bots' own sentences and commands (`lexicon/bots.yaml`)."""
    found: Any = read(paths.LEXICON / "bots.yaml").value
    return dict(found)


def say(name: str, lang: str, **values: str) -> str:
    """One of the bots' own sentences, its blanks filled."""
    return filled(texts()["say"][name], lang, values)


def filled(entry: Mapping[str, str], lang: str, values: Mapping[str, str]) -> str:
    """A text in a language with its blanks filled."""
    text = entry[lang]
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def players_view(state: State) -> Reply | None:
    """What may be shown to all four players of the incident in hand; None when there is none."""
    found = consulted(state) if state.at_hand else None
    return table.players_view(state, found) if found is not None and found.ruled is not None else None


def shown_again(state: State) -> Reply | None:
    """The incident in hand as the director reads it; None when there is none."""
    return answered(state)[1] if state.at_hand else None


def is_private_question(state: State) -> bool:
    """Whether the open question is one that the players must not hear: it asks for a player's cards, or a judgement decides."""
    if not state.question or state.question == "irregularity":
        return False
    ruled = consulted(state).ruled
    return state.question in load("talk")["private"] or (ruled is not None and ruled.table.kind == "judgement")


def found(words: str, lang: str, edition: str) -> list[str]:
    """The laws and situations that fit some words, a line each, best first. Raises UsageError for no words."""
    other = "en" if lang == "el" else "el"
    hits = [{"ref": to_greek(ref) if lang == "el" else ref, "en": en, "el": el} for ref, en, el in lookup.find(words, edition)]
    return [f"{each['ref']}: {each[lang] or each[other]}" for each in hits]
