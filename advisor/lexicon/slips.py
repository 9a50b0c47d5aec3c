"""Typing slips: which of our words lies one edit away. The last resort of the reader (design, finding 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rapidfuzz.distance import OSA

END = "\x00"
SHORTEST_SLIP = 5


def deletes(word: str) -> set[str]:
    """Every string with one letter of `word` left out (the index of one-edit neighbours)."""
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


def slip_index(words: Iterable[str]) -> dict[str, str]:
    """Deleted form -> words, for words long enough to forgive a slip in; several stand in one string, parted by blanks (that
    is loaded in a third of the time of as many lists)."""
    index: dict[str, list[str]] = {}
    for word in words:
        if len(word) >= SHORTEST_SLIP:
            for key in {word, *deletes(word)}:
                index.setdefault(key, []).append(word)
    return joined(index)


def joined(index: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The words of each entry in one string, parted by blanks."""
    return {key: " ".join(words) for key, words in index.items()}


def slip_candidates(word: str, index: Mapping[str, str]) -> list[str]:
    """The indexed words within one edit (a letter swapped, dropped, added or changed) of `word`."""
    near: dict[str, None] = {}
    for key in (word, *deletes(word)):
        for candidate in index.get(key, "").split():
            near[candidate] = None
    return [c for c in near if OSA.distance(word, c, score_cutoff=1) <= 1]
