"""A real PostgreSQL for the tests (Debian's package, as an ordinary user, on a free loopback port), URLs for books, and the order
in which the tests run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from book_worker import Worker
from database import Server, running
from hypothesis import settings
from warm import Warm

settings.register_profile("untimed", deadline=None)  # what takes how long is measured elsewhere, not on a busy machine
settings.load_profile("untimed")

# They take longest, so they come first: none is left for one core alone at the end.
_LONG = (
    *("test_same_everywhere", "test_serving", "test_browser", "test_wrong_use", "test_book", "test_privacy", "test_matrix"),
    *("test_wheel", "test_floor", "test_growth", "test_postgres", "test_director", "test_writers", "test_contract", "test_same"),
    *("test_coverage", "test_truth", "test_docs", "test_fit"),
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long modules first, in the order above; the others stay as they come. What does not work yet is marked."""
    _mark_open(items)
    place = {name: at for at, name in enumerate(_LONG)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))


def _mark_open(items: list[pytest.Item]) -> None:
    """Each test listed in `tests/open.txt` (`module::test | reason`) must fail; one that does not must leave the list."""
    lines = (Path(__file__).parent / "open.txt").read_text(encoding="utf-8").splitlines()
    listed = dict(line.split(" | ", 1) for line in lines if line and not line.startswith("#"))
    for item in items:
        why = listed.get(f"{item.path.stem}::{item.name}")
        if why is not None:
            item.add_marker(pytest.mark.xfail(strict=True, reason=why))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """The server, for the whole run; stopped and removed at its end."""
    with running() as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[Server]:
    """A server for one test alone, which may crash it."""
    with running() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Server) -> str:
    """A new, empty place in PostgreSQL."""
    return postgres.empty()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'book.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An SQLite file that is not there yet, or an empty place in PostgreSQL."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """Commands that need not start from nothing."""
    started = Warm()
    yield started
    started.close()


@pytest.fixture
def start_worker() -> Iterator[Callable[[str], Worker]]:
    """Starts worker processes on a book; those that still run at the end of the test are killed."""
    workers: list[Worker] = []

    def start(url: str) -> Worker:
        workers.append(Worker(url))
        return workers[-1]

    yield start
    for worker in workers:
        worker.close()
