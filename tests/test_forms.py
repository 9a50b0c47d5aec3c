"""The bracket notation of the lexicon stands for exactly what its rules say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.lexicon.forms import FormError, expand, sequences


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("low", ["low"]),
        ("(low|high) card", ["low card", "high card"]),
        ("card[s]", ["cards", "card"]),
        ("a(b|)c", ["abc", "ac"]),
        ("[very] (big|(small|tiny))", ["very big", "very small", "very tiny", " big", " small", " tiny"]),
    ],
)
def test_expansion(form: str, expected: list[str]) -> None:
    """`( | )` one of, `[ ]` optional, nested."""
    assert expected == expand(form)


@pytest.mark.parametrize("form", ["(a", "a)", "[a", "a]", "(a|b"])
def test_open_brackets_are_refused(form: str) -> None:
    """A bracket that does not close is an author's slip, never a silent form."""
    with pytest.raises(FormError):
        expand(form)


def test_specials_and_folding() -> None:
    """Words are folded; lemmas, notation and gaps stay whole."""
    assert sequences("{Παίζω} ~ <card>") == [("{παιζω}", "~", "<card>")]


def test_a_special_that_nothing_ever_is_is_refused() -> None:
    """A form that waits for an unknown kind of notation would be dead in silence."""
    with pytest.raises(FormError, match="<number>"):
        sequences("trick <number>")


@given(st.lists(st.sampled_from(["a", "b|c", "d e"]), min_size=1, max_size=4))
def test_every_choice_counts_once(groups: list[str]) -> None:
    """The number of expansions is the product of the choices, before doubles are dropped."""
    found = expand(" ".join(f"({g})" for g in groups))
    most = 1
    for g in groups:
        most *= len(g.split("|"))

    assert len(found) == most
