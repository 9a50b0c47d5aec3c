"""What WhatsApp sends: webhooks read by small models of our own, since every message of a batch counts.

A library's parser takes only the first message of a batch, drops repeats by the hash of a whole body, and loses an update
without a sender's profile; here each message is kept by its own id, and only fields that are used are looked at.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from advisor.doors.bots.addressing import triggered
from advisor.doors.bots.hooks import StaleError, UnreadableError
from advisor.doors.bots.house import Book
from advisor.doors.bots.limits import REPEATED_DAYS, WHATSAPP_API, WHATSAPP_SIGNATURE
from advisor.doors.bots.models import Incoming
from advisor.doors.bots.office import Office
from advisor.doors.bots.settings import Settings, secret
from advisor.doors.bots.station import Station
from advisor.doors.bots.whatsapp import WINDOW, WhatsApp
from advisor.doors.common.secrets import keep_secret

_log = logging.getLogger("advisor.bots")
_IGNORED = ("reaction", "system", "request_welcome")
_DAY, _MS, _READ_S = 86_400, 1_000, 8.0


class _Text(BaseModel):
    body: str = ""


class _Pressed(BaseModel):
    id: str = ""


class _Interactive(BaseModel):
    button_reply: _Pressed | None = None
    list_reply: _Pressed | None = None


class _Template(BaseModel):
    payload: str = ""


class _Context(BaseModel):
    id: str = ""


class _Message(BaseModel):
    id: str
    type: str
    timestamp: int = 0
    from_user_id: str = ""
    group_id: str = ""
    text: _Text | None = None
    interactive: _Interactive | None = None
    button: _Template | None = None
    context: _Context | None = None
    sender: str = ""

    def writer(self) -> str:
        """The number of the writer, or the id that stands for it."""
        return self.sender or self.from_user_id


class _Fault(BaseModel):
    code: int = 0


class _Status(BaseModel):
    id: str
    status: str
    timestamp: int = 0
    recipient_id: str = ""
    biz_opaque_callback_data: str = ""
    errors: list[_Fault] = []


class _Metadata(BaseModel):
    phone_number_id: str = ""


class _Value(BaseModel):
    metadata: _Metadata = _Metadata()
    messages: list[dict[str, Any]] = []
    statuses: list[dict[str, Any]] = []


class _Change(BaseModel):
    field: str = ""
    value: dict[str, Any] = {}


class _Entry(BaseModel):
    changes: list[_Change] = []


class _Batch(BaseModel):
    object: str
    entry: list[_Entry] = []

    def values(self) -> Iterator[_Value]:
        """The values of all changes of messages, in order."""
        for entry in self.entry:
            for change in entry.changes:
                if change.field == "messages":
                    yield _Value.model_validate(change.value)


class WhatsAppHook:
    """WhatsApp's webhook: the handshake with our word, bodies signed with the app's secret."""

    name = "whatsapp"

    def __init__(self, office: Office, number: str, app_secret: str, verify: str) -> None:
        self.office, self.number, self._secret, self._verify = office, number, app_secret, verify

    def genuine(self, headers: Mapping[str, str], raw: bytes) -> bool | None:
        """Whether the raw body is signed with the app's secret."""
        told = headers.get(WHATSAPP_SIGNATURE)
        if told is None:
            return None
        right = "sha256=" + hmac.new(self._secret.encode(), raw, hashlib.sha256).hexdigest()
        return hmac.compare_digest(told.encode("utf-8", "replace"), right.encode())

    def handshake(self, query: Mapping[str, str]) -> str | None:
        """The challenge, to whoever knows our word."""
        known = hmac.compare_digest(query.get("hub.verify_token", "").encode("utf-8", "replace"), self._verify.encode())
        return query.get("hub.challenge", "") if known and query.get("hub.mode") == "subscribe" else None

    async def take(self, raw: bytes) -> None:
        """Keep all messages to our number; take note of what became of those we sent."""
        try:
            values = [
                value for value in _Batch.model_validate_json(raw).values() if value.metadata.phone_number_id == self.number
            ]
            found = [_Message.model_validate({**each, "sender": each.get("from", "")}) for v in values for each in v.messages]
            statuses = [_Status.model_validate(each) for v in values for each in v.statuses]
        except (ValidationError, ValueError):
            raise UnreadableError from None
        times = [each.timestamp for each in found if each.timestamp] + [each.timestamp for each in statuses if each.timestamp]
        if times and time.time() - max(times) > REPEATED_DAYS * _DAY:
            raise StaleError
        for status in statuses:
            await self._noted(status)
        told = [await self._incoming(message) for message in found if message.type not in _IGNORED]
        await self.office.accept([each for each in told if each is not None])

    async def _noted(self, status: _Status) -> None:
        """A receipt: what arrived is forgotten; what came outside the window waits until the chat is heard again."""
        mail, sent, token = self.office.mail, self.office.sent_id(status.id), status.biz_opaque_callback_data
        if status.status == "failed":
            closed = any(fault.code in WINDOW for fault in status.errors)
            late = mail.held_late if closed else mail.refused_late
            await self.office.in_thread(late, self.office.chat_of(status.recipient_id), sent, token)
        elif token:
            await self.office.in_thread(mail.receipt, token, sent)

    async def _incoming(self, message: _Message) -> Incoming | None:
        who = message.writer()
        if not who:
            return None
        private = not message.group_id
        told = Incoming(
            chat=message.group_id or who,
            person=who,
            message=message.id,
            place=message.timestamp * _MS,  # of one second: in the order in which they came
            private=private,
        )
        pressed = _pressed(message)
        if pressed:
            return told.model_copy(update={"kind": "press", "pressed": pressed})
        text = message.text.body if message.type == "text" and message.text is not None else ""
        if not private:
            mine = await self._to_us(message, text, self.office.settings.triggers)
            if mine is None:
                return None
            text = mine
        return told.model_copy(update={"text": text} if text else {"kind": "unsupported"})

    async def _to_us(self, message: _Message, text: str, triggers: Sequence[str]) -> str | None:
        """The text without what addresses it; None when it is for somebody else. There are no mentions here."""
        if text.startswith("/"):
            return text
        after = triggered(text, triggers)
        if after is not None:
            return after
        quoted = message.context.id if message.context is not None else ""
        return text if quoted and await self.office.is_ours(message.group_id, quoted) else None


def _pressed(message: _Message) -> str:
    """What a pressed button carries."""
    if message.interactive is not None:
        reply = message.interactive.button_reply or message.interactive.list_reply
        return reply.id if reply is not None else ""
    return message.button.payload if message.button is not None else ""


def station(book: Book, settings: Settings, env: Mapping[str, str]) -> Station:
    """The door to WhatsApp: `ADVISOR_WHATSAPP_TOKEN`, `_SECRET` (the app's), `_VERIFY` (a word of ours), `_NUMBER` (the id of the
    phone number). `ADVISOR_WHATSAPP_API` names another version of the interface."""
    token, app_secret, verify = (secret(f"ADVISOR_WHATSAPP_{name}", env) for name in ("TOKEN", "SECRET", "VERIFY"))
    number = secret("ADVISOR_WHATSAPP_NUMBER", env)
    keep_secret(token, app_secret, verify)
    client = httpx.AsyncClient(base_url=env.get("ADVISOR_WHATSAPP_API", WHATSAPP_API), timeout=_READ_S)
    door = WhatsApp(client, token, number)
    office = Office(door, book, settings)

    async def introduce() -> None:
        """Put the commands into the menu (the webhook is set in Meta's own pages); without a menu they are heard all the same."""
        fault = await door.set_menu(settings.lang)
        if fault:
            _log.warning("whatsapp: the menu of commands was not taken (%s)", fault)

    return Station(office, introduce, client.aclose, WhatsAppHook(office, number, app_secret, verify))
