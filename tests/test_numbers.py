"""What looks like a number and is none, or no sane one, is answered like any other text wherever a number may be typed."""

from __future__ import annotations

import pytest

from advisor.base.numbers import typed_number
from advisor.talk.conversation import Conversation

REVOKE = "East revoked and two more tricks were played"
OTHER = "at table 4 the opening lead was made by North out of turn although South was dummy and nobody has put a card down"
ODD = ["2³", "²", "9" * 5_000, "٢", "1²"]


@pytest.mark.parametrize(
    ("text", "number"), [("2", 2), (" 13 ", 13), ("٢", 2), ("2³", None), ("²", None), ("9" * 5_000, None), ("", None)]
)
def test_a_number_is_read_or_none(text: str, number: int | None) -> None:
    """Digits of any script up to nine; a superscript is none."""
    assert typed_number(text) == number


@pytest.mark.parametrize(
    "odd", ODD, ids=["superscript", "a superscript alone", "five thousand digits", "Arabic", "one and a half"]
)
@pytest.mark.parametrize("before", [(), (REVOKE,), (REVOKE, OTHER), ("#menu",)], ids=["nothing", "story", "two stories", "menu"])
def test_an_odd_number_is_answered(before: tuple[str, ...], odd: str) -> None:
    """At every question that a number may answer, after "law" and after "not", and as the number of a trick."""
    for text in (odd, f"not law {odd}", f"law {odd}", f"revoke at trick {odd}, trick {odd} won by East"):
        conversation = Conversation()
        for each in before:
            conversation.turn(each)

        assert conversation.turn(text).text
