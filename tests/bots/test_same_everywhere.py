"""The same thirty dialogues through the terminal, the page and the four chats: the same laws, rows and choices, all shown."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from harness import PATIENCE_S, Webhook, settings, settled
from sqlalchemy import select
from starlette.testclient import TestClient
from synapse import Person, Synapse
from telegram_server import TOKEN as TELEGRAM_TOKEN
from telegram_server import TelegramServer
from typer.testing import CliRunner
from viber_server import TOKEN as VIBER_TOKEN
from viber_server import ViberServer
from whatsapp_server import NUMBER, SECRET, VERIFY, WhatsAppServer
from whatsapp_server import TOKEN as WHATSAPP_TOKEN

from advisor.base.datafile import read
from advisor.book.book import Book
from advisor.book.schema import TurnRow
from advisor.doors.bots import matrix_in, telegram_in, viber, whatsapp_in
from advisor.doors.cli.main import app
from advisor.doors.web.app import make_app
from advisor.doors.web.settings import Settings as WebSettings
from advisor.talk.conversation import Conversation, Reply

FILES = sorted((Path(__file__).parent.parent / "dialogues").glob("*.yaml"))
LOOK_ALIKE = str.maketrans({"∗": "*", "\uff3f": "_", "∼": "~", "ˋ": "`", "\ufe0e": "", "›": ">"})


@lru_cache(maxsize=1)
def scripts() -> tuple[tuple[str, ...], ...]:
    """What is said in each of thirty dialogues, both languages among them."""
    chosen = [FILES[number * len(FILES) // 30] for number in range(30)]
    told: list[Any] = [read(path).value for path in chosen]
    return tuple(tuple(turn["say"] for turn in script["turns"]) for script in told)


@lru_cache(maxsize=1)
def right() -> tuple[tuple[Reply, ...], ...]:
    """The replies of a conversation held in memory."""
    out = []
    for script in scripts():
        conversation = Conversation()
        out.append(tuple(conversation.turn(text) for text in script))
    return tuple(out)


def kept(book: Book, texts: Sequence[str], *, greeted: bool = False) -> list[Any]:
    """The replies that the book keeps of the conversation in which this was said (behind a greeting, if it was `greeted`)."""
    with book.engine.connect() as connection:
        rows = connection.execute(select(TurnRow.conversation, TurnRow.text, TurnRow.reply).order_by(TurnRow.number)).all()
    found: dict[str, list[Any]] = {}
    for conversation, text, reply in rows:
        found.setdefault(conversation, []).append((text, reply))
    first = int(greeted)
    (mine,) = [each[first:] for each in found.values() if [text for text, _ in each[first:]] == list(texts)]
    return [reply for _, reply in mine]


def bare(text: str) -> str:
    """A text without what a chat adds to it, on one line."""
    return " ".join(re.sub(r"\s[*](\S.*)[*]$", r"\1", text.translate(LOOK_ALIKE)).split())


def faults(shown: Sequence[Sequence[str]]) -> list[str]:
    """The lines and labels of the right replies that were not shown in their turn (`shown`: a text a turn, buttons included)."""
    out = []
    for dialogue, replies in enumerate(right()):
        for turn, reply in enumerate(replies):
            seen = bare(shown[dialogue][turn])
            wanted = [*reply.text.splitlines(), *(b.label for b in reply.choices)]
            out += [f"{dialogue}.{turn}: {line}" for line in wanted if bare(line) not in seen]
    return out


def test_there_are_thirty() -> None:
    """In Greek, Greeklish and English."""
    assert len(scripts()) == 30
    assert len({reply.lang for replies in right() for reply in replies}) == 2


def same(book: Book) -> None:
    """The book has kept, of every dialogue, the right replies: their laws, rows, choices and words."""
    for script, replies in zip(scripts(), right(), strict=True):
        assert kept(book, script) == [reply.model_dump(mode="json", by_alias=True) for reply in replies]


def ruled(reply: Any) -> Any:
    """Of a reply as JSON its laws, the rows that fired, and the choices that its ruling leaves."""
    advice = reply["advice"] or {"irregularities": []}
    rows = [(each["id"], each["row"], each["laws"]) for each in advice["irregularities"]]
    return reply["laws"], rows, reply["choices"] if rows else []


def test_the_terminal(book: Book, sqlite_url: str) -> None:
    """`advisor chat`, its greeting left out."""
    for number, (script, replies) in enumerate(zip(scripts(), right(), strict=True)):
        told = CliRunner().invoke(app, ["chat", "--book", sqlite_url, "--name", f"d{number}"], input="\n".join(script))

        assert told.exit_code == 0
        lines = [line for reply in replies for line in (*reply.text.splitlines(), *(b.label for b in reply.choices))]
        assert [line for line in lines if bare(line) not in bare(told.output)] == []
    for script, replies in zip(scripts(), right(), strict=True):
        told_there = [ruled(reply) for reply in kept(book, script, greeted=True)]
        assert told_there == [ruled(reply.model_dump(mode="json", by_alias=True)) for reply in replies]


def test_the_page(book: Book, sqlite_url: str) -> None:
    """Its interface, which the page itself uses."""
    with TestClient(make_app(WebSettings(book=sqlite_url, readers=0, rate=""))) as client:
        for script in scripts():
            name = client.post("/v1/conversations", json={"text": script[0]}).json()["id"]
            told = [client.post(f"/v1/conversations/{name}/turns", json={"text": text}).status_code for text in script[1:]]

            assert set(told) <= {200}
    same(book)


def rounds(say: Callable[[int, str], object], done: Callable[[int], None], screen: Callable[[int], list[str]]) -> list[list[str]]:
    """Say turn after turn in all dialogues side by side; what each turn brought to the screen."""
    shown: list[list[str]] = [[] for _ in scripts()]
    before = [0] * len(scripts())
    for turn in range(max(map(len, scripts()))):
        here = [number for number, script in enumerate(scripts()) if turn < len(script)]
        for number in here:
            say(number, scripts()[number][turn])
        done(turn)
        for number in here:
            now = screen(number)
            shown[number].append("\n".join(now[before[number] :]))
            before[number] = len(now)
    return shown


def test_telegram(book: Book) -> None:
    """The buttons' words, or numbered lines."""
    server = TelegramServer()
    env = {"ADVISOR_TELEGRAM_TOKEN": TELEGRAM_TOKEN, "ADVISOR_TELEGRAM_API": server.url, "ADVISOR_TELEGRAM_WEBHOOK": "x"}
    with Webhook(telegram_in.station(book, settings(), env)) as bot:
        while server.webhook != "x":
            time.sleep(0.01)
        server.webhook = f"{bot.url}/telegram"

        def screen(number: int) -> list[str]:
            found = server.screen(number + 1)
            return ["\n".join([m.text, *(b["text"] for row in m.rows for b in row)]) for m in found]

        shown = rounds(lambda number, text: server.deliver(server.say(number + 1, text)), lambda _: settled(book), screen)
    server.close()

    same(book)
    assert server.refused == []
    assert faults(shown) == []


def test_viber(book: Book) -> None:
    """The keyboards' words, or numbered lines."""
    server = ViberServer()
    server.receipts = False
    env = {"ADVISOR_VIBER_TOKEN": VIBER_TOKEN, "ADVISOR_VIBER_API": f"{server.url}/pa"}
    with Webhook(viber.station(book, settings(), env)) as bot:
        server.webhook = f"{bot.url}/viber"

        def screen(number: int) -> list[str]:
            found = server.shown.get(f"u{number}", [])
            keys = [m.get("keyboard", {}).get("Buttons", []) for m in found]
            return ["\n".join([m["text"], *(html.unescape(b["Text"]) for b in k)]) for m, k in zip(found, keys, strict=True)]

        shown = rounds(lambda number, text: server.deliver(server.say(f"u{number}", text)), lambda _: settled(book), screen)
    server.close()

    same(book)
    assert server.refused == []
    assert faults(shown) == []


def test_whatsapp(book: Book) -> None:
    """Buttons, rows of a list with their descriptions, or numbered lines."""
    server = WhatsAppServer()
    server.receipts = False
    env = {"ADVISOR_WHATSAPP_API": f"{server.url}/v26.0", "ADVISOR_WHATSAPP_TOKEN": WHATSAPP_TOKEN}
    env |= {"ADVISOR_WHATSAPP_SECRET": SECRET, "ADVISOR_WHATSAPP_VERIFY": VERIFY, "ADVISOR_WHATSAPP_NUMBER": NUMBER}
    with Webhook(whatsapp_in.station(book, settings(), env)) as bot:
        server.webhook = f"{bot.url}/whatsapp"

        def screen(number: int) -> list[str]:
            return [_shown(message) for message in server.shown.get(f"3{number}", [])]

        shown = rounds(lambda number, text: server.deliver(server.said(f"3{number}", text)), lambda _: settled(book), screen)
    server.close()

    same(book)
    assert server.refused == []
    assert faults(shown) == []


def _shown(message: Any) -> str:
    if message["type"] == "text":
        return str(message["text"]["body"])
    inner = message["interactive"]
    if inner["type"] == "button":
        return "\n".join([inner["body"]["text"], *(b["reply"]["title"] for b in inner["action"]["buttons"])])
    rows = [row for section in inner["action"]["sections"] for row in section["rows"]]
    return "\n".join([inner["body"]["text"], *(f"{row['title']}\n{row.get('description', '')}" for row in rows)])


def test_matrix(book: Book) -> None:
    """Numbered lines, on a real Synapse: thirty direct chats of one director."""
    server = Synapse()
    try:
        bot, td = server.register("bot"), server.register("td")
        env = {"ADVISOR_MATRIX_SERVER": server.url, "ADVISOR_MATRIX_TOKEN": bot.token}
        with Webhook(matrix_in.station(book, settings(), env)):
            time.sleep(1.0)
            rooms = [td.room(bot.user, direct=True) for _ in scripts()]
            screen = Screen(td, bot)
            shown = rounds(
                lambda number, text: td.say(rooms[number], text),
                lambda turn: screen.fill(book, turn),
                lambda number: screen.rooms.get(rooms[number], []),
            )
    finally:
        server.close()

    same(book)
    assert faults(shown) == []


class Screen:
    """What the bot writes in all rooms of somebody, read from that person's sync."""

    def __init__(self, who: Person, bot: Person) -> None:
        self.who, self.bot = who, bot
        self.rooms: dict[str, list[str]] = {}
        self.place = ""

    def fill(self, book: Book, turn: int) -> None:
        """Wait until as many turns are kept as have been said and all of it is sent, then read what is new."""
        said = sum(min(turn + 1, len(script)) for script in scripts())
        end = time.monotonic() + PATIENCE_S
        while _turns(book) < said and time.monotonic() < end:
            time.sleep(0.05)
        settled(book)
        since = f"&since={self.place}" if self.place else ""
        told = self.who.do("GET", f"/sync?timeout=0{since}")
        self.place = told["next_batch"]
        for room, info in told.get("rooms", {}).get("join", {}).items():
            events = [event for event in info["timeline"]["events"] if event["sender"] == self.bot.user]
            texts = [event["content"]["body"] for event in events if event["type"] == "m.room.message"]
            self.rooms.setdefault(room, []).extend(texts)


def _turns(book: Book) -> int:
    with book.engine.connect() as connection:
        return len(connection.execute(select(TurnRow.message)).all())
