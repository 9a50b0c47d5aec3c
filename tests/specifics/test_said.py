"""What is computed reaches the answer, the JSON, the conversation and the trace; the solver is an extra, loaded only then."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from advisor.advising import advise, consult
from advisor.base.datafile import read
from advisor.base.paths import LEXICON
from advisor.rule.specifics.solving import deal_of
from advisor.say.specific import computed
from advisor.say.words import Words
from advisor.talk.conversation import Conversation
from advisor.talk.tracing import explain
from advisor.workshop.check.computing import check_computing

REVOKE_EN = "4S by South, board 7, West revoked on a heart and won it by ruffing, then EW won two more tricks. Result 4S -1"
REVOKE_EL = "4♠ από Ν, διανομή 7, μία μέσα. Η Δύση έκανε ρενόνς και πήρε ο ίδιος τη λεβέ με κόψιμο, μετά έκαναν άλλες 2 λεβέ"
PINNED = {"irregularity": "revoke_established"}
DIAGRAM = """A hesitation, damage is claimed. The contract was 3NT by South.
♠ AKQJ
♥ T98
♦ 76
♣ 5432
♠ 432 ♠ T98
♥ AKQJ ♥ 765
♦ T98 ♦ 432
♣ T98 ♣ AKQJ
♠ 765
♥ 432
♦ AKQJ5
♣ 76
"""


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (REVOKE_EN, ["Two tricks are transferred", "They go to North-South.", "-100 before, +650 after"]),
        (REVOKE_EL, ["Μεταφέρονται δύο λεβέ", "ο άξονας Βορράς-Νότος", "πριν -100, μετά +650"]),
    ],
)
def test_the_answer_says_it(text: str, sentences: list[str]) -> None:
    advice = advise(text, answers=PINNED)

    assert [s for s in sentences if s not in advice.answer] == []
    data = json.loads(advice.model_dump_json(by_alias=True))
    assert data["irregularities"][0]["remedies"][0]["values"]["tricks"] == "2"


def test_the_conversation_says_it_and_takes_what_is_told_later() -> None:
    talk = Conversation()
    first = talk.turn("established revoke: West revoked on a heart and won it by ruffing, then EW won two more tricks")
    text = talk.turn("it was 4S by South on board 7, the result was 4S -1").text

    assert "They go to North-South." in first.text
    assert "+650 after" in text


def test_the_trace_shows_it() -> None:
    assert "tricks = 2" in explain(REVOKE_EN, answers=PINNED)


def test_a_question_without_an_irregularity_is_answered_too() -> None:
    advice = advise("board 12: who deals and who is vulnerable?")

    assert "On board 12 West deals; North-South is vulnerable." in advice.answer


def test_every_blank_of_every_sentence_is_filled() -> None:
    """Values that come together fill each other's sentences; no brace is left."""
    for text, irregularity in (
        (REVOKE_EL, "revoke_established"),
        (REVOKE_EN, "revoke_established"),
        ("1♥ out of turn showed hearts 12-21, replaced with 2♥ showing hearts 12-15", "comparable_call"),
        ("1S over 2C not accepted, corrected to 3S", "insufficient_bid"),
        ("Trick 4: West led the ♥K, North played ♥A, East ♥3, South ♥5", "tricks_disputed"),
        ("board 7, East opened 1H out of turn", "bid_out_of_rotation"),
        ("4S by N making 11 tricks, nonvul", "score_of_contract"),
        ("West opened 1♠ out of turn; cancelled. Now West bids 2♥", "lead_restriction"),
    ):
        found = consult(text, answers={"irregularity": irregularity})
        for lang in ("el", "en"):
            sentences = computed(found.values, Words(lang))
            assert sentences
            assert not [s for s in sentences if "{" in s or "}" in s]


def test_the_words_for_computing_are_in_order() -> None:
    assert list(check_computing(LEXICON)) == []
    sentences = read(LEXICON / "specifics.yaml").value
    assert isinstance(sentences, dict)
    assert all(entry.keys() == {"el", "en"} for entry in sentences.values() if isinstance(entry, dict))


def test_a_deal_is_taken_only_whole() -> None:
    """A diagram with a card twice or missing is no deal to solve."""
    reading = consult(DIAGRAM).reading
    short = consult(DIAGRAM.replace("♣ 5432", "♣ 543")).reading
    twice = consult(DIAGRAM.replace("♠ 765\n♥ 432", "♠ 765\n♥ A32")).reading

    assert deal_of(short) is None
    assert deal_of(twice) is None
    assert deal_of(reading) is not None


def test_a_whole_deal_is_solved() -> None:
    """Double dummy by the solver: a yardstick, and said to be one."""
    found = consult(DIAGRAM, answers={"irregularity": "tempo_deception"})
    tricks = int(found.values["double_dummy"])

    assert 0 <= tricks <= 9
    assert "not the ruling" in found.advice.answer


def test_the_solver_is_loaded_only_then_and_may_be_missing() -> None:
    """A revoke is scored without it, and a deal is answered without the number when it is not there."""
    script = (
        "import sys; from advisor.advising import consult\n"
        f"a = consult({REVOKE_EN!r}, answers={PINNED!r}); assert a.values['score_after'] == '+650'\n"
        "assert 'endplay' not in sys.modules and 'matplotlib' not in sys.modules\n"
        "sys.modules['endplay'] = None\n"
        f"b = consult({DIAGRAM!r}, answers={{'irregularity': 'tempo_deception'}})\n"
        "assert 'double_dummy' not in b.values and b.advice.answer\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
