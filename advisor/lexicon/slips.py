"""Typing slips: which of our words lies one edit away. The last resort of the reader (design, finding 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rapidfuzz.distance import OSA

END = "\x00"
SHORTEST_SLIP = 5
_ITSELF = "="


def deletes(word: str) -> set[str]:
    """Every string with one letter of `word` left out (the index of one-edit neighbours)."""
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


def slip_index(words: Iterable[str]) -> dict[str, str]:
    """Form -> the words that it is, or is with one letter left out, for words long enough to forgive a slip in. Each is told by
    the letter with its place before it (`=` for the form itself); several stand in one string, parted by blanks."""
    index: dict[str, list[str]] = {}
    for word in words:
        if len(word) >= SHORTEST_SLIP:
            index.setdefault(word, []).append(_ITSELF)
            for key, lost in {word[:at] + word[at + 1 :]: f"{at}{word[at]}" for at in range(len(word))}.items():
                if key != word:
                    index.setdefault(key, []).append(lost)
    return joined(index)


def _whole(key: str, lost: str) -> str:
    """The word that a form is without the letter it lost."""
    if lost == _ITSELF:
        return key
    at = int(lost[:-1])
    return key[:at] + lost[-1] + key[at:]


def joined(index: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The words of each entry in one string, parted by blanks."""
    return {key: " ".join(words) for key, words in index.items()}


def slip_candidates(word: str, index: Mapping[str, str]) -> list[str]:
    """The indexed words within one edit (a letter swapped, dropped, added or changed) of `word`."""
    near: dict[str, None] = {}
    for key in (word, *deletes(word)):
        for lost in index.get(key, "").split():
            near[_whole(key, lost)] = None
    return [c for c in near if OSA.distance(word, c, score_cutoff=1) <= 1]
