"""Finds the lexicon's words in a text: exact, inflected, by sound (Greeklish, misspelt Greek), or with one typing slip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from advisor.lexicon.slips import END, SHORTEST_SLIP, slip_candidates
from advisor.lexicon.sound import Sounds
from advisor.read.tokens import SENTENCE, Token

_GAP = "~"
_MOST_GAP = 4
_VALUE = "="


@dataclass(frozen=True, slots=True)
class Mention:
    """A heard id (a concept, or `fact=value`): its span of tokens [first, last], and how it was heard."""

    name: str
    first: int
    last: int
    how: str = "stated"
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keys:
    """What one token may be: trie keys, and how the best of them was found (`stated`, `typo`)."""

    keys: tuple[str, ...]
    how: str = "stated"


class Matcher:
    """The compiled vocabulary with its lookups. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.trie: dict[str, Any] = compiled["trie"]
        self.lemmas: dict[str, list[str]] = compiled["lemmas"]
        self.senses: dict[str, str] = compiled["senses"]
        self.words = frozenset(compiled["words"])
        self.by_sound: dict[str, list[str]] = compiled["sounds"]
        self.slips: dict[str, list[str]] = compiled["slips"]
        self.honest = frozenset(compiled["honest"])
        self.sounds = Sounds(compiled["spelling"]["greek"], compiled["spelling"]["latin"])
        self._cache: dict[tuple[str, bool], Keys] = {}

    def keys(self, form: str, greeklish: bool) -> Keys:
        """What a folded word may be; with `greeklish`, Latin letters are also read as Greek ones."""
        cached = self._cache.get((form, greeklish))
        if cached is None:
            cached = self._keys(form, greeklish)
            if len(self._cache) < 50_000:
                self._cache[form, greeklish] = cached
        return cached

    def _keys(self, form: str, greeklish: bool) -> Keys:
        found: dict[str, None] = {form: None}
        latin = form.isascii()
        if form in self.words:
            self._add(form, found)
        if not latin and form not in self.words:
            for word in self.by_sound.get(self.sounds.sound(form), ()):
                self._add(word, found)
        if latin and greeklish:
            for skeleton in self.sounds.readings(form):
                for word in self.by_sound.get(skeleton, ()):
                    self._add(word, found)
        if len(found) > 1 or form in self.words or len(form) < SHORTEST_SLIP or form in self.honest or form.isdigit():
            return Keys(tuple(found))
        near = slip_candidates(form, self.slips)
        lemmas = {tuple(self.lemmas.get(word, (word,))) for word in near}
        if near and len(lemmas) == 1:
            for word in near:
                self._add(word, found)
            return Keys(tuple(found), "typo")
        return Keys(tuple(found))

    def sense(self, keys: Keys) -> str:
        """The sense of an ordinary word (`leave`, `floor`), the same in both languages; nothing when it is not listed."""
        return next((self.senses[key] for key in keys.keys if key in self.senses), "")

    def sounds_greek(self, form: str) -> bool:
        """Whether Latin letters spell one of our Greek words."""
        return any(skeleton in self.by_sound for skeleton in self.sounds.readings(form))

    def _add(self, word: str, found: dict[str, None]) -> None:
        found[word] = None
        for lemma in self.lemmas.get(word, ()):
            found[lemma] = None

    def match(self, tokens: Sequence[Token], keys: Sequence[Keys], nots: Collection[int] = ()) -> list[Mention]:
        """Every longest mention of every id, in order of place. A mention never crosses the end of a sentence.

        `nots` are the tokens where a negation begins: the value of a fact (`fact=value`) is not heard over one of them
        unless its form has the negation itself ("dummy has not come down" does not tell that dummy came down)."""
        best: dict[tuple[str, int], tuple[int, str]] = {}
        ends = _sentence_ends(tokens)
        heard = [key.keys for key in keys]
        slips = [key.how == "typo" for key in keys]

        def walk(node: dict[str, Any], at: int, typo: bool, denied: bool) -> None:
            slip = typo or slips[at]
            for key in heard[at]:
                below = node.get(key)
                if below is None:
                    continue
                names = below.get(END, ())
                for name in names:
                    if denied and _VALUE in name:
                        continue
                    known = best.get((name, first))
                    if known is None or known[0] < at:
                        best[name, first] = (at, "typo" if slip else "stated")
                if at < end and len(below) > (1 if names else 0):
                    walk(below, at + 1, slip, denied)
            gap = node.get(_GAP)
            if gap is not None:
                for there in range(at, min(at + _MOST_GAP, end) + 1):
                    denied = denied or (there > at and there - 1 in nots)
                    walk(gap, there, typo, denied)

        for first in range(len(tokens)):
            end = ends[first]
            walk(self.trie, first, False, False)
        mentions = [Mention(name, first, last, how) for (name, first), (last, how) in best.items()]
        return _longest(sorted(mentions, key=lambda m: (m.first, -m.last)))


def _sentence_ends(tokens: Sequence[Token]) -> list[int]:
    """For each token the last token of its sentence."""
    ends: list[int] = []
    end = len(tokens) - 1
    for at in range(end, -1, -1):
        if tokens[at].after >= SENTENCE:
            end = at
        ends.append(end)
    return ends[::-1]


def _longest(mentions: list[Mention]) -> list[Mention]:
    """Of the same id, mentions inside a longer one are dropped."""
    kept: list[Mention] = []
    reach: dict[str, int] = {}
    for mention in mentions:
        if mention.last > reach.get(mention.name, -1):
            kept.append(mention)
            reach[mention.name] = mention.last
    return kept
