"""`score`: the scoreboard as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from advisor.errors import UsageError
from advisor.score.board import own_board
from advisor.score.figures import FIGURES, Outcome, groups, judge, load_cases, summary
from advisor.score.noise import KINDS, spoil

_COLUMNS = (*FIGURES, "alarm", "ruled")


def show_scores(files: Sequence[str], noise: str, seed: int, *, misses: bool) -> str:
    """The figures per file, per style and in total. Raises UsageError for a file or noise that is not there."""
    if noise and noise not in KINDS:
        raise UsageError("NOISE", f"There is no noise '{noise}': use one of {', '.join(KINDS)}.")
    out = [f"{'':22}{'cases':>6}" + "".join(f"{c:>9}" for c in _COLUMNS) + f"{'median':>9}{'p95':>8}"]
    every: list[Outcome] = []
    sets = [(Path(f).name, load_cases(_there(f))) for f in files] or own_board()
    for name, cases in sets:
        outcomes = [judge(case.model_copy(update={"text": spoil(case.text, noise, seed)}) if noise else case) for case in cases]
        every += outcomes
        out.append(_line(name, outcomes))
        parts = list(groups(outcomes))
        out += [_line(f"  {style}", part) for style, part in parts if len(parts) > 1]
    if len(sets) > 1:
        out.append(_line("total", every))
    if misses:
        out += [_miss(o) for o in every if (not o.law1 and o.case.expect is None) or o.alarm]
    return "\n".join(out)


def _there(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise UsageError("FILE", f"{name} is not there: give a file of JSON lines.")
    return path


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    found = summary(outcomes)
    figures = "".join(f"{found[c]:8.1f}%" for c in _COLUMNS)
    return f"{name[:22]:22}{len(outcomes):6}{figures}{found['median']:6.2f} ms{found['p95']:5.2f} ms"


def _miss(outcome: Outcome) -> str:
    laws = " ".join(outcome.advice.laws[:3]) or "-"
    return f"{outcome.case.id}: {outcome.advice.status} {laws}, right {' '.join(outcome.case.right()[:3]) or outcome.case.expect}"


def show_talks(step: int) -> str:
    """How conversations with a simulated director go: every `step`-th of the tellings kept aside."""
    from advisor.score.director import cases, figures, talk

    found = figures(talk(incident, number) for incident, number in cases(step))
    return "\n".join(
        [
            f"conversations               {found['cases']:.0f}",
            f"the right row at the end    {found['right']:.1f}%",
            f"questions, median           {found['median']:.0f}",
            f"questions, most             {found['most']:.0f}",
            f"more than four questions    {found['over_four']:.1f}%",
            f"asked what the text says    {found['told']:.1f}%",
            f"and not read so             {found['blind']:.1f}%",
            f"through the menu            {found['menu']:.1f}%",
        ]
    )
