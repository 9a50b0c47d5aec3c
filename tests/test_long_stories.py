"""Stories far longer than what is followed deed by deed (`replay/beginning.py`): none breaks anything."""

from __future__ import annotations

import random

import pytest
from soak.units import tellings

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.played import replay

_LENGTHS = (2_500, 4_000, 8_000)


def _joined(seed: int) -> str:
    """Many tellings one after the other, as one text."""
    chance = random.Random(seed)
    return " ".join(chance.choices(tellings(), k=40))[: _LENGTHS[seed % len(_LENGTHS)]]


@pytest.mark.parametrize("seed", range(12))
def test_a_story_of_many_stories_is_answered(seed: int) -> None:
    """An index beyond what is followed once ended in the one-sentence error."""
    assert advise(_joined(seed)).answer


@pytest.mark.parametrize("seed", range(6))
def test_nothing_lies_beyond_what_is_followed(seed: int) -> None:
    """Whoever is handed the beginning of a reading finds no token, call or note behind its end."""
    played = replay(reader().read(_joined(seed)))
    begun = played.as_begun()
    last = len(begun.reading.tokens)

    assert len(begun.reading.text) <= len(played.reading.text)
    assert all(call.at < last for call in begun.calls)
    assert all(cue.last < last for cue in begun.reading.cues)
    assert all(note.end <= len(begun.reading.text) for note in begun.reading.notation)
