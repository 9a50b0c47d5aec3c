"""Finds the lexicon's words in a text: exact, inflected, by sound (Greeklish, misspelt Greek), or with one typing slip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from advisor.base.kept import Kept
from advisor.lexicon.slips import END, SHORTEST_SLIP, slip_candidates
from advisor.lexicon.sound import Sounds
from advisor.read.tokens import SENTENCE, Token

_GAP = "~"
_MOST_GAP = 4
_MOST = 6_000  # words that are kept in mind
_VALUE = "="
_OWN, _PLAYER = "s", "<player>"
_Opening = tuple[tuple[str, ...], tuple[dict[str, Any], ...]]


@dataclass(slots=True)  # never changed once it is made; not frozen, since that takes three times as long to make
class Mention:
    """A heard id (a concept, or `fact=value`): its span of tokens [first, last], and how it was heard."""

    name: str
    first: int
    last: int
    how: str = "stated"
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keys:
    """What one token may be: trie keys, how the best of them was found (`stated`, `typo`), and the ways on that it opens: its
    keys, and the gap that any word may stand in."""

    keys: tuple[str, ...]
    how: str
    ways: frozenset[str]

    @classmethod
    def of(cls, *keys: str, how: str = "stated") -> Keys:
        """The keys with the ways that follow from them."""
        return cls(keys, how, frozenset((*keys, _GAP)))


class Matcher:
    """The compiled vocabulary with its lookups. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.trie: dict[str, Any] = {key: node for key, node in compiled["trie"].items() if key != _GAP}
        self.open: dict[str, Any] = compiled["trie"].get(_GAP, {})  # the forms that begin with a gap
        self.lemmas: dict[str, list[str]] = compiled["lemmas"]
        self.classes: dict[str, list[str]] = compiled["classes"]
        self.senses: dict[str, str] = compiled["senses"]
        self.words = frozenset(compiled["words"])
        self.by_sound: dict[str, str] = compiled["sounds"]
        self.slips: Mapping[str, str] = compiled["slips"]
        self.honest = frozenset(compiled["honest"])
        self.sounds = Sounds(
            compiled["spelling"]["greek"], compiled["spelling"]["latin"], frozenset(compiled["spelling"]["foreign"])
        )
        self._cache: Kept[tuple[str, bool], Keys] = Kept(_MOST)
        self._openings: Kept[tuple[str, ...], _Opening] = Kept(_MOST)

    def keys(self, form: str, greeklish: bool) -> Keys:
        """What a folded word may be; with `greeklish`, Latin letters are also read as Greek ones."""
        cached = self._cache.get((form, greeklish))
        if cached is None:
            cached = self._cache[form, greeklish] = self._keys(form, greeklish)
        return cached

    def _keys(self, form: str, greeklish: bool) -> Keys:
        found: dict[str, None] = {form: None}
        latin = form.isascii()
        if form in self.words:
            self._add(form, found)
        if not latin and form not in self.words:
            for word in self.by_sound.get(self.sounds.sound(form), "").split():
                self._add(word, found)
        if latin and form.endswith(_OWN):  # thumbs leave the apostrophe out: "norths turn"
            whose = form.removesuffix(_OWN)
            if _PLAYER in self.classes.get(whose, ()) and form not in self.classes:
                self._add(whose, found)
        if latin and greeklish:
            for skeleton in self.sounds.readings(form):
                for word in self.by_sound.get(skeleton, "").split():
                    self._add(word, found)
        if len(found) > 1 or form in self.words or len(form) < SHORTEST_SLIP or form in self.honest or form.isdigit():
            return Keys.of(*found)
        near = slip_candidates(form, self.slips)
        lemmas = {tuple(self.lemmas.get(word, (word,))) for word in near}
        if near and len(lemmas) == 1:
            for word in near:
                self._add(word, found)
            return Keys.of(*found, how="typo")
        return Keys.of(*found)

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
        for name in self.classes.get(word, ()):
            found[name] = None

    def match(self, tokens: Sequence[Token], keys: Sequence[Keys], nots: Collection[int] = ()) -> list[Mention]:
        """Every longest mention of every id, in the order in which they begin. A mention never crosses the end of a sentence.

        `nots` are the tokens where a negation begins: the value of a fact (`fact=value`) is not heard over one of them
        unless its form has the negation itself ("dummy has not come down" does not tell that dummy came down)."""
        best: dict[str, tuple[int, str]] = {}  # of one first token: name -> last token, how
        mentions: list[Mention] = []
        ends = _sentence_ends(tokens)
        heard = [key.keys for key in keys]
        ways = [key.ways for key in keys]
        slips = [key.how == "typo" for key in keys]
        before = [0, *accumulate(at in nots for at in range(len(tokens)))]  # how many negations begin before each token

        def walk(node: dict[str, Any], at: int, typo: bool, denied: bool) -> None:
            slip = typo or slips[at]
            for key in heard[at]:
                if key not in node:
                    continue
                below = node[key]
                for name in below.get(END, ()):
                    if denied and _VALUE in name:
                        continue
                    known = best.get(name)
                    if known is None or known[0] < at:
                        best[name] = (at, "typo" if slip else "stated")
                if at < end and not below.keys().isdisjoint(ways[at + 1]):
                    walk(below, at + 1, slip, denied)
            if _GAP in node:
                gap = node[_GAP]
                apart = gap.keys().isdisjoint
                for there in range(at, min(at + _MOST_GAP, end) + 1):
                    if not apart(ways[there]):
                        walk(gap, there, typo, denied or before[at] != before[there])

        opening = [at for at, way in enumerate(ways) if not self.open.keys().isdisjoint(way)]
        for first, end in enumerate(ends):
            names, further = self._openings.get(heard[first]) or self._opening(heard[first])
            if names:
                best = dict.fromkeys(names, (first, "typo" if slips[first] else "stated"))
            if first < end:
                following = ways[first + 1]
                for below in further:
                    if not below.keys().isdisjoint(following):
                        walk(below, first + 1, slips[first], False)
            while opening and opening[0] < first:
                del opening[0]
            for there in opening:
                if there > min(first + _MOST_GAP, end):
                    break
                walk(self.open, there, False, before[first] != before[there])
            if best:
                mentions += [Mention(name, first, last, how) for name, (last, how) in best.items()]
                best.clear()
        return _longest(mentions)

    def _opening(self, keys: tuple[str, ...]) -> _Opening:
        """What a token with these keys tells by itself, and where forms that begin with it go on."""
        nodes = [self.trie[key] for key in keys if key in self.trie]
        names = dict.fromkeys(name for node in nodes for name in node.get(END, ()))
        found = self._openings[keys] = tuple(names), tuple(node for node in nodes if node.keys() - {END})
        return found


def _sentence_ends(tokens: Sequence[Token]) -> list[int]:
    """For each token the last token of its sentence."""
    ends: list[int] = []
    for end in [at for at, token in enumerate(tokens) if token.after >= SENTENCE] + [len(tokens) - 1]:
        ends += [end] * (end + 1 - len(ends))
    return ends


def _longest(mentions: list[Mention]) -> list[Mention]:
    """Of the same id, mentions inside a longer one are dropped."""
    kept: list[Mention] = []
    reach: dict[str, int] = {}
    for mention in mentions:
        if mention.last > reach.get(mention.name, -1):
            kept.append(mention)
            reach[mention.name] = mention.last
    return kept
