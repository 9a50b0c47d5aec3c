"""What Telegram sends: updates, by long polling or by a webhook, read into messages of the one protocol."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from telegram import Bot, CallbackQuery, Message, MessageEntity, Update
from telegram.constants import ChatType
from telegram.error import Conflict, NetworkError, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from advisor.doors.bots.addressing import triggered
from advisor.doors.bots.commands import command
from advisor.doors.bots.hooks import StaleError, UnreadableError
from advisor.doors.bots.house import Book, BookError
from advisor.doors.bots.limits import REPEATED_DAYS, TELEGRAM_PROBES, TELEGRAM_SECRET
from advisor.doors.bots.models import Incoming, RefusedError
from advisor.doors.bots.office import Office
from advisor.doors.bots.settings import Settings, secret
from advisor.doors.bots.station import Station
from advisor.doors.bots.telegram import Telegram, is_secret
from advisor.doors.common.secrets import keep_secret

_log = logging.getLogger("advisor.bots")
KINDS = ("message", "edited_message", "callback_query")
_WAIT_S, _LIMIT, _PAUSE, _READ_S = 25, 100, 3.0, 8.0
_MENTIONS = (MessageEntity.MENTION, MessageEntity.TEXT_MENTION)


def incoming(update: Update, bot: Bot, triggers: Sequence[str]) -> Incoming | None:
    """The message that an update brings; None for one that is nothing to us."""
    if update.callback_query is not None:
        return _press(update.update_id, update.callback_query)
    message = update.message or update.edited_message
    if message is None or message.from_user is None or message.from_user.is_bot:
        return None
    return _message(update.update_id, message, bot, triggers, edited=update.edited_message is not None)


def _press(number: int, query: CallbackQuery) -> Incoming | None:
    if query.message is None:
        return None
    chat = query.message.chat
    thread = getattr(query.message, "message_thread_id", None) if getattr(query.message, "is_topic_message", None) else None
    return Incoming(
        chat=str(chat.id),
        person=str(query.from_user.id),
        message=f"press {query.id}",
        place=number,
        kind="press",
        pressed=query.data or "",
        on=str(query.message.message_id),
        thread=str(thread or ""),
        ack=query.id,
        lang=(query.from_user.language_code or "")[:2],
        private=chat.type == ChatType.PRIVATE,
    )


def _message(number: int, message: Message, bot: Bot, triggers: Sequence[str], *, edited: bool) -> Incoming | None:
    assert message.from_user is not None
    text = message.text or message.caption or ""
    if not text and (edited or message.effective_attachment is None):  # a live location is edited as often as it moves
        return None
    private = message.chat.type == ChatType.PRIVATE
    if not private or text.startswith("/"):
        told = _to_us(message, text, bot, triggers, private=private)
        if told is None:
            return None
        text = told
    own = f"album {message.media_group_id}" if message.media_group_id and not text else str(message.message_id)
    return Incoming(
        chat=str(message.chat.id),
        person=str(message.from_user.id),
        message=f"{own} edit {number}" if edited else own,
        place=number,
        kind="edit" if edited else "text" if text else "unsupported",
        text=text,
        on=str(message.message_id) if edited else "",
        thread=str(message.message_thread_id or "") if message.is_topic_message else "",
        lang=(message.from_user.language_code or "")[:2],
        private=private,
    )


def _to_us(message: Message, text: str, bot: Bot, triggers: Sequence[str], *, private: bool) -> str | None:
    """The text without what addresses it to us; None when it is for somebody else."""
    if text.startswith("/"):
        head = text.split(maxsplit=1)[0]
        if "@" in head and head.rsplit("@", 1)[1].casefold() != (bot.username or "").casefold():
            return None
        return text if private or "@" in head or command(text) is not None else None
    mine = f"@{bot.username}".casefold()
    for entity, said in {**message.parse_entities(list(_MENTIONS)), **message.parse_caption_entities(list(_MENTIONS))}.items():
        if said.casefold() == mine or (entity.user is not None and entity.user.id == bot.id):
            return text.replace(said, "", 1).strip()
    after = triggered(text, triggers)
    if after is not None:
        return after
    answered = message.reply_to_message
    if answered is not None and answered.from_user is not None and answered.from_user.id == bot.id:
        return text
    return None


async def taken(update: Update, door: Telegram, office: Office) -> None:
    """Keep what an update brings."""
    for message in (update.message, update.edited_message):
        if message is not None:
            door.seen(str(message.chat.id), message.message_id, private=message.chat.type == ChatType.PRIVATE)
    told = incoming(update, door.bot, office.settings.triggers)
    if told is not None:
        await office.accept([told])


async def poll(door: Telegram, office: Office, stop: asyncio.Event) -> None:
    """Ask for updates until told to stop; what was kept is confirmed by asking for what follows it."""
    offset: int | None = None
    while not stop.is_set():
        try:
            updates = await door.bot.get_updates(offset=offset, limit=_LIMIT, timeout=_WAIT_S, allowed_updates=list(KINDS))
        except RetryAfter as error:
            wait = error.retry_after
            await asyncio.sleep(wait if isinstance(wait, int | float) else wait.total_seconds())
            continue
        except Conflict:
            _log.error("telegram: somebody else asks for this bot's updates, or a webhook is set: only one may")
            await asyncio.sleep(_PAUSE)
            continue
        except NetworkError as error:
            _log.warning("telegram: %s", type(error).__name__)
            await asyncio.sleep(_PAUSE)
            continue
        try:
            for update in updates:
                await taken(update, door, office)
                offset = update.update_id + 1
        except BookError as error:
            _log.error("telegram: the book cannot be written: %s", type(error).__name__)
            await asyncio.sleep(_PAUSE)


class TelegramHook:
    """Telegram's webhook, known by the secret that was told to it."""

    name = "telegram"

    def __init__(self, door: Telegram, office: Office, secret: str) -> None:
        self.door, self.office, self.secret = door, office, secret

    def genuine(self, headers: Mapping[str, str], raw: bytes) -> bool | None:  # noqa: ARG002
        """Whether the secret is ours."""
        told = headers.get(TELEGRAM_SECRET)
        return None if told is None else is_secret(told, self.secret)

    def handshake(self, query: Mapping[str, str]) -> str | None:  # noqa: ARG002
        """Telegram asks nothing."""
        return None

    async def take(self, raw: bytes) -> None:
        """Keep what one update brings."""
        try:
            update = Update.de_json(json.loads(raw), self.door.bot)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise UnreadableError from None
        message = update.message or update.edited_message
        if message is not None and (datetime.now(UTC) - (message.edit_date or message.date)).days >= REPEATED_DAYS:
            raise StaleError
        await taken(update, self.door, self.office)


def station(book: Book, settings: Settings, env: Mapping[str, str]) -> Station:
    """The door to Telegram. With `ADVISOR_TELEGRAM_WEBHOOK` (our public address) it listens there, else it asks for updates.

    `ADVISOR_TELEGRAM_API` names a Bot API server of the club's own."""
    token = secret("ADVISOR_TELEGRAM_TOKEN", env)
    word = secret("ADVISOR_TELEGRAM_SECRET", env, needed=False) or settings.hashed("telegram", "webhook", token)
    keep_secret(token, word)
    api = env.get("ADVISOR_TELEGRAM_API", "")
    request = HTTPXRequest(connection_pool_size=2 * settings.at_once, read_timeout=_READ_S)
    bot = Bot(token, base_url=f"{api}/bot", request=request) if api else Bot(token, request=request)
    door = Telegram(bot, probes=int(env.get("ADVISOR_TELEGRAM_PROBES", TELEGRAM_PROBES)))
    office = Office(door, book, settings)
    address = env.get("ADVISOR_TELEGRAM_WEBHOOK", "")

    async def introduce() -> None:
        try:
            await door.introduce()
            if address:
                await door.bot.set_webhook(address, secret_token=word, allowed_updates=list(KINDS))
            else:
                await door.bot.delete_webhook()
        except TelegramError as error:
            raise RefusedError(type(error).__name__) from None

    async def listen(stop: asyncio.Event) -> None:
        await poll(door, office, stop)

    hook = TelegramHook(door, office, word) if address else None
    return Station(office, introduce, door.bot.shutdown, hook, None if address else listen)
