"""Telegram against a strict imitation of its Bot API: what people see, and what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from harness import Webhook, settings, settled, stored, until, waiting
from strict import post
from telegram_server import TOKEN, TelegramServer

from advisor.book.book import Book
from advisor.book.members import Members
from advisor.doors.bots.hooks import BODY
from advisor.doors.bots.telegram_in import station

STORY = "West revoked in hearts and both sides have played to the next trick"
GROUP = -100200


@pytest.fixture
def server() -> Iterator[TelegramServer]:
    """The imitation."""
    found = TelegramServer()
    yield found
    found.close()


@contextmanager
def running(server: TelegramServer, book: Book, *, webhook: bool = True, **more: Any) -> Iterator[Webhook]:
    """The bot at work, introduced."""
    env = {"ADVISOR_TELEGRAM_TOKEN": TOKEN, "ADVISOR_TELEGRAM_API": server.url}
    env |= {"ADVISOR_TELEGRAM_WEBHOOK": "later"} if webhook else {}
    found = Webhook(station(book, settings(**more), env))
    with found:
        until(lambda: server.webhook == "later" if webhook else "deleteWebhook" in server.asked, "introduced")
        if webhook:
            server.webhook = f"{found.url}/telegram"
        yield found


def test_a_story_and_its_buttons(server: TelegramServer, book: Book) -> None:
    """The answer stands in bold, suits as letters; a press is acknowledged, marked, and answered; the old one is closed."""
    with running(server, book):
        server.deliver(server.say(1, STORY, lang="en"))
        settled(book)
        (first,) = server.screen(1)
        label = first.rows[0][0]["text"]
        server.deliver(server.press(1, first.id, label))
        settled(book)
        server.deliver(server.press(1, first.id, label))
        settled(book)

    assert first.html.startswith("<b>Law 64A")
    marked = [button["text"] for row in server.screen(1)[0].rows for button in row]
    assert marked[0] == f"✓ {label}"
    assert [text[:1] == "✓" for text in marked].count(True) == 1
    assert len(server.screen(1)) == 2
    assert server.popups == ["", "That question is closed."]
    assert server.refused == []


def test_long_polling(server: TelegramServer, book: Book) -> None:
    """Updates are asked for and confirmed; a second poller is heard of and waits."""
    with running(server, book, webhook=False):
        server.say(1, "law 27")
        server.say(1, "νόμος 64")
        until(lambda: len(server.screen(1)) == 2, "two answers")
        until(lambda: not server.updates, "confirmed")

    assert [m.text.split(".")[0] for m in server.screen(1)] == ["Law 27", "Νόμος 64"]


def test_commands_stand_in_the_menus_of_both_languages(server: TelegramServer, book: Book) -> None:
    """For private chats and for groups; what is private is not in a group's menu."""
    with running(server, book):
        pass

    assert set(server.commands) == {
        (scope, lang) for scope in ("default", "all_private_chats", "all_group_chats") for lang in ("", "el")
    }
    assert {"start", "help", "new", "law", "find", "language", "edition", "log", "delete"} <= set(
        server.commands[("all_private_chats", "el")]
    )
    assert "log" not in server.commands[("all_group_chats", "")]


@pytest.mark.parametrize(
    ("told", "answered"),
    [
        ("@club_td_bot law 27", True),
        ("law 27 @club_td_bot", True),
        ("/law@club_td_bot 27", True),
        ("/law 27", True),
        ("td, law 27", True),
        ("/law@other_bot 27", False),
        ("/weather", False),
        ("law 27", False),
        ("@somebody law 27", False),
        ("tdlaw 27", False),
    ],
)
def test_in_a_group_it_speaks_when_addressed(server: TelegramServer, book: Book, told: str, answered: bool) -> None:
    """By a mention, a command, or the club's own word; its answer quotes the message. Others are not even stored."""
    with running(server, book, triggers=("td",)):
        update = server.say(GROUP, told, kind="supergroup", lang="en")
        server.deliver(update)
        settled(book)

    assert bool(stored(book)) == answered
    assert [(m.text.split(".")[0], m.reply_to) for m in server.screen(GROUP)] == (
        [("Law 27", update["message"]["message_id"])] if answered else []
    )


def test_a_reply_to_its_own_message_addresses_it(server: TelegramServer, book: Book) -> None:
    """With privacy mode on these arrive; a reply to somebody else is not for us."""
    ours = {"message_id": 1, "date": 1, "chat": {"id": GROUP, "type": "supergroup"}, "text": "x"}
    us = {"id": 424242, "is_bot": True, "first_name": "TD", "username": "club_td_bot"}
    other = {"id": 5, "is_bot": False, "first_name": "B"}
    with running(server, book):
        server.deliver(server.say(GROUP, "law 27", kind="supergroup", reply_to_message=ours | {"from": us}))
        server.deliver(server.say(GROUP, "law 64", kind="supergroup", reply_to_message=ours | {"from": other}))
        settled(book)

    assert [m.text.split(".")[0] for m in server.screen(GROUP)] == ["Law 27"]


def test_a_group_reads_the_table_view_with_the_link_to_the_rest(server: TelegramServer, book: Book) -> None:
    """The link opens the private chat, where the same person reads the rest."""
    with running(server, book):
        server.deliver(server.say(GROUP, "/start@club_td_bot", kind="supergroup"))
        server.deliver(server.say(GROUP, f"@club_td_bot {STORY}", kind="supergroup", lang="en"))
        settled(book)
        server.deliver(server.say(7, "/start rest"))
        settled(book)

    assert "For all four players:" in server.screen(GROUP)[1].text
    assert "t.me/club_td_bot?start=rest" in server.screen(GROUP)[1].text
    assert "At the table:" in server.screen(7)[0].text


def test_edits_are_corrections_and_unsupported_content_is_met_kindly(server: TelegramServer, book: Book) -> None:
    """An invisible edit is none; an album is one message; a caption is a text."""
    photo = {"photo": [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]}
    with running(server, book):
        told = server.say(1, "East led out of turn, dummy not down", lang="en")
        server.deliver(told)
        server.deliver(server.edit(told, "East led out of turn, dummy not down"))
        server.deliver(server.edit(told, "East revoked in hearts"))
        server.deliver(server.say(2, "", lang="en", sticker=_sticker()))
        for _ in range(3):
            server.deliver(server.say(2, "", lang="en", media_group_id="g", **photo))
        server.deliver(server.say(2, "", lang="en", caption="law 27", **photo))
        settled(book)

    assert [m.text.splitlines()[0] for m in server.screen(1)][1:] == ["Corrected."]
    assert [m.text[:12] for m in server.screen(2)] == ["I can read t", "I can read t", "Law 27. Insu"]


def _sticker() -> dict[str, Any]:
    return {"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1, "is_animated": False, "is_video": False} | {
        "type": "regular"
    }


def test_redelivered_and_reordered_updates_are_answered_once(server: TelegramServer, book: Book) -> None:
    """Each once, in the order in which they were written."""
    with running(server, book, settle=0.4):
        first, second, third = (server.say(1, f"law {n}") for n in (25, 26, 27))
        for update in (third, first, third, second, first):
            server.deliver(update)
        settled(book)
        server.deliver(second)
        settled(book)

    assert [m.text.split(".")[0] for m in server.screen(1)] == ["Law 25", "Law 26", "Law 27"]


@pytest.mark.parametrize("drop", ["before", "after"])
def test_a_dropped_connection_shows_nothing_twice(server: TelegramServer, book: Book, drop: str) -> None:
    """Whether the message was shown before the connection broke is found out from Telegram itself."""
    with running(server, book):
        server.deliver(server.say(1, "law 25"))
        settled(book)
        server.drops = [drop]
        server.deliver(server.say(1, "law 26"))
        server.say(2, "somebody else writes")
        server.deliver(server.say(1, "law 27"))
        settled(book)

    assert [m.text.split(".")[0] for m in server.screen(1)] == ["Law 25", "Law 26", "Law 27"]


def test_an_outage_after_a_dropped_connection_shows_nothing_twice(server: TelegramServer, book: Book) -> None:
    """However long Telegram cannot be reached, also longer than a receipt is waited for: what is not known stays so."""
    with running(server, book, receipt=0.3) as bot:
        library: Any = bot.stations[0].office.door
        right = library.bot._base_url
        server.drops = ["after"]
        server.deliver(server.say(1, "law 25"))
        until(lambda: len(server.screen(1)) == 1, "shown")
        library.bot._base_url = right.replace(server.url, "http://127.0.0.1:9")  # where connections are refused
        time.sleep(4.0)
        library.bot._base_url = right
        settled(book)

    assert [m.text.split(".")[0] for m in server.screen(1)] == ["Law 25"]


def test_a_group_that_moved_while_a_message_was_on_its_way(server: TelegramServer, book: Book) -> None:
    """Whether it arrived is asked at the new address, and the answer comes there."""
    with running(server, book):
        server.drops = ["before"]
        update = server.say(-5, "/law@club_td_bot 27", kind="group", lang="en")
        server.chats[GROUP], server.moved[-5] = "supergroup", GROUP
        server.deliver(update)
        settled(book)

    assert [m.text.split(".")[0] for m in server.screen(GROUP)] == ["Law 27"]


def test_rate_limits_are_waited_for(server: TelegramServer, book: Book) -> None:
    """429 with retry_after: the message comes later, in its order, once."""
    server.limits = [1, 1]
    with running(server, book):
        began = time.monotonic()
        server.deliver(server.say(1, "law 25"))
        server.deliver(server.say(1, "law 26"))
        settled(book)

    assert time.monotonic() - began >= 2
    assert [m.text.split(".")[0] for m in server.screen(1)] == ["Law 25", "Law 26"]


def test_a_group_that_became_a_supergroup(server: TelegramServer, book: Book) -> None:
    """The answer goes to its new number."""
    with running(server, book):
        update = server.say(-5, "/law@club_td_bot 27", kind="group", lang="en")
        server.chats[GROUP], server.moved[-5] = "supergroup", GROUP
        server.deliver(update)
        settled(book)

    assert [m.text.split(".")[0] for m in server.screen(GROUP)] == ["Law 27"]


def test_a_chat_that_blocked_us_holds_nobody_up(server: TelegramServer, book: Book) -> None:
    """What waits for it is given up; others are answered."""
    server.blocked = {1}
    with running(server, book):
        server.deliver(server.say(1, "law 25"))
        server.deliver(server.say(2, "law 26"))
        settled(book)

    assert server.screen(1) == []
    assert len(server.screen(2)) == 1


def test_a_stale_press_is_answered_all_the_same(server: TelegramServer, book: Book) -> None:
    """Telegram forgets a press after a while; the choice counts, and nothing breaks."""
    with running(server, book):
        server.deliver(server.say(1, STORY, lang="en"))
        settled(book)
        press = server.press(1, server.screen(1)[0].id, server.screen(1)[0].rows[0][0]["text"])
        server.queries.clear()
        server.deliver(press)
        settled(book)

    assert len(server.screen(1)) == 2
    assert [r[:32] for r in server.refused] == ["Bad Request: query is too old an"]


def test_every_press_is_acknowledged(server: TelegramServer, book: Book) -> None:
    """Also that of somebody who is not invited, and one that comes too fast: nothing is said, and the phone waits no longer."""
    code = Members(book).invite("director")
    with running(server, book, access="invited", rate=3):
        for update in (server.say(7, f"/start {code}"), server.say(GROUP, f"@club_td_bot {STORY}", kind="supergroup", lang="en")):
            server.deliver(update)
            settled(book)
        (message,) = server.screen(GROUP)
        for user in (99, 7, 7, 7, 7):
            server.deliver(server.press(GROUP, message.id, message.rows[0][0]["text"], user=user))
            settled(book)

    assert set(server.queries.values()) == {"answered"}
    assert server.popups[0] == server.popups[-1] == ""


def test_a_live_location_is_answered_once(server: TelegramServer, book: Book) -> None:
    """It is edited as often as it moves."""
    place = {"location": {"latitude": 38.0, "longitude": 23.7, "live_period": 900}}
    with running(server, book):
        update = server.say(1, "", lang="en", **place)
        server.deliver(update)
        for _ in range(3):
            server.deliver(server.move(update))
        settled(book)

    assert [m.text[:12] for m in server.screen(1)] == ["I can read t"]


SIGNS = "<b>&amp; * _ [x](y) ~ ` > # + - = | { } . ! \\ ♥️ 😀 " + "\u202e"


def test_whatever_was_written_is_shown_as_it_was(server: TelegramServer, book: Book) -> None:
    """A record with all signs of markup in it, and a very long text: nothing is refused."""
    with running(server, book, access="open"):
        server.deliver(server.say(1, f"{STORY}, board 7 {SIGNS}", lang="en"))
        server.deliver(server.say(1, "undo"))
        server.deliver(server.say(1, "/find " + SIGNS * 10))
        server.deliver(server.say(1, "x" * 60_000))
        settled(book)

    assert server.refused == []
    assert "<b>&amp; *" in server.screen(1)[1].text
    assert len(server.screen(1)) == 4


@pytest.mark.parametrize(
    ("headers", "raw", "status"),
    [
        ({}, b"{}", 401),
        ({"X-Telegram-Bot-Api-Secret-Token": "wrong"}, b"{}", 403),
        ({"X-Telegram-Bot-Api-Secret-Token": ""}, b"{}", 403),
        ("right", b"no json", 400),
        ("right", b"[]", 400),
        ("right", b" " * (BODY + 1), 413),
    ],
)
def test_what_is_not_telegrams_is_refused(server: TelegramServer, book: Book, headers: Any, raw: bytes, status: int) -> None:
    """And nothing of it is stored."""
    with running(server, book) as bot:
        told = {"X-Telegram-Bot-Api-Secret-Token": server.secret} if headers == "right" else headers
        found = post(f"{bot.url}/telegram", raw, told)

        assert stored(book) == 0

    assert found == status


def test_an_old_update_that_somebody_replays_is_refused(server: TelegramServer, book: Book) -> None:
    """Telegram repeats none that is older than a day."""
    with running(server, book) as bot:
        update = server.say(1, "law 27")
        update["message"]["date"] -= 30 * 86400
        raw, told = json.dumps(update).encode(), {"X-Telegram-Bot-Api-Secret-Token": server.secret}

        assert post(f"{bot.url}/telegram", raw, told) == 403
        assert stored(book) == 0


def test_a_foreign_token_is_refused_by_telegram_and_nothing_is_lost(server: TelegramServer, book: Book) -> None:
    """The answer waits in the book until the club has mended its token."""
    with running(server, book) as bot:
        bot.stations[0].office.door.bot._base_url = f"{server.url}/bot1:x"  # type: ignore[attr-defined]
        server.deliver(server.say(1, "law 27"))
        until(lambda: "401" in server.refused, "refused")
        assert waiting(book) == 2
        bot.stations[0].office.stop()

    assert server.screen(1) == []
