"""Finds the lexicon's words in a text: exact, inflected, by sound (Greeklish, misspelt Greek), or with one typing slip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from advisor.base.kept import Facet
from advisor.lexicon.slips import SHORTEST_SLIP, slip_candidates
from advisor.lexicon.sound import Sounds
from advisor.read.tokens import Token, sentence_ends
from advisor.read.walker import TYPO, Keys, walk

_GAP = 4  # words that a gap in a form takes at most
_OWN, _PLAYER = "s", "<player>"


@dataclass(slots=True)  # never changed once it is made; not frozen, since that takes three times as long to make
class Mention:
    """A heard id (a concept, or `fact=value`): its span of tokens [first, last], and how it was heard."""

    name: str
    first: int
    last: int
    how: str = "stated"
    flags: tuple[str, ...] = ()


class Matcher:
    """The compiled vocabulary with its lookups. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.trie: dict[str, Any] = compiled["trie"]
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
        self._keys_of = (Facet(partial(self._keys, greeklish=False)), Facet(partial(self._keys, greeklish=True)))

    def keys(self, form: str, greeklish: bool) -> Keys:
        """What a folded word may be; with `greeklish`, Latin letters are also read as Greek ones."""
        return self._keys_of[greeklish](form)

    def _keys(self, form: str, *, greeklish: bool) -> Keys:
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
            return Keys.of(*found, how=TYPO)
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
        found = walk(self.trie, keys, _GAP, ends=sentence_ends(tokens), nots=nots, ahead=True)
        return _longest([Mention(name, at, last, how) for at, heard in found for name, (last, how) in heard.items()])


def _longest(mentions: list[Mention]) -> list[Mention]:
    """Of the same id, mentions inside a longer one are dropped."""
    kept: list[Mention] = []
    reach: dict[str, int] = {}
    for mention in mentions:
        if mention.last > reach.get(mention.name, -1):
            kept.append(mention)
            reach[mention.name] = mention.last
    return kept
