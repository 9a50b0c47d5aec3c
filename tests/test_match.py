"""How words are heard: inflected, misspelt as they sound, in Latin letters, or with one slip; and what is left alone.

The vocabulary is a small one of this test's own, so that only the matcher is tried and not the lexicon of the day.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from advisor.base import paths
from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.lexicon.load import Lexicon
from advisor.lexicon.models import Concept, Said
from advisor.lexicon.slips import END
from advisor.lexicon.vocabulary import compile_vocabulary
from advisor.read.match import Matcher, Mention
from advisor.read.tokens import Token, tokenize
from advisor.read.walker import Keys

HEARD = {
    "lead": ["{βγαίνω}", "έξοδος", "lead", "opening lead"],
    "play": ["{παίζω}", "{play}"],
    "hesitation": ["δισταγμός", "{hesitate}", "hesitation"],
    "sufficient_bid": ["επαρκής αγορά", "sufficient bid"],
    "insufficient_bid": ["ανεπαρκ(ής|ή|ούς) αγορά[ς]", "insufficient bid"],
    "intended": ["εκούσια"],
    "unintended": ["ακούσια"],
    "in_turn": ["εντός σειράς"],
    "out_of_turn": ["εκτός σειράς"],
    "partner": ["συμπαίκτης"],
    "revoke": ["ρενόνς", "revoke"],
    "takes_back": ["took ~ back"],
}


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    """A matcher of the small vocabulary with the spelling tables of the lexicon."""
    spelling: Any = read(Path(paths.LEXICON / "spelling.yaml")).value
    concepts = {name: Concept(means=name, el=Said(hear=tuple(forms))) for name, forms in HEARD.items()}
    return Matcher(compile_vocabulary(Lexicon(concepts=concepts), spelling, {"βγαίνω": ["βγήκε", "βγηκαν"]}))


def read_as(matcher: Matcher, text: str, *, greeklish: bool = False) -> tuple[list[Token], list[Keys], list[Mention]]:
    """Tokens, what each may be, and the mentions of a text."""
    tokens = tokenize(fold(text))
    keys = [matcher.keys(token.form, greeklish) for token in tokens]
    return tokens, keys, matcher.match(tokens, keys)


def heard(matcher: Matcher, text: str, *, greeklish: bool = False) -> dict[str, str]:
    """Everything heard in a text, with how it was heard."""
    return {mention.name: mention.how for mention in read_as(matcher, text, greeklish=greeklish)[2]}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("έπαιξε", "play"),
        ("ΠΑΙΖΟΥΝ", "play"),
        ("she played", "play"),
        ("βγηκε η Δύση", "lead"),
        ("ανεπαρκούς αγοράς", "insufficient_bid"),
        ("ΑΝΕΠΑΡΚΗΣ ΑΓΟΡΑ", "insufficient_bid"),
        ("he hesitated", "hesitation"),
        ("opening lead", "lead"),
    ],
)
def test_inflections_are_heard_as_stated(matcher: Matcher, text: str, name: str) -> None:
    """Any form of a listed word, with or without accents, in capitals or not, is that word and no slip."""
    assert heard(matcher, text) == {name: "stated"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("συμπέκτης", "partner"),
        ("διςταγμος", "hesitation"),
        ("εξωδος", "lead"),
    ],
)
def test_spelling_that_sounds_the_same_is_no_slip(matcher: Matcher, text: str, name: str) -> None:
    """What a Greek ear cannot tell apart is the same word."""
    assert heard(matcher, text) == {name: "stated"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("vgike i dysi", "lead"),
        ("bghke", "lead"),
        ("epaikse", "play"),
        ("sympaiktis", "partner"),
        ("sumpekths", "partner"),
        ("aneparkis agora", "insufficient_bid"),
        ("ektos seiras", "out_of_turn"),
        ("entos seiras", "in_turn"),
        ("exodos", "lead"),
        ("renons", "revoke"),
    ],
)
def test_greek_in_latin_letters(matcher: Matcher, text: str, name: str) -> None:
    """Our Greek words are heard in the spellings of any thumb, where the text is Greeklish."""
    assert heard(matcher, text, greeklish=True) == {name: "stated"}


def test_a_gap_does_not_jump_over_a_not_in_a_fact() -> None:
    """A value is not heard over a negation, unless its form has it; a concept is, and its scope is told apart later."""
    spelling: Any = read(Path(paths.LEXICON / "spelling.yaml")).value
    forms = {"opened=yes": ["dummy ~ down"], "opened=no": ["dummy ~ not ~ down"], "opening": ["dummy ~ down"]}
    small = {
        "trie": {},
        "lemmas": {},
        "classes": {},
        "senses": {},
        "words": [],
        "sounds": {},
        "slips": {},
        "honest": [],
        "spelling": spelling,
    }
    for name, hear in forms.items():
        for form in hear:
            node: dict[str, Any] = small["trie"]
            for word in form.split():
                node = node.setdefault(word, {})
            node.setdefault(END, []).append(name)
    own = Matcher(small)

    def names(text: str, *nots: int) -> set[str]:
        tokens = tokenize(text)
        return {m.name for m in own.match(tokens, [own.keys(t.form, greeklish=False) for t in tokens], nots)}

    assert names("dummy has come down") == {"opened=yes", "opening"}
    assert names("dummy has not come down", 2) == {"opened=no", "opening"}


def test_latin_letters_are_english_in_an_english_text(matcher: Matcher) -> None:
    """Only where the text is Greeklish do Latin letters stand for Greek ones."""
    assert heard(matcher, "vgike") == {}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a hesitatoin", "hesitation"),
        ("an insuficient bid", "insufficient_bid"),
        ("an insufficientt bid", "insufficient_bid"),
        ("he revvoke", "revoke"),
        ("ανεπαρκγς αγορά", "insufficient_bid"),
        ("ρενόνχς", "revoke"),
    ],
)
def test_one_slip_is_forgiven_and_said(matcher: Matcher, text: str, name: str) -> None:
    """One letter dropped, added, changed or swapped in a word of five letters or more; the answer says it was a slip."""
    assert heard(matcher, text) == {name: "typo"}


@pytest.mark.parametrize("text", ["a hesittaoin", "rvoek", "revk", "leda", "lea", "r3vuke5", "a haesitatoin"])
def test_two_slips_or_a_short_word_are_not(matcher: Matcher, text: str) -> None:
    """Two edits away, or too short to tell, is another word."""
    assert heard(matcher, text) == {}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ακούσια", "unintended"),
        ("εκούσια", "intended"),
        ("ακουσια", "unintended"),
        ("εντός σειράς", "in_turn"),
        ("εκτός σειράς", "out_of_turn"),
        ("εκτος σειρας", "out_of_turn"),
        ("επαρκής αγορά", "sufficient_bid"),
        ("ανεπαρκής αγορά", "insufficient_bid"),
        ("sufficient bid", "sufficient_bid"),
        ("insufficient bid", "insufficient_bid"),
    ],
)
def test_opposites_stay_apart(matcher: Matcher, text: str, name: str) -> None:
    """Words one letter apart that mean the opposite are each heard as themselves only."""
    assert heard(matcher, text) == {name: "stated"}


@pytest.mark.parametrize("text", ["υκούσια", "ξκούσια", "εατός σειράς", "ενκτός σειράς"])
def test_a_slip_between_opposites_is_neither(matcher: Matcher, text: str) -> None:
    """As near to a word as to its opposite: unknown stays unknown."""
    assert heard(matcher, text) == {}


@pytest.mark.parametrize("text", ["the revoked licence was invoked", "έξοδοι και είσοδος", "she prayed", "lend", "plays"])
def test_honest_words_are_left_alone(matcher: Matcher, text: str) -> None:
    """An ordinary word that looks like a slip of one of ours is itself: it is never heard as a slip."""
    assert "typo" not in heard(matcher, text).values()


def test_a_gap_skips_a_few_words_of_one_sentence(matcher: Matcher) -> None:
    """`~` reaches over at most four words, and never into another sentence."""
    assert heard(matcher, "took the small one back") == {"takes_back": "stated"}
    assert heard(matcher, "took all of the small cards back") == {}
    assert heard(matcher, "took it. Back again") == {}


def test_a_mention_does_not_cross_the_end_of_a_sentence(matcher: Matcher) -> None:
    """Two halves in two sentences are not the whole."""
    assert heard(matcher, "insufficient. Bid") == {}


def test_the_longest_mention_stands(matcher: Matcher) -> None:
    """A shorter mention of the same thing inside a longer one is dropped; mentions come in order of place."""
    tokens, _, mentions = read_as(matcher, "opening lead, then a revoke, then another lead")

    assert [(m.name, tokens[m.first].form, tokens[m.last].form) for m in mentions] == [
        ("lead", "opening", "lead"),
        ("revoke", "revoke", "revoke"),
        ("lead", "lead", "lead"),
    ]
    assert all(a.first <= b.first for a, b in pairwise(mentions))
