"""One way through the tries of the lexicon: what every form that begins at a word of a text comes to.

A gap (`~`) in a form takes other words, how many is the trie's own; no form goes on past the last token that it may reach.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from advisor.lexicon.forms import GAP
from advisor.lexicon.slips import END

_VALUE = "="
STATED, TYPO = "stated", "typo"
Heard = dict[str, tuple[int, str]]  # name -> the last token of its longest form, and how that was heard


@dataclass(frozen=True, slots=True)
class Keys:
    """What one token may be: trie keys, how the best of them was found (`stated`, `typo`), and the ways on that it opens: its
    keys, and the gap that any word may stand in."""

    keys: tuple[str, ...]
    how: str
    ways: frozenset[str]

    @classmethod
    def of(cls, *keys: str, how: str = STATED) -> Keys:
        """The keys with the ways that follow from them."""
        return cls(keys, how, frozenset((*keys, GAP)))


def walk(
    trie: Mapping[str, Any],
    keys: Sequence[Keys],
    gap: int,
    *,
    ends: Sequence[int] = (),
    nots: Collection[int] = (),
    ahead: bool = False,
) -> Iterator[tuple[int, Heard]]:
    """(first token, what is heard from there) of every token with which a form begins, in order; of each name the longest form,
    and of two as long the one that was found first.

    `gap` is the most words that a gap takes, `ends` the last token that a form may reach from each (of the text, unless told),
    `ahead` whether a form may also begin with a gap. `nots` are the tokens where a negation begins: a fact's value is not heard
    where a gap jumps over one."""
    idle, lead = trie.keys().isdisjoint, trie.get(GAP, {}) if ahead else {}
    ways = [key.ways for key in keys]
    starts = range(len(ways)) if lead else [at for at, way in enumerate(ways) if not idle(way)]
    if not starts:  # most texts begin nothing of a small trie
        return
    leads = [at for at, way in enumerate(ways) if not lead.keys().isdisjoint(way)] if lead else []
    before = [0, *accumulate(at in nots for at in range(len(ways)))] if nots else ()  # how many negations begin before each token
    best: Heard = {}
    end = len(ways) - 1

    def step(node: Mapping[str, Any], at: int, slipped: bool, denied: bool) -> None:
        here = keys[at]
        slip = slipped or here.how == TYPO
        for key in here.keys:
            if key not in node:
                continue
            below = node[key]
            for name in below.get(END, ()):
                if denied and _VALUE in name:
                    continue
                known = best.get(name)
                if known is None or known[0] < at:
                    best.pop(name, None)
                    best[name] = at, TYPO if slip else STATED
            if at < end and not below.keys().isdisjoint(ways[at + 1]):
                step(below, at + 1, slip, denied)
        if GAP in node and node is not trie:
            jump(node[GAP], range(at, min(at + gap, end) + 1), at, slipped, denied)

    def jump(node: Mapping[str, Any], places: Iterable[int], at: int, slipped: bool, denied: bool) -> None:
        apart = node.keys().isdisjoint
        for there in places:
            if not apart(ways[there]):
                step(node, there, slipped, denied or (bool(before) and before[at] != before[there]))

    for first in starts:
        end = ends[first] if ends else end
        step(trie, first, False, False)
        if leads:
            near = leads[bisect_left(leads, first) : bisect_right(leads, min(first + gap, end))]
            jump(lead, near, first, False, False)
        if best:
            yield first, best
            best = {}
