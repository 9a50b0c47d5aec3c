"""What one player says and another does not confirm is asked, and no presumption stands against what a player says of it."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.disputes import in_doubt
from advisor.diagnose.understanding import understand

DENIED = [
    "West played the ace before East had. West says declarer had already played from both hands; declarer doesn't remember.",
    "East played before her partner. She says declarer had already called dummy's card, declarer denies it.",
    "Η Δύση έπαιξε πριν από την Ανατολή. Λέει ότι ο εκτελεστής είχε ήδη παίξει κι από τα δύο χέρια, εκείνος το αρνείται.",
]


@pytest.mark.parametrize("text", DENIED)
def test_a_denied_claim_is_asked(text: str) -> None:
    """Premature play (Law 57): whether declarer had played from both hands decides between 57A and 57C1."""
    advice = advise(text)

    assert advice.status == "question"
    assert advice.question is not None
    assert advice.question.fact == "premature_excuse"
    assert "premature_excuse" not in advice.facts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("East swears that partner had called. South isn't so sure.", "swears that partner had called"),
        ("North insists he played low - East says otherwise", "insists he played low"),
        ("Ο Νότος επιμένει ότι το είπε. Η Δύση δεν θυμάται.", "επιμένει ότι το είπε"),
    ],
)
def test_the_words_in_doubt_are_those_of_the_claim(text: str, words: str) -> None:
    """From the verb of saying to the end of the clause."""
    assert in_doubt(understand(text).reading) == (words,)


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("The director says dummy may not speak. Dummy disagrees.", "may not speak"),
        ("East led out of turn. Declarer isn't sure what to do.", "led out of turn"),
        ("Η Δύση βγήκε εκτός σειράς. Ο εκτελεστής δεν θυμάται τι ισχύει.", "βγήκε εκτός σειράς"),
    ],
)
def test_a_ruling_or_a_deed_is_not_a_claim(text: str, deed: str) -> None:
    """What the Director says is no player's claim, and what was done is not put in doubt by who does not know the law."""
    assert not any(deed in words for words in in_doubt(understand(text).reading))
