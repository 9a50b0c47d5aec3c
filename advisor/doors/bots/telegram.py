"""Telegram, over python-telegram-bot's types and calls: long polling or a webhook, inline keyboards, private chats and groups.

What that library leaves to us is done here: lengths are counted, repeated updates dropped (by the book), presses answered.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import httpx
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError, TimedOut

from advisor.doors.bots.commands import menu
from advisor.doors.bots.cutting import pieces
from advisor.doors.bots.dressing import HTML, Button, buttons, dressed
from advisor.doors.bots.house import Post, say
from advisor.doors.bots.limits import TELEGRAM, TELEGRAM_NOTE, TELEGRAM_PROBES
from advisor.doors.bots.models import Answer, GoneError, Incoming, LaterError, MovedError, RefusedError, UnsureError

_ROW, _IN_ROW = 28, 3
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_AGAIN = 2.0
_LINK = "t.me/{name}?start=rest"
_SAME, _UNPARSED, _NO_CHAT = "message is not modified", "can't parse entities", "chat not found"
Row = list[dict[str, str]]


def rows(made: Sequence[Button], pressed: int = -1) -> list[Row]:
    """A keyboard: short buttons side by side, the one that was pressed marked."""
    out: list[Row] = []
    room = 0
    for at, button in enumerate(made):
        title = f"✓ {button.title}" if at == pressed else button.title
        if not out or len(out[-1]) == _IN_ROW or room + len(button.title) > _ROW:
            out.append([])
            room = 0
        room += len(button.title)
        out[-1].append({"text": title, "data": button.payload})
    return out


class Telegram:
    """The door to Telegram."""

    name = "telegram"
    window: float | None = None

    def __init__(self, bot: Bot, *, probes: int = TELEGRAM_PROBES) -> None:
        self.bot, self.probes = bot, probes
        self._highest: dict[str, int] = {"": 0}  # the highest message id known in each chat; "": in private chats together

    def seen(self, chat: str, message: int, *, private: bool) -> None:
        """A message id is known: what is sent from now on has a higher one."""
        for where in (chat, "") if private else (chat,):
            self._highest[where] = max(self._highest.get(where, 0), message)

    def rest(self, lang: str) -> str:
        """The link that opens the private chat."""
        return _LINK.format(name=self.bot.username) if self.bot.username else say("rest_send", lang)

    def dress(self, answer: Answer, incoming: Incoming) -> list[dict[str, Any]]:
        """Calls of the Bot API; a press is acknowledged first, and its button marked."""
        near = next((int(each) for each in (incoming.on, incoming.message) if each.isdecimal()), 0)
        if answer.note and incoming.ack:
            text = "".join(pieces(" ".join(answer.lines), TELEGRAM_NOTE, "utf16")[:1])
            return [{"call": "acknowledge", "text": text}]
        calls: list[dict[str, Any]] = []
        if incoming.ack:
            calls.append({"call": "acknowledge", "text": ""})
        if answer.pressed is not None and incoming.on:
            made = buttons(answer.shown, TELEGRAM)
            calls.append({"call": "mark", "on": incoming.on, "rows": rows(made, answer.pressed.number - 1)})
        quoted = "" if incoming.private or incoming.kind == "press" else str(near or "")
        for piece in dressed(answer, TELEGRAM):
            call = {"call": "send", "text": piece.text(HTML), "plain": "\n".join(piece.lines), "quoted": quoted, "near": near}
            calls.append(call | {"rows": rows(piece.buttons)})
            quoted = ""
        return calls

    def before(self, post: Post) -> dict[str, Any]:
        """The highest message ids known now, in this chat and in all private chats."""
        chat = post.address["chat"]
        here = max(int(post.body.get("near", 0)), self._highest.get(chat, 0))
        return {"after": [here, self._highest[""]] if post.address["private"] else [here]}

    async def send(self, post: Post) -> str:
        """Make the call; the id of the message sent."""
        try:
            return await self._called(post)
        except RetryAfter as error:
            raise LaterError(_seconds(error)) from None
        except ChatMigrated as error:
            raise MovedError(str(error.new_chat_id)) from None
        except Forbidden:
            raise GoneError from None
        except BadRequest as error:
            raise (GoneError if _NO_CHAT in error.message.lower() else RefusedError("bad request")) from None
        except InvalidToken:
            raise LaterError(60.0) from None
        except TimedOut as error:
            raise (LaterError(_AGAIN) if isinstance(error.__cause__, _NEVER_SENT) else UnsureError) from None
        except NetworkError as error:
            raise (LaterError(_AGAIN) if isinstance(error.__cause__, _NEVER_SENT) else UnsureError) from None
        except TelegramError:
            raise RefusedError("refused") from None

    async def _called(self, post: Post) -> str:
        body, chat = post.body, post.address["chat"]
        if body["call"] == "acknowledge":
            return await self._tolerant(self.bot.answer_callback_query(post.address["ack"], text=body["text"] or None))
        if body["call"] == "mark":
            edit = self.bot.edit_message_reply_markup(
                chat_id=int(chat), message_id=int(body["on"]), reply_markup=_keyboard(body["rows"])
            )
            return await self._tolerant(edit)
        quoted = ReplyParameters(int(body["quoted"]), allow_sending_without_reply=True) if body["quoted"] else None
        more: dict[str, Any] = {"reply_markup": _keyboard(body["rows"]), "reply_parameters": quoted}
        if post.address["thread"]:
            more["message_thread_id"] = int(post.address["thread"])
        try:
            sent = await self.bot.send_message(int(chat), body["text"], parse_mode="HTML", **more)
        except BadRequest as error:
            if _UNPARSED not in error.message.lower():
                raise
            sent = await self.bot.send_message(int(chat), body["plain"], **more)
        self.seen(chat, sent.message_id, private=bool(post.address["private"]))
        return str(sent.message_id)

    async def _tolerant(self, call: Any) -> str:
        """A call that may come too late, or twice: nobody misses it then."""
        try:
            await call
        except ChatMigrated:
            raise
        except BadRequest:
            return ""
        return ""

    async def arrived(self, post: Post) -> str | bool | None:
        """Whether a message is there: an edit that would change nothing is refused as such only where our message stands.
        Looked at are the ids just after those known when it was sent; what is not ours can be neither edited nor harmed."""
        if post.body["call"] != "send":
            return False
        markup = _keyboard(post.body["rows"])
        for number in self._likely(post):
            try:
                await self.bot.edit_message_text(
                    post.body["text"], int(post.address["chat"]), number, parse_mode="HTML", reply_markup=markup
                )
            except RetryAfter as error:
                raise LaterError(_seconds(error)) from None
            except ChatMigrated as error:
                raise MovedError(str(error.new_chat_id)) from None
            except BadRequest as error:
                if _SAME not in error.message.lower():
                    continue
            except Forbidden:
                raise GoneError from None
            except TelegramError:  # not reached: nothing is known, however long it lasts
                raise LaterError(_AGAIN) from None
            return str(number)
        return False

    def _likely(self, post: Post) -> list[int]:
        """The ids that the message may have."""
        starts: list[int] = post.body.get("after", [])
        return list(dict.fromkeys(n for start in starts for n in range(start + 1, start + 1 + self.probes)))

    async def introduce(self) -> None:
        """Say who we are, and put the commands into the chat's own menus, in both languages."""
        await self.bot.initialize()
        scopes = (BotCommandScopeDefault(), BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats())
        for lang in ("en", "el"):
            for scope in scopes:
                private = not isinstance(scope, BotCommandScopeAllGroupChats)
                listed = [BotCommand(name, text) for name, text in menu(lang, private=private)]
                await self.bot.set_my_commands(listed, scope=scope, language_code="el" if lang == "el" else None)


def _seconds(error: RetryAfter) -> float:
    """The seconds that Telegram asks us to wait."""
    wait = error.retry_after
    return wait if isinstance(wait, int | float) else wait.total_seconds()


def _keyboard(told: Sequence[Sequence[Mapping[str, str]]]) -> InlineKeyboardMarkup | None:
    made = [[InlineKeyboardButton(each["text"], callback_data=each["data"]) for each in row] for row in told]
    return InlineKeyboardMarkup(made) if made else None


def is_secret(told: str, secret: str) -> bool:
    """Whether a webhook's secret is ours, compared in constant time."""
    return bool(secret) and hmac.compare_digest(told.encode("utf-8", "replace"), secret.encode())
