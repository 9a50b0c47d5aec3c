"""The figures of the scoreboard on the tellings that nothing was fitted on: they may rise and never fall.

A fact counts as right where what is taken as told is so, and as found where it is taken or shown beside the question as it was
read. tests/floor.json holds what must at least be reached, and what must at most be met, in %. When a change raises a figure
for good, raise its floor with it; a floor is never lowered to let a change through.

One incident in four is looked at, always the same ones; `python tests/soak --floor` holds all of them against the same floors.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import pytest

from advisor.advising import consult
from advisor.base import paths
from advisor.diagnose.facts import gather
from advisor.diagnose.roles import clauses
from advisor.diagnose.understanding import reader
from advisor.lawbook.shelf import table
from advisor.read.reading import Reading
from advisor.replay.played import replay
from advisor.workshop.corpus.load import whole
from advisor.workshop.corpus.models import HARD, Incident, Telling
from advisor.workshop.score.board import board as board_of
from advisor.workshop.score.figures import Case, Outcome, judged, summary

FLOOR = json.loads((Path(__file__).parent / "floor.json").read_text(encoding="utf-8"))
PART = 4  # of so many incidents one is looked at: `python tests/soak --floor` counts them all
COMPARED = 3  # of so many of these one has its tellings compared: all of them take minutes
KEPT_ASIDE = ("test split", "no incident, test")


@dataclass
class Board:
    """The outcomes of the tellings that nothing was fitted on, by part of the board, and what was counted of their facts."""

    cases: dict[str, tuple[str, Case]]
    part: int = PART
    outcomes: dict[str, list[Outcome]] = field(default_factory=lambda: defaultdict(list))
    count: Counter[str] = field(default_factory=Counter)
    for_hard: Counter[str] = field(default_factory=Counter)

    def hear(self, incident: Incident) -> None:
        """The tellings of one incident: judged, and their facts counted; of one incident in so many also whether they are
        heard to contradict one another."""
        known = table(paths.EDITION, incident.truth["irregularity"])
        asked = set(known.asks) if known is not None else set()
        count = self.for_hard if incident.source == HARD else self.count
        compared = known is not None and _number(incident) // self.part % COMPARED == 0
        alone = len(incident.tellings) == 1  # nothing to contradict
        every: dict[str, set[str]] = defaultdict(set)
        for telling in incident.tellings:
            facts = {}
            if telling.is_test:
                facts, leaned = self.judge(telling, asked)
                right = {name for name, value in facts.items() if incident.truth.get(name) == value}
                proved = {name for name in telling.proof if name in asked}
                count["heard"] += sum(name in incident.truth for name in facts)
                count["right"] += len(right)
                count["proved"] += len(proved)
                shown = {name for name, value in (leaned | facts).items() if incident.truth.get(name) == value}
                count["found"] += len(shown & proved)
            elif compared and not alone:
                facts = told(reader().read(telling.text), asked)
            for name, value in facts.items():
                every[name].add(value)
        count["compared"] += compared
        count["torn"] += compared and any(len(values) > 1 for values in every.values())

    def judge(self, telling: Telling, asked: set[str]) -> tuple[dict[str, str], dict[str, str]]:
        """Put the outcome of a telling on the board; the facts taken as told in it, and those that only shape the question."""
        consulted = consult(telling.text)
        part, case = self.cases[telling.text]
        self.outcomes[part].append(judged(case, consulted.advice))
        heard = gather(consulted.understood.played, consulted.understood.spoken, {}, asked)
        leaned = {name: value for name in asked if name not in heard.known and (value := heard.leaning(name))}
        return {name: value for name, value in heard.values().items() if name in asked}, leaned


def _number(incident: Incident) -> int:
    """A number that has nothing to do with what the incident is."""
    return crc32(incident.incident.encode())


def told(reading: Reading, asked: set[str]) -> dict[str, str]:
    """The facts that are heard in a telling, among those its table asks."""
    return {name: value for name, value in gather(replay(reading), clauses(reading), {}, asked).values().items() if name in asked}


def counted(part: int) -> dict[str, float]:
    """Every figure that has a floor or a ceiling, over one incident in so many; those of the tellings written to be hard to read
    begin with `hard_`.

    fact_precision: facts rightly heard, of those heard; fact_recall: facts rightly heard, of those a quote proves;
    torn: incidents whose tellings are heard to contradict one another.
    """
    corpus = whole(paths.CORPUS)
    board = Board({case.text: (part, case) for part, cases in board_of(corpus) for case in cases}, part)
    for incident in corpus.incidents.values():
        if _number(incident) % part == 0:
            board.hear(incident)
    found = summary([outcome for part in KEPT_ASIDE for outcome in board.outcomes[part]])
    hard = summary(board.outcomes["test split, hard"])
    found |= {f"hard_{name}": hard[name] for name in ("law1", "para1", "law3", "wrong")}
    for prefix, count in (("", board.count), ("hard_", board.for_hard)):
        found[f"{prefix}fact_precision"] = 100 * count["right"] / count["heard"]
        found[f"{prefix}fact_recall"] = 100 * count["found"] / count["proved"]
    found["torn"] = 100 * (board.count + board.for_hard)["torn"] / (board.count + board.for_hard)["compared"]
    return found


@pytest.fixture(scope="module")
def figures() -> dict[str, float]:
    """The figures of one incident in so many."""
    return counted(PART)


@pytest.mark.parametrize("name", FLOOR["at_least"])
def test_no_figure_falls(figures: dict[str, float], name: str) -> None:
    """What was reached once is kept."""
    assert figures[name] >= FLOOR["at_least"][name]


@pytest.mark.parametrize("name", FLOOR["at_most"])
def test_no_fault_grows(figures: dict[str, float], name: str) -> None:
    """Wrong rulings, false alarms and contradictions stay rare."""
    assert figures[name] <= FLOOR["at_most"][name]
