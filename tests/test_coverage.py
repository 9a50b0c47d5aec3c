"""What the lawbook holds is published in full: every law, and for a law without a table why it needs none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from advisor.base import paths
from advisor.lawbook.load import load
from advisor.workshop.corpus.load import Corpus, cases, whole
from advisor.workshop.coverage import Row, grid, incidents, rows, shown

README = Path(__file__).resolve().parent.parent / "README.md"
_TOTALS = re.compile(r"^\| laws \| paragraphs .*\n\|[-:| ]+\|\n\|([\d| ]+)\|$", re.MULTILINE)


@pytest.fixture(scope="module")
def written() -> Corpus:
    """What people write of the corpus, read once."""
    return cases(paths.CORPUS)[0]


@pytest.fixture(scope="module")
def found(written: Corpus) -> list[Row]:
    """Every law's row, counted now."""
    return rows(load(paths.EDITION)[0], incidents(written.incidents.values()))


def test_incidents_are_counted_as_they_are_read(written: Corpus) -> None:
    """A line of tellings is an incident of the irregularity that its file is named after."""
    told: dict[str, int] = {}
    for incident in whole(paths.CORPUS).incidents.values():
        irregularity = incident.truth.get("irregularity", "")
        told[irregularity] = told.get(irregularity, 0) + 1
    counted = incidents(written.incidents.values())

    assert {name: number for name, number in told.items() if name in counted} == dict(counted)


def test_the_counts_are_compiled() -> None:
    """What the command prints was counted when the data were compiled, for every edition."""
    assert [int(line.split()[0]) for line in grid().splitlines()[1:-1]] == list(range(1, 94))
    assert grid("1997").splitlines()[-1].endswith("total")


def test_every_law_has_a_table_or_says_why_not(found: list[Row]) -> None:
    """All 93 laws are there, read on a date, and a law has a reason exactly when it has no table."""
    assert [int(row[0]) for row in found] == list(range(1, 94))
    for number, paragraphs, tables, decided, _, told, checked, why in found:
        assert paragraphs > 0, number
        assert checked, number
        assert (tables > 0) == (not why), number
        assert (decided > 0) == (told > 0) == (tables > 0), number


def test_the_reason_is_printed(found: list[Row]) -> None:
    """Who looks at the coverage sees why Law 35 has no table."""
    line = next(line for line in shown(found).splitlines() if line.split()[0] == "35")
    assert "no table: " in line
    assert "36 to 39" in line


def test_the_readme_shows_the_totals(found: list[Row]) -> None:
    """Laws, paragraphs, tables, rows and rights are those of the lawbook; incidents may have grown since they were counted."""
    told = _TOTALS.search(README.read_text(encoding="utf-8"))
    assert told is not None
    laws, *shown, incidents = (int(cell) for cell in told.group(1).split("|"))
    columns = [sum(int(cell) for cell in column) for column in zip(*(row[1:6] for row in found), strict=True)]
    assert [laws, *shown] == [len(found), *columns[:4]]
    assert incidents <= columns[4]
