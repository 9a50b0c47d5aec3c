"""What the times of the clock tell of the Correction Period and of the time to appeal (Laws 79C1, 92B)."""

from __future__ import annotations

import pytest

from advisor.advising import advise
from advisor.diagnose.understanding import reader
from advisor.replay.clock import IN_TIME, OVER, by_the_clock


@pytest.mark.parametrize(
    ("told", "over"),
    [
        ("Scores went up at 10.15 pm and at 10.50 a pair came to say that board 7 was entered wrong", "yes"),
        ("τα αποτελέσματα είχαν αναρτηθεί στις 22:30, η διόρθωση ζητήθηκε στις 23:10", "yes"),
        ("The results went up at 22.40 and I noticed at 22.55", "no"),
        ("22:05 ανέβηκαν τα αποτελέσματα, 22:20 με πήρε ο Παντελής", "no"),
        ("It's 21:10. Scores had gone up at 20:50. What if she rings at 21:18?", "no"),
        ("the scores were posted at 11.50 pm, they came at 0.10", "no"),
    ],
)
def test_it_is_counted_from_when_the_scores_went_up(told: str, over: str) -> None:
    """Half an hour, over midnight too, in either order of the telling."""
    assert by_the_clock(reader().read(told)) == {OVER: over, IN_TIME: {"yes": "no", "no": "yes"}[over]}


@pytest.mark.parametrize(
    "told",
    [
        "we began at 19.30 and I noticed at 22.55",  # nothing is told of the scores
        "The results went up at 22.40",
        "results were posted 18.20, the correction period is one hour, at 19.00 they noticed",
        "scores went up at 22.00, he noticed at 22.20 and she at 22.45",  # one in time, one not
        "scores went up at 22.00, we won by 4.50 % on a board with 1430, datum 12,30",
    ],
)
def test_nothing_is_counted_where_it_is_not_told(told: str) -> None:
    """Another period, several answers, numbers that are no times."""
    assert by_the_clock(reader().read(told)) == {}


def test_the_score_is_ruled_on_by_it() -> None:
    """No question whether the period has ended (Law 79C1)."""
    told = "22:05 ανέβηκαν τα αποτελέσματα, 22:20 με πήρε ο Παντελής: στο μπορντ 18 γράφτηκε λάθος το σκορ, -430 αντί για +430"
    advice = advise(told)

    assert advice.laws[0] == "79C1"
    assert advice.facts[OVER].how == "derived"
