"""Large tables of texts in one block of bytes: a seventh of the room that a dictionary takes, and loaded at once. A look-up takes
a microsecond or two, so what is asked again and again is kept by who asks."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar
from zlib import crc32

T = TypeVar("T")
_CROWD = 4  # entries of a bucket, on the average
_KEY, _VALUE = "\n", "\t"


class _Packed(Mapping[str, T]):
    """The entries lie in buckets by the check sum of their keys, each as `\\nkey\\tvalue`."""

    __slots__ = ("_block", "_size", "_starts")

    def __init__(self, block: bytes, starts: array[int], size: int) -> None:
        self._block, self._starts, self._size = block, starts, size

    @staticmethod
    def _read(value: bytes) -> T:
        """The value as it was put in."""
        raise NotImplementedError

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or else the default."""
        try:
            entry = f"\n{key}\t".encode()
        except UnicodeEncodeError:  # half a surrogate pair
            return default
        block, starts = self._block, self._starts
        bucket = crc32(entry) % (len(starts) - 1)
        at = block.find(entry, starts[bucket], starts[bucket + 1])
        if at < 0:
            return default
        at += len(entry)
        return self._read(block[at : block.index(b"\n", at)])

    def __getitem__(self, key: str) -> T:
        """The value of a key. Raises KeyError."""
        found: T | None = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        """Whether there is such a key."""
        return isinstance(key, str) and self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        """The keys, in the order in which they lie."""
        return (entry.partition(_VALUE)[0] for entry in self._block.decode().split(_KEY)[1:-1])

    def __len__(self) -> int:
        """The number of entries."""
        return self._size

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of, for a compiled file."""
        return type(self), (self._block, self._starts, self._size)


class PackedTexts(_Packed[str]):
    """Text -> text."""

    __slots__ = ()

    @classmethod
    def of(cls, told: Mapping[str, str]) -> PackedTexts:
        """The same table. Raises ValueError for a text with a line break, or a key with a tab."""
        return cls(*_laid_out(told))

    @staticmethod
    def _read(value: bytes) -> str:
        return value.decode()


class PackedNumbers(_Packed[int]):
    """Text -> whole number."""

    __slots__ = ()

    @classmethod
    def of(cls, told: Mapping[str, int]) -> PackedNumbers:
        """The same table. Raises ValueError for a key with a line break or a tab."""
        return cls(*_laid_out({key: str(value) for key, value in told.items()}))

    @staticmethod
    def _read(value: bytes) -> int:
        return int(value)


def _laid_out(told: Mapping[str, str]) -> tuple[bytes, array[int], int]:
    """The block, where each bucket begins in it (and the last one ends), and the number of entries."""
    if any(_KEY in key or _VALUE in key or _KEY in value for key, value in told.items()):
        raise ValueError("a text with a line break, or a key with a tab, cannot be packed")
    buckets: list[list[bytes]] = [[] for _ in range(max(1, len(told) // _CROWD))]
    for key, value in told.items():
        entry = f"{_KEY}{key}{_VALUE}".encode()
        buckets[crc32(entry) % len(buckets)].append(entry + value.encode())
    parts = [b"".join(bucket) for bucket in buckets]
    starts = array("I", [0])
    for part in parts:
        starts.append(starts[-1] + len(part))
    return b"".join(parts) + _KEY.encode(), starts, len(told)
