"""Yes and no, held against what directors put of each row: `questions/<law>.jsonl` holds questions in a teller's words with what
the row answers, yes, no, or neither. Where one is said it is right; a question turned round is answered without it."""

from __future__ import annotations

import json
from pathlib import Path
from zlib import crc32

import pytest
from ruling import ruled

from advisor.base import paths
from advisor.diagnose.understanding import keyed_once
from advisor.lawbook.shelf import table
from advisor.say.replies import counted, questions, reply
from advisor.say.words import Words

FILES = sorted((Path(__file__).parent / "questions").glob("*.jsonl"))
PART = 2  # of so many questions one is put here
RIGHT, ANSWERED = 0.96, 600  # the share that is right, and how many are answered
UNSURE = 0.03  # the share that is answered of those to which a row says neither
SAYS = {"yes": ("Yes", "Ναι"), "no": ("No", "Όχι")}


def said(line: dict[str, str]) -> str:
    """Whether yes or no is said to a question of a ruled row; nothing where neither is, or its facts alone do not rule it."""
    name, _, row = line["row"].partition("/")
    found = table(paths.EDITION, name)
    assert found is not None
    outcome = ruled(name, **next(each.when for each in found.all_rows() if each.id == row))
    if outcome.row is None or outcome.row.id != row:
        return ""
    keys = keyed_once(line["q"], greeklish=line["lang"] == "el")[-1]
    answer = reply(outcome, questions(keys), Words(line["lang"]), counted(keys))
    text = answer.text if answer is not None else ""
    return next((verdict for verdict, begins in SAYS.items() if text.startswith(begins)), "")


def put() -> list[dict[str, str]]:
    """One question of `PART`, chosen by its words."""
    lines = [json.loads(line) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if crc32(line["q"].encode()) % PART]


def test_yes_and_no_are_right() -> None:
    """Where yes or no is said it is what a director would say; hardly ever where neither answers."""
    every = [(line["a"], said(line)) for line in put()]
    answered = [right == told for right, told in every if told and right in SAYS]
    unsure = [told for right, told in every if right not in SAYS]

    assert len(answered) >= ANSWERED
    assert sum(answered) >= RIGHT * len(answered)
    assert sum(map(bool, unsure)) <= UNSURE * len(unsure)


@pytest.mark.parametrize(
    ("question", "row", "answer"),
    [
        ("Is it a penalty card?", "opening_lead_out_of_turn/refuses", "yes"),
        ("So it is only a minor penalty card?", "opening_lead_out_of_turn/refuses", ""),
        ("Is there a penalty?", "retract_card/told_wrong_turn", "no"),
        ("No penalty, then?", "retract_card/told_wrong_turn", "yes"),
        ("Χωρίς ποινή δηλαδή;", "retract_card/told_wrong_turn", "yes"),
        ("Does it stand?", "call_changed/change_cancelled", "yes"),
        ("Does the new call stand?", "call_changed/change_cancelled", ""),
    ],
)
def test_a_question_turned_round_gets_no_word_that_could_be_its_contrary(question: str, row: str, answer: str) -> None:
    """What is so is said; yes or no only where the whole question is heard."""
    lang = "el" if question.endswith(";") else "en"

    assert said({"row": row, "lang": lang, "q": question}) == answer
