"""Finds the phrases of a trie in a text, the longest at each place: one after the other, so that no two share a word, or all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from advisor.read.walker import Keys, walk

_GAP = 3  # words that a gap in a phrase takes at most
Phrase = tuple[str, int, int]


def phrases(trie: Mapping[str, Any], keys: Sequence[Keys]) -> list[Phrase]:
    """(id, first, last token) of every phrase heard, in order."""
    found: list[Phrase] = []
    for hit in _longest(trie, keys):
        if not found or hit[1] > found[-1][2]:
            found.append(hit)
    return found


def every_phrase(trie: Mapping[str, Any], keys: Sequence[Keys]) -> list[Phrase]:
    """The longest phrase that begins at each token, wherever the others lie; the longest ones first."""
    return sorted(_longest(trie, keys), key=lambda hit: (hit[1] - hit[2], hit[1]))


def _longest(trie: Mapping[str, Any], keys: Sequence[Keys]) -> Iterator[Phrase]:
    for first, heard in walk(trie, keys, _GAP):
        last, name = max(((last, name) for name, (last, _) in heard.items()), key=itemgetter(0))
        yield name, first, last
