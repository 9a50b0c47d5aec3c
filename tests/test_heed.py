"""How much each stretch of a story counts: the one that tells the irregularity counts most, and none is lost."""

from __future__ import annotations

import threading

import pytest

from advisor.cores import spread
from advisor.diagnose.features import Laid, gathered, laid
from advisor.diagnose.fit_heed import Shown, fit_heed, heeded
from advisor.diagnose.heed import Heed
from advisor.explaining import explain
from advisor.heard import heard, reader

STORIES = [
    (
        "Lovely evening at the club, twelve tables and cake for everybody. My partner and I had a good game until board nine. "
        "Then West played a club on a heart although West still held hearts. After that we all had coffee.",
        "although West still held hearts",
    ),
    (
        "Ωραία βραδιά στον όμιλο, με δώδεκα τραπέζια και γλυκά. Στη μοιρασιά εννιά όλα πήγαιναν καλά. "
        "Η Δύση βγήκε φανερά, αλλά αντάμ είχε η Ανατολή. Μετά ήπιαμε όλοι καφέ.",
        "αντάμ είχε η Ανατολή",
    ),
]


def story(*stretches: dict[str, float]) -> Laid:
    """The signs of a story, a stretch each."""
    return Laid({}, stretches, {}, tuple((n, n) for n in range(len(stretches))))


@pytest.mark.parametrize(("text", "told"), STORIES)
def test_the_stretch_that_tells_it_counts_most(text: str, told: str) -> None:
    """Furniture before and behind does not count more than what happened."""
    reading, _, diagnosis = heard(text)
    assert diagnosis.told is not None
    first, last = diagnosis.told

    assert told in reading.text[reading.tokens[first].start : reading.tokens[last].end + 1]
    assert "looked at most: “" in explain(text)


def test_stretches_are_sentences_and_long_ones_are_cut_at_clauses() -> None:
    """Every token stands in one stretch, in order."""
    reading = reader().read("West led a small heart from hand, and East, who had none, ruffed it. Director!")
    found = laid(reading, frozenset(), {})
    tokens = [at for first, last in found.places for at in range(first, last + 1)]

    assert tokens == list(range(len(reading.tokens)))
    assert len(found.places) == len(found.stretches) == 4


def test_without_heed_all_count_alike() -> None:
    """A sign counts as much wherever it stands; with heed it counts where it counts most."""
    told = story({"a": 1.0, "b": 1.0}, {"b": 1.0, "c": 1.0})
    alike, heeded_signs = gathered(told), gathered(told, [0.5, 1.0])

    assert alike["a"] == alike["b"] == alike["c"]
    assert heeded_signs["a"] < heeded_signs["b"] == heeded_signs["c"]


def test_what_proves_teaches_what_to_heed() -> None:
    """The signs of the stretches that a quote proves speak for others like them; a short text is left alone."""
    shown = [Shown(story({"cake": 1.0}, {"ruffed": 1.0}, {"coffee": 1.0}), (0.0, 1.0, 0.0))] * 4
    heed = fit_heed(shown)
    assert isinstance(heed, Heed)

    counts = heed.of(story({"coffee": 1.0}, {"cake": 1.0}, {"ruffed": 1.0}))
    assert counts[2] == 1.0 > max(counts[:2])
    assert heed.of(story({"cake": 1.0}, {"ruffed": 1.0})) == []
    assert fit_heed([Shown(story({"ruffed": 1.0}), (1.0,))]) is None


def test_a_telling_is_not_its_own_teacher() -> None:
    """How much the stretches of a telling count is learnt from the other half of the tellings."""
    odd = Shown(story({"cake": 1.0}, {"ruffed": 1.0}, {"coffee": 1.0}), (0.0, 1.0, 0.0))
    even = Shown(story({"cake": 1.0}, {"ruffed": 1.0}, {"coffee": 1.0}), (1.0, 0.0, 0.0))
    counts, _ = heeded([even, odd] * 4)

    assert counts[0][1] == 1.0 > counts[0][0]
    assert counts[1][0] == 1.0 > counts[1][1]


def test_many_cores_do_what_one_does() -> None:
    """The same things in the same order, and no copy of a process where other threads run."""
    things = list(range(50))
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)

    assert spread(str, things, 3) == [str(thing) for thing in things]
    other.start()
    try:
        assert spread(str, things, 3) == [str(thing) for thing in things]
    finally:
        stop.set()
        other.join()
