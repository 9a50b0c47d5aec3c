"""Equal parts are made one, and nothing else is."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from advisor.base.sharing import shared

PARTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda below: st.lists(below, max_size=3) | st.tuples(below, below) | st.dictionaries(st.text(max_size=2), below, max_size=3),
)


@given(PARTS)
def test_what_is_shared_is_the_same(value: object) -> None:
    """Equal in value, in kinds and in order, to the last letter."""
    assert repr(shared(value)) == repr(value)


def test_equal_branches_become_one() -> None:
    """A branch that stands twice is kept once, before and after it is written; one in another order stays another."""
    trie = {"led": {"out": {"of": {}}}, "played": {"out": {"of": {}}}, "said": {"of": 1, "out": 2}, "told": {"out": 2, "of": 1}}
    for found in (shared(trie), pickle.loads(pickle.dumps(shared(trie)))):
        assert found["led"] is found["played"]
        assert found["said"] is not found["told"]
        assert list(found["told"]) == ["out", "of"]


def test_one_and_true_are_two() -> None:
    """Values that Python takes for equal keep their own kind."""
    assert repr(shared([1, True, 1.0, (1,), [1]])) == "[1, True, 1.0, (1,), [1]]"
