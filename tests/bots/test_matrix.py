"""Matrix on a real Synapse: rooms and direct chats, in both languages."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from harness import Webhook, settings, settled, waiting
from harness import until as wait_until
from nio import AsyncClient, ErrorResponse
from synapse import Person, Synapse

from advisor.base.errors import UsageError
from advisor.book.book import Book
from advisor.book.members import Members
from advisor.doors.bots.matrix import number_of
from advisor.doors.bots.matrix_in import station
from advisor.talk.conversation import Conversation

STORY = "West revoked in hearts and both sides have played to the next trick"
until = partial(wait_until, seconds=90.0)  # long, since a machine under load is slow


@pytest.fixture(scope="module")
def server() -> Iterator[Synapse]:
    """A real Synapse."""
    found = Synapse()
    yield found
    found.close()


_names = iter(range(1000))


def registered(server: Synapse, name: str) -> Person:
    """A user of a new name."""
    return server.register(f"{name}{next(_names)}")


@contextmanager
def running(server: Synapse, book: Book, bot: Person, told: dict[str, str] | None = None, **more: Any) -> Iterator[Webhook]:
    """The bot at work, its first sync done."""
    env = {"ADVISOR_MATRIX_SERVER": server.url, "ADVISOR_MATRIX_TOKEN": bot.token} | (told or {})
    found = Webhook(station(book, settings(**more), env))
    with found:
        reader = f"matrix:{settings().hashed('matrix', 'reader', bot.user)}"
        until(lambda: found.stations[0].office.mail.bookmark(reader), "a first sync")
        yield found


def read(who: Person, room: str, bot: Person, many: int) -> list[str]:
    """What the bot wrote in a room, when it has written so often; a moment later it has not written more."""
    until(lambda: len(who.seen(room, bot.user)) >= many, f"{many} messages in {[e['content'] for e in who.seen(room, bot.user)]}")
    time.sleep(0.1)
    return [event["content"]["body"] for event in who.seen(room, bot.user)]


def direct(who: Person, bot: Person) -> str:
    """A direct chat, when the bot is in it."""
    room = who.room(bot.user, direct=True)
    until(lambda: who.members(room)[bot.user]["membership"] == "join", "joined")
    return room


def test_the_server_runs_as_an_ordinary_user(server: Synapse) -> None:
    """As a club's would: not as root."""
    assert server.process.poll() is None
    assert Path(f"/proc/{server.process.pid}").stat().st_uid != 0


def test_a_direct_chat_in_both_languages(server: Synapse, book: Book) -> None:
    """A story with its numbered choices, answered by a number, by a reaction, in Greek and in English; commands with a mark."""
    bot, td = registered(server, "bot"), registered(server, "td")
    with running(server, book, bot):
        room = direct(td, bot)
        td.say(room, STORY)
        first = read(td, room, bot, 1)[0]
        event = td.seen(room, bot.user)[0]
        td.react(room, event["event_id"], "2️⃣")
        second = read(td, room, bot, 2)[1]
        td.react(room, event["event_id"], "1️⃣")
        td.say(room, "!νόμος 64Γ")
        shown = read(td, room, bot, 4)
    reply = Conversation().turn(STORY)

    assert [f"{n}. {b.label}" for n, b in enumerate(reply.choices, 1)] == first.splitlines()[-len(reply.choices) :]
    assert event["content"]["formatted_body"].startswith("<strong>Law 64A: Established revoke.</strong><br>")
    assert event["content"]["msgtype"] == "m.notice"
    right = Conversation()
    right.turn(STORY)
    assert right.turn(reply.choices[1].send).text.splitlines()[0] in second
    assert [e["content"]["m.relates_to"]["key"] for e in td.seen(room, bot.user, "m.reaction")] == ["2️⃣"]
    assert shown[2] == "That question is closed."
    assert shown[3].startswith("Law 64.")


def test_a_room_hears_it_when_it_is_addressed(server: Synapse, book: Book) -> None:
    """By its name, a mention, a command, the club's word, or a reply to it; players read the table view."""
    bot, td, player = (registered(server, name) for name in ("bot", "td", "player"))
    with running(server, book, bot, triggers=("διαιτητή",)):
        room = td.room(bot.user, player.user)
        player.join(room)
        until(lambda: td.members(room)[bot.user]["membership"] == "join", "joined")
        player.say(room, "law 25")
        td.say(room, f"{bot.user}: {STORY}")
        td.say(room, "law 26", **{"m.mentions": {"user_ids": [bot.user]}})
        td.say(room, "Διαιτητή, νόμος 27")
        read(td, room, bot, 3)
        ours = td.seen(room, bot.user)[0]["event_id"]
        td.say(room, "law 28", **{"m.relates_to": {"m.in_reply_to": {"event_id": ours}}})
        td.send(room, "m.room.message", {"msgtype": "m.notice", "body": "!law 29"})
        shown = read(td, room, bot, 4)

    assert [text.splitlines()[0].split(".")[0] for text in shown] == [
        "For all four players:",
        "Law 26",
        "Law 27",
        "Law 28",
    ]
    assert f"matrix.to/#/{bot.user}" in shown[0]


def test_in_a_busy_room_each_incident_has_its_thread(server: Synapse, book: Book) -> None:
    """Two incidents told side by side are two conversations."""
    bot, td = registered(server, "bot"), registered(server, "td")
    others = [registered(server, "player") for _ in range(2)]
    with running(server, book, bot, {"ADVISOR_MATRIX_BUSY": "3"}):
        room = td.room(bot.user, *(each.user for each in others))
        for each in others:
            each.join(room)
        until(lambda: td.members(room)[bot.user]["membership"] == "join", "joined")
        one = td.say(room, "!start")
        two = td.say(room, f"{bot.user} East led out of turn, dummy not down")
        read(td, room, bot, 2)
        thread = {"rel_type": "m.thread", "event_id": two, "is_falling_back": True, "m.in_reply_to": {"event_id": two}}
        td.say(room, f"{bot.user} law 54", **{"m.relates_to": thread})
        read(td, room, bot, 3)
        roots = [event["content"]["m.relates_to"]["event_id"] for event in td.seen(room, bot.user)]

    assert roots == [one, two, two]
    assert {event["content"]["m.relates_to"]["rel_type"] for event in td.seen(room, bot.user)} == {"m.thread"}


def test_an_edit_is_a_correction_and_pictures_are_met_kindly(server: Synapse, book: Book) -> None:
    """As in every chat."""
    bot, td = registered(server, "bot"), registered(server, "td")
    with running(server, book, bot):
        room = direct(td, bot)
        event = td.say(room, "East led out of turn, dummy not down")
        read(td, room, bot, 1)
        td.edit(room, event, "East led out of turn, dummy not down")
        td.edit(room, event, "East revoked in hearts")
        td.send(room, "m.room.message", {"msgtype": "m.image", "body": "x.png", "url": "mxc://localhost/x"})
        shown = read(td, room, bot, 3)

    assert shown[1].splitlines()[0] == "Corrected."
    assert shown[2].startswith("I can read text only")


def test_what_was_written_while_it_was_away_is_answered_once(server: Synapse, book: Book) -> None:
    """Also where more was written than one sync brings; what was answered before is not answered again."""
    bot, td = registered(server, "bot"), registered(server, "td")
    with running(server, book, bot):
        room = direct(td, bot)
        td.say(room, "law 1")
        read(td, room, bot, 1)
    for number in range(2, 27):
        td.say(room, f"law {number}")
    with running(server, book, bot):
        shown = read(td, room, bot, 26)
        settled(book)

    assert [text.split(".")[0] for text in shown] == [f"Law {number}" for number in range(1, 27)]


def failing(monkeypatch: pytest.MonkeyPatch, name: str) -> list[ErrorResponse]:
    """The library's next such call returns an error; what is left of it."""
    left, real = [ErrorResponse("Too many requests", "M_LIMIT_EXCEEDED", 10)], getattr(AsyncClient, name)

    async def call(*told: Any, **more: Any) -> Any:
        return left.pop() if left else await real(*told, **more)

    monkeypatch.setattr(AsyncClient, name, call)
    return left


def test_what_the_server_refuses_for_now_is_read_again(server: Synapse, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """An invitation, a gap after an absence, the question that a reaction answers: none is lost when a call fails once."""
    bot, td = registered(server, "bot"), registered(server, "td")
    left = [failing(monkeypatch, name) for name in ("join", "room_messages", "room_get_event")]
    with running(server, book, bot):
        room = direct(td, bot)
        td.say(room, STORY)
        read(td, room, bot, 1)
        td.react(room, td.seen(room, bot.user)[0]["event_id"], "2️⃣")
        read(td, room, bot, 2)
    for number in range(1, 26):
        td.say(room, f"law {number}")
    with running(server, book, bot):
        shown = read(td, room, bot, 27)

    assert left == [[], [], []]
    assert [text.split(".")[0] for text in shown[2:]] == [f"Law {number}" for number in range(1, 26)]


def test_an_edit_of_what_another_wrote_is_none(server: Synapse, book: Book) -> None:
    """A server takes it, but it corrects nothing."""
    bot, td, player = (registered(server, name) for name in ("bot", "td", "player"))
    with running(server, book, bot):
        room = td.room(bot.user, player.user)
        player.join(room)
        until(lambda: td.members(room)[bot.user]["membership"] == "join", "joined")
        event = td.say(room, f"{bot.user}: law 25")
        read(td, room, bot, 1)
        player.edit(room, event, f"{bot.user}: law 26")
        td.say(room, "!law 27")
        shown = read(td, room, bot, 2)

    assert [text.split(".")[0] for text in shown] == ["Law 25", "Law 27"]


def test_an_encrypted_room_is_declined_and_never_written_to(server: Synapse, book: Book) -> None:
    """At the invitation, and when a room is encrypted afterwards: the bot leaves with a sentence as its reason."""
    bot, td = registered(server, "bot"), registered(server, "td")
    with running(server, book, bot):
        closed = td.room(bot.user, encrypted=True)
        until(lambda: td.members(closed)[bot.user]["membership"] == "leave", "declined")
        room = direct(td, bot)
        td.do("PUT", f"/rooms/{room}/state/m.room.encryption/", {"algorithm": "m.megolm.v1.aes-sha2"})
        td.say(room, "law 27")
        until(lambda: td.members(room)[bot.user]["membership"] == "leave", "left")

    assert "encrypted room" in td.members(closed)[bot.user]["reason"]
    assert "κρυπτογραφημένο" in td.members(room)[bot.user]["reason"]
    assert td.seen(closed, bot.user) + td.seen(room, bot.user) == []


def test_only_the_allowed_may_invite(server: Synapse, book: Book) -> None:
    """A user that is named, or one of the club's directors; the invitation of another is declined."""
    bot, td, stranger = (registered(server, name) for name in ("bot", "td", "stranger"))
    members = Members(book)
    with running(server, book, bot, {"ADVISOR_MATRIX_INVITERS": td.user}, access="invited"):
        refused = stranger.room(bot.user, direct=True)
        until(lambda: stranger.members(refused)[bot.user]["membership"] == "leave", "declined")
        room = direct(td, bot)
        td.say(room, "law 27")
        td.say(room, f"!start {members.invite('director')}")
        td.say(room, "law 27")
        shown = read(td, room, bot, 3)

    assert [text[:12] for text in shown] == ["Είμαι εδώ γι", "Καλώς ήρθατε", "Law 27. Insu"]


def test_a_bot_that_was_removed_holds_nobody_up(server: Synapse, book: Book) -> None:
    """What waits for its room is given up."""
    bot, td = registered(server, "bot"), registered(server, "td")
    with running(server, book, bot):
        room, other = td.room(bot.user), direct(td, bot)
        until(lambda: td.members(room)[bot.user]["membership"] == "join", "joined")
        td.say(room, "law 27")
        td.do("POST", f"/rooms/{room}/kick", {"user_id": bot.user})
        td.say(other, "law 64")
        read(td, other, bot, 1)
        until(lambda: waiting(book) == 0, "nothing waits")


def test_limits_of_the_server_are_waited_for(server: Synapse, book: Book) -> None:
    """Where the server takes one message a second, every answer comes all the same, once, in order."""
    bot, td = registered(server, "bot"), registered(server, "td")
    server.limit(server.register("admin", admin=True), bot, 1, 1)
    with running(server, book, bot):
        room = direct(td, bot)
        for number in range(1, 5):
            td.say(room, f"law {number}")
        shown = read(td, room, bot, 4)

    assert [text.split(".")[0] for text in shown] == [f"Law {number}" for number in range(1, 5)]


def test_with_keys_it_answers_in_an_encrypted_room(server: Synapse, book: Book, tmp_path: Path) -> None:
    """Encrypted in, encrypted out: the server sees no word of either."""
    bot, td = registered(server, "bot"), registered(server, "td")
    folders = [tmp_path / name for name in ("bot", "td")]
    for folder in folders:
        folder.mkdir()
    with running(server, book, bot, {"ADVISOR_MATRIX_STORE": str(folders[0])}):
        room = td.room(bot.user, encrypted=True, direct=True)
        until(lambda: td.members(room)[bot.user]["membership"] == "join", "joined")
        told = [sys.executable, str(Path(__file__).with_name("secret_client.py")), server.url, td.user, td.token, room, "law 27"]
        done = subprocess.run([*told, str(folders[1])], capture_output=True, text=True, timeout=120, check=True)
        heard = json.loads(done.stdout)

    assert [(text.split(".")[0], decrypted) for text, decrypted in heard] == [("Law 27", True)]
    assert td.seen(room, bot.user) + td.seen(room, td.user) == []
    assert len(td.seen(room, bot.user, "m.room.encrypted")) == 1


def test_keys_without_their_extra_are_refused(book: Book, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With how to install it."""
    monkeypatch.setattr("nio.client.base_client.ENCRYPTION_ENABLED", False)
    env = {"ADVISOR_MATRIX_SERVER": "http://127.0.0.1:9", "ADVISOR_MATRIX_TOKEN": "t", "ADVISOR_MATRIX_STORE": str(tmp_path)}

    with pytest.raises(UsageError, match="e2e"):
        station(book, settings(), env)


@pytest.mark.parametrize(("key", "number"), [("1️⃣", 1), ("9⃣", 9), ("👍", 0), ("1", 0), ("", 0), ("12️⃣", 0)])
def test_only_keycaps_are_numbers(key: str, number: int) -> None:
    """With or without the sign that asks for a picture."""
    assert number_of(key) == number
