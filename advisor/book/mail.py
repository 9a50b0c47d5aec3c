"""What comes in from chats and what goes out to them: kept before it is acknowledged, sent until it has arrived.

A chat is worked on by one holder at a time, for the length of a lease: what it holds is answered and sent in order, whichever
process does it, and a process that dies leaves nothing undone.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, case, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from advisor.book.book import Book
from advisor.book.engine import wiped
from advisor.book.schema import BookmarkRow, ChatRow, ConversationRow, PostedRow, ReceivedRow
from advisor.book.sqlite import deleted

_CHAT, _RECEIVED = ChatRow.metadata.tables["chat"], ReceivedRow.metadata.tables["received"]
_POSTED, _BOOKMARK = PostedRow.metadata.tables["posted"], BookmarkRow.metadata.tables["bookmark"]
_OPEN = ("waiting", "sending")
_GOING = ("sending", "sent")
_SHARED = ("series", "edition", "lang", "allowed")  # what a chat and all its threads have in common: kept by the chat
THREAD = "/"  # between a chat and a thread in it
_EMPTY: dict[str, Any] = {"body": {}, "address": {}}


class LeaseLostError(Exception):
    """Another process has taken the chat over: this one stops working on it."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message that came in: its chat and its own id (hashes both), its place in the chat's order, its content as JSON."""

    chat: str
    message: str
    place: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Received:
    """A message that waits for its answer; `tries` counts how often answering it was begun."""

    id: int
    message: str
    body: dict[str, Any]
    tries: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """A part of an answer that goes out: its token (the same at every try), where to, what, and when it was last tried."""

    id: int
    chat: str
    token: str
    address: dict[str, str]
    body: dict[str, Any]
    state: str
    tries: int
    due: datetime
    tried: datetime | None


@dataclass(frozen=True, slots=True)
class Chat:
    """The settings of a chat, which it shares with its threads, and the choices that are open in it or in this thread of it
    (`question` is their token)."""

    id: str
    series: int
    edition: str
    lang: str
    allowed: bool
    question: str
    offered: tuple[dict[str, str], ...]
    heard: datetime | None

    @property
    def conversation(self) -> str:
        """The name of its conversation in the book: a new one when the edition is changed or all is forgotten."""
        return f"{self.id}.{self.series}"

    @property
    def home(self) -> str:
        """The chat itself, if this is a thread in one."""
        return home_of(self.id)


def home_of(chat: str) -> str:
    """The chat that a thread is in; the chat itself for one that is none."""
    return chat.partition(THREAD)[0]


def _family(column: Any, home: str) -> Any:
    """Whether a column names the chat or one of its threads."""
    return or_(column == home, column.startswith(f"{home}{THREAD}", autoescape=True))


def _now() -> datetime:
    return datetime.now(UTC)


def _late(chat: str, sent: str, token: str) -> Any:
    """The part on its way that a chat names afterwards, by its own id or by our token."""
    named = and_(_POSTED.c.chat == chat, _POSTED.c.sent == sent)
    return and_(or_(named, _POSTED.c.token == token) if token else named, _POSTED.c.state.in_(_GOING))


class Mail:
    """The mail of one book; `holder` names this process."""

    def __init__(self, book: Book, *, lease: float = 30.0) -> None:
        self.engine, self.lease, self.holder = book.engine, timedelta(seconds=lease), uuid.uuid4().hex
        self._insert: Any = sqlite.insert if self.engine.dialect.name == "sqlite" else postgresql.insert

    # in

    def accept(self, door: str, arrivals: Iterable[Arrival], *, edition: str, settle: float = 0.0) -> int:
        """Keep what came in, each message once; how many were new. After `settle` seconds they may be answered."""
        now, new = _now(), 0
        with self.engine.begin() as connection:
            for each in sorted(arrivals, key=lambda arrival: arrival.chat):
                for name in sorted({home_of(each.chat), each.chat}):
                    chat = {"id": name, "door": door, "series": 0, "edition": edition, "lang": "auto", "allowed": False}
                    blank = {"question": "", "offered": [], "holder": ""}
                    connection.execute(self._insert(_CHAT).values(chat | blank).on_conflict_do_nothing())
                kept = {"chat": each.chat, "message": each.message, "place": each.place, "body": each.body, "at": now}
                row = self._insert(_RECEIVED).values(kept | {"tries": 0, "done": False}).on_conflict_do_nothing()
                if connection.execute(row).rowcount:
                    new += 1
                    self._heard(connection, each.chat, now, now + timedelta(seconds=settle))
        return new

    def _heard(self, connection: Connection, chat: str, now: datetime, due: datetime) -> None:
        """The chat was heard: its work is due, and what was held back for it may go out."""
        sooner = case((or_(_CHAT.c.due.is_(None), _CHAT.c.due > due), due), else_=_CHAT.c.due)
        connection.execute(update(_CHAT).where(_CHAT.c.id == chat).values(due=sooner, heard=now))
        held = and_(_POSTED.c.chat == chat, _POSTED.c.state == "held")
        connection.execute(update(_POSTED).where(held).values(state="waiting", due=now))

    def claim(self, door: str, most: int) -> list[str]:
        """Chats whose work is due and that nobody holds, now held by this process."""
        now = _now()
        free = or_(_CHAT.c.until.is_(None), _CHAT.c.until < now)
        query = select(_CHAT.c.id).where(_CHAT.c.door == door, _CHAT.c.due <= now, free).order_by(_CHAT.c.due).limit(most)
        with self.engine.begin() as connection:
            found = list(connection.execute(query.with_for_update(skip_locked=True)).scalars())
            if found:
                held = {"holder": self.holder, "until": now + self.lease}
                connection.execute(update(_CHAT).where(_CHAT.c.id.in_(found)).values(held))
        return found

    def _renewed(self, connection: Connection, chat: str) -> None:
        now = _now()
        mine = and_(_CHAT.c.id == chat, _CHAT.c.holder == self.holder, _CHAT.c.until >= now)
        if not connection.execute(update(_CHAT).where(mine).values(until=now + self.lease)).rowcount:
            raise LeaseLostError(chat)

    def renew(self, chat: str) -> None:
        """Hold the chat for another lease. Raises LeaseLostError."""
        with self.engine.begin() as connection:
            self._renewed(connection, chat)

    def release(self, chat: str, wait: float = 0.0) -> None:
        """Work on the chat no more for now; what is left of it is due when it is, or after `wait` seconds."""
        mine = and_(_CHAT.c.id == chat, _CHAT.c.holder == self.holder)
        with self.engine.begin() as connection:
            if connection.execute(select(_CHAT.c.id).where(mine).with_for_update()).scalar() is None:
                return
            unread = connection.execute(select(func.count()).where(_RECEIVED.c.chat == chat, ~_RECEIVED.c.done)).scalar_one()
            head = select(_POSTED.c.due).where(_POSTED.c.chat == chat, _POSTED.c.state.in_(_OPEN)).order_by(_POSTED.c.id).limit(1)
            first = connection.execute(head).scalar()
            soon = _now() + timedelta(seconds=wait)
            due = soon if unread else max(first, soon) if first is not None else None
            connection.execute(update(_CHAT).where(mine).values(holder="", until=None, due=due))

    def chat(self, name: str) -> Chat:
        """The chat as it is kept. Raises NoResultFound when there is none."""
        with self.engine.connect() as connection:
            row = connection.execute(select(_CHAT).where(_CHAT.c.id == name)).one()
            home = connection.execute(select(_CHAT).where(_CHAT.c.id == home_of(name))).one()
        offered = tuple(row.offered)
        return Chat(row.id, home.series, home.edition, home.lang, home.allowed, row.question, offered, row.heard)

    def unanswered(self, chat: str) -> Received | None:
        """The first message of the chat that has no answer yet, in the chat's order; beginning to answer it is counted."""
        query = select(_RECEIVED).where(_RECEIVED.c.chat == chat, ~_RECEIVED.c.done)
        with self.engine.begin() as connection:
            row = connection.execute(query.order_by(_RECEIVED.c.place, _RECEIVED.c.id).limit(1)).one_or_none()
            if row is None:
                return None
            self._renewed(connection, chat)
            connection.execute(update(_RECEIVED).where(_RECEIVED.c.id == row.id).values(tries=row.tries + 1))
        return Received(row.id, row.message, row.body, row.tries + 1, row.at)

    def heard_before(self, chat: str, received: Received, seconds: float) -> int:
        """How many messages came from the chat and all its threads in so many seconds before this one."""
        recent = and_(_family(_RECEIVED.c.chat, home_of(chat)), _RECEIVED.c.id < received.id)
        recent &= _RECEIVED.c.at > received.at - timedelta(seconds=seconds)
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).where(recent)).scalar_one())

    def answered(
        self,
        chat: str,
        received: Received,
        posts: Sequence[tuple[Mapping[str, str], Mapping[str, Any]]],
        changes: Mapping[str, Any] | None = None,
    ) -> None:
        """The message is answered by these posts (address, content), in one transaction with the changes of the chat's row."""
        now = _now()
        with self.engine.begin() as connection:
            self._renewed(connection, chat)
            for part, (address, body) in enumerate(posts):
                kept = {"chat": chat, "answers": received.id, "part": part, "token": uuid.uuid4().hex, "due": now}
                kept |= {"address": dict(address), "body": dict(body), "state": "waiting", "tries": 0, "sent": ""}
                connection.execute(self._insert(_POSTED).values(kept).on_conflict_do_nothing())
            connection.execute(update(_RECEIVED).where(_RECEIVED.c.id == received.id).values(done=True, body={}))
            self._changed(connection, chat, dict(changes or {}))

    def _changed(self, connection: Connection, chat: str, changes: dict[str, Any]) -> None:
        """Change a chat's row; what it shares with its threads there, and with a new series no question of theirs is open."""
        shared = {name: changes.pop(name) for name in _SHARED if name in changes}
        if shared:
            connection.execute(update(_CHAT).where(_CHAT.c.id == home_of(chat)).values(shared))
        if "series" in shared:
            closed = {"question": "", "offered": []}
            connection.execute(update(_CHAT).where(_family(_CHAT.c.id, home_of(chat))).values(closed))
        if changes:
            connection.execute(update(_CHAT).where(_CHAT.c.id == chat).values(changes))

    # out

    def next_post(self, chat: str) -> Post | None:
        """The first part that has not gone out yet."""
        query = select(_POSTED).where(_POSTED.c.chat == chat, _POSTED.c.state.in_(_OPEN)).order_by(_POSTED.c.id).limit(1)
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return Post(row.id, row.chat, row.token, row.address, row.body, row.state, row.tries, row.due, row.tried)

    def sending(self, post: Post, **body: Any) -> None:
        """Sending begins: from now on whether it arrived is not known. Further content (`body`) may be kept with it."""
        with self.engine.begin() as connection:
            self._renewed(connection, post.chat)
            now = {"state": "sending", "tried": _now(), "tries": post.tries + 1, "body": post.body | body}
            connection.execute(update(_POSTED).where(_POSTED.c.id == post.id).values(now))

    def sent(self, post: Post, sent: str, *, whole: bool = False) -> None:
        """It was sent, under the chat's own id (its hash); its content is not kept, or (`whole`) only until a receipt comes."""
        which = and_(_POSTED.c.id == post.id, _POSTED.c.state.in_(_OPEN))
        self._closed(which, "sent", sent, whole=whole)

    def failed(self, post: Post) -> None:
        """It will never arrive; nothing of its content is kept."""
        self._closed(_POSTED.c.id == post.id, "failed")

    def gone(self, chat: str) -> None:
        """Nothing can be sent to this chat any more."""
        self._closed(and_(_POSTED.c.chat == chat, _POSTED.c.state.in_((*_OPEN, "held"))), "failed")

    def _closed(self, which: Any, state: str, sent: str = "", *, whole: bool = False) -> bool:
        left = {} if whole else _EMPTY
        with self.engine.begin() as connection:
            return bool(connection.execute(update(_POSTED).where(which).values(left | {"state": state, "sent": sent})).rowcount)

    def later(self, post: Post, seconds: float, *, begun: bool) -> None:
        """Try again after some seconds; `begun` when it is not known whether it arrived."""
        when = {"due": _now() + timedelta(seconds=seconds), "state": "sending" if begun else "waiting"}
        with self.engine.begin() as connection:
            still = and_(_POSTED.c.id == post.id, _POSTED.c.state.in_(_OPEN))
            connection.execute(update(_POSTED).where(still).values(when))

    def held(self, post: Post) -> None:
        """It, and what follows it, may not be sent until the chat is heard again."""
        with self.engine.begin() as connection:
            later = and_(_POSTED.c.chat == post.chat, _POSTED.c.id >= post.id, _POSTED.c.state.in_(_OPEN))
            connection.execute(update(_POSTED).where(later).values(state="held"))

    def readdressed(self, chat: str, address: Mapping[str, str]) -> None:
        """The chat has a new address: what waits goes there."""
        with self.engine.begin() as connection:
            waiting = and_(_POSTED.c.chat == chat, _POSTED.c.state.in_((*_OPEN, "held")))
            for number, old in connection.execute(select(_POSTED.c.id, _POSTED.c.address).where(waiting)).all():
                connection.execute(update(_POSTED).where(_POSTED.c.id == number).values(address=old | dict(address)))

    def receipt(self, token: str, sent: str) -> None:
        """The chat says that the part with this token arrived (it may not be known yet that it was sent)."""
        self._closed(and_(_POSTED.c.token == token, _POSTED.c.state.in_(_GOING)), "sent", sent)

    def receipt_in(self, chat: str, sent: str) -> None:
        """The chat says that a message with this id arrived: if none of ours is known by it, it is the one being sent."""
        if not self.is_ours(chat, sent):
            self._closed(and_(_POSTED.c.chat == chat, _POSTED.c.state == "sending"), "sent", sent)

    def refused_late(self, chat: str, sent: str, token: str = "") -> bool:
        """The chat says afterwards that a message did not arrive; whether it was one of ours."""
        return self._closed(_late(chat, sent, token), "failed")

    def held_late(self, chat: str, sent: str, token: str = "") -> bool:
        """The chat says afterwards that it takes nothing until it is heard again: what is left of the message waits for that."""
        return self._closed(_late(chat, sent, token), "held", whole=True)

    def is_ours(self, chat: str, sent: str) -> bool:
        """Whether we sent the message with this id."""
        with self.engine.connect() as connection:
            which = select(_POSTED.c.id).where(_POSTED.c.chat == chat, _POSTED.c.sent == sent).limit(1)
            return connection.execute(which).scalar() is not None

    def question_of(self, chat: str, sent: str) -> str:
        """The id of the message that a message of ours answered; nothing when it is none of ours."""
        query = select(_RECEIVED.c.message).join(_POSTED, _POSTED.c.answers == _RECEIVED.c.id)
        with self.engine.connect() as connection:
            found = connection.execute(query.where(_POSTED.c.chat == chat, _POSTED.c.sent == sent).limit(1)).scalar()
        return str(found or "")

    # housekeeping

    def bookmark(self, reader: str) -> str:
        """How far a server has been read; nothing when it never was."""
        with self.engine.connect() as connection:
            return str(connection.execute(select(_BOOKMARK.c.place).where(_BOOKMARK.c.reader == reader)).scalar() or "")

    def mark(self, reader: str, place: str) -> None:
        """Remember how far a server has been read."""
        made = self._insert(_BOOKMARK).values(reader=reader, place=place)
        with self.engine.begin() as connection:
            connection.execute(made.on_conflict_do_update(index_elements=["reader"], set_={"place": place}))

    def forget(self, chat: str) -> int:
        """Delete every conversation of the chat and of all its threads, with its turns and incidents; how many there were. No
        byte of them stays."""
        ours = or_(*(ConversationRow.id.startswith(f"{home_of(chat)}{sign}", autoescape=True) for sign in (".", THREAD)))
        with self.engine.begin() as connection:
            found = connection.execute(delete(ConversationRow).where(ours)).rowcount
            told = and_(_family(_POSTED.c.chat, home_of(chat)), _POSTED.c.state == "sent")
            connection.execute(update(_POSTED).where(told).values(_EMPTY))
            deleted(connection)
        wiped(self.engine)
        return found

    def purge(self, days: float) -> int:
        """Drop the ids of messages answered longer ago than any chat repeats them; how many there were."""
        old = and_(_RECEIVED.c.done, _RECEIVED.c.at < _now() - timedelta(days=days))
        unsent = select(_POSTED.c.answers).where(_POSTED.c.state.in_((*_OPEN, "held")))
        with self.engine.begin() as connection:
            return connection.execute(delete(_RECEIVED).where(old, _RECEIVED.c.id.not_in(unsent))).rowcount
