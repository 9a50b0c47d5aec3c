"""What a Greek word sounds like, so that Greeklish and misspellings of OUR words can be recognised.

`sound` maps a folded Greek word to a skeleton; `readings` gives the skeletons a Latin-letter word may stand for.
The letter tables are data (`lexicon/spelling.yaml`). Only words of the lexicon are ever matched, never free text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.base.kept import Facet

_MOST = 48  # readings of a word


def _squeeze(skeleton: str) -> str:
    out = ""
    for char in skeleton:
        if not out or out[-1] != char:
            out += char
    return out


class Sounds:
    """The two letter tables: Greek letters (and pairs) to sounds, Latin ones to the sounds they may stand for; and the `foreign`
    words in Latin letters, which spell nothing Greek whatever they sound like."""

    def __init__(
        self, greek: Mapping[str, str], latin: Mapping[str, Sequence[str]], foreign: frozenset[str] = frozenset()
    ) -> None:
        self.greek, self.latin, self.foreign = greek, latin, foreign
        self._known = Facet(self._readings)

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
        return self._known(word)

    def _readings(self, word: str) -> tuple[str, ...]:
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
        return tuple(dict.fromkeys(_squeeze(f) for f in found))
