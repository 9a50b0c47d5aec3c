"""What a word is by itself, wherever it stands: what it may be in the lexicon, its sense or stem, which language it speaks
for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from advisor.base.kept import Facet
from advisor.read.language import Language, Vote, guess, vote
from advisor.read.match import Matcher
from advisor.read.repair import Repairer
from advisor.read.walker import TYPO, Keys

_STEM = 6
_SOUNDS = 3  # letters of a word that is known by its sound
FILLER = "filler"


class Word(NamedTuple):
    """What a word may be in the lexicon, and its sense or stem."""

    keys: Keys
    sense: str


class Lookup:
    """The words of the compiled lexicon. Build once, use from many threads; the same words come again and again, and are kept."""

    def __init__(self, matcher: Matcher, repairer: Repairer, english: Container[str], greeklish: Container[str]) -> None:
        self.matcher = matcher
        self.repairer = repairer
        self._english = english
        self._greeklish = greeklish
        self._votes = Facet(self._vote)
        self._words = (Facet(partial(self._by_itself, greeklish=False)), Facet(partial(self._by_itself, greeklish=True)))

    def language(self, forms: Iterable[str]) -> Language:
        """The language that the words of a text speak for."""
        return guess(self._votes.each(forms))

    def _vote(self, form: str) -> Vote:
        return vote(form, self._english, self._greeklish, self.matcher.words, self.matcher.sounds_greek)

    def english(self, *forms: str) -> bool:
        """Whether one of these words speaks for English."""
        return any(self._votes(form)[-1] for form in forms)

    def sounding(self, forms: Iterable[str]) -> bool:
        """Whether one of these words in Latin letters says nothing as it stands, but is a Greek word of the game by its sound."""
        far = {form for form in forms if form.isascii() and len(form) >= _SOUNDS}
        plain, greek = self._words
        return any(plain(form).keys.keys == (form,) != greek(form).keys.keys for form in far)

    def each(self, forms: Sequence[str], greeklish: bool, bold: bool) -> list[Word]:
        """What each word is by itself; `bold` takes one that nobody knows for the usual word nearest to it."""
        if bold:
            return [self._repaired(form, greeklish) for form in forms]
        return self._words[greeklish].each(forms)

    def mends(self, forms: Iterable[str], greeklish: bool) -> bool:
        """Whether a bold reading takes one of these words for another."""
        return any(self._repaired(form, greeklish) is not self._words[greeklish](form) for form in forms)

    def _by_itself(self, form: str, *, greeklish: bool) -> Word:
        keys = self.matcher.keys(form, greeklish)
        return Word(keys, self.sense(form, keys, greeklish))

    def _repaired(self, form: str, greeklish: bool) -> Word:
        plain = self._words[greeklish](form)
        meant = "" if self._familiar(form, plain.keys) else self.repairer.best(form, greeklish)
        if not meant:
            return plain
        keys = Keys.of(*plain.keys.keys, *self.matcher.keys(meant, greeklish).keys, how=TYPO)
        return Word(keys, self.sense(form, keys, greeklish))

    def _familiar(self, form: str, keys: Keys) -> bool:
        """Whether a word is known for what it is: one with a sense, or usual, or an ordinary one near to one of ours."""
        if self.repairer.known(form) or form in self.matcher.honest or self.matcher.sense(keys):
            return True
        return form not in self.matcher.words and len(keys.keys) > 1

    def sense(self, form: str, keys: Keys, greeklish: bool) -> str:
        """What a word stands for: its sense, or else its stem; nothing for a word that tells nothing."""
        sense = self.matcher.sense(keys)
        return "" if sense == FILLER else sense or self.stem(form, greeklish)

    def stem(self, form: str, greeklish: bool) -> str:
        """The first letters of a word, a Greek one as it sounds."""
        if len(form) < 3 or form.isdigit():
            return ""
        sounds = self.matcher.sounds
        if not form.isascii():
            return sounds.sound(form)[:_STEM]
        return sounds.readings(form)[0][:_STEM] if greeklish and form not in self._english else form[:_STEM]
