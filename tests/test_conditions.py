"""A ruling that hangs on several facts, each of which may settle it, is told as a list in the order in which they are asked."""

from __future__ import annotations

import pytest

from advisor import advise

UI = (
    "the slow pass was agreed, then West bid 4♠ over it and made it, NS called after the play",
    "η Ανατολή δίστασε, πάσαρε, η Δύση είπε 4 πίκα και βγήκε, μας φώναξαν στο τέλος",
    "h anatoli argise poly kai pasare, h dysi eipe 4 pika kai vgike, mas fwnaksan sto telos",
)


@pytest.mark.parametrize("text", UI)
def test_the_conditions_of_16b3_are_one_list(text: str) -> None:
    """Each condition is a question with what follows if it fails; the last says what follows if all hold."""
    lines = [line for line in advise(text).answer.splitlines() if line[:3] in ("1. ", "2. ", "3. ", "4. ")]

    assert len(lines) >= 3
    assert all(line.count("?") + line.count(";") >= 1 for line in lines)
    assert not any("- (" in line for line in advise(text).answer.splitlines())


def test_a_disputed_pause_is_found_first() -> None:
    """Where the pause is disputed, whether there was one is the first condition (85A1)."""
    found = advise(
        "South bid 1NT, West took an age and passed, North passed and East doubled. West says three seconds at most, same as"
        " always. The board is over. How is this ruled?"
    )
    listed = [line for line in found.answer.splitlines() if line.startswith("1. ")]

    assert listed
    assert "unmistakable hesitation" in listed[0]
    assert "16B1" in listed[0]


def test_what_is_told_is_not_among_the_conditions() -> None:
    """With a told poll the logical alternative is not asked."""
    found = advise(
        "slow pass by East, West bid 4♠ and made it; I polled four players and all would have passed. NS called at the end"
    )

    assert "Was there another logical alternative" not in found.answer
