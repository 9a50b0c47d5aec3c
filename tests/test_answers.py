"""Answers as a person reads them: what someone told, and how the answer must begin.

Each file of tests/answers holds the telling, a line of dashes, and the first lines of the answer: the ruling, and the
governing law with its title below it (where the deciding fact is open the law, after what holds meanwhile if anything does).
What follows is data that others may improve without breaking these.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from open_list import failing

from advisor import advise

ANSWERS = sorted((Path(__file__).parent / "answers").glob("*.txt"))
MOST_BEFORE = 3  # lines until the law is named: the answer to the question put, the ruling, the law
RULE = "\n-----\n"
OPEN = {  # read less surely, or otherwise; the right law is among those offered
    "el_lathos_eksigisi": "Laws 20, 21 and 75 compete for a wrong explanation while the auction is on",
}


def answers() -> list[object]:
    """The answers, those that are known not to begin so any more marked so that they must fail."""
    marks = failing(OPEN)
    return [pytest.param(path, id=path.stem, marks=marks.get(path.stem, [])) for path in ANSWERS]


@pytest.mark.parametrize("path", answers())
def test_the_answer_begins_as_written(path: Path) -> None:
    """The telling is answered in its own language, with the law and the upshot first."""
    telling, _, expected = path.read_text(encoding="utf-8").partition(RULE)
    lines = expected.strip().splitlines()

    assert lines == advise(telling).answer.splitlines()[: len(lines)]


@pytest.mark.parametrize(("law", "least"), [("Νόμος", 20), ("Law", 20)])
def test_both_languages_are_read(law: str, least: int) -> None:
    """Twenty answers of each language stand here, and each names its law in the first line, or below the ruling."""
    told = [path.read_text(encoding="utf-8").partition(RULE)[2].strip().splitlines() for path in ANSWERS]
    heads = [[line for line in lines[:MOST_BEFORE] if line.startswith(("Νόμος ", "Law "))] for lines in told]

    assert all(heads)
    assert sum(head[0].startswith(f"{law} ") for head in heads) >= least
