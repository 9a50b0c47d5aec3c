"""Tables in one block of bytes: whatever was put in is found again, and nothing else."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.packed import PackedNumbers, PackedTexts

WORDS = st.text(st.characters(blacklist_characters="\n\t", blacklist_categories=["Cs"]), max_size=8)


@given(st.dictionaries(WORDS, WORDS), WORDS)
def test_what_was_put_in_is_found(told: dict[str, str], other: str) -> None:
    """Every key with its value, an empty one too, and no key that was not put in."""
    packed = PackedTexts.of(told)

    assert dict(packed) == told
    assert len(packed) == len(told)
    assert packed.get(other) == told.get(other)
    assert (other in packed) == (other in told)


@given(st.dictionaries(WORDS, st.integers(0, 1 << 40)))
def test_numbers_are_found_after_they_were_stored(told: dict[str, int]) -> None:
    """The same through a compiled file."""
    kept = pickle.loads(pickle.dumps(PackedNumbers.of(told)))

    assert dict(kept) == told
    assert all(kept.get(key) == value for key, value in told.items())


def test_a_key_that_begins_another_is_not_it() -> None:
    """The end of a key counts, and a value that looks like a key is none."""
    packed = PackedTexts.of({"lead": "leads", "leads": "x\tlead", "": "nothing"})

    assert packed["lead"] == "leads"
    assert packed[""] == "nothing"
    assert packed.get("lea") is None
    with pytest.raises(KeyError):
        packed["x"]


@pytest.mark.parametrize("told", [{"a\nb": "c"}, {"a\tb": "c"}, {"a": "b\nc"}])
def test_what_would_be_read_wrongly_is_refused(told: dict[str, str]) -> None:
    """A line break parts the entries, a tab parts key and value."""
    with pytest.raises(ValueError, match="cannot be packed"):
        PackedTexts.of(told)
