"""Matrix, over matrix-nio: rooms and direct chats of the club's own server, numbers and reactions for buttons.

The library returns errors instead of raising them, and would wait for ever: both are bounded here. A message is sent under a
transaction id of its own, so sending it again shows nothing twice. Into an encrypted room nothing is ever written as plain
text: without keys the room is left, with the reason.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from aiohttp import ClientError
from nio import AsyncClient, ErrorResponse, RoomGetStateEventResponse, RoomSendResponse

from advisor.doors.bots.dressing import MATRIX_HTML, PLAIN, Piece, dressed
from advisor.doors.bots.house import Post, say
from advisor.doors.bots.limits import MATRIX
from advisor.doors.bots.models import Answer, Choice, GoneError, Incoming, LaterError, RefusedError, UnsureError

_LINK = "matrix.to/#/{user}"
_SOON, _LATER = 2.0, 60.0
_GONE = ("M_FORBIDDEN", "M_NOT_FOUND")
_TOKEN = ("M_UNKNOWN_TOKEN", "M_MISSING_TOKEN")
_TOO_LARGE = ("M_TOO_LARGE", "M_BAD_JSON", "M_INVALID_PARAM")
_KEYCAP = "\ufe0f\u20e3"


def key_of(number: int) -> str:
    """The reaction that stands for a number: its keycap."""
    return f"{number}{_KEYCAP}"


def number_of(key: str) -> int:
    """The number that a reaction stands for; 0 for any other."""
    bare = key.replace("\ufe0f", "").replace("\u20e3", "")
    return int(bare) if bare != key and bare.isdecimal() and len(bare) == 1 else 0


class Matrix:
    """The door to Matrix."""

    name = "matrix"
    window: float | None = None

    def __init__(self, client: AsyncClient) -> None:
        self.client = client

    def rest(self, lang: str) -> str:  # noqa: ARG002
        """The link to our own address: a direct chat is opened from it."""
        return _LINK.format(user=self.client.user_id)

    def dress(self, answer: Answer, incoming: Incoming) -> list[dict[str, Any]]:
        """Notices with their formatted twin; every choice is numbered text, to be answered by the number or its reaction. The
        reaction that chose is marked by our own beside it."""
        out: list[dict[str, Any]] = []
        if answer.pressed is not None and incoming.kind == "press" and not answer.note:
            relation = {"rel_type": "m.annotation", "event_id": incoming.on, "key": key_of(answer.pressed.number)}
            out.append({"type": "m.reaction", "content": {"m.relates_to": relation}})
        related = _relation(incoming)
        for piece in dressed(_numbered(answer), MATRIX, as_buttons=False):
            content = _content(piece) | ({"m.relates_to": related} if related else {})
            out.append({"type": "m.room.message", "content": content})
        return out

    def before(self, post: Post) -> dict[str, Any]:  # noqa: ARG002
        """Nothing: the transaction id is enough."""
        return {}

    async def send(self, post: Post) -> str:
        """Send the event under its own transaction id; the event's id."""
        room = post.address["chat"]
        if await self.is_closed(room):
            await self.leave(room)
            raise GoneError
        try:
            done = await self.client.room_send(
                room, post.body["type"], post.body["content"], tx_id=post.token, ignore_unverified_devices=True
            )
        except (ClientError, TimeoutError):
            raise UnsureError from None
        if isinstance(done, RoomSendResponse):
            return str(done.event_id)
        raise _fault(done)

    async def arrived(self, post: Post) -> str | bool | None:  # noqa: ARG002
        """Sending it again is harmless, and tells."""
        return False

    async def is_closed(self, room: str) -> bool:
        """Whether a room is encrypted and we have no keys."""
        known = self.client.rooms.get(room)
        if self.client.olm is not None:
            if known is None:
                raise LaterError(_SOON)
            return False
        if known is not None and known.encrypted:
            return True
        try:
            state = await self.client.room_get_state_event(room, "m.room.encryption")
        except (ClientError, TimeoutError):
            raise LaterError(_SOON) from None
        if isinstance(state, RoomGetStateEventResponse):
            return True
        if state.status_code == "M_NOT_FOUND":
            return False
        raise _fault(state)

    async def leave(self, room: str, lang: str = "el") -> None:
        """Leave a room (or decline an invitation) that is encrypted, with the reason in both languages."""
        other = "en" if lang == "el" else "el"
        reason = f"{say('encrypted', lang)} / {say('encrypted', other)}"
        path = f"/_matrix/client/v3/rooms/{quote(room, safe='')}/leave"
        headers = {"Authorization": f"Bearer {self.client.access_token}", "Content-Type": "application/json"}
        try:
            done = await self.client.send("POST", path, data=json.dumps({"reason": reason}), headers=headers)
            done.release()
        except (ClientError, TimeoutError):
            return


def _numbered(answer: Answer) -> Answer:
    """The answer with its choices as numbered lines."""
    if answer.listed or not answer.choices:
        return answer
    lines = (*answer.lines, *(f"{_line(choice)}" for choice in answer.choices))
    return answer.model_copy(update={"lines": lines, "choices": ()})


def _line(choice: Choice) -> str:
    return f"{choice.number}. {choice.label}"


def _content(piece: Piece) -> dict[str, Any]:
    """The text and its formatted twin."""
    rich = piece.text(MATRIX_HTML).replace("\n", "<br>")
    body = piece.text(PLAIN)
    return {"msgtype": "m.notice", "body": body, "format": "org.matrix.custom.html", "formatted_body": rich}


def _relation(incoming: Incoming) -> dict[str, Any]:
    """To what an answer belongs: the thread of its incident, or the message it answers."""
    on = incoming.message if incoming.message.startswith("$") else incoming.on
    reply = {"m.in_reply_to": {"event_id": on}} if on and incoming.kind in ("text", "unsupported") else {}
    if incoming.thread:
        return {"rel_type": "m.thread", "event_id": incoming.thread, "is_falling_back": True} | (
            reply or {"m.in_reply_to": {"event_id": incoming.thread}}
        )
    return {} if incoming.private else reply


def _fault(error: ErrorResponse) -> Exception:
    """What an error of the server means for a message."""
    code = str(error.status_code or "")
    if code == "M_LIMIT_EXCEEDED":
        return LaterError(waited(error))
    if code in _GONE:
        return GoneError()
    if code in _TOO_LARGE:
        return RefusedError(code)
    return LaterError(_LATER if code in _TOKEN else _SOON)


def waited(error: ErrorResponse) -> float:
    """The seconds that a server asks us to wait."""
    answer = error.transport_response
    told = answer.headers.get("Retry-After", "") if answer is not None else ""
    return float(told) if told.isdecimal() else (error.retry_after_ms or 5_000) / 1_000
