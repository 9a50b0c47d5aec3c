"""Many messages in many chats over two processes on PostgreSQL, each killed at random: `python tests/soak/chats.py telegram`.

Two real `advisor bot` processes share a book; a strict imitation of the chat delivers every message to either of them until it
is taken, and keeps what people see. At the end every chat must show the right answers, each once, in the order of its messages.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT), str(HERE.parent), str(HERE.parent / "bots")]

from database import Server  # noqa: E402
from sqlalchemy import func, select  # noqa: E402
from strict import insist, post  # noqa: E402
from telegram_server import TOKEN as TELEGRAM_TOKEN  # noqa: E402
from telegram_server import TelegramServer  # noqa: E402
from test_postgres import script  # noqa: E402
from viber_server import TOKEN as VIBER_TOKEN  # noqa: E402
from viber_server import ViberServer  # noqa: E402
from whatsapp_server import NUMBER, SECRET, VERIFY, WhatsAppServer, signed  # noqa: E402
from whatsapp_server import TOKEN as WHATSAPP_TOKEN  # noqa: E402

from advisor.book.book import Book  # noqa: E402
from advisor.book.schema import PostedRow, ReceivedRow, TurnRow  # noqa: E402
from advisor.doors.bots.dressing import dressed  # noqa: E402
from advisor.doors.bots.limits import TELEGRAM  # noqa: E402
from advisor.doors.bots.models import Incoming  # noqa: E402
from advisor.doors.bots.showing import to_director  # noqa: E402
from advisor.doors.bots.viber import Viber  # noqa: E402
from advisor.doors.bots.whatsapp import WhatsApp  # noqa: E402
from advisor.talk.conversation import Conversation  # noqa: E402

SCRIPTS, AHEAD, WRITERS = 20, 3, 16
PATIENCE_S, LEASE_S = 300.0, 12
ANYBODY = Incoming(chat="c", person="p", message="m")
Deliver = Callable[[str], int]


class Slow:
    """Between the moment a message is shown and the moment the caller hears of it something may happen."""

    def respond(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Any:
        """Answer a little later than done."""
        found = super().respond(method, path, headers, raw)  # type: ignore[misc]
        if "edit" not in path:
            time.sleep(random.random() * 0.05)
        return found


class SlowTelegram(Slow, TelegramServer):
    """Telegram, counting what is shown."""


class SlowViber(Slow, ViberServer):
    """Viber."""


class SlowWhatsApp(Slow, WhatsAppServer):
    """WhatsApp."""


class OnTelegram:
    """The chats of Telegram: private ones."""

    def __init__(self) -> None:
        self.server = SlowTelegram()
        self.count: dict[int, int] = defaultdict(int)
        send = self.server._send_message

        def counted(told: Mapping[str, Any]) -> Any:
            done = send(told)
            self.count[int(told["chat_id"])] += 1
            return done

        self.server._send_message = counted  # type: ignore[method-assign]

    def env(self, url: str) -> dict[str, str]:
        """The settings of a process that listens at `url`."""
        told = {"ADVISOR_TELEGRAM_TOKEN": TELEGRAM_TOKEN, "ADVISOR_TELEGRAM_API": self.server.url}
        return told | {"ADVISOR_TELEGRAM_WEBHOOK": url, "ADVISOR_TELEGRAM_PROBES": "150"}

    def say(self, chat: int, text: str) -> Deliver:
        """Write; how it is delivered."""
        update = self.server.say(chat + 1, text)
        raw = json.dumps(update).encode()
        return lambda url: post(url, raw, {"X-Telegram-Bot-Api-Secret-Token": self.server.secret})

    def many(self, chat: int) -> int:
        """How many messages of ours a chat shows."""
        return self.count[chat + 1]

    def shown(self, chat: int) -> list[str]:
        """What they say."""
        return [message.text for message in self.server.screen(chat + 1)]

    def dressed(self, reply: Any) -> list[str]:
        """What should be shown of a reply."""
        return ["\n".join(piece.lines) for piece in dressed(to_director(reply, "00000000"), TELEGRAM)]


class OnViber:
    """The chats of Viber."""

    def __init__(self) -> None:
        self.server = SlowViber()
        self.door = Viber(None, "", "")  # type: ignore[arg-type]

    def env(self, url: str) -> dict[str, str]:
        """The settings of a process that listens at `url`."""
        told = {"ADVISOR_VIBER_TOKEN": VIBER_TOKEN, "ADVISOR_VIBER_API": f"{self.server.url}/pa"}
        return told | {"ADVISOR_VIBER_WEBHOOK": url}

    def say(self, chat: int, text: str) -> Deliver:
        """Write; how it is delivered."""

        raw = json.dumps(self.server.say(f"u{chat}", text)).encode()
        head = {"X-Viber-Content-Signature": hmac.new(VIBER_TOKEN.encode(), raw, hashlib.sha256).hexdigest()}
        return lambda url: post(url, raw, head)

    def many(self, chat: int) -> int:
        """How many messages of ours a chat shows."""
        return len(self.server.shown.get(f"u{chat}", ()))

    def shown(self, chat: int) -> list[str]:
        """What they say."""
        return [message["text"] for message in self.server.shown.get(f"u{chat}", ())]

    def dressed(self, reply: Any) -> list[str]:
        """What should be shown of a reply."""
        return [body["text"] for body in self.door.dress(to_director(reply, "00000000"), ANYBODY)]


class OnWhatsApp:
    """The chats of WhatsApp."""

    def __init__(self) -> None:
        self.server = SlowWhatsApp()
        self.door = WhatsApp(None, "", "")  # type: ignore[arg-type]
        self.server.webhook = ""

    def env(self, url: str) -> dict[str, str]:
        """The settings of a process that listens at `url`."""
        self.server.webhook = url
        told = {"ADVISOR_WHATSAPP_API": f"{self.server.url}/v26.0", "ADVISOR_WHATSAPP_TOKEN": WHATSAPP_TOKEN}
        told |= {"ADVISOR_WHATSAPP_SECRET": SECRET, "ADVISOR_WHATSAPP_VERIFY": VERIFY, "ADVISOR_WHATSAPP_NUMBER": NUMBER}
        return told

    def say(self, chat: int, text: str) -> Deliver:
        """Write; how it is delivered."""
        raw = self.server.batch(self.server.said(f"30{chat}", text))
        return lambda url: post(url, raw, signed(raw))

    def many(self, chat: int) -> int:
        """How many messages of ours a chat shows."""
        return len(self.server.shown.get(f"30{chat}", ()))

    def shown(self, chat: int) -> list[str]:
        """What they say."""
        return [_text(message) for message in self.server.shown.get(f"30{chat}", ())]

    def dressed(self, reply: Any) -> list[str]:
        """What should be shown of a reply."""
        return [_text(body) for body in self.door.dress(to_director(reply, "00000000"), ANYBODY)]


def _text(body: Mapping[str, Any]) -> str:
    return str(body["text"]["body"] if body["type"] == "text" else body["interactive"]["body"]["text"])


CHATS: dict[str, Callable[[], Any]] = {"telegram": OnTelegram, "viber": OnViber, "whatsapp": OnWhatsApp}


class Bot:
    """One `advisor bot` process, started again whenever it is killed."""

    def __init__(self, name: str, chat: Any, book: str, log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/bots/{name}"
        self.command = [sys.executable, "-m", "advisor", "bot", name, "--book", book, "--port", str(self.port)]
        limits = {"ADVISOR_BOT_ACCESS": "open", "ADVISOR_BOT_RATE": "1000000", "ADVISOR_BOT_LEASE": str(LEASE_S)}
        limits |= {"ADVISOR_BOT_POLL": "0.2", "ADVISOR_CLUB_KEY": "soak", "ADVISOR_BOT_RECEIPT": "30"}
        self.env = os.environ | chat.env(self.url) | limits | {"PYTHONPATH": str(ROOT)}
        self.log, self.kills = log, 0
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as out:
            return subprocess.Popen(self.command, env=self.env, cwd=ROOT, stdout=out, stderr=out)

    def ready(self) -> None:
        """Wait until it listens."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            try:
                urllib.request.urlopen(self.url, timeout=1).close()
                return
            except urllib.error.HTTPError as error:
                error.close()
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError

    def kill(self) -> None:
        """SIGKILL, and start it again."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1
        self.process = self._started()

    def close(self) -> None:
        """End it in order."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def expected(chat: Any, texts: Sequence[str]) -> list[list[str]]:
    """What each message of a script should be answered with, part by part."""
    conversation = Conversation()
    return [chat.dressed(conversation.turn(text)) for text in texts]


def run(name: str, chats: int, messages: int, kills: int, seed: int) -> dict[str, Any]:
    """Everything; what was measured."""
    chance = random.Random(seed)
    each = messages // chats
    chat = CHATS[name]()
    scripts = [script(number)[:each] for number in range(SCRIPTS)]
    right = [expected(chat, texts) for texts in scripts]
    folder = Path(tempfile.mkdtemp(prefix="advisor-soak-"))
    folder.chmod(0o755)
    rows = Path(tempfile.mkdtemp(prefix="advisor-soak-postgres-"))
    database = Server(rows)
    database.start()
    book = Book(database.empty())
    url = book.engine.url.render_as_string(hide_password=False).replace("+psycopg", "")
    bots = [Bot(name, chat, url, folder / f"bot{n}") for n in range(2)]
    taken, ended = [0], threading.Event()
    started = time.monotonic()
    try:
        for bot in bots:
            bot.ready()
        moments = sorted((chance.uniform(0.05, 0.95) * messages, bot) for bot in (0, 1) for _ in range(kills))
        killer = threading.Thread(target=_kill, args=(moments, bots, taken, ended), daemon=True)
        killer.start()
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(lambda number: _write(number, chat, scripts, right, bots, taken), range(chats)))
        _all_shown(chat, chats, right)
        ended.set()
        killer.join()
        took = time.monotonic() - started
        time.sleep(3)
        return _verdict(chat, chats, right, book, bots) | {"seconds": round(took), "messages": chats * each}
    finally:
        ended.set()
        for bot in bots:
            bot.close()
        chat.server.close()
        book.engine.dispose()
        database.stop()
        shutil.rmtree(rows)
        told = " ".join(path.read_text(errors="replace") for path in folder.iterdir())
        assert not any(secret in told for secret in (TELEGRAM_TOKEN, VIBER_TOKEN, WHATSAPP_TOKEN, SECRET)), "a token in a log"
        assert "revoked" not in told, "an incident in a log"
        shutil.rmtree(folder)


def _kill(moments: Sequence[tuple[float, int]], bots: Sequence[Bot], taken: list[int], ended: threading.Event) -> None:
    """Kill each bot when so many messages have been taken."""
    for moment, which in moments:
        while taken[0] < moment and not ended.wait(0.01):
            pass
        bots[which].kill()


def _write(number: int, chat: Any, scripts: Any, right: Any, bots: Sequence[Bot], taken: list[int]) -> None:
    """One chat's people write, at most a few messages ahead of the answers; each message twice now and then."""
    chance = random.Random(number)
    texts, answers = scripts[number % SCRIPTS], right[number % SCRIPTS]
    due = [0]
    for answer in answers:
        due.append(due[-1] + len(answer))
    for at, text in enumerate(texts):
        until = time.monotonic() + PATIENCE_S
        while chat.many(number) < due[max(0, at - AHEAD)]:
            assert time.monotonic() < until, f"chat {number} waits for the answer to message {at - AHEAD}"
            time.sleep(0.01)
        deliver = chat.say(number, text)
        for _ in range(2 if chance.random() < 0.05 else 1):
            status = insist(lambda deliver=deliver: deliver(chance.choice(bots).url), times=2000)
            assert status == 200, status
        taken[0] += 1
        if taken[0] % 500 == 0:
            sys.stderr.write(f"{taken[0]} taken at {time.strftime('%X')}\n")


def _all_shown(chat: Any, chats: int, right: Any) -> None:
    until = time.monotonic() + PATIENCE_S
    for number in range(chats):
        many = sum(map(len, right[number % SCRIPTS]))
        while chat.many(number) < many and time.monotonic() < until:
            time.sleep(0.05)


def _verdict(chat: Any, chats: int, right: Any, book: Book, bots: Sequence[Bot]) -> dict[str, Any]:
    """What is lost, doubled or out of order."""
    wrong = []
    for number in range(chats):
        wanted = [part for answer in right[number % SCRIPTS] for part in answer]
        if chat.shown(number) != wanted:
            wrong.append((number, len(chat.shown(number)), len(wanted)))
    with book.engine.connect() as connection:
        counts = {
            table.__tablename__: connection.execute(select(func.count()).select_from(table)).scalar()
            for table in (TurnRow, ReceivedRow, PostedRow)
        }
        tries = connection.execute(select(func.count()).where(PostedRow.tries > 1)).scalar()
        states = dict(connection.execute(select(PostedRow.state, func.count()).group_by(PostedRow.state)).all())
    refused = [each for each in chat.server.refused if "message to edit not found" not in each and "can't be edited" not in each]
    found = {
        "wrong chats": wrong,
        "kills": [bot.kills for bot in bots],
        "found by probing": sum("message is not modified" in each for each in refused),
        "tried again": tries,
        "refused": sorted({each[:60] for each in refused if "not modified" not in each}),
    }
    return found | counts | {"states": states}


def main() -> None:
    """Run, print what was measured, and fail if anything was lost, doubled or out of order."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chat", choices=sorted(CHATS))
    parser.add_argument("--chats", type=int, default=200)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    found = run(told.chat, told.chats, told.messages, told.kills, told.seed)
    for name, value in found.items():
        sys.stdout.write(f"{name}: {value}\n")
    if found["wrong chats"] or found["kills"] != [told.kills] * 2 or found["turn"] != found["messages"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
