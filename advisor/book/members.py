"""Who of the club may use a door: directors and chats, let in by an invitation code. Persons are kept as hashes."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from advisor.book.book import Book
from advisor.book.schema import ChatRow, InvitationRow, MemberRow

Role = Literal["director", "chat"]
_MEMBER, _CODE = MemberRow.metadata.tables["member"], InvitationRow.metadata.tables["invitation"]
_CHAT = ChatRow.metadata.tables["chat"]
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another one
_LENGTH = 10


def _hashed(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()


class Members:
    """The members of one book."""

    def __init__(self, book: Book) -> None:
        self.engine = book.engine
        self._insert: Any = sqlite.insert if self.engine.dialect.name == "sqlite" else postgresql.insert

    def invite(self, role: Role, *, uses: int = 1, days: float = 7.0) -> str:
        """A new invitation code (only its hash is kept): for a director, or for a chat whose members may all ask."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        until = datetime.now(UTC) + timedelta(days=days)
        with self.engine.begin() as connection:
            connection.execute(self._insert(_CODE).values(code=_hashed(code), role=role, uses=uses, until=until))
        return code

    def redeem(self, code: str, person: str, chat: str) -> Role | None:
        """What a code lets in: the person as a director, or the chat; None when it is unknown, used up or too old.
        Who is already let in keeps the code unspent."""
        now = datetime.now(UTC)
        with self.engine.begin() as connection:
            found = connection.execute(select(_CODE).where(_CODE.c.code == _hashed(code)).with_for_update()).one_or_none()
            if found is None or found.until < now:
                return None
            role: Role = found.role
            if role == "director":
                known = select(_MEMBER.c.id).where(_MEMBER.c.id == person, _MEMBER.c.role == role)
            else:
                known = select(_CHAT.c.id).where(_CHAT.c.id == chat, _CHAT.c.allowed)
            if connection.execute(known).scalar() is not None:
                return role
            if found.uses < 1:
                return None
            connection.execute(update(_CODE).where(_CODE.c.code == found.code).values(uses=found.uses - 1))
            if role == "director":
                made = self._insert(_MEMBER).values(id=person, role=role, last="", since=now)
                connection.execute(made.on_conflict_do_update(index_elements=["id"], set_={"role": role, "since": now}))
            else:
                connection.execute(update(_CHAT).where(_CHAT.c.id == chat).values(allowed=True))
        return role

    def is_director(self, person: str) -> bool:
        """Whether the person is one of the club's directors."""
        with self.engine.connect() as connection:
            return connection.execute(select(_MEMBER.c.role).where(_MEMBER.c.id == person)).scalar() == "director"

    def dismiss(self, person: str) -> None:
        """The person is no director of the club any more, and nothing is kept of them."""
        with self.engine.begin() as connection:
            connection.execute(delete(_MEMBER).where(_MEMBER.c.id == person))

    def told_in(self, person: str, chat: str) -> None:
        """The last group in which the person told an incident, or as a director wrote anything."""
        made = self._insert(_MEMBER).values(id=person, role="user", last=chat, since=datetime.now(UTC))
        with self.engine.begin() as connection:
            connection.execute(made.on_conflict_do_update(index_elements=["id"], set_={"last": chat}))

    def last_group(self, person: str) -> str:
        """The last group in which the person told an incident, or as a director wrote anything; nothing when there is none."""
        with self.engine.connect() as connection:
            return str(connection.execute(select(_MEMBER.c.last).where(_MEMBER.c.id == person)).scalar() or "")
