"""What a Matrix server sends: read from its sync, from where it was read last; the place is kept when all of it is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from aiohttp import ClientError
from nio import (
    AsyncClient,
    AsyncClientConfig,
    ErrorResponse,
    Event,
    InviteMemberEvent,
    MatrixRoom,
    ReactionEvent,
    RoomMessageMedia,
    RoomMessageText,
    StickerEvent,
    SyncResponse,
    WhoamiResponse,
)
from nio.responses import RoomInfo

from advisor.doors.bots.addressing import triggered
from advisor.doors.bots.house import Book, BookError, UsageError
from advisor.doors.bots.matrix import Matrix, number_of, waited
from advisor.doors.bots.models import Incoming, RefusedError
from advisor.doors.bots.office import Office
from advisor.doors.bots.settings import Settings, secret
from advisor.doors.bots.showing import TOKEN, payload
from advisor.doors.bots.station import Station
from advisor.doors.common.secrets import keep_secret

_log = logging.getLogger("advisor.bots")
_WAIT_MS, _PAUSE, _PAGES, _PAGE = 20_000, 2.0, 10, 100
_TWO, _BUSY = 2, 8
_REFUSED, _BROKEN, _PASSING = 400, 500, (401, 408, 429)  # statuses: from, up to, and those that pass
_Found = TypeVar("_Found")
_OURS = (RoomMessageText, RoomMessageMedia, StickerEvent, ReactionEvent)


class ReturnedError(Exception):
    """An error that the library returned instead of raising it; `seconds` to wait before it is tried again."""

    def __init__(self, error: ErrorResponse) -> None:
        super().__init__(str(error.status_code))
        self.seconds = max(_PAUSE, waited(error)) if error.status_code == "M_LIMIT_EXCEEDED" else _PAUSE


def checked(done: _Found | ErrorResponse) -> _Found | None:
    """What the server answered; None where it refuses for good. Raises ReturnedError where it may answer otherwise later."""
    if not isinstance(done, ErrorResponse):
        return done
    status = done.transport_response.status if done.transport_response is not None else 0
    if _REFUSED <= status < _BROKEN and status not in _PASSING:
        _log.warning("matrix: refused: %s", done.status_code)
        return None
    raise ReturnedError(done)


class Reader:
    """Reads a server's sync for one account."""

    def __init__(self, door: Matrix, office: Office, inviters: Sequence[str], busy: int) -> None:
        self.door, self.office, self.inviters, self.busy = door, office, inviters, busy
        self.client = door.client
        self.place = ""

    @property
    def reader(self) -> str:
        """Our own name on the server, hashed."""
        return f"matrix:{self.office.settings.hashed('matrix', 'reader', self.client.user_id)}"

    async def listen(self, stop: asyncio.Event) -> None:
        """Sync until told to stop. Of what was written before the first sync ever nothing is answered."""
        self.place = await asyncio.to_thread(self.office.mail.bookmark, self.reader)
        first = True
        while not stop.is_set():
            done = await self._synced(first=first, stop=stop)
            if done is None:
                continue
            try:
                await self._taken(done)
            except (BookError, ClientError, TimeoutError, ReturnedError) as error:
                _log.warning("matrix: a sync will be read again: %s", type(error).__name__)
                await asyncio.sleep(error.seconds if isinstance(error, ReturnedError) else _PAUSE)
                continue
            self.place, first = done.next_batch, False

    async def _taken(self, done: SyncResponse) -> None:
        """Keep all that a sync brings, then the place up to which it is kept."""
        for room, inviting in done.rooms.invite.items():
            await self._invited(room, inviting.invite_state)
        for room, info in done.rooms.join.items() if self.place else ():
            await self._read(room, info, self.place)
        await self._keys()
        await asyncio.to_thread(self.office.mail.mark, self.reader, done.next_batch)

    async def _synced(self, *, first: bool, stop: asyncio.Event) -> SyncResponse | None:
        """One sync, or None when there is none: it was told to stop, or the server cannot be reached."""
        wait = 0 if first else _WAIT_MS
        self.client.next_batch = self.place  # else the library passes over a sync that it has seen before
        call = asyncio.create_task(self.client.sync(timeout=wait, since=self.place or None, full_state=first))
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({call, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not call.done():
            call.cancel()
            return None
        try:
            done = call.result()
        except (ClientError, TimeoutError) as error:
            _log.warning("matrix: %s", type(error).__name__)
            await asyncio.sleep(_PAUSE)
            return None
        if isinstance(done, SyncResponse):
            return done
        _log.warning("matrix: the server refused: %s", done.status_code)
        await asyncio.sleep(_PAUSE)
        return None

    async def _keys(self) -> None:
        """What encryption asks for between syncs, where it is on."""
        client = self.client
        if client.olm is None:
            return
        await client.send_to_device_messages()
        if client.should_upload_keys:
            await client.keys_upload()
        if client.should_query_keys:
            await client.keys_query()
        if client.should_claim_keys:
            await client.keys_claim(client.get_users_for_key_claiming())

    async def _invited(self, room: str, state: Sequence[Any]) -> None:
        """Join on the invitation of somebody who may; an encrypted room, without keys, is declined with the reason."""
        asked = [e for e in state if isinstance(e, InviteMemberEvent) and e.state_key == self.client.user_id]
        if not any([await self._may_invite(each.sender) for each in asked]):
            checked(await self.client.room_leave(room))
            return
        encrypted = any(e.source.get("type") == "m.room.encryption" for e in state)
        if encrypted and self.client.olm is None:
            await self.door.leave(room)
            return
        checked(await self.client.join(room))

    async def _may_invite(self, user: str) -> bool:
        """Whether somebody may: who or whose server is named, or one of the club's directors."""
        if user in self.inviters or any(each.startswith(":") and user.endswith(each) for each in self.inviters):
            return True
        person = self.office.settings.hashed("matrix", "person", user)
        return await asyncio.to_thread(self.office.desk.room.members.is_director, person)

    async def _read(self, room: str, info: RoomInfo, known: str) -> None:
        """Keep what a room brings; what a long absence cut out is fetched."""
        here = self.client.rooms.get(room)
        if here is None:
            return
        if here.encrypted and self.client.olm is None:
            await self.door.leave(room)
            return
        events = list(info.timeline.events)
        if info.timeline.limited and info.timeline.prev_batch:
            events = [*await self._missed(room, info.timeline.prev_batch, known), *events]
        told = [await self._incoming(here, event) for event in events if isinstance(event, _OURS)]
        await self.office.accept([each for each in told if each is not None])

    async def _missed(self, room: str, start: str, known: str) -> list[Event]:
        """The events between what was read last and the end of a gap, in their order."""
        found: list[Event] = []
        for _ in range(_PAGES):
            page = checked(await self.client.room_messages(room, start, end=known, limit=_PAGE))
            if page is None or not page.chunk:
                break
            found += [event for event in page.chunk if isinstance(event, Event)]
            if not page.end:
                break
            start = page.end
        return found[::-1]

    async def _incoming(self, room: MatrixRoom, event: Event) -> Incoming | None:
        """A message of the one protocol; None for one of our own, or one that is nothing to us."""
        if event.sender == self.client.user_id:
            return None
        private = room.member_count <= _TWO
        content: Mapping[str, Any] = event.source.get("content", {})
        told = Incoming(
            chat=room.room_id,
            person=event.sender,
            message=event.event_id,
            place=event.server_timestamp,
            private=private,
            thread=_thread(content),
        )
        if isinstance(event, ReactionEvent):
            return await self._pressed(told, event)
        if not isinstance(event, RoomMessageText):
            return told.model_copy(update={"kind": "unsupported"}) if private else None
        return await self._text(room, told, content)

    async def _text(self, room: MatrixRoom, told: Incoming, content: Mapping[str, Any]) -> Incoming | None:
        relation = content.get("m.relates_to", {})
        edits = relation.get("event_id", "") if relation.get("rel_type") == "m.replace" else ""
        if edits:
            original = await self._event(room.room_id, edits)
            if original.get("sender") != told.person:  # servers take such an edit, people's programs show none
                return None
            content = content.get("m.new_content", {})
            told = told.model_copy(update={"kind": "edit", "on": edits, "thread": _thread(original.get("content", {}))})
        text = str(content.get("body", "")).strip()
        text = f"/{text[1:]}" if text.startswith("!") else text
        if not told.private:
            mine = await self._to_us(room, text, content)
            if mine is None:
                return None
            text = mine
            if not told.thread and room.member_count > self.busy:
                told = told.model_copy(update={"thread": edits or told.message})
        return told.model_copy(update={"text": text}) if text else None

    async def _to_us(self, room: MatrixRoom, text: str, content: Mapping[str, Any]) -> str | None:
        """The text without what addresses it; None when it is for somebody else."""
        if text.startswith("/"):
            return text
        me = self.client.user_id
        for name in (me, room.user_name(me) or me, me.split(":", 1)[0]):
            if text.casefold().startswith(name.casefold()):
                return text[len(name) :].lstrip(" :,")
        if me in content.get("m.mentions", {}).get("user_ids", ()):
            return text
        after = triggered(text, self.office.settings.triggers)
        if after is not None:
            return after
        relation = content.get("m.relates_to", {})
        quoted = relation.get("m.in_reply_to", {}).get("event_id", "")
        if quoted and not relation.get("is_falling_back") and await self._sender(room.room_id, quoted) == me:
            return text
        return None

    async def _pressed(self, told: Incoming, event: ReactionEvent) -> Incoming | None:
        """A number as a reaction to a question of ours."""
        number = number_of(event.key)
        if not number:
            return None
        thread = await self._thread_of(told.chat, event.reacts_to)
        chat = self.office.chat_of(told.chat, thread)
        token = await asyncio.to_thread(self.office.mail.question_of, chat, self.office.sent_id(event.reacts_to))
        if not token:
            return None
        return told.model_copy(
            update={"kind": "press", "on": event.reacts_to, "pressed": payload(token[:TOKEN], number), "thread": thread}
        )

    async def _event(self, room: str, event: str) -> Mapping[str, Any]:
        found = checked(await self.client.room_get_event(room, event))
        return found.event.source if found is not None else {}

    async def _sender(self, room: str, event: str) -> str:
        return str((await self._event(room, event)).get("sender", ""))

    async def _thread_of(self, room: str, event: str) -> str:
        return _thread((await self._event(room, event)).get("content", {}))


def _thread(content: Mapping[str, Any]) -> str:
    """The thread that an event belongs to."""
    relation = content.get("m.relates_to", {})
    return str(relation.get("event_id", "")) if relation.get("rel_type") == "m.thread" else ""


def station(book: Book, settings: Settings, env: Mapping[str, str]) -> Station:
    """The door to Matrix: `ADVISOR_MATRIX_SERVER` (its address), `ADVISOR_MATRIX_TOKEN` (the account's access token).

    `ADVISOR_MATRIX_INVITERS`: who may invite us, users (`@a:club.example`) or whole servers (`:club.example`); everybody of our
    own server where nothing is said. `ADVISOR_MATRIX_BUSY`: in a room of more members than that each incident has a thread.
    `ADVISOR_MATRIX_STORE`: a folder for keys, which turns encryption on (it needs the extra `e2e`)."""
    token, server = secret("ADVISOR_MATRIX_TOKEN", env), secret("ADVISOR_MATRIX_SERVER", env)
    keep_secret(token)
    store = env.get("ADVISOR_MATRIX_STORE", "")
    try:
        config = AsyncClientConfig(
            max_limit_exceeded=0, max_timeouts=0, request_timeout=30, encryption_enabled=bool(store), store_sync_tokens=False
        )
    except ImportWarning:
        told_how = "ADVISOR_MATRIX_STORE needs the extra e2e: in a clone run pip install -e '.[matrix,e2e]', or leave it unset."
        raise UsageError("EXTRA", told_how) from None
    client = AsyncClient(server, "", store_path=store or None, config=config)
    client.access_token = token
    door = Matrix(client)
    office = Office(door, book, settings)
    told = tuple(each.strip() for each in env.get("ADVISOR_MATRIX_INVITERS", "").split(",") if each.strip())
    reader = Reader(door, office, told, int(env.get("ADVISOR_MATRIX_BUSY", _BUSY)))

    async def introduce() -> None:
        try:
            me = await client.whoami()
        except (ClientError, TimeoutError) as error:
            raise RefusedError(type(error).__name__) from None
        if not isinstance(me, WhoamiResponse):
            raise RefusedError(f"the server does not take our token ({me.status_code})")
        client.user_id, client.device_id, client.user = me.user_id, me.device_id or "", me.user_id
        if not told:
            reader.inviters = (f":{me.user_id.split(':', 1)[1]}",)
        if store:
            client.load_store()

    return Station(office, introduce, client.close, None, reader.listen)
