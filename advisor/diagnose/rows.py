"""Fitted arrays as they lie on the disk: rows of 8-bit weights most of which are zero, kept as columns and values (a third of the
room that whole rows take), and numbers that mostly rise by little, kept as steps of two bytes (half the room)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

MOST_COLUMNS = 256  # a column is kept in one byte


@dataclass(frozen=True, slots=True)
class SparseRows:
    """Row `i` holds `values[starts[i]:starts[i + 1]]` in the columns of the same places, and zero elsewhere."""

    starts: NDArray[np.int32]
    columns: NDArray[np.uint8]
    values: NDArray[np.int8]
    width: int

    @classmethod
    def of(cls, rows: NDArray[np.int8]) -> SparseRows:
        """The same rows. Raises ValueError for more columns than a byte can number."""
        if rows.shape[1] > MOST_COLUMNS:
            raise ValueError(f"{rows.shape[1]} columns, and a byte numbers {MOST_COLUMNS}")
        there = rows != 0
        starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))]).astype(np.int32)
        return cls(starts, np.nonzero(there)[1].astype(np.uint8), rows[there], rows.shape[1])

    @overload
    def __getitem__(self, which: tuple[int, int]) -> np.int8: ...
    @overload
    def __getitem__(self, which: NDArray[np.intp]) -> NDArray[np.int8]: ...
    def __getitem__(self, which: tuple[int, int] | NDArray[np.intp]) -> np.int8 | NDArray[np.int8]:
        """Whole rows by their numbers, or one weight by row and column."""
        if isinstance(which, tuple):
            row: np.int8 = self[np.array(which[:1], dtype=np.intp)][0, which[1]]
            return row
        first = self.starts[which]
        count = self.starts[which + 1] - first
        before = np.cumsum(count, dtype=np.int32) - count
        places = np.arange(count.sum(), dtype=np.int32) + np.repeat(first - before, count)
        at = np.repeat(np.arange(0, len(which) * self.width, self.width, dtype=np.int32), count) + self.columns[places]
        found = np.zeros(len(which) * self.width, dtype=np.int8)
        found[at] = self.values[places]
        return found.reshape(len(which), self.width)


@dataclass(frozen=True, slots=True)
class Steps:
    """Numbers as the steps from one to the next; where a step is no 16-bit number, `jumps` holds it for that place."""

    steps: NDArray[np.uint16]
    places: NDArray[np.int32]
    jumps: NDArray[np.int32]

    @classmethod
    def of(cls, numbers: NDArray[np.int32]) -> Steps:
        """The same numbers."""
        steps = np.diff(numbers, prepend=np.int32(0))
        far = (steps < 0) | (steps > np.iinfo(np.uint16).max)
        return cls(np.where(far, 0, steps).astype(np.uint16), np.flatnonzero(far).astype(np.int32), steps[far].astype(np.int32))

    def numbers(self) -> NDArray[np.int32]:
        """The numbers themselves."""
        steps = self.steps.astype(np.int32)
        steps[self.places] = self.jumps
        return np.cumsum(steps, dtype=np.int32)
