"""WhatsApp, over the Cloud API: reply buttons and lists within their limits, the 24-hour window respected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from advisor.doors.bots.commands import menu
from advisor.doors.bots.dressing import STARS, Piece, buttons, dressed, marked
from advisor.doors.bots.house import Post, say
from advisor.doors.bots.limits import (
    WHATSAPP,
    WHATSAPP_ABOUT,
    WHATSAPP_BUTTONS,
    WHATSAPP_COMMAND,
    WHATSAPP_COMMANDS,
    WHATSAPP_HINT,
    WHATSAPP_OPEN,
    WHATSAPP_TITLE,
    WHATSAPP_WINDOW_H,
)
from advisor.doors.bots.models import Answer, GoneError, Incoming, LaterError, Limits, RefusedError, UnsureError, WindowError

WINDOW = (131047,)  # more than 24 hours since the user wrote
_PAIR = (131056,)  # too many to this user: wait 4^n seconds
_MANY = (4, 80007, 130429, 131048)  # too many in all
_TOKEN = (0, 190)
_GONE = (131030,)
_LATER, _SOON, _MOST = 60.0, 2.0, 3_600.0
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_FEW = Limits(**WHATSAPP.model_dump() | {"buttons": WHATSAPP_BUTTONS, "label": WHATSAPP_TITLE})


class WhatsApp:
    """The door to WhatsApp."""

    name = "whatsapp"
    window: float | None = WHATSAPP_WINDOW_H * 3600.0

    def __init__(self, client: httpx.AsyncClient, token: str, number: str) -> None:
        self.client, self._token, self.number = client, token, number

    def rest(self, lang: str) -> str:
        """A private message from the group's member opens the chat."""
        return say("rest_send", lang)

    def dress(self, answer: Answer, incoming: Incoming) -> list[dict[str, Any]]:
        """Text messages; the last with reply buttons where all choices fit them, else with a list. Groups take neither."""
        answer = marked(answer, lambda label: say("marked", answer.lang, label=label))
        few = buttons(answer.choices, _FEW)
        as_buttons = len(few) == len(answer.choices) and not any(each.is_cut for each in few)
        if as_buttons or not incoming.private:
            made = [_buttons(piece) for piece in dressed(answer, _FEW, as_buttons=incoming.private)]
        else:
            made = [_list(piece, say("choose", answer.lang)) for piece in dressed(answer, WHATSAPP, about=WHATSAPP_ABOUT)]
        if made and not incoming.private:
            made[0]["context"] = {"message_id": incoming.message}
        return made

    def before(self, post: Post) -> dict[str, Any]:  # noqa: ARG002
        """Nothing: receipts tell."""
        return {}

    async def send(self, post: Post) -> str:
        """Send the message; its id. Our token goes with it and comes back in every receipt."""
        address = post.address
        whom = {"recipient_type": "individual" if address["private"] else "group", "to": address["chat"]}
        told = {"messaging_product": "whatsapp", "biz_opaque_callback_data": post.token} | whom | post.body
        try:
            done = await self.client.post(
                f"/{self.number}/messages", json=told, headers={"Authorization": f"Bearer {self._token}"}
            )
        except _NEVER_SENT:
            raise LaterError(_SOON) from None
        except httpx.TransportError:
            raise UnsureError from None
        try:
            found: dict[str, Any] = done.json()
        except ValueError:
            raise UnsureError from None
        if done.is_success and found.get("messages"):
            return str(found["messages"][0]["id"])
        raise _fault(found.get("error", {}), post.tries, done.status_code)

    async def set_menu(self, lang: str) -> str:
        """Tell WhatsApp the commands that it lists when a user types a slash (in one language: it knows no scopes); what went
        wrong, nothing when all went well."""
        listed = [
            {"command_name": name[:WHATSAPP_COMMAND], "command_description": text[:WHATSAPP_HINT]}
            for name, text in menu(lang, private=True)
        ]
        told = {"enable_welcome_message": False, "commands": listed[:WHATSAPP_COMMANDS]}
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            done = await self.client.post(f"/{self.number}/conversational_automation", json=told, headers=headers)
        except httpx.TransportError as error:
            return type(error).__name__
        return "" if done.is_success else f"status {done.status_code}"

    async def arrived(self, post: Post) -> str | bool | None:  # noqa: ARG002
        """Receipts tell, when they come."""
        return None


def _fault(error: Mapping[str, Any], tries: int, status: int) -> Exception:
    """What an error of the interface means for the message; its code counts, not the status."""
    code = error.get("code")
    if code in WINDOW:
        return WindowError()
    if code in _PAIR:
        return LaterError(min(4.0**tries, _MOST))
    if code in _MANY or code in _TOKEN or status == httpx.codes.TOO_MANY_REQUESTS:
        return LaterError(_LATER)
    if code in _GONE:
        return GoneError()
    return UnsureError() if code is None or status >= httpx.codes.INTERNAL_SERVER_ERROR else RefusedError(f"code {code}")


def _body(piece: Piece) -> dict[str, Any]:
    return {"type": "text", "text": {"body": piece.text(STARS), "preview_url": False}}


def _buttons(piece: Piece) -> dict[str, Any]:
    if not piece.buttons:
        return _body(piece)
    keys = [{"type": "reply", "reply": {"id": each.payload, "title": each.title}} for each in piece.buttons]
    told = {"type": "button", "body": {"text": piece.text(STARS)}, "action": {"buttons": keys}}
    return {"type": "interactive", "interactive": told}


def _list(piece: Piece, opens: str) -> dict[str, Any]:
    if not piece.buttons:
        return _body(piece)
    rows = []
    for each in piece.buttons:
        about = {"description": each.label[:WHATSAPP_ABOUT]} if each.is_cut else {}
        rows.append({"id": each.payload, "title": each.title} | about)
    action = {"button": opens[:WHATSAPP_OPEN], "sections": [{"rows": rows}]}
    told = {"type": "list", "body": {"text": piece.text(STARS)}, "action": action}
    return {"type": "interactive", "interactive": told}
