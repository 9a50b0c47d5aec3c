"""An imitation of Telegram's Bot API, from its published interface; limits from python-telegram-bot's constants.

It refuses what the real one refuses, and shows what the people of a chat see.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from strict import DROP, Answer, Strict, fields, insist, post
from telegram.constants import (
    BotCommandLimit,
    CallbackQueryLimit,
    InlineKeyboardButtonLimit,
    InlineKeyboardMarkupLimit,
    MessageLimit,
)

TOKEN = "424242:AAtest-token_of-the-club"
NAME, ME = "club_td_bot", 424242
_TAG = re.compile(r"<(/?)(b|strong|i|em|u|s|code|pre)>")
_NEEDED = {
    "sendMessage": {"chat_id", "text"},
    "editMessageText": {"chat_id", "message_id", "text"},
    "editMessageReplyMarkup": {"chat_id", "message_id"},
    "answerCallbackQuery": {"callback_query_id"},
    "setMyCommands": {"commands"},
    "setWebhook": {"url"},
}
_KNOWN = {
    "getMe": set(),
    "getUpdates": {"offset", "limit", "timeout", "allowed_updates"},
    "sendMessage": {"chat_id", "text", "parse_mode", "reply_markup", "reply_parameters", "message_thread_id"},
    "editMessageText": {"chat_id", "message_id", "text", "parse_mode", "reply_markup"},
    "editMessageReplyMarkup": {"chat_id", "message_id", "reply_markup"},
    "answerCallbackQuery": {"callback_query_id", "text", "show_alert"},
    "setMyCommands": {"commands", "scope", "language_code"},
    "setWebhook": {"url", "secret_token", "allowed_updates", "max_connections"},
    "deleteWebhook": {"drop_pending_updates"},
}


@dataclass
class Message:
    """A message as the chat shows it."""

    id: int
    chat: int
    ours: bool
    text: str
    html: str = ""
    rows: list[list[dict[str, Any]]] = field(default_factory=list)
    reply_to: int = 0
    thread: int = 0


class _BadError(Exception):
    """A call that is refused: status, description, parameters."""


class TelegramServer(Strict):
    """The imitation; the people of the chats act through its methods."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: dict[tuple[int, int], Message] = {}
        self.chats: dict[int, str] = {}
        self.blocked: set[int] = set()
        self.moved: dict[int, int] = {}
        self.updates: list[dict[str, Any]] = []
        self.commands: dict[tuple[str, str], list[str]] = {}
        self.queries: dict[str, str] = {}
        self.popups: list[str] = []
        self.webhook = ""
        self.secret = ""
        self.limits: list[int] = []
        self.drops: list[str] = []
        self.polling = 0
        self.asked: set[str] = set()
        self._update, self._message, self._query = 1000, {0: 0}, 0

    # people

    def say(self, chat: int, text: str, *, user: int = 7, kind: str = "private", lang: str = "el", **more: Any) -> dict[str, Any]:
        """Somebody writes; the update."""
        with self.lock:
            self.chats[chat] = kind
            number = self._next(chat)
            message = {
                "message_id": number,
                "date": int(time.time()),
                "chat": {"id": chat, "type": kind},
                "from": {"id": user, "is_bot": False, "first_name": "A", "language_code": lang},
            }
            if text:
                message |= {"text": text, "entities": self._entities(text)}
            self.messages[(chat, number)] = Message(number, chat, ours=False, text=text)
            return self._queued({"message": message | more})

    def edit(self, update: Mapping[str, Any], text: str) -> dict[str, Any]:
        """Somebody edits what they wrote."""
        with self.lock:
            message = update["message"] | {"text": text, "entities": self._entities(text), "edit_date": int(time.time())}
            return self._queued({"edited_message": message})

    def move(self, update: Mapping[str, Any]) -> dict[str, Any]:
        """A live location moves: an edit without any text."""
        with self.lock:
            return self._queued({"edited_message": update["message"] | {"edit_date": int(time.time())}})

    def press(self, chat: int, number: int, title: str, user: int = 7) -> dict[str, Any]:
        """Somebody presses a button that the message has."""
        with self.lock:
            message = self.messages[(chat, number)]
            (data,) = [b["callback_data"] for row in message.rows for b in row if b["text"].lstrip("✓ ") == title.lstrip("✓ ")]
            self._query += 1
            self.queries[str(self._query)] = "open"
            query = {
                "id": str(self._query),
                "chat_instance": "c",
                "data": data,
                "from": {"id": user, "is_bot": False, "first_name": "A", "language_code": "el"},
                "message": self._shown(message),
            }
            return self._queued({"callback_query": query})

    def screen(self, chat: int) -> list[Message]:
        """What we wrote in a chat, in order."""
        with self.lock:
            return [m for (where, _), m in sorted(self.messages.items()) if where == chat and m.ours]

    def _entities(self, text: str) -> list[dict[str, Any]]:
        """Commands and mentions, in UTF-16 units."""
        found = []
        for match in re.finditer(r"(?<!\S)(/[a-z0-9_]+(?:@\w+)?|@\w+)", text):
            kind = "bot_command" if match[0].startswith("/") else "mention"
            offset = len(text[: match.start()].encode("utf-16-le")) // 2
            found.append({"type": kind, "offset": offset, "length": len(match[0].encode("utf-16-le")) // 2})
        return found

    def _next(self, chat: int) -> int:
        """Private chats share the account's numbers; a supergroup has its own."""
        where = chat if chat < 0 else 0
        self._message[where] = self._message.get(where, 0) + 1
        return self._message[where]

    def _queued(self, told: dict[str, Any]) -> dict[str, Any]:
        self._update += 1
        update = {"update_id": self._update} | told
        self.updates.append(update)
        return update

    def deliver(self, update: Mapping[str, Any], *, secret: str | None = None, url: str = "") -> int:
        """Post an update to the webhook, again and again until it is taken."""
        raw = json.dumps(update).encode()
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.secret if secret is None else secret}
        return insist(lambda: post(url or self.webhook, raw, headers))

    # the interface

    def respond(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """One call."""
        _, bot, name = path.split("/", 2)
        if bot != f"bot{TOKEN}":
            self.refused.append("401")
            return _refusal(401, "Unauthorized")
        told = fields(headers, raw)
        if name == "getUpdates":
            return self._get_updates(told)
        with self.lock:
            drop = self.drops.pop(0) if self.drops and name == "sendMessage" else ""
            if drop == "before":
                return DROP
            try:
                result = self._called(name, told)
            except _BadError as error:
                self.refused.append(str(error.args[1]))
                return _refusal(*error.args)
            return DROP if drop == "after" else (200, {"ok": True, "result": result})

    def _called(self, name: str, told: dict[str, Any]) -> Any:
        if name not in _KNOWN or set(told) - _KNOWN[name]:
            raise _BadError(404, f"Not Found: {name} {sorted(set(told) - _KNOWN.get(name, set()))}")
        missing = sorted(_NEEDED.get(name, set()) - set(told))
        if missing:
            raise _BadError(400, f'Bad Request: parameter "{missing[0]}" is required')
        self.asked.add(name)
        try:
            return getattr(self, "_" + re.sub("([A-Z])", r"_\1", name).lower())(told)
        except (KeyError, ValueError, TypeError):
            raise _BadError(400, "Bad Request: a parameter is malformed") from None

    def _get_me(self, _: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "id": ME,
            "is_bot": True,
            "first_name": "TD",
            "username": NAME,
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }

    def _get_updates(self, told: Mapping[str, Any]) -> Answer:
        with self.lock:
            if self.webhook:
                return _refusal(409, "Conflict: can't use getUpdates method while webhook is active")
            if self.polling:
                return _refusal(409, "Conflict: terminated by other getUpdates request")
            self.polling += 1
        offset, until = int(told.get("offset", 0)), time.monotonic() + min(float(told.get("timeout", 0)), 0.3)
        try:
            while True:
                with self.lock:
                    self.updates = [u for u in self.updates if u["update_id"] >= offset]
                    if self.updates or time.monotonic() > until:
                        return 200, {"ok": True, "result": self.updates[: int(told.get("limit", 100))]}
                time.sleep(0.01)
        finally:
            self.polling -= 1

    def _send_message(self, told: Mapping[str, Any]) -> dict[str, Any]:
        chat = int(told["chat_id"])
        self._stays(chat)
        if chat in self.blocked:
            raise _BadError(403, "Forbidden: bot was blocked by the user")
        if chat not in self.chats:
            raise _BadError(400, "Bad Request: chat not found")
        if self.limits:
            wait = self.limits.pop(0)
            raise _BadError(429, f"Too Many Requests: retry after {wait}", {"retry_after": wait})
        plain = _parsed(told)
        rows = _keyboard(told.get("reply_markup"))
        quoted = json.loads(told["reply_parameters"]) if told.get("reply_parameters") else {}
        if quoted and (chat, quoted["message_id"]) not in self.messages and not quoted.get("allow_sending_without_reply"):
            raise _BadError(400, "Bad Request: message to be replied not found")
        number = self._next(chat)
        thread = int(told.get("message_thread_id", 0))
        message = Message(number, chat, True, plain, told["text"], rows, quoted.get("message_id", 0), thread)
        self.messages[(chat, number)] = message
        return self._shown(message)

    def _stays(self, chat: int) -> None:
        """Refuses what is meant for a group that is a supergroup now."""
        if chat in self.moved:
            told = {"migrate_to_chat_id": self.moved[chat]}
            raise _BadError(400, "Bad Request: group chat was upgraded to a supergroup chat", told)

    def _edited(self, told: Mapping[str, Any]) -> Message:
        self._stays(int(told["chat_id"]))
        message = self.messages.get((int(told["chat_id"]), int(told["message_id"])))
        if message is None:
            raise _BadError(400, "Bad Request: message to edit not found")
        if not message.ours:
            raise _BadError(400, "Bad Request: message can't be edited")
        return message

    def _edit_message_text(self, told: Mapping[str, Any]) -> dict[str, Any]:
        message = self._edited(told)
        plain, rows = _parsed(told), _keyboard(told.get("reply_markup"))
        if (message.html, message.rows) == (told["text"], rows):
            raise _BadError(400, f"Bad Request: message is not modified: {_SAME}")
        message.text, message.html, message.rows = plain, told["text"], rows
        return self._shown(message)

    def _edit_message_reply_markup(self, told: Mapping[str, Any]) -> dict[str, Any]:
        message = self._edited(told)
        rows = _keyboard(told.get("reply_markup"))
        if message.rows == rows:
            raise _BadError(400, f"Bad Request: message is not modified: {_SAME}")
        message.rows = rows
        return self._shown(message)

    def _answer_callback_query(self, told: Mapping[str, Any]) -> bool:
        if self.queries.get(told["callback_query_id"]) != "open":
            raise _BadError(400, "Bad Request: query is too old and response timeout expired or query ID is invalid")
        if len(told.get("text", "")) > CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH:
            raise _BadError(400, "Bad Request: MESSAGE_TOO_LONG")
        self.queries[told["callback_query_id"]] = "answered"
        self.popups.append(told.get("text", ""))
        return True

    def _set_my_commands(self, told: Mapping[str, Any]) -> bool:
        listed = json.loads(told["commands"])
        if len(listed) > BotCommandLimit.MAX_COMMAND_NUMBER:
            raise _BadError(400, "Bad Request: BOT_COMMANDS_TOO_MUCH")
        for each in listed:
            if not re.fullmatch(r"[a-z0-9_]{1,32}", each["command"]) or not 1 <= len(each["description"]) <= 256:
                raise _BadError(400, "Bad Request: BOT_COMMAND_INVALID")
        scope = json.loads(told["scope"])["type"] if "scope" in told else "default"
        self.commands[(scope, told.get("language_code", ""))] = [each["command"] for each in listed]
        return True

    def _set_webhook(self, told: Mapping[str, Any]) -> bool:
        if told.get("secret_token") and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", told["secret_token"]):
            raise _BadError(400, "Bad Request: secret token contains unallowed characters")
        self.webhook, self.secret = told["url"], told.get("secret_token", "")
        return True

    def _delete_webhook(self, _: Mapping[str, Any]) -> bool:
        self.webhook = ""
        return True

    def _shown(self, message: Message) -> dict[str, Any]:
        sender = {"from": {"id": ME, "is_bot": True, "first_name": "TD", "username": NAME}} if message.ours else {}
        told = {
            "message_id": message.id,
            "date": int(time.time()),
            "chat": {"id": message.chat, "type": self.chats[message.chat]},
        }
        return told | sender | {"text": message.text, "reply_markup": {"inline_keyboard": message.rows}}


_SAME = "specified new message content and reply markup are exactly the same as a current content and reply markup of the message"


def _refusal(status: int, description: str, parameters: Mapping[str, Any] | None = None) -> Answer:
    told = {"ok": False, "error_code": status, "description": description}
    return status, told | ({"parameters": dict(parameters)} if parameters else {})


def _parsed(told: Mapping[str, Any]) -> str:
    """The text after its entities are parsed."""
    text = told["text"]
    if told.get("parse_mode") == "HTML":
        open_tags: list[str] = []
        for match in re.finditer(r"<[^>]*>?", text):
            tag = _TAG.fullmatch(match[0])
            if tag is None:
                raise _BadError(400, f"Bad Request: can't parse entities: Unsupported start tag at byte offset {match.start()}")
            if not tag[1]:
                open_tags.append(tag[2])
            elif not open_tags or open_tags.pop() != tag[2]:
                raise _BadError(400, "Bad Request: can't parse entities: Unmatched end tag")
        if open_tags:
            raise _BadError(400, "Bad Request: can't parse entities: Can't find end tag")
        text = re.sub("&(lt|gt|amp|quot);", lambda m: unescape(m[0]), _TAG.sub("", text))
    elif told.get("parse_mode"):
        raise _BadError(400, "Bad Request: unsupported parse_mode")
    size = len(text.encode("utf-16-le")) // 2
    if not text.strip():
        raise _BadError(400, "Bad Request: message text is empty")
    if size > MessageLimit.MAX_TEXT_LENGTH:
        raise _BadError(400, "Bad Request: message is too long")
    return str(text)


def _keyboard(told: str | None) -> list[list[dict[str, Any]]]:
    rows: list[list[dict[str, Any]]] = json.loads(told)["inline_keyboard"] if told else []
    every = [button for row in rows for button in row]
    if len(every) > InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER:
        raise _BadError(400, "Bad Request: reply markup is too long")
    for row in rows:
        if not 1 <= len(row) <= InlineKeyboardMarkupLimit.BUTTONS_PER_ROW:
            raise _BadError(400, "Bad Request: inline keyboard row is invalid")
    for button in every:
        if len(set(button) - {"text"}) != 1:
            raise _BadError(400, "Bad Request: inline button has not exactly one action")
        size = len(button["callback_data"].encode())
        least, most = InlineKeyboardButtonLimit.MIN_CALLBACK_DATA, InlineKeyboardButtonLimit.MAX_CALLBACK_DATA
        if not least <= size <= most or not button["text"].strip():
            raise _BadError(400, "Bad Request: BUTTON_DATA_INVALID")
    return rows
