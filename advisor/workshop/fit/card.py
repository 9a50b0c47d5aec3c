"""What the card of a fit says of it: how the tellings kept aside are answered with the new weights, by law and language."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.base.cores import spread
from advisor.lawbook.numbers import law_number
from advisor.workshop.score.board import own_board
from advisor.workshop.score.figures import Case, judge

KEPT_ASIDE = ("test split", "test split, hard", "no incident, test")
_SHOWN = ("law1", "para1", "wrong")
_ALARM = "alarm"
_CHUNK = 32
Figures = dict[str, dict[str, str]]
_Marks = dict[str, bool]


def figures() -> dict[str, Figures]:
    """`parts`: the figures of each part of the board that nothing was fitted on, by language; `laws`: the same tellings of
    incidents by law (the right one) and language. Each is a line: how many tellings, and the figures of `advisor score` in %.
    Answers with the compiled data in use. Raises DataError when the corpus is broken."""
    cases = [(part, case) for part, found in own_board() if part in KEPT_ASIDE for case in found]
    marks = spread(_marks, [case for _, case in cases], _CHUNK)
    told = list(zip(cases, marks, strict=True))
    return {
        "parts": _by_language((part, case.lang, each) for (part, case), each in told),
        "laws": _by_language(
            (law_number(case.gold_laws[0]), case.lang, each) for (_, case), each in told if case.gold_laws and case.expect is None
        ),
    }


def _marks(case: Case) -> _Marks:
    """What counts of one answer: of an incident the right law and paragraph, of a story without one an alarm."""
    outcome = judge(case)
    return {name: getattr(outcome, name) for name in (_SHOWN if case.expect is None else (_ALARM,))}


def _by_language(told: Iterable[tuple[str, str, _Marks]]) -> Figures:
    """The figures of each group in each language, in order; laws in the order of their numbers."""
    groups: dict[str, dict[str, list[_Marks]]] = {}
    for group, lang, marks in told:
        groups.setdefault(group, {}).setdefault(lang, []).append(marks)
    return {group: {lang: _line(found[lang]) for lang in sorted(found)} for group, found in groups.items()}


def _line(marks: list[_Marks]) -> str:
    shares = (f"{name} {100 * sum(each[name] for each in marks) / len(marks):.1f}" for name in marks[0])
    return ", ".join([f"{len(marks)} tellings", *shares])
