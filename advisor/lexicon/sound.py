"""What a Greek word sounds like, so that Greeklish and misspellings of OUR words can be recognised.

`sound` maps a folded Greek word to a skeleton; `readings` gives the skeletons a Latin-letter word may stand for.
The letter tables are data (`lexicon/spelling.yaml`). Only words of the lexicon are ever matched, never free text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from advisor.base.kept import Kept

_MOST, _KEPT = 48, 6_000  # readings of a word; words that are kept in mind


def _squeeze(skeleton: str) -> str:
    out = ""
    for char in skeleton:
        if not out or out[-1] != char:
            out += char
    return out


@dataclass(frozen=True, slots=True)
class Sounds:
    """The two letter tables: Greek letters (and pairs) to sounds, Latin ones to the sounds they may stand for; and the `foreign`
    words in Latin letters, which spell nothing Greek whatever they sound like."""

    greek: Mapping[str, str]
    latin: Mapping[str, Sequence[str]]
    foreign: frozenset[str] = frozenset()
    _cache: Kept[str, tuple[str, ...]] = field(default_factory=partial(Kept, _KEPT))

    def sound(self, word: str) -> str:
        """Skeleton of a folded Greek word; doubled sounds count once. Letters of other scripts are kept."""
        out: list[str] = []
        at = 0
        while at < len(word):
            pair = self.greek.get(word[at : at + 2]) if at + 1 < len(word) else None
            if pair is not None:
                out.append(pair)
                at += 2
            else:
                out.append(self.greek.get(word[at], word[at]))
                at += 1
        return _squeeze("".join(out))

    def readings(self, word: str) -> tuple[str, ...]:
        """The skeletons that a folded Latin-letter word may stand for, the plainest first (at most 48)."""
        known = self._cache.get(word)
        if known is not None:
            return known
        found = [""] if word not in self.foreign else []
        at = 0
        while found and at < len(word):
            options = self.latin.get(word[at : at + 2]) if at + 1 < len(word) else None
            step = 2 if options else 1
            options = options or self.latin.get(word[at], (word[at],))
            if len(found) * len(options) > _MOST:
                options = options[:1]
            found = [a + b for a in found for b in options]
            at += step
        known = self._cache[word] = tuple(dict.fromkeys(_squeeze(f) for f in found))
        return known
