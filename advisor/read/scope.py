"""Not, if, wanted to, says that: words that change what was said (design, finding 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.lexicon.slips import END
from advisor.read.match import Keys, Mention
from advisor.read.tokens import CLAUSE, Token

PSEUDO, STOP, NEGATED = "pseudo", "stop", "negated"
Span = tuple[str, int, int]
Cues = Sequence[tuple[str, int, int]]


class Scope:
    """The compiled scope words: a trie whose ids are `pseudo`, `stop` or a flag, and each flag's reach in words."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.trie: dict[str, Any] = compiled["trie"]
        self.reach: dict[str, int] = {flag: int(words) for flag, words in compiled["reach"].items()}

    def cues(self, keys: Sequence[Keys]) -> list[tuple[str, int, int]]:
        """(what, first, last) of every cue in order; a pseudo form hides the cues inside it."""
        return self.cues_of(self.trie, keys)

    @classmethod
    def cues_of(cls, trie: dict[str, Any], keys: Sequence[Keys]) -> list[tuple[str, int, int]]:
        """The same for any trie of short forms."""
        found: list[tuple[str, int, int]] = []
        past, idle = 0, trie.keys().isdisjoint  # most words begin nothing
        for at, key in enumerate(keys):
            if idle(key.keys) or at < past:
                continue
            hit = cls._longest(trie, keys, at)
            if hit is not None:
                what, last = hit
                if what != PSEUDO:
                    found.append((what, at, last))
                past = last + 1
        return found

    @staticmethod
    def _longest(trie: dict[str, Any], keys: Sequence[Keys], at: int) -> tuple[str, int] | None:
        node, best = trie, None
        for there in range(at, min(len(keys), at + 5)):
            below = next((node[k] for k in keys[there].keys if k in node), None)
            if below is None:
                break
            node = below
            ids = node.get(END)
            if ids:
                best = (PSEUDO if PSEUDO in ids else ids[0], there)
        return best

    def spans(self, tokens: Sequence[Token], cues: Cues) -> list[Span]:
        """(flag, last token of the cue, last token it reaches) of every cue in order."""
        stops = {first for what, first, _ in cues if what == STOP}
        spans: list[Span] = []
        for what, _first, last in cues:
            if what == STOP:
                continue
            end = last
            while end + 1 < len(tokens) and end - last < self.reach[what] and tokens[end].after < CLAUSE and end + 1 not in stops:
                end += 1
            spans.append((what, last, end))
        return spans

    def flags(self, tokens: Sequence[Token], keys: Sequence[Keys], mentions: Sequence[Mention]) -> list[Mention]:
        """The mentions, each with the flags of the cues that reach it (not those inside its own words)."""
        return flagged(mentions, self.spans(tokens, self.cues(keys)))


def reached(spans: Sequence[Span]) -> dict[int, tuple[str, ...]]:
    """Token -> the flags of the cues that reach it; a token that none reaches is left out."""
    found: dict[int, set[str]] = {}
    for what, cue, end in spans:
        for at in range(cue + 1, end + 1):
            found.setdefault(at, set()).add(what)
    return {at: tuple(sorted(flags)) for at, flags in found.items()}


def flagged(mentions: Sequence[Mention], spans: Sequence[Span]) -> list[Mention]:
    """The mentions, each with the flags that reach it."""
    flags = reached(spans)
    return [Mention(m.name, m.first, m.last, m.how, flags[m.first]) if m.first in flags else m for m in mentions]
