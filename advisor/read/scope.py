"""Not, if, wanted to, says that: words that change what was said (design, finding 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.read.match import Mention
from advisor.read.phrases import phrases
from advisor.read.tokens import CLAUSE, Token
from advisor.read.walker import Keys

PSEUDO, STOP, NEW_VERB, POSTPOSED = "pseudo", "stop", "new_verb", "postposed"
NEGATED, SUPPOSED, HEARSAY = "negated", "supposed", "hearsay"
UNSAID = frozenset({NEGATED, SUPPOSED})  # what is not said to have been so
UNTOLD = UNSAID | {HEARSAY}  # nor told by the teller
Span = tuple[str, int, int]
Cues = Sequence[tuple[str, int, int]]


class Scope:
    """The compiled scope words: a trie whose ids are `pseudo`, `stop`, `new_verb`, `postposed` or a flag, and each flag's reach
    in words."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.trie: dict[str, Any] = compiled["trie"]
        self.reach: dict[str, int] = {flag: int(words) for flag, words in compiled["reach"].items()}

    def cues(self, keys: Sequence[Keys]) -> list[tuple[str, int, int]]:
        """(what, first, last) of every cue in order; a pseudo form hides the cues inside it."""
        return [found for found in phrases(self.trie, keys) if found[0] != PSEUDO]

    def spans(self, tokens: Sequence[Token], cues: Cues) -> list[Span]:
        """(flag, last token of the cue, last token it reaches) of every cue in order."""
        stops = {first for what, first, _ in cues if what == STOP}
        verbs = {first for what, first, _ in cues if what == NEW_VERB}  # "did not look and opened": the "not" ends there
        either, over = stops | verbs, stops | {len(tokens)}
        spans: list[Span] = []
        for what, first, last in cues:
            if what in (STOP, NEW_VERB):
                continue
            if what == POSTPOSED:
                if tokens[last].after >= CLAUSE or last + 1 in over:
                    spans.append((NEGATED, first - 1, last - 1))
                continue
            ends, end = either if what == NEGATED else stops, last
            while end + 1 < len(tokens) and end - last < self.reach[what] and tokens[end].after < CLAUSE and end + 1 not in ends:
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
