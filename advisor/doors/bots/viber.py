"""Viber, over its REST interface: a webhook signed over the raw body, keyboards, one to one chats only.

Errors stand in the body of an answer whose status is always 200. No message has a key that makes sending it again harmless:
whether one arrived is seen from the receipts.
"""

from __future__ import annotations

import hashlib
import hmac
import html
import json
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from advisor.doors.bots.dressing import STARS, Button, Piece, dressed, marked
from advisor.doors.bots.hooks import StaleError, UnreadableError
from advisor.doors.bots.house import Book, Post, say
from advisor.doors.bots.limits import REPEATED_DAYS, VIBER, VIBER_API, VIBER_NAME, VIBER_REQUEST, VIBER_SIGNATURE
from advisor.doors.bots.models import Answer, GoneError, Incoming, LaterError, RefusedError, UnsureError
from advisor.doors.bots.office import Office
from advisor.doors.bots.settings import Settings, secret
from advisor.doors.bots.station import Station
from advisor.doors.common.secrets import keep_secret

_log = logging.getLogger("advisor.bots")
_OK, _BAD_TOKEN, _BAD_DATA, _MISSING = 0, 2, 3, 4
_GONE = (5, 6, 7)  # not registered, not subscribed, blocked
_PLAINER = (13, 14)  # the phone's version shows no keyboard
_REFUSED = (1, _BAD_DATA, _MISSING, 15, 16, 17, 18, 19, 20)
_MANY = 12
_SOON, _LATER = 2.0, 60.0
_HALF, _READ_S = 14, 8.0
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class _Sender(BaseModel):
    id: str
    language: str = ""


class _Message(BaseModel):
    type: str = ""
    text: str = ""


class _Event(BaseModel):
    """What Viber posts; the parts that we use."""

    event: str
    timestamp: int = 0
    message_token: int = 0
    sender: _Sender | None = None
    user: _Sender | None = None
    user_id: str = ""
    message: _Message | None = None
    context: str = ""


def keyboard(made: Sequence[Button]) -> dict[str, Any]:
    """A keyboard: short buttons two in a row; a press is not shown as a message of the user's."""
    keys = [
        {
            "Columns": 3 if len(each.title) <= _HALF else 6,
            "Rows": 1,
            "ActionType": "reply",
            "ActionBody": each.payload,
            "Text": html.escape(each.title, quote=False),
            "Silent": True,
        }
        for each in made
    ]
    return {"Type": "keyboard", "Buttons": keys}


class Viber:
    """The door to Viber."""

    name = "viber"
    window: float | None = None

    def __init__(self, client: httpx.AsyncClient, token: str, sender: str) -> None:
        self.client, self.token, self.sender = client, token, sender[:VIBER_NAME]

    def rest(self, lang: str) -> str:
        """Every chat is private here."""
        return say("rest_send", lang)

    def dress(self, answer: Answer, incoming: Incoming) -> list[dict[str, Any]]:  # noqa: ARG002
        """Text messages, the last with the keyboard; beside it the same without one, for phones that show none."""
        answer = marked(answer, lambda label: say("marked", answer.lang, label=label))
        with_keys = [_message(piece) for piece in dressed(answer, VIBER)]
        without = [_message(piece) for piece in dressed(answer, VIBER, as_buttons=False)]
        if with_keys and "keyboard" in with_keys[-1]:
            with_keys[-1]["plainer"] = "\n\n".join(each["text"] for each in without[len(with_keys) - 1 :])[: VIBER.text]
        return with_keys

    def before(self, post: Post) -> dict[str, Any]:  # noqa: ARG002
        """Nothing: receipts tell."""
        return {}

    async def send(self, post: Post) -> str:
        """Send the message; its token."""
        body = {k: v for k, v in post.body.items() if k != "plainer"}
        try:
            return await self._sent(post.address["chat"], body)
        except _PlainerError:
            return await self._sent(post.address["chat"], {"type": "text", "text": post.body.get("plainer", body["text"])})

    async def _sent(self, receiver: str, body: dict[str, Any]) -> str:
        told = {"receiver": receiver, "min_api_version": 1, "sender": {"name": self.sender}} | body
        if "keyboard" in body and len(json.dumps(told).encode()) > VIBER_REQUEST:
            raise _PlainerError
        done = await self.call("send_message", told)
        status = done.get("status")
        if status == _OK:
            return str(done.get("message_token", ""))
        if status in _GONE:
            raise GoneError
        if status in _PLAINER and "keyboard" in body:
            raise _PlainerError
        if status in (*_REFUSED, *_PLAINER):
            raise RefusedError(f"status {status}")
        raise LaterError(_LATER)

    async def call(self, method: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """One call. Raises LaterError or UnsureError when there is no answer."""
        try:
            done = await self.client.post(f"/{method}", json=told, headers={"X-Viber-Auth-Token": self.token})
        except _NEVER_SENT:
            raise LaterError(_SOON) from None
        except httpx.TransportError:
            raise UnsureError from None
        if done.status_code == httpx.codes.TOO_MANY_REQUESTS:
            raise LaterError(_wait(done))
        try:
            found: dict[str, Any] = done.json()
        except ValueError:
            raise UnsureError from None
        return found if done.is_success else {"status": found.get("status", _MANY)}

    async def arrived(self, post: Post) -> str | bool | None:  # noqa: ARG002
        """Receipts tell, when they come."""
        return None


class _PlainerError(Exception):
    """The phone shows no keyboard."""


def _message(piece: Piece) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "text", "text": piece.text(STARS)}
    return told | ({"keyboard": keyboard(piece.buttons)} if piece.buttons else {})


def _wait(done: httpx.Response) -> float:
    told = done.headers.get("retry-after", "")
    return float(told) if told.isdecimal() else _LATER


class ViberHook:
    """Viber's webhook."""

    name = "viber"

    def __init__(self, door: Viber, office: Office) -> None:
        self.door, self.office = door, office

    def genuine(self, headers: Mapping[str, str], raw: bytes) -> bool | None:
        """Whether the body is signed with our token."""
        told = headers.get(VIBER_SIGNATURE)
        if told is None:
            return None
        right = hmac.new(self.door.token.encode(), raw, hashlib.sha256).hexdigest()
        return hmac.compare_digest(told.encode("utf-8", "replace"), right.encode())

    def handshake(self, query: Mapping[str, str]) -> str | None:  # noqa: ARG002
        """Viber asks nothing: it posts an event `webhook`, which needs nothing but a 200."""
        return None

    async def take(self, raw: bytes) -> None:
        """Keep a message or a first visit; take note of a receipt."""
        try:
            event = _Event.model_validate_json(raw)
        except (ValidationError, ValueError):
            raise UnreadableError from None
        if event.timestamp and time.time() - event.timestamp / 1000 > REPEATED_DAYS * 86400:
            raise StaleError
        told = _incoming(event)
        if told is not None:
            await self.office.accept([told])
        elif event.event in ("delivered", "seen", "failed", "unsubscribed"):
            await self._noted(event)

    async def _noted(self, event: _Event) -> None:
        chat, mail = self.office.chat_of(event.user_id), self.office.mail
        if event.event == "unsubscribed":
            await self.office.in_thread(mail.gone, chat)
        elif event.event == "failed":
            _log.warning("viber: a message did not reach its user")
            await self.office.in_thread(mail.refused_late, chat, self.office.sent_id(str(event.message_token)))
        else:
            await self.office.in_thread(mail.receipt_in, chat, self.office.sent_id(str(event.message_token)))


def _incoming(event: _Event) -> Incoming | None:
    who = event.sender if event.event == "message" else event.user if event.event == "conversation_started" else None
    if who is None:
        return None
    told = Incoming(
        chat=who.id, person=who.id, message=str(event.message_token), place=event.timestamp, lang=who.language[:2].lower()
    )
    if event.event == "conversation_started":
        return told.model_copy(update={"kind": "start", "text": event.context})
    message = event.message
    if message is None or message.type != "text" or not message.text:
        return told.model_copy(update={"kind": "unsupported"})
    return told.model_copy(update={"text": message.text})


async def set_webhook(door: Viber, url: str) -> None:
    """Tell Viber where our webhook is. Raises RefusedError when it does not take it."""
    events = ["delivered", "failed", "subscribed", "unsubscribed", "conversation_started"]
    try:
        done = await door.call("set_webhook", {"url": url, "event_types": events, "send_name": False, "send_photo": False})
    except (LaterError, UnsureError):
        raise RefusedError("no answer") from None
    if done.get("status") != _OK:
        raise RefusedError(f"status {done.get('status')}: {json.dumps(done.get('status_message', ''))[:80]}")


def station(book: Book, settings: Settings, env: Mapping[str, str]) -> Station:
    """The door to Viber: `ADVISOR_VIBER_TOKEN`, `ADVISOR_VIBER_NAME`, and `ADVISOR_VIBER_WEBHOOK`, our public address."""
    token = secret("ADVISOR_VIBER_TOKEN", env)
    keep_secret(token)
    client = httpx.AsyncClient(base_url=env.get("ADVISOR_VIBER_API", VIBER_API), timeout=_READ_S)
    door = Viber(client, token, env.get("ADVISOR_VIBER_NAME", "Bridge"))
    office = Office(door, book, settings)

    async def introduce() -> None:
        if env.get("ADVISOR_VIBER_WEBHOOK"):
            await set_webhook(door, env["ADVISOR_VIBER_WEBHOOK"])

    return Station(office, introduce, client.aclose, ViberHook(door, office))
