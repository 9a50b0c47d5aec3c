"""The tables of the book. Texts are kept as typed; states and replies as JSON. Times are UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, Integer, String, Text, TypeDecorator, UniqueConstraint
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
    """One turn: the incoming message with its id and its text, the reply that was given, and a snapshot of what stands of it
    (`Standing`), for an undo to go back to."""

    __tablename__ = "turn"
    __table_args__ = (UniqueConstraint("conversation", "message"),)

    conversation: Mapped[str] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    message: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(Text)
    reply: Mapped[dict[str, Any]] = mapped_column(JSON)
    stands: Mapped[dict[str, Any] | None] = mapped_column(_ABSENT)
    at: Mapped[datetime] = mapped_column(Moment)


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
