"""Typing slips: which of our words lies one edit away. The last resort of the reader (design, finding 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rapidfuzz.distance import OSA

END = "\x00"
SHORTEST_SLIP = 5


def deletes(word: str) -> set[str]:
    """Every string with one letter of `word` left out (the index of one-edit neighbours)."""
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


def slip_index(words: Iterable[str]) -> dict[str, list[str]]:
    """Deleted form -> words, for words long enough to forgive a slip in."""
    index: dict[str, list[str]] = {}
    for word in words:
        if len(word) >= SHORTEST_SLIP:
            for key in {word, *deletes(word)}:
                index.setdefault(key, []).append(word)
    return index


def slip_candidates(word: str, index: Mapping[str, list[str]]) -> list[str]:
    """The indexed words within one edit (a letter swapped, dropped, added or changed) of `word`."""
    near: dict[str, None] = {}
    for key in (word, *deletes(word)):
        for candidate in index.get(key, ()):
            near[candidate] = None
    return [c for c in near if OSA.distance(word, c, score_cutoff=1) <= 1]
