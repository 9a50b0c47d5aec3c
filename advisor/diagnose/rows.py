"""Fitted arrays as they lie on the disk: rows of 8-bit weights most of which are zero, kept as columns and values (a third of the
room that whole rows take), and numbers that mostly rise by little, kept as steps of two bytes (half the room)."""

from __future__ import annotations

from collections.abc import Sequence
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
        places, count = self._places(which)
        at = np.repeat(np.arange(0, len(which) * self.width, self.width, dtype=np.int32), count) + self.columns[places]
        found = np.zeros(len(which) * self.width, dtype=np.int8)
        found[at] = self.values[places]
        return found.reshape(len(which), self.width)

    def summed(self, which: NDArray[np.intp], there: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of these rows, each as often as it is there: only what is not zero is looked at."""
        places, count = self._places(which)
        weights = self.values[places] * np.repeat(there, count)
        return np.bincount(self.columns[places], weights=weights, minlength=self.width).astype(np.float32)

    def _places(self, which: NDArray[np.intp]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The places of all that is not zero in these rows, one row after the other, and how many each row has."""
        first = self.starts[which]
        count = self.starts[which + 1] - first
        before = np.cumsum(count, dtype=np.int32) - count
        return np.arange(count.sum(), dtype=np.int32) + np.repeat(first - before, count), count


@dataclass(frozen=True, slots=True)
class Steps:
    """Stretches of numbers, each as the steps from one to the next (the first from zero); where a step is no 16-bit number,
    `jumps` holds it for that place."""

    steps: NDArray[np.uint16]
    places: NDArray[np.int32]
    jumps: NDArray[np.int32]

    @classmethod
    def of(cls, numbers: NDArray[np.int32], starts: Sequence[int]) -> Steps:
        """The same numbers; `starts` are the places where a stretch begins."""
        steps = np.diff(numbers, prepend=np.int32(0))
        steps[list(starts)] = numbers[list(starts)]
        far = (steps < 0) | (steps > np.iinfo(np.uint16).max)
        return cls(np.where(far, 0, steps).astype(np.uint16), np.flatnonzero(far).astype(np.int32), steps[far].astype(np.int32))

    def numbers(self, first: int, count: int) -> NDArray[np.int32]:
        """The numbers of a stretch that begins at a place."""
        steps = self.steps[first : first + count].astype(np.int32)
        start, end = self.places.searchsorted((first, first + count))
        steps[self.places[start:end] - first] = self.jumps[start:end]
        return np.cumsum(steps, dtype=np.int32)
