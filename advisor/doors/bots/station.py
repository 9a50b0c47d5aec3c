"""A door that is ready to open: its office, its webhook if it has one, and how it listens otherwise. And how all are started."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from advisor.doors.bots.house import Book, UsageError
from advisor.doors.bots.models import RefusedError
from advisor.doors.bots.office import Office
from advisor.doors.bots.registry import PLATFORMS
from advisor.doors.bots.settings import Settings
from advisor.doors.bots.silence import quiet

if TYPE_CHECKING:
    from advisor.doors.bots.hooks import Hook

_log = logging.getLogger("advisor.bots")
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 60.0


@dataclass(frozen=True, slots=True)
class Station:
    """A door with its office. `introduce` is done once at the start (RefusedError: not yet), `listen` until it is told to stop
    (a door that only has a webhook listens there), `close` at the end."""

    office: Office
    introduce: Callable[[], Awaitable[None]]
    close: Callable[[], Awaitable[None]]
    hook: Hook | None = None
    listen: Callable[[asyncio.Event], Awaitable[None]] | None = None


def checked(names: Sequence[str]) -> None:
    """Raises UsageError for a chat that nobody knows."""
    for name in names:
        if name not in PLATFORMS:
            raise UsageError("BOT", f"There is no bot for '{name}': use {', '.join(PLATFORMS)}.")


def station(name: str, book: Book, settings: Settings, env: Mapping[str, str] = os.environ) -> Station:
    """The door of a chat. Raises UsageError when its library or one of its settings is missing."""
    platform = PLATFORMS[name]
    if any(find_spec(each) is None for each in platform.needs):
        raise UsageError("EXTRA", f"The bot for {name} needs its extra: in a clone run pip install -e '.[{name}]'.")
    made: Station = importlib.import_module(platform.module).station(book, settings, env)
    return made


def serve(names: Sequence[str], url: str, host: str, port: int) -> None:
    """Run the bots of these chats until the process is told to end. Raises UsageError."""
    quiet()
    settings = Settings.from_environment()
    book = Book(url)
    stations = [station(name, book, settings) for name in names]
    asyncio.run(_served(stations, host, port))


async def _served(stations: Sequence[Station], host: str, port: int) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    hooks = [each.hook for each in stations if each.hook is not None]
    async with at_work(stations):
        await (_web(hooks, host, port, stop) if hooks else stop.wait())


@asynccontextmanager
async def at_work(stations: Sequence[Station]) -> AsyncIterator[None]:
    """The doors are open while the block runs (a server's lifespan, for instance); what is under way at its end is finished.

    A chat that cannot be reached yet, or cannot reach our webhook yet, is tried again until it can."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(_opened(each, stop)) for each in stations]
    try:
        yield
    finally:
        stop.set()
        for each in stations:
            each.office.stop()
        await asyncio.gather(*tasks)
        for each in stations:
            await each.close()


async def _opened(each: Station, stop: asyncio.Event) -> None:
    """Introduce a door, then have it work and listen."""
    wait = _FIRST_WAIT
    while not stop.is_set():
        try:
            await each.introduce()
            break
        except RefusedError as error:
            _log.error("%s: not ready: %s", each.office.door.name, error)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), wait)
        wait = min(2 * wait, _LONGEST_WAIT)
    if not stop.is_set():
        await asyncio.gather(each.office.run(), *([each.listen(stop)] if each.listen is not None else []))


async def _web(hooks: Sequence[Hook], host: str, port: int, stop: asyncio.Event) -> None:
    """The webhooks on a server of their own."""
    import uvicorn
    from fastapi import FastAPI

    from advisor.doors.bots.hooks import router

    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.include_router(router(hooks))
    server = uvicorn.Server(uvicorn.Config(application, log_config=None, access_log=False, lifespan="off"))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    with _listening(host, port) as place:
        serving = asyncio.create_task(server.serve([place]))
        await stop.wait()
        server.should_exit = True
        await serving


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises UsageError when it cannot."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "this is no address"
        raise UsageError("BOT", f"Nothing can listen at {host}, port {port} ({reason}): name another --host or --port.") from None
