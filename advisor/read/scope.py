"""Not, if, wanted to, says that: words that change what was said (design, finding 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
        at = 0
        while at < len(keys):
            hit = cls._longest(trie, keys, at)
            if hit is None:
                at += 1
                continue
            what, last = hit
            if what != PSEUDO:
                found.append((what, at, last))
            at = last + 1
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


def reaching(spans: Sequence[Span], first: int) -> tuple[str, ...]:
    """The flags of the cues that reach a token."""
    return tuple(sorted({what for what, cue, end in spans if cue < first <= end})) if spans else ()


def flagged(mentions: Sequence[Mention], spans: Sequence[Span]) -> list[Mention]:
    """The mentions, each with the flags that reach it."""
    result: list[Mention] = []
    for mention in mentions:
        found = reaching(spans, mention.first)
        result.append(replace(mention, flags=found) if found else mention)
    return result
