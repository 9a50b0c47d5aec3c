"""What a word is by itself, wherever it stands: what it may be in the lexicon, its sense or stem, which language it speaks
for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from advisor.base.kept import Kept
from advisor.read.language import Language, Vote, guess, vote
from advisor.read.match import Keys, Matcher
from advisor.read.repair import Repairer

_STEM = 6
_MOST = 6_000  # words that are kept in mind
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
        self._votes: Kept[str, Vote] = Kept(_MOST)
        self._words: tuple[Kept[str, Word], Kept[str, Word]] = (Kept(_MOST), Kept(_MOST))  # in Latin letters plain, and Greek too

    def language(self, forms: Iterable[str]) -> Language:
        """The language that the words of a text speak for."""
        votes = self._votes
        return guess([votes.get(form) or self._vote(form) for form in forms])

    def _vote(self, form: str) -> Vote:
        found = self._votes[form] = vote(form, self._english, self._greeklish, self.matcher.words, self.matcher.sounds_greek)
        return found

    def english(self, *forms: str) -> bool:
        """Whether one of these words speaks for English."""
        return any((self._votes.get(form) or self._vote(form))[-1] for form in forms)

    def sounding(self, forms: Iterable[str]) -> bool:
        """Whether one of these words in Latin letters says nothing as it stands, but is a Greek word of the game by its sound."""
        far = {form for form in forms if form.isascii() and len(form) >= _SOUNDS}
        return any(
            self._word(form, greeklish=False).keys.keys == (form,) != self._word(form, greeklish=True).keys.keys for form in far
        )

    def each(self, forms: Sequence[str], greeklish: bool, bold: bool) -> list[Word]:
        """What each word is by itself; `bold` takes one that nobody knows for the usual word nearest to it."""
        if bold:
            return [self._repaired(form, greeklish) for form in forms]
        known = map(self._words[greeklish].get, forms)
        return [found or self._word(form, greeklish) for form, found in zip(forms, known, strict=True)]

    def mends(self, forms: Iterable[str], greeklish: bool) -> bool:
        """Whether a bold reading takes one of these words for another."""
        return any(self._repaired(form, greeklish) is not self._word(form, greeklish) for form in forms)

    def _word(self, form: str, greeklish: bool) -> Word:
        words = self._words[greeklish]
        known = words.get(form)
        if known is None:
            keys = self.matcher.keys(form, greeklish)
            known = words[form] = Word(keys, self.sense(form, keys, greeklish))
        return known

    def _repaired(self, form: str, greeklish: bool) -> Word:
        plain = self._word(form, greeklish)
        meant = "" if self._familiar(form, plain.keys) else self.repairer.best(form, greeklish)
        if not meant:
            return plain
        keys = Keys.of(*plain.keys.keys, *self.matcher.keys(meant, greeklish).keys, how="typo")
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
