"""A server of the tests' own: the application in this process, or `advisor serve` in processes of its own on a free port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from served import KEY, Served
from starlette.testclient import TestClient

from advisor.doors.web import keys
from advisor.doors.web.app import make_app
from advisor.doors.web.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The application in this process, with a book of its own and one key."""
    book = tmp_path_factory.mktemp("web") / "book.sqlite3"
    settings = Settings(book=f"sqlite:///{book}", readers=0, rate="", keys=(f"club:{keys.hashed(KEY)}",))
    with TestClient(make_app(settings), raise_server_exceptions=False) as found:
        yield found


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers; those that still run at the end of the test are stopped."""
    running: list[Served] = []

    def start(*more: str, book: str = "") -> Served:
        running.append(Served(*more, book=book or f"sqlite:///{tmp_path / 'book.sqlite3'}"))
        return running[-1]

    yield start
    for each in running:
        each.stop()
