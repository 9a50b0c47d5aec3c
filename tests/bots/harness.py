"""An office at work in a test: a door of any kind on a book of its own, fed and drained."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr
from sqlalchemy import select

from advisor.book.book import Book
from advisor.book.schema import ChatRow, PostedRow, ReceivedRow
from advisor.doors.bots.dressing import PLAIN, dressed
from advisor.doors.bots.hooks import router
from advisor.doors.bots.house import Post
from advisor.doors.bots.models import Answer, Incoming, Limits
from advisor.doors.bots.office import Office
from advisor.doors.bots.settings import Settings
from advisor.doors.bots.station import Station, at_work

LIMITS = Limits(text=1000, above=1000, unit="chars", buttons=5, label=60, payload=64)
PATIENCE_S = 30.0


def until(true: Callable[[], Any], what: str, seconds: float = 20.0) -> Any:
    """Wait until something is true, and give it."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return found


def settings(**more: Any) -> Settings:
    """Settings of a club that is open to all, quick to try again."""
    return Settings(
        **{"key": SecretStr("club"), "access": "open", "poll": 0.05, "rate": 1000, "receipt": 0.5, "settle": 0.0} | more
    )


class FakeDoor:
    """A chat in memory. `faults` are raised by the next sends, in turn; with `lost` the message is shown before the fault."""

    name = "fake"
    window: float | None = None

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.bodies: list[Mapping[str, Any]] = []
        self.faults: list[Exception | None] = []
        self.lost = False
        self.known: dict[str, str] = {}
        self.receipts = True

    def rest(self, lang: str) -> str:
        return "elsewhere"

    def dress(self, answer: Answer, incoming: Incoming) -> Sequence[Mapping[str, Any]]:
        told = {"note": answer.note, "pressed": answer.pressed.label if answer.pressed else ""}
        return [
            {"text": piece.text(PLAIN), "buttons": [[b.title, b.payload] for b in piece.buttons]} | told
            for piece in dressed(answer, LIMITS)
        ]

    def before(self, post: Post) -> Mapping[str, Any]:
        return {"noted": post.tries}

    async def send(self, post: Post) -> str:
        fault = self.faults.pop(0) if self.faults else None
        if fault is None or self.lost:
            self.shown.append((post.address["chat"], post.body["text"]))
            self.bodies.append(post.body)
            self.known[post.token] = f"m{len(self.shown)}"
        if fault is not None:
            raise fault
        return self.known[post.token]

    async def arrived(self, post: Post) -> str | bool | None:
        return self.known.get(post.token, False) if self.receipts else None


def office(door: FakeDoor, book: Book, **more: Any) -> Office:
    """The office of a chat in memory."""
    return Office(door, book, settings(**more))


def shown(door: FakeDoor) -> list[str]:
    """What people read, in order."""
    return [told for _, told in door.shown]


def text(told: str, number: int = 1, **more: Any) -> Incoming:
    """A private text message."""
    return Incoming(**{"chat": "c", "person": "p", "message": f"m{number}", "place": number, "text": told} | more)


def waiting(book: Book) -> int:
    """How much is unread or unsent."""
    with book.engine.connect() as connection:
        unread = connection.execute(select(ReceivedRow.id).where(~ReceivedRow.done)).all()
        unsent = connection.execute(select(PostedRow.id).where(PostedRow.state.in_(("waiting", "sending")))).all()
        due = connection.execute(select(ChatRow.id).where(ChatRow.due.is_not(None))).all()
        return len(unread) + len(unsent) + len(due)


def stored(book: Book) -> int:
    """How much the book keeps of chats, read and sent or not."""
    with book.engine.connect() as connection:
        return sum(len(connection.execute(select(row.id)).all()) for row in (ChatRow, ReceivedRow, PostedRow))


@asynccontextmanager
async def working(*offices: Office) -> AsyncIterator[None]:
    """The offices work."""
    tasks = [asyncio.create_task(office.run()) for office in offices]
    try:
        yield
    finally:
        for office in offices:
            office.stop()
        await asyncio.gather(*tasks)


async def drained(book: Book) -> None:
    """Wait until nothing is unread or unsent."""
    async with asyncio.timeout(PATIENCE_S):
        while await asyncio.to_thread(waiting, book):
            await asyncio.sleep(0.02)


def play(office: Office, book: Book, messages: Iterable[Incoming]) -> None:
    """Give the messages to the office one by one, each served before the next comes."""

    async def go() -> None:
        async with working(office):
            for message in messages:
                await office.accept([message])
                await drained(book)

    with suppress(asyncio.CancelledError):
        asyncio.run(go())


class Webhook:
    """The webhooks of stations on a loopback port, in a thread of their own, with the doors open."""

    def __init__(self, *stations: Station) -> None:
        self.stations = stations
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(),), daemon=True)
        self.url = ""

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        app = FastAPI()
        app.include_router(router([each.hook for each in self.stations if each.hook is not None]))
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{listening.getsockname()[1]}/bots"
            server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, lifespan="off"))
            server.install_signal_handlers = lambda: None
            serving = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            async with at_work(self.stations):
                self._ready.set()
                await self._stop.wait()
                server.should_exit = True
                await serving

    def __enter__(self) -> Webhook:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def do(self, call: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the thread of the doors."""
        return asyncio.run_coroutine_threadsafe(call, self._loop).result(PATIENCE_S)

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()


def settled(book: Book) -> None:
    """Wait until nothing is unread or unsent."""
    asyncio.run(drained(book))
