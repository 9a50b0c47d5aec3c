"""The bolder repair of mistyped words, for a short text that makes no sense without it (design, finding 4: the last resort).

A word that nobody knows is taken for the usual word nearest to it, as thumbs err: vowels left out, neighbours swapped,
letters dropped or doubled. `usual` are the words that tellings use, with how often; a near tie repairs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from math import log

from rapidfuzz import process
from rapidfuzz.distance import OSA

from advisor.base.kept import Facet
from advisor.lexicon.sound import Sounds

_VOWELS = frozenset("aeiouyαεηιουω")
_SWAP, _VOWEL, _TWICE = 0.6, 0.5, 0.5
_SHORTEST, _LONGEST = 3, 20
_OFTEN = 0.1
_TIE = 0.12
_FEW = 12
_FAR = 2  # letters
_ByLength = dict[int, list[str]]


class Repairer:
    """The usual words, by spelling and (Greek ones, for Latin letters) by sound. Build once, use from many threads."""

    def __init__(self, usual: Mapping[str, int], sounds: Sounds) -> None:
        self._usual = dict(usual)
        self._words = _by_length(usual)
        self._letters = frozenset().union(*usual)
        self._sounds = sounds
        self._meant = (Facet(partial(self._best, greeklish=False)), Facet(partial(self._best, greeklish=True)))

    @cached_property
    def _by_sound(self) -> dict[str, str]:
        """The Greek words by sound, the most usual of those that sound alike; made when the first text needs it."""
        greek = (word for word in sorted(self._usual, key=self._usual.__getitem__) if not word.isascii())
        return {self._sounds.sound(word): word for word in greek}

    @cached_property
    def _skeletons(self) -> _ByLength:
        return _by_length(self._by_sound)

    def known(self, form: str) -> bool:
        """Whether a word is usual as it is typed."""
        return form in self._usual

    def best(self, form: str, greeklish: bool) -> str:
        """The usual word that an unknown one stands for; nothing when none is near, or two are."""
        return self._meant[greeklish](form)

    def _best(self, form: str, *, greeklish: bool) -> str:
        strange = sum(letter not in self._letters for letter in form)  # a word of another script is a slip of none of ours
        if not _SHORTEST <= len(form) <= _LONGEST or not form.isalpha() or strange > _FAR:
            return ""
        costs: dict[str, float] = {}
        for word in _near(form, self._words):
            costs[word] = cost(form, word)
        if greeklish and form.isascii():
            for reading in self._sounds.readings(form)[:2]:
                for skeleton in _near(reading, self._skeletons):
                    word = self._by_sound[skeleton]
                    costs[word] = min(costs.get(word, 9.0), cost(reading, skeleton))
        most = _allowed(len(form))
        ranked = sorted((each - _OFTEN * log(self._usual[word]), word) for word, each in costs.items() if each <= most)
        if not ranked or (len(ranked) > 1 and ranked[1][0] - ranked[0][0] < _TIE and not _alike(ranked[0][1], ranked[1][1])):
            return ""
        return ranked[0][1]


def _allowed(length: int) -> float:
    """The most that a word of so many letters may be off."""
    return 0.6 if length <= 3 else 1.0 if length == 4 else 1.1 if length <= 6 else 2.0


def _by_length(words: Iterable[str]) -> _ByLength:
    """Length -> the words that a slip of so many letters may be: those of about that length, in their order."""
    found: dict[int, list[str]] = {}
    for word in words:
        for length in range(len(word) - _FAR, len(word) + _FAR + 1):
            found.setdefault(length, []).append(word)
    return found


def _near(form: str, words: _ByLength) -> list[str]:
    most = 1 if len(form) == _SHORTEST else _FAR
    near = words.get(len(form), ())
    return [word for word, _, _ in process.extract(form, near, scorer=OSA.distance, score_cutoff=most, limit=_FEW * 2)]


def _alike(one: str, other: str) -> bool:
    """Whether two words are forms of one: all but the ending is the same."""
    return len(one) > 4 and one[: len(one) - 2] == other[: len(one) - 2]


def cost(typed: str, meant: str) -> float:
    """How far a typed word is from the one meant: a letter 1, a swap of neighbours, a vowel left out, or a letter typed
    twice about half."""
    rows = [[float(j and sum(_missing(c) for c in meant[:j])) for j in range(len(meant) + 1)]]
    for i, letter in enumerate(typed, 1):
        row = [rows[-1][0] + 1.0]
        for j, other in enumerate(meant, 1):
            twice = _TWICE if i > 1 and typed[i - 2] == letter else 1.0
            best = min(rows[-1][j - 1] + (letter != other), rows[-1][j] + twice, row[-1] + _missing(other))
            if i > 1 and j > 1 and letter == meant[j - 2] and typed[i - 2] == other and letter != other:
                best = min(best, rows[-2][j - 2] + _SWAP)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def _missing(letter: str) -> float:
    return _VOWEL if letter in _VOWELS else 1.0
