"""What a part of the diagnosis is worth: it is really left out, and what is no part is refused."""

from __future__ import annotations

import pytest

from advisor.base import store
from advisor.base.errors import UsageError
from advisor.doors.cli.scoring import show_worth
from advisor.workshop.score.figures import Case
from advisor.workshop.score.without import PARTS, _left, outcomes


@pytest.mark.parametrize("part", PARTS)
def test_only_the_part_is_left_out(part: str) -> None:
    """The other hints stay, and the hints at hand are not changed by it."""
    whole = store.load("hints")
    before = repr(whole)
    found = _left(whole, part)

    assert (not found["anchors"]["proven"]) == (part in ("anchors", "proven"))
    assert (not found["anchors"]["named"]) == (part in ("anchors", "named"))
    assert (not found["daily"]) == (not found["rare"]) == (part == "often")
    assert repr(whole) == before


def test_what_is_left_out_is_missed() -> None:
    """A text that only calls the irregularity by its name is believed in less without that."""
    case = Case(id="1", text="insufficient bid", gold_laws=("27",))
    with_it, without_it = (outcomes([case], part)[0].advice for part in ("", "named"))

    assert with_it.laws[0].startswith("27")
    assert (with_it.status, with_it.answer) != (without_it.status, without_it.answer)


def test_another_part_is_refused() -> None:
    """With the names of those there are."""
    with pytest.raises(UsageError, match="alike"):
        show_worth([], "heed")
