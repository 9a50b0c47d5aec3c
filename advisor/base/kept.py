"""What is worked out once and kept in mind."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


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
