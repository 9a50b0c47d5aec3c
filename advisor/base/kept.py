"""What is worked out once and kept in mind."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
K = TypeVar("K")
V = TypeVar("V")
_OF_TEXTS: list[Any] = []


class Kept(dict[K, V]):
    """A dictionary that begins anew when it is full: its memory stays as it is, and what is usual now is soon there again,
    whatever came before."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Keep a value."""
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)


def of_texts(most: int = 32) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Keeps what a function gave for the texts it saw last: several who work on one message ask for the same."""

    def keeping(call: Callable[P, V]) -> Callable[P, V]:
        kept = lru_cache(maxsize=most)(call)
        _OF_TEXTS.append(kept)
        return kept  # type: ignore[return-value]  # what may be kept cannot be told from what may not

    return keeping


def forget() -> None:
    """Forget every text (for those who measure how long one takes)."""
    for kept in _OF_TEXTS:
        kept.cache_clear()
