"""What a message wants: the intents heard in it (lexicon/talk/intents.yaml), where they stand, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from advisor import store
from advisor.heard import reader
from advisor.lexicon.forms import GAP
from advisor.lexicon.slips import END
from advisor.read.match import Keys
from advisor.read.tokens import Token
from advisor.talk.models import State

_FILLERS = 2
_SHORT = 12
_MOST_GAP = 3


@dataclass(frozen=True)
class Heard:
    """A message with its language and its intents: (name, first, last token)."""

    text: str
    lang: Literal["el", "en"]
    tokens: tuple[Token, ...]
    hits: tuple[tuple[str, int, int], ...]

    def has(self, *names: str) -> bool:
        """Whether one of these intents stands anywhere."""
        return any(name in names for name, _, _ in self.hits)

    def only(self, *names: str, fillers: int = _FILLERS) -> bool:
        """Whether the message is one of these intents and little else."""
        if not self.has(*names) or len(self.tokens) > _SHORT:
            return False
        covered = {i for _, first, last in self.hits for i in range(first, last + 1)}
        return len(self.tokens) - len(covered) <= fillers

    def leads(self, *names: str) -> bool:
        """Whether the message begins with one of these intents."""
        return bool(self.hits) and self.hits[0][0] in names and self.hits[0][1] == 0

    def rest(self) -> str:
        """What follows the first intent, when the message begins with it; else the whole message."""
        if not self.hits or self.hits[0][1] != 0:
            return self.text
        last = self.hits[0][2]
        return self.text[self.tokens[last].end :].strip(" ,.;:-–—!")

    def without(self, *names: str) -> str:
        """The message without the words of these intents."""
        covered = {i for name, first, last in self.hits if name in names for i in range(first, last + 1)}
        return " ".join(self.text[t.start : t.end] for i, t in enumerate(self.tokens) if i not in covered)

    def after(self, name: str) -> str:
        """What follows the first hit of one intent."""
        for found, _, last in self.hits:
            if found == name:
                return self.text[self.tokens[last].end :].strip(" ,.;:-–—!?")
        return ""


def hear(text: str, state: State) -> Heard:
    """The intents of a message, in order. Latin letters are also read as Greek in a Greek conversation."""
    return _heard(text, greeklish=state.at_hand and state.speaks == "el")


@lru_cache(maxsize=32)
def _heard(text: str, *, greeklish: bool) -> Heard:
    """The same message is heard several times in one turn."""
    plain, language, tokens, keys = reader().keyed(text, greeklish=greeklish)
    return Heard(plain, "el" if language.code == "el" else "en", tuple(tokens), tuple(_hits(tokens, keys)))


def _hits(tokens: Sequence[Token], keys: Sequence[Keys]) -> list[tuple[str, int, int]]:
    """The longest intent at each place, left to right; two never share a word."""
    trie: dict[str, Any] = store.load("talk")["intents"]
    found: list[tuple[str, int, int]] = []
    at = 0
    while at < len(tokens):
        hit = _longest(trie, keys, at)
        if hit is not None:
            found.append((hit[0], at, hit[1]))
        at = hit[1] + 1 if hit is not None else at + 1
    return found


def _longest(node: dict[str, Any], keys: Sequence[Keys], at: int) -> tuple[str, int] | None:
    best: tuple[str, int] | None = None
    if at < len(keys):
        for below in [node[key] for key in keys[at].keys if key in node]:
            ids = below.get(END)
            here = (ids[0], at) if ids else None
            for found in (here, _longest(below, keys, at + 1), *_past_gap(below, keys, at + 1)):
                if found is not None and (best is None or found[1] > best[1]):
                    best = found
    return best


def _past_gap(node: dict[str, Any], keys: Sequence[Keys], at: int) -> list[tuple[str, int] | None]:
    below = node.get(GAP)
    return [_longest(below, keys, at + skip) for skip in range(_MOST_GAP + 1)] if below is not None else []
