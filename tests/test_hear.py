"""Facts heard by weight: the windows, the signs in their places, the fitting, and what is taken as told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from advisor.advising import advise
from advisor.base import paths, store
from advisor.base.datafile import read
from advisor.diagnose.calibration import LEANS, TAKEN
from advisor.diagnose.candidates import Candidate
from advisor.diagnose.clauses import Window, laid_out, placed_signs
from advisor.diagnose.evidence import Ear, Voice, ear, stepped
from advisor.diagnose.facts import gather
from advisor.diagnose.gathering import gathering
from advisor.diagnose.roles import clauses
from advisor.diagnose.rulings import CANCELLED
from advisor.diagnose.understanding import reader
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.lawbook.shelf import table
from advisor.replay.played import replay
from advisor.rule.deciding import asks_in_hand
from advisor.rule.holding import Given
from advisor.workshop.fit.evidence import SILENT, Lesson, fit, packed
from advisor.workshop.fit.lessons import of_telling

TEXT = "East led face up. West, who sat there, did not see it"


def small_ear() -> Ear:
    """An ear that was taught two values of one fact."""
    taught = [
        Lesson("colour", value, {f"word:{word}": 0.7}, 1.0)
        for value, words in (("red", ("apple", "cherr")), ("black", ("coal", "night")), (SILENT, ("table", "chair")))
        for word in words
        for _ in range(4)
    ]
    signs, separators = fit(taught)
    index, arrays = packed(separators)
    data = {"signs": {name: i for i, name in enumerate(signs)}, "facts": index}
    return Ear(data, stepped(arrays["ids"], index), arrays["weights"])


def test_windows_are_the_text_its_sentences_and_its_clauses() -> None:
    """Each stretch once, the whole first; a clause of two words is no window."""
    found = laid_out(reader().read(TEXT))[0]

    assert found[0] == Window(0, 11)
    assert Window(0, 3) in found
    assert Window(4, 4) not in found
    assert len(found) == len(set(found))


def test_a_negated_word_is_another_sign() -> None:
    """What a `not` reaches is told apart from the word itself."""
    signs = {p.sign for p in placed_signs(reader().read("he did not accept it"))}

    assert any(sign.startswith("word:not:") for sign in signs)


def test_a_taught_value_is_heard_in_its_clause() -> None:
    """The value, its lead, and the words that speak for it."""
    heard = small_ear().hear(reader().read("The chair is very new. An apple was there"), ["colour"])

    assert heard["colour"].value == "red"
    assert heard["colour"].quote == "An apple was there"


def test_nothing_is_heard_in_silence() -> None:
    """Words that tell nothing, no words at all, and a fact that nothing taught."""
    own = small_ear()

    assert own.hear(reader().read("the table and the chair"), ["colour"]) == {}
    assert own.hear(reader().read("..."), ["colour"]) == {}
    assert own.hear(reader().read("an apple was there"), ["size"]) == {}


def test_words_speak_against_a_form() -> None:
    """Clearly for another value: silence proves nothing, and of what was never taught nothing speaks."""
    voice = Voice({"red": 0.4, "black": -2.0}, "An apple was there")

    assert voice.against("black")
    assert not voice.against("red")
    assert not voice.against("green")
    assert not Voice({"red": -0.1, "black": -2.0}, "Nothing was there").against("black")


class Trusting:
    """A calibration that trusts each value as far as it is told to."""

    def __init__(self, chances: dict[str, float]) -> None:
        self.chances = chances

    def chance(self, candidate: Candidate) -> float:
        """The chance of its value."""
        return self.chances.get(candidate.value, 0.0)


@pytest.mark.parametrize(
    ("text", "chances", "value", "torn"),
    [
        ("East accepted the lead. West did not accept it", {"yes": 0.1, "no": 0.99}, "no", False),
        ("East accepted the lead. West did not accept it", {"yes": 0.9, "no": 0.99}, None, True),
        ("East accepted the lead", {"yes": 0.4}, None, False),
        ("East accepted the lead", {"yes": 0.98}, "yes", False),
    ],
)
def test_a_fact_is_taken_as_far_as_it_is_trusted(
    monkeypatch: pytest.MonkeyPatch, text: str, chances: dict[str, float], value: str | None, *, torn: bool
) -> None:
    """Of two values told the one that is trusted is taken; where both are, or none is, the fact stays open."""
    monkeypatch.setattr("advisor.diagnose.facts.calibration", lambda: Trusting(chances))
    reading = reader().read(text)
    found = gather(replay(reading), clauses(reading), {}, ["accepted"])

    assert (found.known["accepted"].value if "accepted" in found.known else None) == value
    assert ("accepted" in found.conflicting) == torn


def test_what_is_trusted_too_little_shapes_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the bar and a half the words lean to a value; below they lean to none."""
    reading = reader().read("East accepted the lead")
    monkeypatch.setattr("advisor.diagnose.facts.calibration", lambda: Trusting({"yes": (TAKEN + LEANS) / 2}))
    likely = gather(replay(reading), clauses(reading), {}, ["accepted"])
    monkeypatch.setattr("advisor.diagnose.facts.calibration", lambda: Trusting({"yes": LEANS / 2}))
    unlikely = gather(replay(reading), clauses(reading), {}, ["accepted"])

    assert "accepted" not in likely.known
    assert likely.leaning("accepted") == "yes"
    assert unlikely.leaning("accepted") == ""


def test_a_fact_without_silence_teaches_nothing() -> None:
    """A separator needs something to separate."""
    _, separators = fit([Lesson("colour", "red", {"word:heart": 1.0}) for _ in range(9)])

    assert separators == {}


def test_a_telling_teaches_with_and_without_its_quote() -> None:
    """The whole, the quote, and the rest, which is silent; a fact that is not told is silent in the whole."""
    lessons = list(of_telling(reader().read(TEXT), {"faced": "yes", "seen": "no"}, {"faced": "led face up"}))

    assert [(each.fact, each.value) for each in lessons] == [
        ("faced", "yes"),
        ("faced", "yes"),
        ("faced", SILENT),
        ("seen", SILENT),
    ]
    assert "word:lead" in lessons[1].signs
    assert "word:lead" not in lessons[2].signs


def test_what_is_closed_to_weighing_is_a_fact_and_is_not_taught() -> None:
    """A misspelt name in lexicon/hearing.yaml would close nothing."""
    closed: Any = read(paths.LEXICON / "hearing.yaml").value

    assert set(closed["not_weighed"]) <= store.load("texts")["facts"].keys()
    assert not set(closed["not_weighed"]) & ear().index.keys()
    assert closed["surer"].keys() <= store.load("texts")["facts"].keys() - set(closed["not_weighed"])


def test_the_exceptions_of_gathering_name_facts_and_their_values() -> None:
    """A misspelt fact or value there would be no exception, and nobody would notice."""
    rules, facts = gathering(), store.load("texts")["facts"]
    of_values = [
        *rules.faint,
        *rules.only_meant.tells_not,
        *rules.tells,
        *(fact for told in rules.tells.values() for fact in told.items()),
        *((name, value) for name, values in rules.surely_played.items() for value in values),
        *((name, value) for name, values in rules.only_meant.leaves.items() for value in values),
        *((name, value) for told in rules.ruled.values() for name, values in told.items() for value in values),
    ]
    lists = (rules.surely_played, rules.open_by_deeds, rules.asked_if_left, rules.seats_tell, rules.worked_out_by, rules.judged)

    assert {rules.only_meant.asked, *(name for each in lists for name in each)} <= facts.keys()
    assert [(name, value) for name, value in of_values if value not in facts[name]["values"]] == []
    assert rules.ruled.keys() <= {CANCELLED}


@pytest.mark.parametrize(
    "told",
    [
        "After the opening lead out of turn by East, dummy's hand was partly put down and declarer had seen two of the cards.",
        "East led out of turn, South, thinking he was dummy, put down his spades, then stopped.",
        "Αντάμ εκτός σειράς, ο μορ άνοιξε ήδη τα φύλλα του και ο εκτελεστής τα είδε",
    ],
)
def test_who_faces_a_hand_after_a_lead_tells_that_a_defender_led(told: str) -> None:
    """Nobody lays down dummy, or spreads declarer's hand, for a lead by the declaring side (Law 54E)."""
    side = advise(told).facts["offender_side"]

    assert (side.value, side.how) == ("defending", "derived")


def test_some_facts_must_lead_by_more() -> None:
    """What is usually sure is not for a fact that is often heard wrongly."""
    taught = small_ear()
    reading = reader().read("An apple and a cherry were there")
    data = {"signs": taught.numbers, "facts": taught.index}
    sure = [Ear(data, taught.ids, taught.weights, {"colour": bar}).hear(reading, ["colour"])["colour"].sure for bar in (0.5, 0.9)]

    assert sure == [True, False]


def test_a_fact_is_weighed_only_where_nothing_else_knows_it() -> None:
    """Forms, the replay and answers stand above what is weighed; a fact that nobody asks is not weighed."""
    reading = reader().read(
        "It was North's deal, but East passed first. South has refused to let that stand, he did not accept it"
    )
    played, spoken = replay(reading), clauses(reading)
    turned = replace(played, derived={"wrong_turn_of": "rho"})
    known = gather(turned, spoken, {"accepted": "yes"}, ["accepted", "wrong_turn_of"]).known

    assert known["accepted"].how == "answered"
    assert known["wrong_turn_of"].how == "derived"
    assert gather(played, spoken, {}).known.keys() <= gather(played, spoken, {}, ["accepted"]).known.keys() | {"accepted"}


def test_nothing_is_in_hand_until_one_situation_is_believed_in() -> None:
    """The facts of a table are weighed when it is picked or firmly believed in, in the edition that is asked."""
    doubtful = Diagnosis((Weighed("revoke_established", 0.5, "64"),), 0.4, "incident", {})
    firm = Diagnosis((Weighed("revoke_established", 0.95, "64"),), 0.95, "incident", {})
    asked = table(paths.EDITION, "revoke_established")

    assert asked is not None
    assert asks_in_hand(doubtful, Given()) == []
    assert asks_in_hand(firm, Given()) == list(asked.asks)
    assert asks_in_hand(doubtful, Given({"irregularity": "revoke_established"})) == list(asked.asks)


def test_every_installed_separator_is_whole() -> None:
    """Each has its values, its offsets, and signs in rising order within the arrays."""
    own = ear()

    for values, bias, first, count, at in own.index.values():
        ids = own.ids.numbers(first, count)
        assert len(values) == len(bias)
        assert count
        assert bool(np.all(np.diff(ids) > 0))
        assert at + count * len(values) <= len(own.weights)


@pytest.mark.parametrize("text", ["", " ", "2NT", "πάσο"])
def test_short_texts_are_not_taken_for_more(text: str) -> None:
    """Next to no words prove next to nothing."""
    reading = reader().read(text)

    assert ear().hear(reading, ear().index) == {}


def test_quotes_of_what_is_weighed_are_the_users_words() -> None:
    """Whatever is told with a quote quotes the text letter by letter."""
    text = "Declarer led from the wrong hand, both of us faced our cards, and my partner would not have it"
    advice = advise(text)

    assert all(quote in text for fact in advice.facts.values() for quote in fact.quotes)
