"""What the readers do: plain functions of plain values, so that any process can run them. Texts in, JSON out."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, ParamSpec

from sqlalchemy.exc import SQLAlchemyError

from advisor.doors.web.house import AdvisorError, Book, UsageError, editions, lookup, store
from advisor.doors.web.house import advise as answered

P = ParamSpec("P")
NO_BOOK = "BOOK"
_OURS = "web-"
_WARM = "1S"


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a task: its text, or the code and the sentence of what went wrong."""

    body: str = ""
    code: str = ""
    message: str = ""


def told(make: Callable[P, str]) -> Callable[P, Done]:
    """Has a task's plain errors come back as values (an exception with more than a message does not travel); so does a book
    that is out of reach for the moment."""

    @wraps(make)
    def made(*args: P.args, **named: P.kwargs) -> Done:
        try:
            return Done(make(*args, **named))
        except AdvisorError as error:
            return Done(code=error.code, message=error.message)
        except SQLAlchemyError as error:
            return Done(code=NO_BOOK, message=type(error).__name__)

    return made


@lru_cache(maxsize=8)
def book(url: str) -> Book:
    """The book at a URL, opened once in the life of a process."""
    return Book(url)


def warm() -> None:
    """Load all that an answer needs."""
    answered(_WARM)


@told
def advise(asked: Mapping[str, Any]) -> str:
    """The answer to one text as the contract's JSON."""
    named = {name: asked[name] for name in ("lang", "edition", "authority", "answers") if asked.get(name) is not None}
    advice = answered(asked["text"], **named)
    if asked.get("id") is not None:
        advice = advice.model_copy(update={"id": asked["id"]})
    return advice.model_dump_json(by_alias=True)


@told
def begin(url: str, asked: Mapping[str, Any]) -> str:
    """A new conversation: its unguessable id, and the reply to its first text (or the welcome)."""
    if asked["edition"] not in editions():
        raise UsageError("EDITION", f"There is no edition '{asked['edition']}': use one of {', '.join(editions())}.")
    profiles = store.load("authorities")["profiles"]
    if asked["authority"] is not None and asked["authority"] not in profiles:
        raise UsageError("AUTHORITY", f"There is no authority '{asked['authority']}': use one of {', '.join(profiles)}.")
    name = new_name()
    settings = {key: asked[key] for key in ("lang", "edition", "authority")}
    reply = book(url).turn(name, asked["text"] or "help", asked["message"] or "", **settings)
    return json.dumps({"id": name, "reply": reply.model_dump(mode="json", by_alias=True)}, ensure_ascii=False)


@told
def turn(url: str, conversation: str, text: str, message: str) -> str:
    """The reply to one message of a conversation that was begun here. Raises UsageError for any other."""
    here = book(url)
    if not ours(conversation) or here.state(conversation) is None:
        raise UsageError("CONVERSATION", "There is no such conversation: begin one first.")
    return here.turn(conversation, text, message).model_dump_json(by_alias=True)


@told
def law(ref: str, edition: str) -> str:
    """A law or paragraph as data."""
    return json.dumps(lookup.law(lookup.reference(ref), edition), ensure_ascii=False)


@told
def find(words: str, edition: str, most: int) -> str:
    """The laws and situations that fit the words, best first."""
    if edition not in editions():
        raise UsageError("EDITION", f"There is no edition '{edition}': use one of {', '.join(editions())}.")
    found = lookup.find(words, edition, most)
    return json.dumps([{"ref": ref, "en": en, "el": el} for ref, en, el in found], ensure_ascii=False)


@told
def alive(url: str) -> str:
    """That texts can be read, and the book be opened."""
    warm()
    book(url).state(_OURS)
    return "ok"


@lru_cache(maxsize=1)
def data_key() -> str:
    """A key of the lawbook, its texts and the judge: equal data have equal keys, whatever machine compiled them."""
    found = hashlib.blake2b(digest_size=6)
    for name in (*(f"{kind}_{edition}" for edition in editions() for kind in ("laws", "tables")), "texts"):
        found.update(json.dumps(store.load(name), sort_keys=True).encode())
    for part in ("values", "whole"):
        found.update(store.array(f"judge_raw_{part}").tobytes())
    return found.hexdigest()


def new_name() -> str:
    """A name for a conversation that nobody can guess (144 bits)."""
    return _OURS + secrets.token_urlsafe(18)


def ours(conversation: str) -> bool:
    """Whether a conversation was begun here: no other door's may be reached through this one."""
    return conversation.startswith(_OURS)
