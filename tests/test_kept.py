"""What is kept in mind changes nothing: the same scores and voices as worked out anew, however full the memory is."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType

import numpy as np
import pytest

from advisor import advise
from advisor.base.kept import WORDS, Facet, Kept, forget, of_texts, once
from advisor.diagnose.ngrams import ngrams
from advisor.diagnose.raw import RawJudge
from advisor.diagnose.roles import ROLES, clauses, ground_of, role_judge, signs, spans
from advisor.diagnose.understanding import reader
from advisor.diagnose.weigh import scales
from advisor.read.repair import Repairer

TEXTS = (
    "East led out of turn and nobody saw it, nobody, so West led too",
    "Η Ανατολή βγήκε εκτός σειράς, και ο μορ, λέει ο εκτελεστής, δεν είχε κατεβάσει. Τι κάνουμε;",
    "led led led",
    "?!",
)


def test_a_full_memory_begins_anew() -> None:
    """It never holds more than it may, and what comes last is there."""
    kept: Kept[int, str] = Kept(3)
    for number in range(10):
        kept[number] = str(number)
        assert len(kept) <= 3
        assert kept.get(number) == str(number)


def test_what_texts_gave_can_be_forgotten() -> None:
    """The same text is worked out once, and again when it is forgotten."""
    worked_out = []

    @of_texts()
    def told(text: str) -> int:
        worked_out.append(text)
        return len(text)

    assert [told("a"), told("a")] == [1, 1]
    forget()
    assert told("a") == 1
    assert worked_out == ["a", "a"]


def test_what_follows_from_one_object_is_worked_out_once() -> None:
    """An equal one is another; what else is asked counts; a list that is asked of is held, so that its number stays its own."""
    worked_out: list[tuple[int, int]] = []

    @once
    def told(of: list[int], step: int = 1, *, back: bool = False) -> int:
        worked_out.append((len(of), step))
        return -len(of) if back else len(of)

    one = [1, 2]
    assert [told(one), told(one), told(one, 2), told(one, back=True), told([1, 2])] == [2, 2, 2, -2, 2]
    assert len(worked_out) == 4
    forget()
    assert told(one) == 2
    assert len(worked_out) == 5
    assert [told([number] * number) for number in range(1, 99)] == list(range(1, 99))


def test_what_is_known_of_a_word_is_worked_out_when_it_is_asked_and_kept_together() -> None:
    """Each thing once a word, however it is asked; all of them in the one value of the word."""
    worked_out: list[str] = []

    def backwards(word: str) -> str:
        worked_out.append(word)
        return word[::-1]

    turned, long = Facet(backwards), Facet(len)
    WORDS.pop("xyzzy", None)
    assert not turned.met("xyzzy")
    assert [turned("xyzzy"), *turned.each(["xyzzy", "xyzzy"]), long("xyzzy")] == ["yzzyx", "yzzyx", "yzzyx", 5]
    assert worked_out == ["xyzzy"]
    assert turned.met("xyzzy")
    assert WORDS["xyzzy"] == {turned: "yzzyx", long: 5}


def test_who_called_what_is_worked_out_once_a_telling() -> None:
    """The calls of a telling with their callers, which twenty rooms of the replay ask for."""
    counted = Counter[str]()

    def watching(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.endswith(("acts.py", "seating.py", "revoking.py", "players.py")):
            counted[frame.f_code.co_name] += 1

    advise("North opened 1♠, East said 1♥, West has not called yet")
    forget()
    sys.setprofile(watching)
    try:
        advise("North opened 1♠, East said 1♥, West has not called yet")
    finally:
        sys.setprofile(None)

    assert counted["places"] == 1
    assert counted["seating"] == 1
    assert 1 <= counted["acts"] <= 2  # those made, and all that are told
    assert 1 <= counted["revoking"] <= 2  # with and without what is only asked or supposed


def test_slips_are_mended_however_many_words_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of unknown words may be full; the next slip is mended all the same."""
    repairer = Repairer({"revoke": 9, "trick": 5}, reader().parts.matcher.sounds)
    monkeypatch.setattr(WORDS, "most", 2)

    assert [repairer.best(form, greeklish=False) for form in ("qqqqqq", "wwwwww", "zzzzzz", "revok")] == ["", "", "", "revoke"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_raw_text_is_scored_as_its_signs_are(text: str) -> None:
    """Met for the first time, for the second (its words are added up now) and for the third."""
    whole = scales().raw
    assert whole.idf is not None
    folded = reader().read(text).folded
    there = {name: float(whole.idf[at]) for name in ngrams(folded) if (at := whole.index.get(name)) is not None}
    length = sum(weight**2 for weight in there.values()) ** 0.5
    ids, weights = whole.present({name: weight / length for name, weight in there.items()})
    judge = RawJudge(whole)

    for _ in range(3):
        scores, doors = judge.scored(folded)
        assert np.allclose(scores, whole.scored(ids, weights), rtol=0.0, atol=1e-5)
        assert np.allclose(doors, whole.at_the_door(ids, weights), rtol=0.0, atol=1e-5)


@pytest.mark.parametrize("text", TEXTS)
def test_a_voice_is_what_its_signs_say(text: str) -> None:
    """The rows that the judge adds up are those of the signs that are fitted."""
    reading, judge = reader().read(text), role_judge()
    rows = {f"{kind}{name}": at for kind, names in judge.index.items() for name, at in names.items()}
    for clause, span in zip(clauses(reading), spans(reading) if reading.tokens else (), strict=True):
        there = signs(ground_of(reading), *span)
        scores = judge.weights[-1] + sum(judge.weights[rows[sign]] * weight for sign, weight in there.items() if sign in rows)
        chances = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
        assert np.allclose([clause.chances[role] for role in ROLES], chances, atol=1e-5)
