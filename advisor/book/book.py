"""Takes turns and keeps them: one transaction a turn, so nothing acknowledged is lost and nothing is answered twice."""

from __future__ import annotations

import hashlib
import uuid
import weakref
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import version
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from advisor.advising import settings
from advisor.base import paths, store
from advisor.book import recording
from advisor.book.engine import default_url, deleted, gone, open_engine, reached, wiped
from advisor.book.schema import ConversationRow, TurnRow
from advisor.talk.conversation import begin, first_told, storable, take, tops
from advisor.talk.models import Reply, Standing, State, Turn

# the statements of every turn, made once: on the tables themselves, without the cost of mapped objects
_CONVERSATION, _TURN = ConversationRow.metadata.tables["conversation"], TurnRow.metadata.tables["turn"]
_LOCKED = select(_CONVERSATION).where(_CONVERSATION.c.id == bindparam("wanted")).with_for_update()
_LOOKED_AT = select(_CONVERSATION).where(_CONVERSATION.c.id == bindparam("wanted"))
_ANSWERED = select(_TURN.c.reply).where(_TURN.c.conversation == bindparam("wanted"), _TURN.c.message == bindparam("asked"))
_STOOD = select(_TURN.c.stands).where(_TURN.c.conversation == bindparam("wanted"), _TURN.c.number == bindparam("at"))
_WRITER = select(_TURN.c.writer).where(_TURN.c.conversation == bindparam("wanted"), _TURN.c.number == bindparam("at"))
_TOLD = (
    select(_TURN.c.message, _TURN.c.text, _TURN.c.at).where(_TURN.c.conversation == bindparam("wanted")).order_by(_TURN.c.number)
)
_BEGUN = tuple(make(_CONVERSATION).on_conflict_do_nothing() for make in (sqlite.insert, postgresql.insert))
_KEPT = insert(_TURN)
_RENEWED = update(_TURN).where(_TURN.c.conversation == bindparam("wanted"), _TURN.c.number == bindparam("at_turn"))
_STANDS = update(_CONVERSATION).where(_CONVERSATION.c.id == bindparam("wanted"))

_RETRY = 0.5  # seconds
_ANY = "27?"


@lru_cache(maxsize=1)
def made_by() -> str:
    """The key of the program (its version and its code) and of the data that make a state: a snapshot of another key is made
    anew from the turns."""
    code = hashlib.blake2b(digest_size=8)
    for path in sorted(paths.PACKAGE.rglob("*.py")):
        code.update(path.read_bytes())
    return f"{version('bridge-ruling-advisor')}:{store.folder().name}:{code.hexdigest()}"


@lru_cache(maxsize=1)
def _loaded() -> None:
    """Have everything read that a turn needs, before the first one holds the book: the others would wait for it."""
    made_by()
    take(Standing(state=begin()), _nothing_stands, 1, _ANY)


def _nothing_stands(_: int) -> Standing:
    return Standing(state=begin())


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
        writer: str = "",
    ) -> Reply:
        """Answer one message of a conversation (begun if it is new; the settings count only then). `writer` is the hash of who
        wrote it, where several do.

        The same `message` id is answered once: again, by whichever worker, it gives the same reply. When the database has gone
        away it is asked once more. Raises UsageError for settings that are not there, AdvisorError when the turn was not taken.
        """
        settings(lang, edition, authority)
        message = message or uuid.uuid4().hex
        start = begin(lang=lang, edition=edition, authority=authority)
        _loaded()
        with reached():
            try:
                return self._turn(conversation, storable(text), message, start, writer)
            except SQLAlchemyError as error:  # the message id makes a second try safe
                if not gone(error):
                    raise
            self.engine.dispose()
            sleep(_RETRY)
            return self._turn(conversation, storable(text), message, start, writer)

    def _turn(self, conversation: str, text: str, message: str, begun: State, writer: str) -> Reply:
        now = datetime.now(UTC)
        with self.engine.begin() as connection:
            row = connection.execute(_LOCKED, {"wanted": conversation}).one_or_none()
            if row is None:
                self._begun(connection, conversation, begun, now)
                row = connection.execute(_LOCKED, {"wanted": conversation}).one()
            known = connection.execute(_ANSWERED, {"wanted": conversation, "asked": message}).scalar() if row.turns else None
            if known is not None:
                return Reply.model_validate(known)
            start = State.model_validate(row.start)
            if row.made_by == made_by() and row.top is not None:
                top = Standing.model_validate({**row.top, "state": row.state})
            else:
                top = renewed(connection, conversation, start)
            after, reply = take(top, _standing(connection, conversation, start), row.turns + 1, text)
            stands = _dumped(after) if after.number == row.turns + 1 else None
            turn = {"conversation": conversation, "number": row.turns + 1, "message": message, "text": text, "at": now}
            turn["writer"] = writer
            connection.execute(_KEPT, turn | {"reply": reply.model_dump(mode="json", by_alias=True), "stands": stands})
            kept = on_top(after) | {"turns": row.turns + 1, "changed": now}
            connection.execute(_STANDS, {"wanted": conversation} | kept)
            recording.record(connection, conversation, top.state, after.state, reply, text, now)
        return reply

    def _begun(self, connection: Connection, conversation: str, start: State, now: datetime) -> None:
        """Make the conversation's row, unless another worker has just made it."""
        kept = {"id": conversation, "start": start.model_dump(mode="json"), "turns": 0, "begun": now, "changed": now}
        connection.execute(_BEGUN[self.engine.dialect.name == "postgresql"], kept | on_top(Standing(state=start)))

    def turns(self, conversation: str) -> Sequence[Turn]:
        """The turns of a conversation, in order; none when there is no such conversation."""
        with reached(), self.engine.connect() as connection:
            return _turns(connection, conversation)

    def state(self, conversation: str) -> State | None:
        """The state as it was kept, or None when there is no such conversation."""
        with reached(), Session(self.engine) as session:
            row = session.get(ConversationRow, conversation)
            return State.model_validate(row.state) if row is not None else None

    def teller(self, conversation: str) -> str:
        """Who told the incident in hand: the writer of the message that began it; nothing when none is in hand or known."""
        with reached(), self.engine.connect() as connection:
            row = connection.execute(_LOOKED_AT, {"wanted": conversation}).one_or_none()
            if row is None or row.top is None:
                return ""
            top = Standing.model_validate({**row.top, "state": row.state})
            if not top.state.at_hand:
                return ""
            number = first_told(top, _standing(connection, conversation, State.model_validate(row.start)))
            return str(connection.execute(_WRITER, {"wanted": conversation, "at": number}).scalar() or "")

    def purge(self, before: datetime) -> int:
        """Delete the conversations not touched since (the database deletes their turns and incidents); how many there were."""
        with reached(), self.engine.begin() as connection:
            found: int = connection.execute(delete(ConversationRow).where(ConversationRow.changed < before)).rowcount
            deleted(connection)
        wiped(self.engine)
        return found


def on_top(top: Standing) -> dict[str, Any]:
    """What the conversation's row keeps of what stands on top: its state beside the rest of it, and the key of this program."""
    told = _dumped(top)
    return {"state": told.pop("state"), "top": told, "made_by": made_by()}


def renewed(connection: Connection, conversation: str, start: State) -> Standing:
    """Hear the whole conversation again, and keep what stands of each turn: what another program kept is not trusted."""
    top = Standing(state=start)
    for number, top in enumerate(tops(start, _turns(connection, conversation)), 1):
        stands = _dumped(top) if top.number == number else None
        connection.execute(_RENEWED, {"wanted": conversation, "at_turn": number, "stands": stands})
    return top


def _standing(connection: Connection, conversation: str, start: State) -> Callable[[int], Standing]:
    """What stands under a number."""

    def at(number: int) -> Standing:
        if not number:
            return Standing(state=start)
        return Standing.model_validate(connection.execute(_STOOD, {"wanted": conversation, "at": number}).scalar_one())

    return at


def _dumped(standing: Standing) -> dict[str, Any]:
    return standing.model_dump(mode="json")


def _turns(connection: Connection, conversation: str) -> list[Turn]:
    rows = connection.execute(_TOLD, {"wanted": conversation})
    return [Turn(id=message, text=text, at=at.isoformat()) for message, text, at in rows]
