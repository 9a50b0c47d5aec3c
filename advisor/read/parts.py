"""The compiled lexicon made ready: what the components of the reader look words up in, and what needs no more than words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from advisor.base import store
from advisor.read.cues import CueFinder
from advisor.read.language import Language
from advisor.read.lookup import FILLER, Lookup
from advisor.read.match import Matcher
from advisor.read.notation.reader import NotationReader
from advisor.read.people import Seats
from advisor.read.repair import Repairer
from advisor.read.scope import NEGATED, Scope
from advisor.read.story import Teller
from advisor.read.tokens import Token, cut
from advisor.read.walker import Keys

NOT = "<not>"
_LITTLE = 2
_DENIAL = "not_word"


class Parts:
    """The compiled lexicon made ready: what the components look words up in. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.matcher = Matcher(compiled["vocabulary"])
        self.repairer = Repairer(compiled["usual"], self.matcher.sounds)
        languages = compiled["languages"]
        self.lookup = Lookup(self.matcher, self.repairer, frozenset(languages["en"]), frozenset(languages["greeklish"]))
        self.grammar = NotationReader({k: tuple(v) for k, v in compiled["notation"].items()})
        self.scope = Scope(compiled["scope"])
        self.seats = Seats(compiled["seats"]["letters"])
        seats = compiled["seats"]
        self.declares: dict[str, Any] = seats["trie"]
        self.fillers, self.binding = frozenset(seats["fillers"]), frozenset(seats["binding"])
        self.belonging, self.genitive = frozenset(seats["belonging"]), frozenset(seats["genitive"])
        self.voices: dict[str, Any] = compiled["voices"]
        self.teller = Teller(compiled["story"], self.matcher.sounds)
        self.cues = CueFinder(compiled["cues"], self.matcher.sounds)

    def keyed(self, raw: str, *, greeklish: bool = False) -> tuple[str, Language, tuple[Token, ...], list[Keys]]:
        """The text as it is read, its language, its words, and what each may be, without looking for concepts or notation.

        `greeklish` reads Latin letters also as Greek ones, whatever the language seems to be."""
        text, _, tokens = cut(raw)
        language = self.lookup.language([token.form for token in tokens])
        latin = greeklish or language.greeklish
        return text, language, tokens, [self.matcher.keys(token.form, latin) for token in tokens]

    def gist(self, raw: str, *, greeklish: bool = False, sounds: bool = True) -> frozenset[str]:
        """The stems (or senses) of the longer words, and `NOT` where a negation stands among them: what two short texts
        can be compared by. A word in Latin letters that is read as Greek counts by each of its senses and by its sound; without
        `sounds` by its sound only where it has no sense."""
        _, language, tokens, keys = self.keyed(raw, greeklish=greeklish)
        latin, lookup = greeklish or language.greeklish, self.lookup
        found = {lookup.sense(token.form, key, latin) for token, key in zip(tokens, keys, strict=True)}
        if latin:
            senses, each = self.matcher.senses, list(zip(tokens, keys, strict=True))
            heard = {t.form for t, key in each if t.form.isascii() and (sounds or not any(k in senses for k in key.keys))}
            found = {sense for sense in found if sounds or sense in senses.values()} | {
                lookup.stem(form, latin) for form in heard
            }
            found |= self._senses(tokens, keys)
        negated = {NOT} if any(what == NEGATED for what, _, _ in self.scope.cues(keys)) else set()
        return frozenset({stem for stem in found - {_DENIAL} if len(stem) > _LITTLE} | negated)

    def _senses(self, tokens: Sequence[Token], keys: Sequence[Keys]) -> set[str]:
        """Every sense that the words in Latin letters may have ("ektelestis" sounds like a verb and like declarer)."""
        senses = self.matcher.senses
        every = zip(tokens, keys, strict=True)
        return {senses[k] for token, key in every if token.form.isascii() for k in key.keys if k in senses} - {FILLER}


def compiled() -> dict[str, Any]:
    """What the reader of this installation is made of."""
    return {**store.load("reading"), "usual": store.load("usual")}


@lru_cache(maxsize=1)
def installed() -> Parts:
    """The parts of this installation."""
    return Parts(compiled())
