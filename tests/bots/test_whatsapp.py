"""WhatsApp against a strict imitation of the Cloud API."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from harness import Webhook, settings, settled, stored, until
from sqlalchemy import select, update
from strict import post
from whatsapp_server import NUMBER, SECRET, TOKEN, VERIFY, WhatsAppServer, signed

from advisor.book.book import Book
from advisor.book.schema import ChatRow, PostedRow
from advisor.doors.bots.hooks import BODY
from advisor.doors.bots.whatsapp_in import station
from advisor.talk.conversation import Conversation

STORY = "West revoked in hearts and both sides have played to the next trick"
HELD = "η Δύση έκανε ρενόνς στις κούπες, παίχτηκε όλη η διανομή"


@pytest.fixture
def server() -> Iterator[WhatsAppServer]:
    """The imitation."""
    found = WhatsAppServer()
    yield found
    found.close()


@contextmanager
def running(server: WhatsAppServer, book: Book, **more: Any) -> Iterator[Webhook]:
    """The bot at work."""
    env = {"ADVISOR_WHATSAPP_API": f"{server.url}/v26.0", "ADVISOR_WHATSAPP_TOKEN": TOKEN}
    env |= {"ADVISOR_WHATSAPP_SECRET": SECRET, "ADVISOR_WHATSAPP_VERIFY": VERIFY, "ADVISOR_WHATSAPP_NUMBER": NUMBER}
    found = Webhook(station(book, settings(**more), env))
    with found:
        server.webhook = f"{found.url}/whatsapp"
        yield found


def texts(server: WhatsAppServer, user: str) -> list[str]:
    """What a user reads."""
    return [m["text"]["body"] if m["type"] == "text" else m["interactive"]["body"]["text"] for m in server.shown.get(user, [])]


def heads(server: WhatsAppServer, user: str) -> list[str]:
    """The beginnings of what a user reads."""
    return [text.split(".")[0].strip("*") for text in texts(server, user)]


def test_a_story_with_a_list_and_buttons(server: WhatsAppServer, book: Book) -> None:
    """Four choices are a list with the whole labels, two are buttons; a pick is answered with the choice named first."""
    with running(server, book):
        server.deliver(server.said("30", STORY))
        settled(book)
        first = Conversation().turn(STORY).choices[0].label
        pick = server.press("30", first)
        server.deliver(pick)
        settled(book)
        server.deliver(pick | {"id": "wamid.again"})
        settled(book)
        server.deliver(server.said("30", "/delete"))
        settled(book)

    shown = server.shown["30"]
    assert shown[0]["interactive"]["type"] == "list"
    assert texts(server, "30")[0].startswith("*Law 64A: Established revoke.*\n")
    assert texts(server, "30")[1].startswith(f"✓ {first}\n")
    assert texts(server, "30")[2] == "That question is closed."
    assert [b["reply"]["title"] for b in shown[3]["interactive"]["action"]["buttons"]] == ["Yes, delete it", "No"]
    assert server.refused == []


def test_every_message_of_a_batch_is_answered(server: WhatsAppServer, book: Book) -> None:
    """Also those without a phone number, and of writers without a profile; unknown kinds kindly, reactions not at all."""
    with running(server, book):
        server.deliver(
            server.said("30", "law 25"),
            server.said("31", "law 26"),
            {k: v for k, v in server.said("", "law 27", from_user_id="GR.1").items() if k != "from"},
            server.said("32", kind="unsupported", errors=[{"code": 131051}]),
            server.said("33", kind="image", image={"id": "1"}),
            server.said("34", kind="reaction", reaction={"emoji": "x"}),
        )
        server.heard["GR.1"] = time.time()
        settled(book)

    assert [heads(server, user) for user in ("30", "31", "GR.1")] == [["Law 25"], ["Law 26"], ["Law 27"]]
    assert [len(texts(server, user)) for user in ("32", "33", "34")] == [1, 1, 0]


def test_redelivered_and_reordered_batches_are_answered_once(server: WhatsAppServer, book: Book) -> None:
    """Each message once, in the order of their time."""
    with running(server, book, settle=0.4):
        now = int(time.time())
        told = [server.said("30", f"law {n}") | {"timestamp": str(now - 30 + n)} for n in (25, 26, 27)]
        server.deliver(told[2])
        server.deliver(told[1], told[0], told[2])
        settled(book)
        server.deliver(told[0], told[1])
        settled(book)

    assert heads(server, "30") == ["Law 25", "Law 26", "Law 27"]


@pytest.mark.parametrize("drop", ["before", "after"])
def test_a_dropped_connection_shows_nothing_twice(server: WhatsAppServer, book: Book, drop: str) -> None:
    """The receipt brings our own word back; without one the message is sent again."""
    with running(server, book, receipt=1.0):
        server.drops = [drop]
        server.deliver(server.said("30", "law 25"), server.said("30", "law 26"))
        settled(book)

    assert heads(server, "30") == ["Law 25", "Law 26"]


@pytest.mark.parametrize("code", [4, 80007, 130429, 131048, 131056, 190])
def test_what_passes_is_tried_again(server: WhatsAppServer, book: Book, code: int, monkeypatch: Any) -> None:
    """Limits in all, of the pair, of the token: the message comes when it can."""
    monkeypatch.setattr("advisor.doors.bots.whatsapp._LATER", 0.1)
    with running(server, book):
        server.errors = [code]
        server.deliver(server.said("30", "law 25"))
        settled(book)

    assert heads(server, "30") == ["Law 25"]


@pytest.mark.parametrize("code", [100, 131008, 131009, 131026, 131030])
def test_what_never_passes_is_given_up(server: WhatsAppServer, book: Book, code: int) -> None:
    """And the next message is answered."""
    with running(server, book):
        server.errors = [code]
        server.deliver(server.said("30", "law 25"))
        settled(book)
        server.deliver(server.said("30", "law 26"))
        settled(book)

    assert heads(server, "30") == ["Law 26"]


def test_the_24_hour_window_is_respected(server: WhatsAppServer, book: Book) -> None:
    """An answer that could not be sent in time is held, and sent first when the user writes again, whether we know the hour
    or WhatsApp tells us."""
    with running(server, book):
        server.errors = [131047]
        server.deliver(server.said("30", "law 25"))
        settled(book)
        with book.engine.begin() as connection:
            states = connection.execute(select(PostedRow.state)).scalars().all()
            connection.execute(update(ChatRow).values(heard=datetime.now(UTC) - timedelta(hours=25)))
            connection.execute(update(PostedRow).values(state="waiting"))
            connection.execute(update(ChatRow).values(due=datetime.now(UTC)))
        settled(book)
        asked = len(server.refused)
        server.deliver(server.said("30", "law 26"))
        settled(book)

    assert states == ["held"]
    assert asked == 1
    assert heads(server, "30") == ["Law 25", "Law 26"]


def test_a_message_that_fails_afterwards(server: WhatsAppServer, book: Book) -> None:
    """A late failure is noted and answered by nobody; nothing of the message is kept."""
    with running(server, book):
        server.late = [131026]
        server.deliver(server.said("30", "law 25"))
        until(lambda: _states(book) == ["failed"], "failed")

    assert heads(server, "30") == []
    assert _bodies(book) == [{}]


def test_a_message_that_came_too_late_is_not_lost(server: WhatsAppServer, book: Book) -> None:
    """WhatsApp may say only afterwards that its window was closed: the answer waits, and comes first when the user writes."""
    with running(server, book):
        server.late = [131047]
        server.deliver(server.said("30", "law 25"))
        until(lambda: _states(book) == ["held"], "held")
        server.deliver(server.said("30", "law 26"))
        until(lambda: _bodies(book) == [{}, {}], "receipts")

    assert heads(server, "30") == ["Law 25", "Law 26"]


def test_messages_of_one_second_are_answered_as_they_came(server: WhatsAppServer, book: Book) -> None:
    """Whatever place they had in their batches."""
    second = str(int(time.time()))
    other, first, after = (
        server.said(user, f"law {n}") | {"timestamp": second} for user, n in (("31", 1), ("30", 26), ("30", 27))
    )
    with running(server, book, settle=0.4):
        server.deliver(other, first)
        server.deliver(after)
        settled(book)

    assert heads(server, "30") == ["Law 26", "Law 27"]


def test_no_id_with_a_number_in_it_is_kept(server: WhatsAppServer, book: Book) -> None:
    """WhatsApp's own ids of messages may hold the user's number; a quote of such a message is known all the same."""
    with running(server, book):
        server.deliver(server.said("30", "/law 26", group="G"))
        settled(book)
        sent = server.shown["G"][0]["id"]
        server.deliver(server.said("31", "law 27", group="G", context={"id": sent}))
        settled(book)
    with book.engine.connect() as connection:
        kept = list(connection.execute(select(PostedRow.sent)).scalars())

    assert len(server.shown["G"]) == len(kept) == 2
    assert [len(each) for each in kept] == [32, 32]
    assert sent not in kept


def test_the_commands_stand_in_the_menu(server: WhatsAppServer, book: Book) -> None:
    """Those of a private chat."""
    with running(server, book):
        until(lambda: server.menu, "a menu")

    assert {"help", "new", "law", "find", "language", "edition", "log", "delete"} <= set(server.menu)
    assert server.refused == []


def _bodies(book: Book) -> list[Any]:
    with book.engine.connect() as connection:
        return list(connection.execute(select(PostedRow.body)).scalars())


def _states(book: Book) -> list[str]:
    with book.engine.connect() as connection:
        return list(connection.execute(select(PostedRow.state)).scalars())


def test_groups_get_text_when_they_speak_to_us(server: WhatsAppServer, book: Book) -> None:
    """By a command, the club's word, or a quote of our message; there are no buttons there, only the table view."""
    with running(server, book, triggers=("td",)):
        server.deliver(
            server.said("30", "law 25", group="G"),
            server.said("30", "/law 26", group="G"),
            server.said("31", f"td {STORY}", group="G"),
        )
        settled(book)
        ours = server.shown["G"][0]["id"]
        server.deliver(server.said("31", "law 27", group="G", context={"id": ours}))
        server.deliver(server.said("31", "law 28", group="G", context={"id": "wamid.other"}))
        settled(book)

    assert [head.splitlines()[0] for head in heads(server, "G")] == ["Νόμος 26", "For all four players:", "Law 27"]
    assert all(m["recipient_type"] == "group" and m["type"] == "text" for m in server.shown["G"])


def test_messages_to_another_number_are_not_ours(server: WhatsAppServer, book: Book) -> None:
    """The app may have several; each bot answers its own."""
    with running(server, book):
        assert server.deliver(server.said("30", "law 25"), number="999") == 200
        assert stored(book) == 0


@pytest.mark.parametrize(
    ("query", "status", "body"),
    [
        (f"hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token={VERIFY}", 200, "1158201444"),
        ("hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong", 403, ""),
        (f"hub.mode=other&hub.challenge=1&hub.verify_token={VERIFY}", 403, ""),
        ("", 403, ""),
    ],
)
def test_the_handshake(server: WhatsAppServer, book: Book, query: str, status: int, body: str) -> None:
    """The challenge goes back bare to whoever knows our word."""
    with running(server, book) as bot:
        try:
            with urllib.request.urlopen(f"{bot.url}/whatsapp?{query}", timeout=10) as done:
                found = (done.status, done.read().decode())
        except urllib.error.HTTPError as error:
            found = (error.code, error.read().decode())

    assert found == (status, body)


def _old(server: WhatsAppServer) -> bytes:
    return server.batch(server.said("30", "law 27") | {"timestamp": "1700000000"})


@pytest.mark.parametrize("case", ["unsigned", "wrong key", "another body", "no json", "no batch", "old", "large"])
def test_what_is_not_metas_is_refused(server: WhatsAppServer, book: Book, case: str) -> None:
    """By the signature over the raw body as it came; too old or too large, too. Nothing of it is stored."""
    good = server.batch(server.said("30", "νόμος 27"))
    raw, headers, status = {
        "unsigned": (good, {}, 401),
        "wrong key": (good, signed(good, "other"), 403),
        "another body": (json.dumps(json.loads(good), ensure_ascii=False).encode(), signed(good), 403),
        "no json": (b"{", signed(b"{"), 400),
        "no batch": (b"[1]", signed(b"[1]"), 400),
        "old": (_old(server), signed(_old(server)), 403),
        "large": (b" " * (BODY + 1), signed(b" " * (BODY + 1)), 413),
    }[case]
    if case == "old":
        raw = _old(server)
        headers = signed(raw)
    with running(server, book) as bot:
        found = post(f"{bot.url}/whatsapp", raw, headers)

        assert stored(book) == 0

    assert found == status
