"""Fitted arrays as they lie on the disk: rows of 8-bit weights most of which are zero, kept as columns and values (a third of the
room that whole rows take; a mostly full row stays whole, which is also added up fastest), and numbers that mostly rise by little,
kept as steps of one byte (a quarter of the room)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

MOST_COLUMNS = 256  # a column is kept in one byte
MOST_WHOLE = 32_767  # the number of a row that stands whole is kept in two
ELSEWHERE = -1


@dataclass(frozen=True, slots=True)
class SparseRows:
    """Row `i` holds `values[starts[i]:starts[i + 1]]` in the columns of the same places, and zero elsewhere; a mostly full row
    stands whole in `whole`, under the number `at[i]` (`ELSEWHERE` for the others)."""

    starts: NDArray[np.int32]
    columns: NDArray[np.uint8]
    values: NDArray[np.int8]
    at: NDArray[np.int16]
    whole: NDArray[np.int8]

    @classmethod
    def of(cls, rows: NDArray[np.int8]) -> SparseRows:
        """The same rows. Raises ValueError for more columns than a byte can number, or more whole rows than `at` can."""
        if rows.shape[1] > MOST_COLUMNS:
            raise ValueError(f"{rows.shape[1]} columns, and a byte numbers {MOST_COLUMNS}")
        full = np.count_nonzero(rows, axis=1) * 2 > rows.shape[1]
        if full.sum() > MOST_WHOLE:
            raise ValueError(f"{full.sum()} rows stand whole, and two bytes number {MOST_WHOLE}")
        there = (rows != 0) & ~full[:, None]
        starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))]).astype(np.int32)
        at = np.where(full, np.cumsum(full) - 1, ELSEWHERE).astype(np.int16)
        return cls(starts, np.nonzero(there)[1].astype(np.uint8), rows[there], at, rows[full])

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
        width = self.whole.shape[1]
        cells = np.repeat(np.arange(0, len(which) * width, width, dtype=np.int32), count) + self.columns[places]
        found = np.zeros(len(which) * width, dtype=np.int8)
        found[cells] = self.values[places]
        rows = found.reshape(len(which), width)
        at = self.at[which]
        rows[at != ELSEWHERE] = self.whole[at[at != ELSEWHERE]]
        return rows

    def summed(self, which: NDArray[np.intp], there: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of these rows, each as often as it is there: of a row that does not stand whole only what is not zero is looked
        at."""
        at = self.at[which]
        full = at != ELSEWHERE
        places, count = self._places(which[~full])
        weights = self.values[places] * np.repeat(there[~full], count)
        found = np.bincount(self.columns[places], weights=weights, minlength=self.whole.shape[1]).astype(np.float32)
        found += there[full] @ self.whole[at[full]].astype(np.float32)
        return found

    def _places(self, which: NDArray[np.intp]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The places of all that is not zero in these rows, one row after the other, and how many each row has."""
        first = self.starts[which]
        count = self.starts[which + 1] - first
        before = np.cumsum(count, dtype=np.int32) - count
        return np.arange(count.sum(), dtype=np.int32) + np.repeat(first - before, count), count


@dataclass(frozen=True, slots=True)
class Steps:
    """Stretches of numbers, each as the steps from one to the next (the first from zero); where a step is more than a byte holds,
    `jumps` holds it for that place."""

    steps: NDArray[np.uint8]
    places: NDArray[np.int32]
    jumps: NDArray[np.int32]

    @classmethod
    def of(cls, numbers: NDArray[np.int32], starts: Sequence[int]) -> Steps:
        """The same numbers; `starts` are the places where a stretch begins."""
        steps = np.diff(numbers, prepend=np.int32(0))
        steps[list(starts)] = numbers[list(starts)]
        far = (steps < 0) | (steps > np.iinfo(np.uint8).max)
        return cls(np.where(far, 0, steps).astype(np.uint8), np.flatnonzero(far).astype(np.int32), steps[far].astype(np.int32))

    def numbers(self, first: int, count: int) -> NDArray[np.int32]:
        """The numbers of a stretch that begins at a place."""
        steps = self.steps[first : first + count].astype(np.int32)
        start, end = self.places.searchsorted((first, first + count))
        steps[self.places[start:end] - first] = self.jumps[start:end]
        return np.cumsum(steps, dtype=np.int32)
