"""An imitation of Viber's REST interface, from its published pages: errors in bodies of status 200, signed callbacks."""

from __future__ import annotations

import hashlib
import hmac
import html
import json
import re
import time
from collections.abc import Mapping
from typing import Any

from strict import DROP, Answer, Strict, insist, post

TOKEN = "4453b6ac12345678-test-viber-token"
_TOP = {"receiver", "type", "text", "sender", "tracking_data", "min_api_version", "keyboard"}
_BUTTON = {"Columns", "Rows", "ActionType", "ActionBody", "Text", "Silent"}


class ViberServer(Strict):
    """The imitation; the people of the chats act through its methods."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: dict[str, list[dict[str, Any]]] = {}
        self.subscribed: set[str] = set()
        self.welcomes: set[str] = set()
        self.failing = 0
        self.old_phones: set[str] = set()
        self.statuses: list[int] = []
        self.drops: list[str] = []
        self.limits: list[int] = []
        self.receipts = True
        self.webhook = ""
        self.webhook_status = 0
        self._token = 4912661846655238145

    # people

    def say(self, user: str, text: str, *, kind: str = "text", lang: str = "el") -> dict[str, Any]:
        """Somebody writes (and so subscribes); the callback."""
        with self.lock:
            self.subscribed.add(user)
            return {
                "event": "message",
                "timestamp": int(time.time() * 1000),
                "message_token": self._next(),
                "sender": {"id": user, "name": "A", "language": lang, "country": "GR", "api_version": 10},
                "message": {"type": kind} | ({"text": text} if text else {"media": "m"}),
                "silent": False,
            }

    def visit(self, user: str, context: str = "", lang: str = "el") -> dict[str, Any]:
        """Somebody opens the chat: one welcome message is allowed."""
        with self.lock:
            self.welcomes.add(user)
            who = {"id": user, "name": "A", "language": lang, "api_version": 10}
            told = {"event": "conversation_started", "timestamp": int(time.time() * 1000), "message_token": self._next()}
            return told | {"type": "open", "context": context, "user": who, "subscribed": False}

    def leave(self, user: str) -> dict[str, Any]:
        """Somebody unsubscribes."""
        with self.lock:
            self.subscribed.discard(user)
            told = {"event": "unsubscribed", "timestamp": int(time.time() * 1000), "user_id": user}
            return told | {"message_token": self._next()}

    def press(self, user: str, title: str) -> dict[str, Any]:
        """Somebody presses a button of the last keyboard: a message with what it carries."""
        with self.lock:
            keyboard = next(m["keyboard"] for m in reversed(self.shown[user]) if "keyboard" in m)
            (body,) = [b["ActionBody"] for b in keyboard["Buttons"] if html.unescape(b["Text"]) == title]
        return self.say(user, body)

    def deliver(self, event: Mapping[str, Any], *, key: str = TOKEN) -> int:
        """Post a callback until it is taken."""
        raw = json.dumps(event).encode()
        signature = hmac.new(key.encode(), raw, hashlib.sha256).hexdigest()
        return insist(lambda: post(self.webhook, raw, {"X-Viber-Content-Signature": signature}))

    def _next(self) -> int:
        self._token += 1
        return self._token

    # the interface

    def respond(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """One call: the status is always 200."""
        told = json.loads(raw)
        if headers.get("x-viber-auth-token") != TOKEN:
            return self._refusal(2, "invalidAuthToken")
        with self.lock:
            if path == "/pa/set_webhook":
                return self._set_webhook(told)
            if path != "/pa/send_message":
                return self._refusal(1, "invalidUrl")
            drop = self.drops.pop(0) if self.drops else ""
            if drop == "before":
                return DROP
            if self.limits:
                return 429, {"status": 12, "status_message": f"again in {self.limits.pop(0)}"}
            answer = self._send(told, raw)
            return DROP if drop == "after" else answer

    def _set_webhook(self, told: Mapping[str, Any]) -> Answer:
        known = {"delivered", "seen", "failed", "subscribed", "unsubscribed", "conversation_started"}
        if set(told["event_types"]) - known or not told["url"].startswith("http"):
            return self._refusal(3, "badData")
        self.webhook = told["url"]
        event = {"event": "webhook", "timestamp": int(time.time() * 1000), "message_token": self._next()}
        raw = json.dumps(event).encode()
        signature = hmac.new(TOKEN.encode(), raw, hashlib.sha256).hexdigest()
        self.webhook_status = post(self.webhook, raw, {"X-Viber-Content-Signature": signature})
        return (200, {"status": 0, "status_message": "ok"}) if self.webhook_status == 200 else self._refusal(1, "invalidUrl")

    def _send(self, told: Mapping[str, Any], raw: bytes) -> Answer:
        if self.statuses:
            return self._refusal(self.statuses.pop(0), "as told")
        if told["receiver"] not in self.subscribed | self.welcomes:
            return self._refusal(6, "receiverNotSubscribed")
        fault = self._fault(told, raw)
        if fault:
            return self._refusal(3, f"badData: {fault}")
        if "keyboard" in told and told["receiver"] in self.old_phones:
            return self._refusal(14, "incompatibleWithVersion")
        self.welcomes.discard(told["receiver"])
        token = self._next()
        if self.failing:
            self.failing -= 1
            self._receipt(told["receiver"], token, "failed", desc="failure description")
            return 200, {"status": 0, "status_message": "ok", "message_token": token, "chat_hostname": "SN-1"}
        self.shown.setdefault(told["receiver"], []).append(dict(told) | {"token": token})
        if self.receipts and self.webhook:
            self._receipt(told["receiver"], token)
        return 200, {"status": 0, "status_message": "ok", "message_token": token, "chat_hostname": "SN-1"}

    def _receipt(self, user: str, token: int, name: str = "delivered", **more: str) -> None:
        """A phone that is on receives at once, and says so."""
        import threading

        event = more | {"event": name, "timestamp": int(time.time() * 1000), "message_token": token, "user_id": user}
        threading.Timer(0.05, self.deliver, [event]).start()

    def _fault(self, told: Mapping[str, Any], raw: bytes) -> str:
        """What is wrong with a message; nothing when it may be sent."""
        if len(raw) > 30_000 or set(told) - _TOP:
            return f"fields {sorted(set(told) - _TOP)} in {len(raw)} bytes"
        if told["type"] != "text" or not told["text"].strip() or len(told["text"]) > 7000:
            return "text"
        if not told["sender"]["name"] or len(told["sender"]["name"]) > 28:
            return "sender"
        if re.search(r"\*[^*\n]+\*(?=\S)", told["text"]):
            return "emphasis that Viber would not show"
        return _keyboard_fault(told["keyboard"]) if "keyboard" in told else ""

    def _refusal(self, status: int, message: str) -> Answer:
        self.refused.append(f"{status} {message}")
        return 200, {"status": status, "status_message": message}


def _keyboard_fault(keyboard: Mapping[str, Any]) -> str:
    if keyboard.get("Type") != "keyboard":
        return "no Type"
    room = 0
    for button in keyboard["Buttons"]:
        if set(button) - _BUTTON or not 1 <= button["Columns"] <= 6 or button["Rows"] not in (1, 2):
            return "a button"
        if button["ActionType"] != "reply" or not button["ActionBody"] or len(button["ActionBody"]) > 250:
            return "ActionBody"
        if not button["Text"] or len(button["Text"]) > 250 or re.search(r"<|&(?!lt;|gt;|amp;)", button["Text"]):
            return "Text"
        room += button["Columns"]
    return "more than 24 rows" if room > 6 * 24 or not keyboard["Buttons"] else ""
