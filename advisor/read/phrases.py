"""Finds the phrases of a trie in a text, the longest at each place: one after the other, so that no two share a word, or all.

The concepts of the lexicon have a walker of their own (`match`): of them every name counts, not the longest phrase alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.lexicon.forms import GAP
from advisor.lexicon.slips import END
from advisor.read.match import Keys

_MOST_GAP = 3
Phrase = tuple[str, int, int]


def phrases(trie: Mapping[str, Any], keys: Sequence[Keys]) -> list[Phrase]:
    """(id, first, last token) of every phrase heard, in order."""
    found: list[Phrase] = []
    past, idle = 0, trie.keys().isdisjoint  # most words begin nothing
    for at, key in enumerate(keys):
        if at < past or idle(key.ways):
            continue
        hit = _longest(trie, keys, at)
        if hit is not None:
            found.append((hit[0], at, hit[1]))
            past = hit[1] + 1
    return found


def every_phrase(trie: Mapping[str, Any], keys: Sequence[Keys]) -> list[Phrase]:
    """The longest phrase that begins at each token, wherever the others lie; the longest ones first."""
    hits = [(hit[0], at, hit[1]) for at in range(len(keys)) if (hit := _longest(trie, keys, at)) is not None]
    return sorted(hits, key=lambda hit: (hit[1] - hit[2], hit[1]))


def _longest(node: Mapping[str, Any], keys: Sequence[Keys], at: int) -> tuple[str, int] | None:
    best: tuple[str, int] | None = None
    if at < len(keys):
        for below in [node[key] for key in keys[at].keys if key in node]:
            ids = below.get(END)
            here = (ids[0], at) if ids else None
            for found in (here, _longest(below, keys, at + 1), *_past_gap(below, keys, at + 1)):
                if found is not None and (best is None or found[1] > best[1]):
                    best = found
    return best


def _past_gap(node: Mapping[str, Any], keys: Sequence[Keys], at: int) -> list[tuple[str, int] | None]:
    below = node.get(GAP)
    return [_longest(below, keys, at + skip) for skip in range(_MOST_GAP + 1)] if below is not None else []
