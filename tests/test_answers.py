"""Answers as a person reads them: what someone told, and how the answer must begin.

Each file of tests/answers holds the telling, a line of dashes, and the first lines of the answer: the governing law and
the upshot, up to the steps or the question. What follows is data that others may improve without breaking these.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor import advise

ANSWERS = sorted((Path(__file__).parent / "answers").glob("*.txt"))
RULE = "\n-----\n"


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_the_answer_begins_as_written(path: Path) -> None:
    """The telling is answered in its own language, with the law and the upshot first."""
    telling, _, expected = path.read_text(encoding="utf-8").partition(RULE)
    lines = expected.strip().splitlines()

    assert lines == advise(telling).answer.splitlines()[: len(lines)]


@pytest.mark.parametrize(("law", "least"), [("Νόμος", 20), ("Law", 20)])
def test_both_languages_are_read(law: str, least: int) -> None:
    """Twenty answers of each language stand here, and each names its law in the first line."""
    heads = [path.read_text(encoding="utf-8").partition(RULE)[2].strip() for path in ANSWERS]

    assert all(head.startswith(("Νόμος ", "Law ")) for head in heads)
    assert sum(head.startswith(f"{law} ") for head in heads) >= least
