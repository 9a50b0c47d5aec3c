"""What every chat is tested with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from harness import FakeDoor

from advisor.book.book import Book


@pytest.fixture
def book(sqlite_url: str) -> Iterator[Book]:
    """A new book."""
    found = Book(sqlite_url)
    yield found
    found.engine.dispose()


@pytest.fixture
def door() -> FakeDoor:
    """A chat in memory."""
    return FakeDoor()
