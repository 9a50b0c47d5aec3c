"""The judge of the raw text, a word at a time: what a word speaks for is added up once and kept, since the same words come again
and again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from advisor.base.kept import Facet
from advisor.diagnose.judge import Floats, Judge
from advisor.diagnose.ngrams import pairs, runs, words_of

_SUMS = 64  # words of one text that are added up alone: it is dearer than all rows at once, and pays when they come again
_Rows = NDArray[np.int32]
_NONE: _Rows = np.array([], dtype=np.int32)


class RawJudge:
    """A judge of the signs of raw texts (`ngrams`), each of which weighs by its rarity, all together unit length."""

    def __init__(self, judge: Judge) -> None:
        assert judge.idf is not None
        self.judge, self._idf = judge, judge.idf
        self._rows_of = Facet(lambda word: self._rows(runs(word)))
        self._sums = Facet(self._sum)  # what all rows of a word add, once it has been met twice

    def scored(self, folded: str) -> tuple[Floats, Floats]:
        """The score of every irregularity, and those at the door, of a folded text."""
        words = words_of(folded)
        sums, new = [], [self._rows(pairs(words))]
        every, alone = [_NONE], _SUMS
        for word in dict.fromkeys(words):
            met, added = self._rows_of.met(word), self._sums.met(word)
            rows = self._rows_of(word)
            every.append(rows)
            if met and (added or alone):
                alone -= not added
                sums.append(self._sums(word))
            else:
                new.append(rows)
        total = self._added(*_once(new, every, self._idf))
        if sums:
            total += np.sum(sums, axis=0, dtype=np.float32)
        judge, length = self.judge, np.float32(max(0.0, total[-1]) ** 0.5)
        if not length:
            return judge.bias, judge.door_bias
        total /= length
        wide = len(judge.bias)
        return total[:wide] * np.float32(judge.step) + total[wide] + judge.bias, total[wide + 1 : -1] + judge.door_bias

    def _sum(self, word: str) -> Floats:
        rows = self._rows_of(word)
        return self._added(rows, self._idf[rows])

    def _rows(self, names: Sequence[str]) -> _Rows:
        get = self.judge.index.get
        return np.array(sorted({at for name in names if (at := get(name)) is not None}), dtype=np.int32)

    def _added(self, rows: _Rows, weights: Floats) -> Floats:
        """What rows add with these weights: to each irregularity, to all alike, at the door, and to the square of the length."""
        judge = self.judge
        alike = np.column_stack((judge.base[rows], judge.doors[rows], self._idf[rows]))
        return np.concatenate((judge.summed(rows, weights), weights @ alike.astype(np.float32)))


def _once(new: Sequence[_Rows], every: Sequence[_Rows], idf: Floats) -> tuple[_Rows, Floats]:
    """The new rows, with their weights; and those that words share, with theirs against them as often as there is a word too
    many: each counts once in a text."""
    ordered = np.sort(np.concatenate(every))
    again = ordered[1:][ordered[1:] == ordered[:-1]]
    rows = np.concatenate((*new, again))
    weights = idf[rows]
    weights[len(rows) - len(again) :] *= -1
    return rows, weights
