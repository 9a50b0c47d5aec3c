"""The tables of the book. Texts are kept as typed; states and replies as JSON. Times are UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, whether the database keeps no time zone (SQLite) or gives its own (PostgreSQL)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: object) -> datetime | None:
        """The moment as it is kept."""
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, _dialect: object) -> datetime | None:
        """The moment with its time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


_ABSENT = JSON(none_as_null=True)


class Base(DeclarativeBase):
    """The tables of the book."""


class ConversationRow(Base):
    """A conversation: how it began, and snapshots of its state after `turns` turns and of what stands on top (`Standing`,
    without its state), made by data of key `made_by`."""

    __tablename__ = "conversation"

    id: Mapped[str] = mapped_column(String(200), primary_key=True)
    start: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)
    top: Mapped[dict[str, Any] | None] = mapped_column(_ABSENT)
    turns: Mapped[int] = mapped_column(Integer, default=0)
    made_by: Mapped[str] = mapped_column(String(80), default="")
    begun: Mapped[datetime] = mapped_column(Moment)
    changed: Mapped[datetime] = mapped_column(Moment, index=True)


class TurnRow(Base):
    """One turn: the incoming message with its id and its text, the reply that was given, a snapshot of what stands of it
    (`Standing`), for an undo to go back to, and by its hash the writer, where a conversation has several."""

    __tablename__ = "turn"
    __table_args__ = (UniqueConstraint("conversation", "message"),)

    conversation: Mapped[str] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    message: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(Text)
    reply: Mapped[dict[str, Any]] = mapped_column(JSON)
    stands: Mapped[dict[str, Any] | None] = mapped_column(_ABSENT)
    at: Mapped[datetime] = mapped_column(Moment)
    writer: Mapped[str | None] = mapped_column(String(80))


class IncidentRow(Base):
    """The record of one incident of a conversation: where it was, what was told, what was ruled and on what grounds."""

    __tablename__ = "incident"
    __table_args__ = (
        UniqueConstraint("conversation", "number"),
        Index("incident_when", "changed"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    conversation: Mapped[str] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    begun: Mapped[datetime] = mapped_column(Moment)
    changed: Mapped[datetime] = mapped_column(Moment)
    lang: Mapped[str] = mapped_column(String(2))
    edition: Mapped[str] = mapped_column(String(10))
    authority: Mapped[str | None] = mapped_column(String(40))
    irregularity: Mapped[str] = mapped_column(String(80))
    status: Mapped[str] = mapped_column(String(12))
    laws: Mapped[list[str]] = mapped_column(JSON)
    details: Mapped[dict[str, str]] = mapped_column(JSON)
    story: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    switches: Mapped[list[str]] = mapped_column(JSON)
    asked: Mapped[list[dict[str, str]]] = mapped_column(JSON)
    ruling: Mapped[str] = mapped_column(Text)
    words: Mapped[str] = mapped_column(Text)


class ChatRow(Base):
    """A chat of a club behind a door (a messenger), by the hash of its address: its settings, the choices that are open, when
    it was last heard, who works on it until when, and from when on work waits (`due`; nothing: none does)."""

    __tablename__ = "chat"
    __table_args__ = (Index("chat_due", "door", "due"),)

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    door: Mapped[str] = mapped_column(String(20))
    series: Mapped[int] = mapped_column(Integer, default=0)
    edition: Mapped[str] = mapped_column(String(10))
    lang: Mapped[str] = mapped_column(String(4))
    allowed: Mapped[bool] = mapped_column(Boolean, default=False)
    question: Mapped[str] = mapped_column(String(40), default="")
    offered: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    heard: Mapped[datetime | None] = mapped_column(Moment)
    holder: Mapped[str] = mapped_column(String(40), default="")
    until: Mapped[datetime | None] = mapped_column(Moment)
    due: Mapped[datetime | None] = mapped_column(Moment)


class ReceivedRow(Base):
    """A message that came in, kept once by the hash of its own id; its content and its sender are wiped when it is answered."""

    __tablename__ = "received"
    __table_args__ = (
        UniqueConstraint("chat", "message"),
        Index("received_open", "chat", "done", "place"),
        Index("received_at", "at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    chat: Mapped[str] = mapped_column(ForeignKey("chat.id", ondelete="CASCADE"))
    message: Mapped[str] = mapped_column(String(80))
    place: Mapped[int] = mapped_column(BigInteger)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(Moment)
    tries: Mapped[int] = mapped_column(Integer, default=0)
    done: Mapped[bool] = mapped_column(Boolean, default=False)


class PostedRow(Base):
    """A message that goes out: one part of the answer to one that came in. `state`: waiting, sending (begun; whether it arrived
    is not known yet), sent, held (until the chat is heard again), failed. Content and address are wiped when it is sent."""

    __tablename__ = "posted"
    __table_args__ = (
        UniqueConstraint("answers", "part"),
        UniqueConstraint("token"),
        Index("posted_open", "chat", "state"),
        Index("posted_sent", "chat", "sent"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    chat: Mapped[str] = mapped_column(ForeignKey("chat.id", ondelete="CASCADE"))
    answers: Mapped[int] = mapped_column(ForeignKey("received.id", ondelete="CASCADE"))
    part: Mapped[int] = mapped_column(Integer)
    token: Mapped[str] = mapped_column(String(40))
    address: Mapped[dict[str, str]] = mapped_column(JSON)
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(10), default="waiting")
    tries: Mapped[int] = mapped_column(Integer, default=0)
    due: Mapped[datetime] = mapped_column(Moment)
    tried: Mapped[datetime | None] = mapped_column(Moment)
    sent: Mapped[str] = mapped_column(String(200), default="")


class MemberRow(Base):
    """A person of the club, by the hash of the address: `director`, or `user` for one of whom only the last group is kept."""

    __tablename__ = "member"

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    role: Mapped[str] = mapped_column(String(12))
    last: Mapped[str] = mapped_column(String(80), default="")
    since: Mapped[datetime] = mapped_column(Moment)


class InvitationRow(Base):
    """An invitation code, by its hash: for whom, how often it may still be used, until when."""

    __tablename__ = "invitation"

    code: Mapped[str] = mapped_column(String(80), primary_key=True)
    role: Mapped[str] = mapped_column(String(12))
    uses: Mapped[int] = mapped_column(Integer)
    until: Mapped[datetime] = mapped_column(Moment)


class BookmarkRow(Base):
    """How far a door has read a chat server that keeps its own order (a sync token)."""

    __tablename__ = "bookmark"

    reader: Mapped[str] = mapped_column(String(80), primary_key=True)
    place: Mapped[str] = mapped_column(Text)
