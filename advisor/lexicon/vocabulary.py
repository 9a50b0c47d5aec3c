"""The lexicon compiled for matching: a trie over folded words, the inflections, the sounds, and the typing-slip index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from sys import intern
from typing import Any

from advisor.base.cores import spread
from advisor.base.packed import PackedTexts
from advisor.base.text import fold, has_greek
from advisor.lexicon.classes import Members, by_word, members, written_out
from advisor.lexicon.forms import GAP, FormError, is_word, lemma_of, sequences
from advisor.lexicon.lemmas import inflections, ordinary_words
from advisor.lexicon.load import Lexicon
from advisor.lexicon.slips import END, SHORTEST_SLIP, joined, slip_candidates, slip_index
from advisor.lexicon.sound import Sounds

Trie = dict[str, Any]
_AT_ONCE = 10_000  # words


def all_forms(lexicon: Lexicon) -> dict[str, list[str]]:
    """Every id that can be heard with its forms: concepts by name, fact values as `fact=value`."""
    found = {name: [*concept.el.hear, *concept.en.hear] for name, concept in lexicon.concepts.items()}
    for name, fact in lexicon.facts.items():
        for value, entry in fact.values.items():
            forms = [*entry.hear.el, *entry.hear.en]
            if forms:
                found[f"{name}={value}"] = forms
    return found


def build_trie(forms: Mapping[str, Iterable[str]], classes: Members | None = None) -> Trie:
    """The trie of all token sequences (`END` holds the ids); a class is one key, and its phrases of several words are written
    out. A faulty form is left out: `advisor check` names it."""
    trie: Trie = {}
    known = classes or {}
    for name, patterns in forms.items():
        said = (sequence for pattern in patterns for sequence in _sound(pattern, known))
        for tokens in (each for sequence in said for each in written_out(sequence, known)):
            node = trie
            for token in tokens:
                node = node.setdefault(intern(token), {})
            ids = node.setdefault(END, [])
            if name not in ids:
                ids.append(intern(name))
    return trie


def _sound(pattern: str, classes: Collection[str]) -> list[tuple[str, ...]]:
    try:
        return sequences(pattern, classes)
    except FormError:
        return []


def senses_of(lexicon: Lexicon, own_inflections: Mapping[str, list[str]]) -> dict[str, str]:
    """Folded form -> sense, for every inflection of every ordinary word listed; the first sense that lists a word owns it."""
    lemmas = {fold(word): sense for sense, entry in reversed(lexicon.words.items()) for word in (*entry.el, *entry.en)}
    found: dict[str, str] = {}
    for lemma, forms in inflections(lemmas, own_inflections).items():
        for form in forms:
            found.setdefault(form, lemmas[lemma])
    return found | lemmas


def _words(trie: Trie, lemmas: set[str], words: set[str]) -> None:
    for token, node in trie.items():
        if token == END:
            continue
        lemma = lemma_of(token)
        if lemma is not None:
            lemmas.add(lemma)
        elif is_word(token) and token != GAP:
            words.add(token)
        _words(node, lemmas, words)


def compile_vocabulary(
    lexicon: Lexicon,
    spelling: Mapping[str, Any],
    own_inflections: Mapping[str, list[str]],
    more_words: Iterable[str] = (),
) -> dict[str, Any]:
    """Everything the matcher needs, as plain JSON values."""
    classes = members(lexicon.classes)
    trie = build_trie(all_forms(lexicon), classes)
    lemmas: set[str] = set()
    words: set[str] = set()
    _words(trie, lemmas, words)
    _words({token: {} for each in classes.values() for tokens in each for token in tokens}, lemmas, words)
    inflected = inflections(lemmas, own_inflections)
    lemmas_of: dict[str, list[str]] = {}
    for lemma, forms in inflected.items():
        for form in forms:
            lemmas_of.setdefault(form, []).append("{" + lemma + "}")
    senses = senses_of(lexicon, own_inflections)
    game = words | set(lemmas_of) | set(more_words)
    vocabulary = game | set(senses)
    sounds = Sounds(spelling["greek"], spelling["latin"])
    by_sound: dict[str, list[str]] = {}
    for word in sorted(vocabulary):
        if has_greek(word):
            by_sound.setdefault(sounds.sound(word), []).append(word)
    return {
        "senses": senses,
        "trie": trie,
        "lemmas": lemmas_of,
        "classes": by_word(classes, inflected),
        "words": sorted(vocabulary),
        "sounds": joined(by_sound),
        "slips": PackedTexts.of(slip_index(game)),
        "honest": sorted(honest_neighbours(game) | set(senses)),
        "spelling": dict(spelling),
    }


def honest_neighbours(vocabulary: set[str]) -> set[str]:
    """Ordinary words that look like a slip of one of ours: they are left alone."""
    index = slip_index(vocabulary)
    words = sorted(word for word in ordinary_words() - vocabulary if len(word) >= SHORTEST_SLIP)
    near = spread(lambda word: bool(slip_candidates(word, index)), words, _AT_ONCE)
    return {word for word, found in zip(words, near, strict=True) if found}
