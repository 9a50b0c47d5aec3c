"""The two laws of folding, and what folding is for."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.text import clean, fold


@given(st.text())
def test_same_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(), st.text())
def test_folding_is_by_character(left: str, right: str) -> None:
    assert fold(left + right) == fold(left) + fold(right)


def test_both_laws_for_every_character() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    folded = fold(every)
    assert len(folded) == len(every)
    assert fold(folded) == folded


@given(st.text())
def test_clean_is_idempotent(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Νόμος", "νομοσ"),
        ("ΑΝΕΠΑΡΚΉΣ", "ανεπαρκησ"),
        ("ΐϊΰ", "ιιυ"),
        ("µια", "μια"),
        ("Café ÉCARTÉ", "cafe ecarte"),
        ("1♠️ – 2ΧΑ", "1♠️ – 2χα"),
        ("ᾳ ᾼ", "α α"),
        ("\u212a \u2126 \u1e9e", "k ω ß"),
        ("İ", "i"),
    ],
)
def test_examples(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_decomposed_input_is_composed_at_the_door() -> None:
    assert clean("Νο\u0301μος") == "Νόμος"
