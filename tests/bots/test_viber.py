"""Viber against a strict imitation of its REST interface."""

from __future__ import annotations

import hashlib
import hmac
import html
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from harness import Webhook, settings, settled, stored, until
from sqlalchemy import select
from strict import post
from viber_server import TOKEN, ViberServer

from advisor.book.book import Book
from advisor.book.schema import PostedRow
from advisor.doors.bots.hooks import BODY
from advisor.doors.bots.viber import set_webhook, station
from advisor.talk.conversation import Conversation

STORY = "West revoked in hearts and both sides have played to the next trick"


@pytest.fixture
def server() -> Iterator[ViberServer]:
    """The imitation."""
    found = ViberServer()
    yield found
    found.close()


@contextmanager
def running(server: ViberServer, book: Book, **more: Any) -> Iterator[Webhook]:
    """The bot at work."""
    env = {"ADVISOR_VIBER_TOKEN": TOKEN, "ADVISOR_VIBER_API": f"{server.url}/pa"}
    found = Webhook(station(book, settings(**more), env))
    with found:
        server.webhook = f"{found.url}/viber"
        yield found


def texts(server: ViberServer, user: str) -> list[str]:
    """What a user reads."""
    return [each["text"] for each in server.shown.get(user, [])]


def test_a_story_and_its_keyboard(server: ViberServer, book: Book) -> None:
    """The law in bold; a press is answered with the choice named first; the old keyboard is closed."""
    with running(server, book):
        server.deliver(server.say("u=", STORY, lang="en"))
        settled(book)
        label = Conversation().turn(STORY).choices[0].label
        press = server.press("u=", html.unescape(server.shown["u="][0]["keyboard"]["Buttons"][0]["Text"]))
        server.deliver(press)
        settled(book)
        server.deliver(press | {"message_token": 7})
        settled(book)

    assert texts(server, "u=")[0].startswith("*Law 64A: Established revoke.*\n")
    assert texts(server, "u=")[1].startswith(f"✓ {label}\n")
    assert texts(server, "u=")[2] == "That question is closed."
    assert server.refused == []


def test_the_webhook_is_set_and_answers(server: ViberServer, book: Book) -> None:
    """Viber posts an event to it at once, which needs a 200."""
    with running(server, book) as bot:
        bot.do(set_webhook(bot.stations[0].office.door, f"{bot.url}/viber"))  # type: ignore[arg-type]

    assert server.webhook_status == 200


def test_a_visit_is_welcomed_and_may_bring_an_invitation(server: ViberServer, book: Book) -> None:
    """The context of the link that opened the chat is a code."""
    from advisor.book.members import Members

    code = Members(book).invite("director")
    with running(server, book, access="invited"):
        server.deliver(server.visit("a", lang="en"))
        server.deliver(server.visit("b", context=code, lang="en"))
        settled(book)

    assert server.refused == []
    assert [len(texts(server, user)) for user in ("a", "b")] == [1, 1]
    assert texts(server, "a")[0].startswith("I am here for the club's directors.")
    assert texts(server, "b")[0].startswith("Welcome among the club's directors.")


def test_redelivered_and_reordered_callbacks_are_answered_once(server: ViberServer, book: Book) -> None:
    """Each once, in the order of their time."""
    with running(server, book, settle=0.4):
        events = [server.say("u", f"law {n}", lang="en") | {"timestamp": 1_800_000_000_000 + n} for n in (25, 26, 27)]
        for event in (events[2], events[0], events[2], events[1], events[0]):
            server.deliver(event)
        settled(book)
        server.deliver(events[1])
        settled(book)

    assert [text.split(".")[0].strip("*") for text in texts(server, "u")] == ["Law 25", "Law 26", "Law 27"]


@pytest.mark.parametrize("drop", ["before", "after"])
def test_a_dropped_connection_shows_nothing_twice(server: ViberServer, book: Book, drop: str) -> None:
    """A receipt tells that the message was shown; without one it is sent again."""
    with running(server, book, receipt=1.0):
        server.drops = [drop]
        server.deliver(server.say("u", "law 25"))
        server.deliver(server.say("u", "law 26"))
        settled(book)

    assert [text.split(".")[0].strip("*") for text in texts(server, "u")] == ["Law 25", "Law 26"]


@pytest.mark.parametrize(("status", "shown"), [(3, 0), (4, 0), (6, 0), (7, 0), (15, 0), (999, 0)])
def test_errors_stand_in_the_body(server: ViberServer, book: Book, status: int, shown: int, monkeypatch: Any) -> None:
    """What can never be sent is given up, what may be is tried again; the next message is answered."""
    monkeypatch.setattr("advisor.doors.bots.viber._LATER", 0.1)
    with running(server, book):
        server.statuses = [status]
        server.deliver(server.say("u", "law 25"))
        settled(book)
        server.deliver(server.say("u", "law 26"))
        settled(book)

    assert len(texts(server, "u")) == 1 + (status == 999) + shown


@pytest.mark.parametrize("status", [2, 8, 10, 11, 12])
def test_what_passes_is_tried_again(server: ViberServer, book: Book, status: int, monkeypatch: Any) -> None:
    """A wrong token, too many messages, no device at hand: the message is sent when it can be."""
    monkeypatch.setattr("advisor.doors.bots.viber._LATER", 0.1)
    with running(server, book):
        server.statuses = [status, status]
        server.deliver(server.say("u", "law 25"))
        settled(book)

    assert len(texts(server, "u")) == 1


def test_limits_are_waited_for(server: ViberServer, book: Book, monkeypatch: Any) -> None:
    """A 429: the messages come when they can, once, in their order."""
    monkeypatch.setattr("advisor.doors.bots.viber._LATER", 0.1)
    with running(server, book):
        server.limits = [1, 1]
        server.deliver(server.say("u", "law 25"))
        server.deliver(server.say("u", "law 26"))
        settled(book)

    assert server.limits == []
    assert [text.split(".")[0].strip("*") for text in texts(server, "u")] == ["Law 25", "Law 26"]


def test_a_message_that_fails_afterwards_is_noted(server: ViberServer, book: Book) -> None:
    """Viber takes it, and says later that the phone did not; the next message is answered."""
    with running(server, book):
        server.failing = 1
        server.deliver(server.say("u", "law 25"))
        until(lambda: _states(book) == ["failed"], "failed")
        server.deliver(server.say("u", "law 26"))
        settled(book)

    assert _states(book) == ["failed", "sent"]
    assert [text.split(".")[0].strip("*") for text in texts(server, "u")] == ["Law 26"]


def _states(book: Book) -> list[str]:
    with book.engine.connect() as connection:
        return list(connection.execute(select(PostedRow.state).order_by(PostedRow.id)).scalars())


def test_a_keyboard_that_is_too_large_is_written_out(server: ViberServer, book: Book, monkeypatch: Any) -> None:
    """Where a request would be larger than Viber takes, the choices are numbered text."""
    monkeypatch.setattr("advisor.doors.bots.viber.VIBER_REQUEST", 500)
    with running(server, book):
        server.deliver(server.say("u", STORY, lang="en"))
        settled(book)

    assert "keyboard" not in server.shown["u"][0]
    assert f"1. {Conversation().turn(STORY).choices[0].label}" in texts(server, "u")[0]


def test_a_phone_without_keyboards_reads_numbers(server: ViberServer, book: Book) -> None:
    """The same choices, as numbered text."""
    server.old_phones = {"u"}
    with running(server, book):
        server.deliver(server.say("u", STORY, lang="en"))
        settled(book)
        server.deliver(server.say("u", "3"))
        settled(book)

    assert "keyboard" not in server.shown["u"][0]
    assert f"1. {Conversation().turn(STORY).choices[0].label}" in texts(server, "u")[0]
    assert len(texts(server, "u")) == 2


def test_pictures_are_met_kindly_and_who_left_is_left_alone(server: ViberServer, book: Book) -> None:
    """One sentence for a picture; nothing for who unsubscribed."""
    with running(server, book):
        server.deliver(server.say("u", "", kind="picture", lang="en"))
        settled(book)
        server.deliver(server.say("v", "law 27"))
        server.deliver(server.leave("v"))
        settled(book)

    assert texts(server, "u") == ["I can read text only, but thank you. Please type in two lines what happened."]
    assert len(texts(server, "v")) <= 1


def test_signs_of_markup_are_no_markup(server: ViberServer, book: Book) -> None:
    """What somebody wrote with stars stands there without making anything bold; nothing is refused."""
    with running(server, book):
        server.deliver(server.say("u", "*bold*x _i_ ~s~ ```code``` <b>&", lang="en"))
        server.deliver(server.say("u", f"{STORY}, board *7* _x_", lang="en"))
        server.deliver(server.say("u", "undo"))
        server.deliver(server.say("u", "menu"))
        settled(book)

    assert server.refused == []
    assert [text for text in texts(server, "u") if "*7*" in text or "_x_" in text] == []


@pytest.mark.parametrize(
    ("signature", "raw", "status"),
    [
        (None, b"{}", 401),
        ("0" * 64, b"{}", 403),
        ("of another body", b'{"event": "message"}', 403),
        ("in capitals", b"{}", 403),
        ("right", b"no json", 400),
        ("right", b'{"event": "message", "message_token": "x"}', 400),
        ("right", json.dumps({"event": "message", "timestamp": 1_457_764_197_627, "message_token": 1}).encode(), 403),
        ("right", b" " * (BODY + 1), 413),
    ],
)
def test_what_is_not_vibers_is_refused(server: ViberServer, book: Book, signature: str | None, raw: bytes, status: int) -> None:
    """By the signature over the raw body; too old or too large, too. Nothing of it is stored."""
    right = hmac.new(TOKEN.encode(), raw, hashlib.sha256).hexdigest()
    other = hmac.new(TOKEN.encode(), b"{}", hashlib.sha256).hexdigest()
    told = {"right": right, "of another body": other, "in capitals": right.upper()}.get(signature or "", signature)
    with running(server, book) as bot:
        found = post(f"{bot.url}/viber", raw, {"X-Viber-Content-Signature": told} if told is not None else {})

        assert stored(book) == 0

    assert found == status
