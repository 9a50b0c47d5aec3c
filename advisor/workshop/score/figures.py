"""The figures of the contract, computed for one case and summed over many."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pydantic import BaseModel, ConfigDict, ValidationError

from advisor.advice import Advice
from advisor.advising import advise
from advisor.base.errors import DataError, Finding
from advisor.lawbook.numbers import law_number, related

SURE = ("ruling", "rights")
MUTE = ("none", "unclear")


class Case(BaseModel):
    """One line of a case file: a text with the laws that govern it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    text: str
    lang: str = ""
    style: str = ""
    gold_laws: tuple[str, ...] = ()
    acceptable_laws: tuple[str, ...] | None = ()
    expect: str | None = None

    def right(self) -> tuple[str, ...]:
        """The laws that may rightly stand first."""
        return (*self.gold_laws[:1], *(self.acceptable_laws or ()))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the advisor made of one case, figure by figure, and how long it took in milliseconds."""

    case: Case
    advice: Advice
    law1: bool
    strict1: bool
    para1: bool
    law3: bool
    wrong: bool
    mute: bool
    alarm: bool
    took: float


def load_cases(path: Path) -> list[Case]:
    """The cases of a JSON-lines file. Raises DataError naming every bad line."""
    faults, cases = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        try:
            cases.append(Case.model_validate(json.loads(line)))
        except (ValueError, RecursionError) as error:
            faults.append(
                Finding(
                    "CASE1",
                    str(path),
                    number,
                    f"not a case: {amiss(error)}",
                    "One JSON object a line with id, text and gold_laws.",
                )
            )
    if faults:
        raise DataError(faults)
    return cases


def amiss(error: Exception) -> str:
    """What is wrong with a line that could not be read, in a line."""
    if isinstance(error, json.JSONDecodeError | ValidationError):
        return str(error).splitlines()[0]
    return "a number of thousands of digits" if isinstance(error, ValueError) else "nested too deeply"


def judge(case: Case) -> Outcome:
    """Run one case and compute its figures."""
    start = time.perf_counter()
    advice = advise(case.text)
    return judged(case, advice, (time.perf_counter() - start) * 1000)


def judged(case: Case, advice: Advice, took: float = 0.0) -> Outcome:
    """The figures of a case whose answer is there, in so many milliseconds."""
    right = case.right()
    numbers = {law_number(ref) for ref in right}
    found = [law_number(ref) for ref in advice.laws]
    law1 = bool(found) and found[0] in numbers
    mute = advice.status in MUTE
    wanted_mute = case.expect is not None
    return Outcome(
        case=case,
        advice=advice,
        law1=law1,
        strict1=bool(found) and bool(case.gold_laws) and found[0] == law_number(case.gold_laws[0]),
        para1=bool(advice.laws) and any(related(advice.laws[0], ref) for ref in right),
        law3=any(n in numbers for n in list(dict.fromkeys(found))[:3]),
        wrong=advice.status in SURE and not law1 and not wanted_mute,
        mute=mute,
        alarm=wanted_mute and not mute,
        took=took,
    )


FIGURES = ("law1", "strict1", "para1", "law3", "wrong", "mute")


def summary(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The figures in % of the incidents (alarm: of the stories without one), and times in milliseconds."""
    incidents = [o for o in outcomes if o.case.expect is None]
    stories = [o for o in outcomes if o.case.expect is not None]
    result = {name: 100 * sum(getattr(o, name) for o in incidents) / len(incidents) if incidents else 0.0 for name in FIGURES}
    result["alarm"] = 100 * sum(o.alarm for o in stories) / len(stories) if stories else 0.0
    sure = [o for o in incidents if o.advice.status in SURE]
    result["ruled"] = 100 * len(sure) / len(incidents) if incidents else 0.0
    times = sorted(o.took for o in outcomes)
    result["median"] = median(times) if times else 0.0
    result["p95"] = times[int(len(times) * 0.95) - 1] if times else 0.0
    return result


def groups(outcomes: Iterable[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """The outcomes by language and style."""
    found: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault(outcome.case.style or outcome.case.lang or "-", []).append(outcome)
    yield from sorted(found.items())
