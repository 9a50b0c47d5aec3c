"""The judge of the raw text, a word at a time: what a word speaks for is added up once and kept, since the same words come again
and again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from advisor.base.kept import Kept
from advisor.diagnose.judge import Floats, Judge
from advisor.diagnose.ngrams import pairs, runs, words_of

_MOST = 4_000  # words that are kept in mind
_Rows = NDArray[np.int32]
_Word = tuple[_Rows, Floats]  # its rows, and all that they add


class RawJudge:
    """A judge of the signs of raw texts (`ngrams`), each of which weighs by its rarity, all together unit length."""

    def __init__(self, judge: Judge) -> None:
        assert judge.idf is not None
        self.judge, self._idf = judge, judge.idf
        self._known: Kept[str, _Word] = Kept(_MOST)

    def scored(self, folded: str) -> tuple[Floats, Floats]:
        """The score of every irregularity, and those at the door, of a folded text."""
        words = words_of(folded)
        known = [self._known.get(word) or self._word(word) for word in dict.fromkeys(words)]
        added = self._added(*self._besides(words, [rows for rows, _ in known]))
        total = added + np.sum([adds for _, adds in known], axis=0, dtype=np.float32)
        judge, length = self.judge, np.float32(max(0.0, total[-1]) ** 0.5)
        if not length:
            return judge.bias, judge.door_bias
        total /= length
        wide = len(judge.bias)
        return total[:wide] * np.float32(judge.step) + total[wide] + judge.bias, total[wide + 1 : -1] + judge.door_bias

    def _word(self, word: str) -> _Word:
        rows = self._rows(runs(word))
        found = self._known[word] = rows, self._added(rows, self._idf[rows])
        return found

    def _rows(self, names: Sequence[str]) -> _Rows:
        get = self.judge.index.get
        return np.array(sorted({at for name in names if (at := get(name)) is not None}), dtype=np.int32)

    def _besides(self, words: list[str], known: Sequence[_Rows]) -> tuple[_Rows, Floats]:
        """The rows of the neighbouring words, with their weights; and those that words share, with theirs against them as often
        as there is a word too many: each counts once in a text."""
        every = np.sort(np.concatenate(known)) if known else np.array([], dtype=np.int32)
        again = every[1:][every[1:] == every[:-1]]
        beside = self._rows(pairs(words))
        rows = np.concatenate((again, beside))
        weights = self._idf[rows]
        weights[: len(again)] *= -1
        return rows, weights

    def _added(self, rows: _Rows, weights: Floats) -> Floats:
        """What rows add with these weights: to each irregularity, to all alike, at the door, and to the square of the length."""
        judge = self.judge
        alike = np.column_stack((judge.base[rows], judge.doors[rows], self._idf[rows]))
        return np.concatenate((judge.summed(rows, weights), weights @ alike.astype(np.float32)))
