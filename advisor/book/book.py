"""Takes turns and keeps them: one transaction a turn, so nothing acknowledged is lost and nothing is answered twice."""

from __future__ import annotations

import uuid
import weakref
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import version

from sqlalchemy import Engine, Insert, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from advisor import paths, store
from advisor.book import recording
from advisor.book.engine import default_url, open_engine
from advisor.book.schema import ConversationRow, TurnRow
from advisor.conversation import begin, state_of, take
from advisor.talk.models import Reply, State, Turn


@lru_cache(maxsize=1)
def made_by() -> str:
    """The key of the program and data that make a state: a snapshot of another key is made anew from the turns."""
    return f"{version('bridge-ruling-advisor')}:{store.folder().name}"


class Book:
    """Conversations in a database. Safe for many threads and many processes at once."""

    def __init__(self, url: str = "") -> None:
        """Open the book at a URL (the user's own by default). Raises UsageError when it cannot be opened."""
        self.engine: Engine = open_engine(url or default_url())
        weakref.finalize(self, self.engine.dispose)

    def turn(
        self,
        conversation: str,
        text: str,
        message: str = "",
        *,
        lang: str = "auto",
        edition: str = paths.EDITION,
        authority: str | None = None,
    ) -> Reply:
        """Answer one message of a conversation (begun if it is new; the settings count only then).

        The same `message` id is answered once: again, by whichever worker, it gives the same reply.
        """
        message = message or uuid.uuid4().hex
        text = _storable(text)
        now = datetime.now(UTC)
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            row = self._locked(session, conversation, begin(lang=lang, edition=edition, authority=authority), now)
            known = session.scalar(select(TurnRow.reply).where(TurnRow.conversation == conversation, TurnRow.message == message))
            if known is not None:
                return Reply.model_validate(known)
            start = State.model_validate(row.start)
            fresh = row.made_by == made_by()
            state = State.model_validate(row.state) if fresh else state_of(start, _turns(session, conversation))
            after, reply = take(start, state, lambda: _turns(session, conversation), text)
            row.turns += 1
            session.add(
                TurnRow(
                    conversation=conversation,
                    number=row.turns,
                    message=message,
                    text=text,
                    reply=reply.model_dump(mode="json", by_alias=True),
                    at=now,
                )
            )
            row.state, row.made_by, row.changed = after.model_dump(mode="json"), made_by(), now
            recording.record(session, conversation, state, after, reply, text, now)
        return reply

    def _locked(self, session: Session, conversation: str, start: State, now: datetime) -> ConversationRow:
        """The conversation's row, made if need be, and locked until the turn is done."""
        values = {
            "id": conversation,
            "start": start.model_dump(mode="json"),
            "state": start.model_dump(mode="json"),
            "turns": 0,
            "made_by": made_by(),
            "begun": now,
            "changed": now,
        }
        session.execute(self._unless_there().values(**values))
        return session.scalars(select(ConversationRow).where(ConversationRow.id == conversation).with_for_update()).one()

    def _unless_there(self) -> Insert:
        if self.engine.dialect.name == "postgresql":
            return postgresql.insert(ConversationRow).on_conflict_do_nothing()
        return sqlite.insert(ConversationRow).on_conflict_do_nothing()

    def turns(self, conversation: str) -> Sequence[Turn]:
        """The turns of a conversation, in order; none when there is no such conversation."""
        with Session(self.engine) as session:
            return _turns(session, conversation)

    def state(self, conversation: str) -> State | None:
        """The state as it was kept, or None when there is no such conversation."""
        with Session(self.engine) as session:
            row = session.get(ConversationRow, conversation)
            return State.model_validate(row.state) if row is not None else None

    def purge(self, before: datetime) -> int:
        """Delete the conversations not touched since (the database deletes their turns and incidents); how many there were."""
        with self.engine.begin() as connection:
            return connection.execute(delete(ConversationRow).where(ConversationRow.changed < before)).rowcount


def _storable(text: str) -> str:
    """The text as typed, but for what no database keeps: a NUL, half a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _turns(session: Session, conversation: str) -> list[Turn]:
    rows = session.execute(
        select(TurnRow.message, TurnRow.text, TurnRow.at).where(TurnRow.conversation == conversation).order_by(TurnRow.number)
    )
    return [Turn(id=message, text=text, at=at.isoformat()) for message, text, at in rows]
