"""What the text of a case decides (`*_decides.jsonl` beside a case file), and how an answer stands against it (the
contract's second table of figures)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from advisor.advice import Advice
from advisor.base.errors import DataError, Finding
from advisor.lawbook.numbers import related, section
from advisor.workshop.score.figures import SURE, amiss

FIGURES = ("first1", "ruled_wrong", "asked_told", "asked_right", "also1", "trapped")


class Decides(BaseModel):
    """One line: what the words of a text settle, what they leave open, and what only sounds like a fact."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    decided: bool
    judgement: bool = False
    first: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()


@dataclass(slots=True)
class Share:
    """A figure: how often it was met, of how many."""

    met: int = 0
    of: int = 0

    def count(self, met: bool) -> None:
        """One more."""
        self.met += met
        self.of += 1

    @property
    def percent(self) -> float:
        """In %; 0 where nothing was counted."""
        return 100 * self.met / self.of if self.of else 0.0


def beside(path: Path) -> Path:
    """The file of what the texts of a case file decide."""
    return path.with_name(f"{path.stem}_decides.jsonl")


def load_decides(path: Path) -> dict[str, Decides]:
    """The lines by case id. Raises DataError naming every bad line."""
    faults, found = [], {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        try:
            decides = Decides.model_validate(json.loads(line))
        except (ValueError, RecursionError) as error:
            what = f"not what a text decides: {amiss(error)}"
            faults.append(Finding("CASE2", str(path), number, what, "See the contract for the form of the line."))
            continue
        found[decides.id] = decides
    if faults:
        raise DataError(faults)
    return found


def first_right(advice: Advice, decides: Decides) -> bool:
    """Whether the first law fits one of those that may stand first and is none of those that must not."""
    if not advice.laws:
        return False
    law = advice.laws[0]
    return law not in decides.never and any(related(law, right) for right in decides.first)


def figures(answers: Iterable[tuple[Decides, Advice]]) -> Mapping[str, Share]:
    """The six figures over many answers."""
    found = {name: Share() for name in FIGURES}
    for decides, advice in answers:
        right = first_right(advice, decides)
        found["first1"].count(right)
        if advice.status in SURE:
            found["ruled_wrong"].count(not right)
        if advice.status == "question":
            found["asked_told"].count(decides.decided and not decides.judgement)
        if not decides.decided:
            asked = advice.status == "question" or (advice.status == "choose" and right)
            led = {ref for choice in (advice.question.choices if advice.question else ()) for ref in choice.laws}
            every = all(any(related(ref, branch) for ref in led) for branch in decides.branches)
            found["asked_right"].count(asked and right and every)
        named = {section(ref) for ref in (*advice.laws, *(law for each in advice.irregularities for law in each.laws))}
        for ref in decides.also:
            found["also1"].count(section(ref) in named)
        quotes = [quote for fact in advice.facts.values() if fact.how == "stated" for quote in fact.quotes]
        for trap in decides.traps:
            found["trapped"].count(any(_shares(trap, quote) for quote in quotes))
    return found


def _shares(trap: str, quote: str) -> bool:
    """Whether a part of the phrase is quoted: one holds the other, or they have two neighbouring words in common."""
    if trap in quote or quote in trap:
        return True
    words = trap.split()
    return any(f"{a} {b}" in quote for a, b in pairwise(words))


def shown(name: str, found: Mapping[str, Share]) -> str:
    """One line of the board."""
    return f"{name[:22]:22}" + "".join(f"{s.percent:6.1f}%{f' ({s.met}/{s.of})':>10}" for s in found.values())


def heading() -> str:
    """The names of the columns."""
    return f"{'what the text decides':22}" + "".join(f"{name:>17}" for name in FIGURES)


__all__ = ["FIGURES", "Decides", "beside", "figures", "first_right", "heading", "load_decides", "shown"]


def pairs(outcomes: Sequence[tuple[str, Advice]], decides: Mapping[str, Decides]) -> list[tuple[Decides, Advice]]:
    """The answers whose case has a line, with it."""
    return [(decides[case], advice) for case, advice in outcomes if case in decides]
