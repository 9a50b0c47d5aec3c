"""The words that a computation looks for (`lexicon/cues.yaml`): where they stand, exact, misspelt or in Latin letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from advisor.base.kept import Facet
from advisor.lexicon.forms import sequences
from advisor.lexicon.slips import END
from advisor.lexicon.sound import Sounds
from advisor.read.tokens import Token, sentence_ends
from advisor.read.walker import Keys, walk

_GAP = 3  # other words that a gap takes at most
_HEARD = 3
_SHORT = "~"  # where the trie keeps the Greek words that are too short to be told by their sound, each under that


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue: what it is, the tokens [first, last] it covers."""

    what: str
    first: int
    last: int


def compile_cues(words: Mapping[str, Mapping[str, Sequence[str]]], sounds: Sounds) -> dict[str, Any]:
    """The trie of all forms, each as it is written and (Greek) as it sounds. Raises FormError for a form that is faulty."""
    trie: dict[str, Any] = {}
    short: dict[str, list[str]] = {}
    for what, forms in words.items():
        for form in [*forms.get("el", ()), *forms.get("en", ())]:
            for tokens in sequences(form):
                node = trie
                for token in tokens:
                    key = _key(token, sounds)
                    node = node.setdefault(key, {})
                    if key == token and not key.isascii() and key not in short.setdefault(sounds.sound(key), []):
                        short[sounds.sound(key)].append(key)
                if what not in node.setdefault(END, []):
                    node[END].append(what)
    trie[_SHORT] = short
    return trie


def _key(token: str, sounds: Sounds) -> str:
    """A word as the trie keeps it: a Greek one by its sound, any other as it is. Sounds are marked, so they are no words."""
    return token if token.isascii() or len(token) < _HEARD else f"~{sounds.sound(token)}"


class CueFinder:
    """Finds the cues of a text. Build once, use from many threads."""

    def __init__(self, trie: dict[str, Any], sounds: Sounds) -> None:
        self._trie = trie
        self._short: Mapping[str, Sequence[str]] = trie.get(_SHORT, {})
        self._sounds = sounds
        self._keys = (Facet(partial(self._spelt, greeklish=False)), Facet(partial(self._spelt, greeklish=True)))

    def find(self, tokens: Sequence[Token], greeklish: bool, native: Iterable[int] = ()) -> tuple[Cue, ...]:
        """Every longest cue of each kind at each place, in order; none crosses the end of a sentence. A gap in a form takes up to
        three other words. `native` are the tokens whose Latin letters spell a Greek word only."""
        keys = self._keys[greeklish].each([token.form for token in tokens])
        for at in native:
            keys[at] = Keys.of(*(key for key in keys[at].keys if key != tokens[at].form))
        found: list[Cue] = []
        for first, heard in walk(self._trie, keys, _GAP, ends=sentence_ends(tokens)):
            several = sorted(heard.items()) if len(heard) > 1 else heard.items()
            found += [Cue(what, first, last) for what, (last, _) in several]
        return tuple(found)

    def _spelt(self, form: str, *, greeklish: bool) -> Keys:
        """What a word may be in the trie."""
        return Keys.of(*self._spellings(form, greeklish))

    def _spellings(self, form: str, greeklish: bool) -> Iterator[str]:
        yield form
        if not form.isascii():
            if len(form) >= _HEARD:
                yield f"~{self._sounds.sound(form)}"
        elif greeklish:
            heard = self._sounds.readings(form)
            if len(form) >= _HEARD:
                yield from (f"~{reading}" for reading in heard)
            yield from dict.fromkeys(word for reading in heard for word in self._short.get(reading, ()))
