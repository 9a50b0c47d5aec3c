"""The figures of the scoreboard on the tellings that nothing was fitted on: they may rise and never fall.

tests/floor.json holds what must at least be reached, and what must at most be met, in %. When a change raises a figure
for good, raise its floor with it; a floor is never lowered to let a change through.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from zlib import crc32

import pytest

from advisor import paths
from advisor.corpus.load import load
from advisor.corpus.models import Incident, Telling
from advisor.facts import gather
from advisor.heard import reader
from advisor.lawbook.shelf import table
from advisor.replay import derive
from advisor.score.board import HARD, own_board
from advisor.score.figures import judge, summary

FLOOR = json.loads((Path(__file__).parent / "floor.json").read_text(encoding="utf-8"))
COMPARED = 3  # of so many incidents one has its tellings compared: all of them take minutes
KEPT_ASIDE = ("test split", "no incident, test")


def heard(telling: Telling, asked: set[str]) -> dict[str, str]:
    """The facts that the reader hears in a telling, among those its table asks."""
    reading = reader().read(telling.text)
    found = gather(reading, derive(reading), {}, asked).values()
    return {name: value for name, value in found.items() if name in asked}


def told(incident: Incident, asked: set[str], count: Counter[str]) -> None:
    """Count, for one incident, facts heard, rightly heard and proved in its test tellings, and, for one incident in three,
    facts told both ways."""
    every: dict[str, set[str]] = {}
    compared = crc32(incident.incident.encode()) % COMPARED == 0
    alone = len(incident.tellings) == 1  # nothing to contradict
    for telling in incident.tellings:
        if not telling.is_test and (alone or not compared):
            continue
        facts = heard(telling, asked)
        for name, value in facts.items():
            every.setdefault(name, set()).add(value)
        if telling.is_test:
            right = {name for name, value in facts.items() if incident.truth.get(name) == value}
            proved = {name for name in telling.proof if name in asked}
            count["heard"] += sum(name in incident.truth for name in facts)
            count["right"] += len(right)
            count["proved"] += len(proved)
            count["found"] += len(right & proved)
    count["incidents"] += compared
    count["torn"] += compared and any(len(values) > 1 for values in every.values())


@pytest.fixture(scope="module")
def figures() -> dict[str, float]:
    """Every figure that has a floor or a ceiling; those of the tellings written to be hard to read begin with `hard_`.

    fact_precision: facts rightly heard, of those heard; fact_recall: facts rightly heard, of those a quote proves;
    torn: incidents whose tellings are heard to contradict one another.
    """
    board = dict(own_board())
    found = summary([judge(case) for name in KEPT_ASIDE for case in board[name]])
    hard = summary([judge(case) for case in board["test split, hard"]])
    found |= {f"hard_{name}": hard[name] for name in ("law1", "para1", "law3", "wrong")}
    plain: Counter[str] = Counter()
    for_hard: Counter[str] = Counter()
    for incident in load(paths.CORPUS)[0].incidents.values():
        known = table(paths.EDITION, incident.truth["irregularity"])
        if known is not None:
            told(incident, set(known.asks), for_hard if HARD in incident.source else plain)
    for prefix, count in (("", plain), ("hard_", for_hard)):
        found[f"{prefix}fact_precision"] = 100 * count["right"] / count["heard"]
        found[f"{prefix}fact_recall"] = 100 * count["found"] / count["proved"]
    found["torn"] = 100 * (plain + for_hard)["torn"] / (plain + for_hard)["incidents"]
    return found


@pytest.mark.parametrize("name", FLOOR["at_least"])
def test_no_figure_falls(figures: dict[str, float], name: str) -> None:
    """What was reached once is kept."""
    assert figures[name] >= FLOOR["at_least"][name]


@pytest.mark.parametrize("name", FLOOR["at_most"])
def test_no_fault_grows(figures: dict[str, float], name: str) -> None:
    """Wrong rulings, false alarms and contradictions stay rare."""
    assert figures[name] <= FLOOR["at_most"][name]
