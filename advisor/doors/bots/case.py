"""One message on the desk, and what is answered to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from advisor.doors.bots.house import Book, Chat, Mail, Members, Received, Reply, say
from advisor.doors.bots.models import Answer, Choice, Incoming
from advisor.doors.bots.settings import Settings
from advisor.doors.bots.showing import TOKEN, payload, to_all, to_director

Entry = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Room:
    """What every message is answered with: the book with its mail and members, the settings, and how a chat is told to write
    in private."""

    book: Book
    mail: Mail
    members: Members
    settings: Settings
    rest: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Case:
    """A message with its chat, its writer (hashed), and the language for our own sentences."""

    room: Room
    chat: Chat
    received: Received
    incoming: Incoming
    person: str
    lang: str

    @property
    def token(self) -> str:
        """What names the question that the answer asks."""
        return self.received.message[:TOKEN]

    def say(self, name: str, **values: str) -> str:
        """One of our own sentences."""
        return say(name, self.lang, **values)


@dataclass(frozen=True, slots=True)
class Answered:
    """What is said, and what changes in the chat's row with it."""

    answers: tuple[Answer, ...] = ()
    changes: dict[str, Any] = field(default_factory=dict)


def told(case: Case, *lines: str) -> Answered:
    """Our own sentences, nothing else."""
    return Answered((Answer(lang=case.lang, lines=lines),))


def asked(case: Case, line: str, entries: Sequence[Entry]) -> Answered:
    """A question of our own with its choices."""
    choices = tuple(Choice(number=n, label=e["label"], payload=payload(case.token, n)) for n, e in enumerate(entries, 1))
    return Answered((Answer(lang=case.lang, lines=(line,), choices=choices),), _open(case, entries))


def _open(case: Case, entries: Sequence[Entry]) -> dict[str, Any]:
    return {"question": case.token, "offered": [dict(each) for each in entries]}


def turned(case: Case, text: str, message: str = "", conversation: str = "") -> Reply:
    """A turn of the chat's conversation (or of another one), answered once."""
    settings = case.room.settings
    return case.room.book.turn(
        conversation or case.chat.conversation,
        text,
        message or case.received.message,
        lang=case.chat.lang,
        edition=case.chat.edition,
        authority=settings.authority,
        writer=case.person,
    )


def may_have_rest(case: Case, conversation: str) -> bool:
    """Whether the writer may have what a group's players may not read: who told the incident in hand there, or a director."""
    return case.room.book.teller(conversation) == case.person or case.room.members.is_director(case.person)


def shown(case: Case, reply: Reply, conversation: str = "", ahead: Sequence[str] = ()) -> Answered:
    """A reply as this chat may see it; its choices are open from now on, those of another conversation with its name."""
    if case.incoming.private:
        answer = to_director(reply, case.token)
    else:
        state = case.room.book.state(conversation or case.chat.conversation)
        assert state is not None
        answer = to_all(reply, state, case.token, case.room.rest(reply.lang))
    strong = answer.strong + len(ahead) if answer.strong >= 0 else -1
    answer = answer.model_copy(update={"lines": (*ahead, *answer.lines), "strong": strong})
    where = {"to": conversation} if conversation else {}
    entries = [{"label": b.label, "send": b.send} | where for b in reply.choices]
    if entries:
        return Answered((answer,), _open(case, entries))
    return Answered((answer,), {"question": "", "offered": []} if reply.kind == "new" else {})
