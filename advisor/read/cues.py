"""The words that a computation looks for (`lexicon/cues.yaml`): where they stand, exact, misspelt or in Latin letters."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from advisor.base.kept import Kept
from advisor.lexicon.forms import GAP, sequences
from advisor.lexicon.slips import END
from advisor.lexicon.sound import Sounds
from advisor.read.tokens import SENTENCE, Token

_WITHIN = 3  # other words that a gap takes at most
_HEARD = 3
_SHORT = "~"  # where the trie keeps the Greek words that are too short to be told by their sound, each under that
_MOST = 6_000
_Word = tuple[tuple[str, ...], list[dict[str, Any]]]  # the keys of a word, and the branches that it begins


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
        self._known: tuple[Kept[str, _Word], Kept[str, _Word]] = (
            Kept(_MOST),
            Kept(_MOST),
        )  # Latin letters read as such, and as Greek too

    def find(self, tokens: Sequence[Token], greeklish: bool, native: Container[int] = ()) -> tuple[Cue, ...]:
        """Every longest cue of each kind at each place, in order; none crosses the end of a sentence. A gap in a form takes up to
        three other words. `native` are the tokens whose Latin letters spell a Greek word only."""
        forms = [token.form for token in tokens]
        known = map(self._known[greeklish].get, forms)
        words = [word or self._word(form, greeklish) for form, word in zip(forms, known, strict=True)]
        if native:
            words = [
                self._without(form, word) if at in native else word
                for at, (form, word) in enumerate(zip(forms, words, strict=True))
            ]
        found: list[Cue] = []
        for first, (_, nodes) in enumerate(words):
            if nodes:
                found += [Cue(what, first, last) for what, last in sorted(self._at(tokens, words, first).items())]
        return tuple(found)

    @staticmethod
    def _at(tokens: Sequence[Token], words: Sequence[_Word], first: int) -> dict[str, int]:
        found: dict[str, int] = {}
        nodes, gaps = words[first][1], list[tuple[int, dict[str, Any]]]()
        for at in range(first, len(tokens)):
            if at > first:
                nodes = [node[key] for node in (*nodes, *(gap for _, gap in gaps)) for key in words[at][0] if key in node]
                gaps = [(left - 1, gap) for left, gap in gaps if left]
            for node in nodes:
                for what in node.get(END, ()):
                    found[what] = at
            gaps += [(_WITHIN, node[GAP]) for node in nodes if GAP in node]
            if tokens[at].after >= SENTENCE or not (nodes or gaps):
                break
        return found

    def _word(self, form: str, greeklish: bool) -> _Word:
        """What a word may be in the trie; kept, since the same words come again and again."""
        known = self._known[greeklish].get(form)
        if known is None:
            keys = tuple(self._spelt(form, greeklish))
            known = self._known[greeklish][form] = keys, [self._trie[key] for key in keys if key in self._trie]
        return known

    def _without(self, form: str, word: _Word) -> _Word:
        """A word without its reading as it is typed."""
        keys = tuple(key for key in word[0] if key != form)
        return keys, [self._trie[key] for key in keys if key in self._trie]

    def _spelt(self, form: str, greeklish: bool) -> Iterator[str]:
        yield form
        if not form.isascii():
            if len(form) >= _HEARD:
                yield f"~{self._sounds.sound(form)}"
        elif greeklish:
            heard = self._sounds.readings(form)
            if len(form) >= _HEARD:
                yield from (f"~{reading}" for reading in heard)
            yield from dict.fromkeys(word for reading in heard for word in self._short.get(reading, ()))
