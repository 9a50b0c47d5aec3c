"""Greeklish and misspelt Greek reach the words they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.base import paths
from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.lexicon.sound import Sounds

_DATA = read(Path(paths.LEXICON / "spelling.yaml")).value


@pytest.fixture(scope="module")
def sounds() -> Sounds:
    """The letter tables of the lexicon."""
    return Sounds(_DATA["greek"], _DATA["latin"])  # type: ignore[call-overload, index, arg-type]


@pytest.mark.parametrize(
    ("word", "spellings"),
    [
        ("συμπαίκτης", ["sympaiktis", "sumpaikths", "simpektis", "sybaiktis"]),
        ("εκτελεστής", ["ektelestis", "ektelesths"]),
        ("έξοδος", ["eksodos", "exodos", "e3odos"]),
        ("θήκη", ["thiki", "8hkh", "uiki"]),
        ("δεξιά", ["deksia", "dexia", "de3ia"]),
        ("χρώμα", ["xroma", "xrwma", "hroma", "chroma"]),
        ("μπάζα", ["mpaza", "baza"]),
        ("κούπα", ["koupa", "kupa"]),
    ],
)
def test_spellings_of_a_word(sounds: Sounds, word: str, spellings: list[str]) -> None:
    """Every usual way to type a Greek word in Latin letters sounds like it."""
    wanted = sounds.sound(fold(word))

    assert [s for s in spellings if wanted not in sounds.readings(s)] == []


@pytest.mark.parametrize(("wrong", "right"), [("συμπεκτης", "συμπαίκτης"), ("τιμωριμενο", "τιμωρημένο"), ("φυλο", "φύλλο")])
def test_misspelt_greek_sounds_right(sounds: Sounds, wrong: str, right: str) -> None:
    """Orthographic slips that are not heard are no slips here."""
    assert sounds.sound(fold(right)) == sounds.sound(fold(wrong))


@pytest.mark.parametrize(
    ("one", "other"), [("εκούσια", "ακούσια"), ("θεμιτή", "αθέμιτη"), ("εντός", "εκτός"), ("αναίτιος", "υπαίτιος")]
)
def test_opposites_never_sound_alike(sounds: Sounds, one: str, other: str) -> None:
    """One letter apart, opposite meanings."""
    assert sounds.sound(fold(one)) != sounds.sound(fold(other))
