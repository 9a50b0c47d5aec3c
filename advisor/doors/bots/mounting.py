"""The webhooks of chats on another server: the page's, with `advisor serve --bot viber --bot whatsapp`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

from fastapi import APIRouter

from advisor.doors.bots.hooks import router
from advisor.doors.bots.house import Book
from advisor.doors.bots.settings import Settings
from advisor.doors.bots.silence import guard
from advisor.doors.bots.station import at_work, checked, station


class Mounted:
    """The doors of these chats on one book. Raises UsageError when one cannot be opened."""

    def __init__(self, names: Sequence[str], url: str) -> None:
        checked(names)
        guard()
        book, settings = Book(url), Settings.from_environment()
        self._stations = [station(name, book, settings) for name in names]
        self.router: APIRouter = router([each.hook for each in self._stations if each.hook is not None])

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """The doors are open while the block runs: the lifespan of the server."""
        return at_work(self._stations)
