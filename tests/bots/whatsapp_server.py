"""An imitation of WhatsApp's Cloud API, from its published pages: what it sends is signed over its own escaped text."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from strict import DROP, Answer, Strict, insist, post

TOKEN, SECRET, VERIFY, NUMBER = "EAAtest-token", "app-secret-of-the-club", "our-word", "111222333"
_TOP = {
    "messaging_product",
    "recipient_type",
    "to",
    "type",
    "text",
    "interactive",
    "context",
    "biz_opaque_callback_data",
}


class WhatsAppServer(Strict):
    """The imitation; the people of the chats act through its methods."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: dict[str, list[dict[str, Any]]] = {}
        self.heard: dict[str, float] = {}
        self.errors: list[int] = []
        self.late: list[int] = []
        self.drops: list[str] = []
        self.menu: list[str] = []
        self.receipts = True
        self.webhook = ""
        self._ids = 0

    # people

    def said(self, user: str, text: str = "", *, kind: str = "text", group: str = "", **more: Any) -> dict[str, Any]:
        """A message as it stands in a webhook. With `kind` other than text, `more` is its content."""
        with self.lock:
            self._ids += 1
            self.heard[group or user] = time.time()
            message: dict[str, Any] = {
                "from": user,
                "id": f"wamid.IN{self._ids}",
                "timestamp": str(int(time.time())),
                "type": kind,
            }
            message |= {"text": {"body": text}} if kind == "text" else {}
            return message | ({"group_id": group} if group else {}) | more

    def press(self, user: str, title: str) -> dict[str, Any]:
        """Somebody presses a button or picks a row of the last message that has such."""
        with self.lock:
            told = next(m["interactive"] for m in reversed(self.shown[user]) if m["type"] == "interactive")
            if told["type"] == "button":
                every = [b["reply"] for b in told["action"]["buttons"]]
                return self.said(
                    user, kind="interactive", interactive={"type": "button_reply", "button_reply": _one(every, title)}
                )
            every = [row for section in told["action"]["sections"] for row in section["rows"]]
            return self.said(user, kind="interactive", interactive={"type": "list_reply", "list_reply": _one(every, title)})

    def batch(self, *messages: Mapping[str, Any], number: str = NUMBER, statuses: Sequence[Mapping[str, Any]] = ()) -> bytes:
        """A webhook's body: each message in an entry of its own."""
        meta = {"messaging_product": "whatsapp", "metadata": {"display_phone_number": "1", "phone_number_id": number}}
        values: list[dict[str, Any]] = [meta | {"messages": [dict(m)]} for m in messages]
        values += [meta | {"statuses": [dict(s)]} for s in statuses]
        entries = [{"id": "WABA", "changes": [{"field": "messages", "value": value}]} for value in values]
        return json.dumps({"object": "whatsapp_business_account", "entry": entries}, ensure_ascii=True).encode()

    def deliver(self, *messages: Mapping[str, Any], **more: Any) -> int:
        """Post a batch until it is taken."""
        raw = self.batch(*messages, **more)
        return insist(lambda: post(self.webhook, raw, signed(raw)))

    # the interface

    def respond(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """One call."""
        if headers.get("authorization") != f"Bearer {TOKEN}":
            return self._refusal(401, 190, "Invalid OAuth access token")
        if path == f"/v26.0/{NUMBER}/conversational_automation":
            return self._automation(json.loads(raw))
        if path != f"/v26.0/{NUMBER}/messages":
            return self._refusal(404, 100, "Unknown path")
        told = json.loads(raw)
        with self.lock:
            drop = self.drops.pop(0) if self.drops else ""
            if drop == "before":
                return DROP
            answer = self._send(told)
            return DROP if drop == "after" else answer

    def _automation(self, told: dict[str, Any]) -> Answer:
        """The menu of commands: at most 30, a name of 1-32 characters, a hint of 1-256, no emoji in either."""
        listed = told.get("commands", [])
        right = not set(told) - {"enable_welcome_message", "commands", "prompts"} and len(listed) <= 30
        for each in listed:
            name, hint = each.get("command_name", ""), each.get("command_description", "")
            right &= set(each) == {"command_name", "command_description"} and 1 <= len(name) <= 32 and 1 <= len(hint) <= 256
            right &= all(ord(sign) < 0x2190 for sign in name + hint)
        if not right:
            return self._refusal(400, 100, "Invalid parameter")
        self.menu = [each["command_name"] for each in listed]
        return 200, {"success": True}

    def _send(self, told: dict[str, Any]) -> Answer:
        if self.errors:
            return self._refusal(400, self.errors.pop(0), "as told")
        fault = _fault(told)
        if fault:
            return self._refusal(400, 131009, fault)
        to = told["to"]
        if time.time() - self.heard.get(to, 0.0) > 24 * 3600:
            return self._refusal(400, 131047, "Re-engagement message")
        self._ids += 1
        number = f"wamid.OUT{self._ids}"
        if self.late:
            failed = {"errors": [{"code": self.late.pop(0)}]}
            self._status(told, number, "failed", **failed)
        else:
            self.shown.setdefault(to, []).append(told | {"id": number})
            if self.receipts:
                self._status(told, number, "sent")
        whom = {"contacts": [{"input": to, "wa_id": to}]}
        return 200, {"messaging_product": "whatsapp", "messages": [{"id": number}]} | whom

    def _status(self, told: Mapping[str, Any], number: str, status: str, **more: Any) -> None:
        """A receipt, a moment later, with the sender's own data."""
        note = {"biz_opaque_callback_data": told["biz_opaque_callback_data"]} if "biz_opaque_callback_data" in told else {}
        receipt = {"id": number, "status": status, "timestamp": str(int(time.time())), "recipient_id": told["to"]} | note | more
        raw = self.batch(statuses=[receipt])
        if self.webhook:
            threading.Timer(0.05, lambda: insist(lambda: post(self.webhook, raw, signed(raw)))).start()

    def _refusal(self, status: int, code: int, message: str) -> Answer:
        self.refused.append(f"{code} {message}")
        error = {"message": message, "type": "OAuthException", "code": code, "error_data": {"details": message}}
        return status, {"error": error | {"fbtrace_id": "x"}}


def signed(raw: bytes, key: str = SECRET) -> dict[str, str]:
    """The header with the signature of a body."""
    return {"X-Hub-Signature-256": "sha256=" + hmac.new(key.encode(), raw, hashlib.sha256).hexdigest()}


def _one(every: Sequence[Mapping[str, Any]], title: str) -> dict[str, Any]:
    (found,) = [each for each in every if title in (each["title"], each.get("description"))]
    return {key: found[key] for key in ("id", "title", "description") if key in found}


def _fault(told: Mapping[str, Any]) -> str:
    """What is wrong with a message; nothing when it may be sent."""
    if told.get("messaging_product") != "whatsapp" or set(told) - _TOP:
        return f"fields {sorted(set(told) - _TOP)}"
    if told.get("recipient_type") not in ("individual", "group") or len(told.get("biz_opaque_callback_data", "")) > 512:
        return "recipient"
    if told["type"] == "text":
        body = told["text"]["body"]
        return "" if body.strip() and len(body) <= 4096 else "text.body"
    if told["type"] != "interactive" or told["recipient_type"] == "group":
        return "type"
    inner = told["interactive"]
    if not inner["body"]["text"].strip() or len(inner["body"]["text"]) > 1024:
        return "interactive.body"
    return _buttons_fault(inner["action"]) if inner["type"] == "button" else _list_fault(inner["action"])


def _buttons_fault(action: Mapping[str, Any]) -> str:
    every = [each["reply"] for each in action["buttons"]]
    titles = [each["title"] for each in every]
    right = 1 <= len(every) <= 3 and len(set(titles)) == len(titles) and len({each["id"] for each in every}) == len(every)
    right &= all(1 <= len(t) <= 20 and t == t.strip() for t in titles)
    return "" if right and all(1 <= len(each["id"]) <= 256 and each["id"] == each["id"].strip() for each in every) else "buttons"


def _list_fault(action: Mapping[str, Any]) -> str:
    rows = [row for section in action["sections"] for row in section["rows"]]
    right = 1 <= len(action["button"]) <= 20 and 1 <= len(rows) <= 10 and len(action["sections"]) <= 10
    right &= len(action["sections"]) == 1 or all(1 <= len(s.get("title", "")) <= 24 for s in action["sections"])
    right &= len({row["id"] for row in rows}) == len(rows)
    right &= all(1 <= len(row["title"]) <= 24 and row["title"] == row["title"].strip() for row in rows)
    return "" if right and all(len(row["id"]) <= 200 and len(row.get("description", "")) <= 72 for row in rows) else "list"
