"""Spoilt texts are spoilt as said and no further: repeatable, one kind of noise at a time."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from advisor.base.text import fold
from advisor.workshop.score.noise import KINDS, spoil

LETTERS = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ"
STORY = "Η Δύση βγήκε εκτός σειράς. Ο εκτελεστής το δέχτηκε; West revoked. Τι θα γίνει αύριο; 1♠-πάσο-2ΧΑ!"
SHORTEST = 5
stories = st.text(alphabet=LETTERS + "abcdefgXYZé 0123.,!?♠-\n", max_size=80)
words = st.text(alphabet=LETTERS.lower() + "abcdefgh", min_size=1, max_size=9)
sentences = st.lists(st.lists(words, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4)
seeds = st.integers(0, 1000)


@settings(deadline=None)
@given(stories, st.sampled_from(KINDS), seeds)
def test_the_same_seed_gives_the_same_noise(text: str, kind: str, seed: int) -> None:
    """A measurement can be repeated."""
    assert spoil(text, kind, seed) == spoil(text, kind, seed)


@pytest.mark.parametrize("kind", ["typo", "greeklish"])
def test_another_seed_gives_other_noise(kind: str) -> None:
    """Slips and habits of spelling differ from thumb to thumb."""
    assert len({spoil(STORY, kind, seed) for seed in range(20)}) > 1


@given(stories, seeds)
def test_accents_go_and_nothing_else(text: str, seed: int) -> None:
    """Each letter stays the letter it was, in its own case; only the marks on it are gone."""
    spoilt = spoil(text, "accents", seed)

    assert len(spoilt) == len(text)
    assert not any(unicodedata.combining(mark) for mark in unicodedata.normalize("NFD", spoilt))
    assert [(fold(c), c.isupper()) for c in text] == [(fold(c), c.isupper()) for c in spoilt]


@given(stories, seeds)
def test_capitals_carry_no_accents(text: str, seed: int) -> None:
    """All capitals, as phones shout: Greek ones without accents, a final sigma like any other."""
    spoilt = spoil(text, "capitals", seed)

    assert spoil(text, "accents", seed).upper() == spoilt
    assert not any(c.islower() for c in spoilt)


@given(sentences, seeds)
def test_one_slip_a_sentence_in_a_long_word(told: list[str], seed: int) -> None:
    """One letter dropped, doubled or swapped with the next, in one word of five letters or more; the rest is untouched."""
    spoilt = spoil(". ".join(told), "typo", seed).split(". ")

    assert len(told) == len(spoilt)
    for before, after in zip(told, spoilt, strict=True):
        changed = [(a, b) for a, b in zip(before.split(), after.split(), strict=True) if a != b]
        assert len(changed) == any(len(word) >= SHORTEST for word in before.split())
        assert all(len(a) >= SHORTEST and OSA.distance(a, b) == 1 for a, b in changed)


@pytest.mark.parametrize("text", ["...West revoked", "!? ", "\n\nWest led\n", "no. no. no."])
def test_a_slip_loses_nothing_else(text: str) -> None:
    """Marks before the first word, empty lines and short words stay."""
    spoilt = spoil(text, "typo", 3)

    assert [c for c in text if not c.isalpha()] == [c for c in spoilt if not c.isalpha()]


@settings(deadline=None)
@given(stories, seeds)
def test_greeklish_leaves_no_greek_letter(text: str, seed: int) -> None:
    """Every Greek letter is spelt in Latin ones; what was not Greek stays."""
    spoilt = spoil(text, "greeklish", seed)

    assert [c for c in spoilt if "\u0370" <= c <= "\u03ff"] == []
    assert [c for c in text if not c.isalnum()] == [c for c in spoilt if not c.isalnum()]
