"""`score`: the scoreboard as text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from advisor.base.errors import UsageError
from advisor.doors.cli import files
from advisor.workshop.fit.card import KEPT_ASIDE
from advisor.workshop.score import decides, without
from advisor.workshop.score.board import own_board
from advisor.workshop.score.figures import FIGURES, Outcome, groups, judge, load_cases, summary
from advisor.workshop.score.noise import KINDS, spoil

_COLUMNS = (*FIGURES, "alarm", "ruled")
_OFTEN = 10  # tellings that prove a value; of fewer nothing is measured


def show_scores(names: Sequence[str], noise: str, seed: int, *, misses: bool) -> str:
    """The figures per file, per style and in total. Raises UsageError for a file or noise that is not there, and without files
    outside a clone."""
    if noise and noise not in KINDS:
        raise UsageError("NOISE", f"There is no noise '{noise}': use one of {', '.join(KINDS)}.")
    out = [f"{'':22}{'cases':>6}" + "".join(f"{c:>9}" for c in _COLUMNS) + f"{'median':>9}{'p95':>8}"]
    every: list[Outcome] = []
    if not names:
        files.of_a_clone("SCORE")
    there = [_there(name) for name in names]
    beside = {str(decides.beside(path)) for path in there}
    names = [name for name in names if name not in beside]
    sets = [(path.name, load_cases(path)) for path in there if str(path) not in beside] or own_board()
    for name, cases in sets:
        outcomes = [judge(case.model_copy(update={"text": spoil(case.text, noise, seed)}) if noise else case) for case in cases]
        every += outcomes
        out.append(_line(name, outcomes))
        parts = list(groups(outcomes))
        out += [_line(f"  {style}", part) for style, part in parts if len(parts) > 1]
    if len(sets) > 1:
        out.append(_line("total", every))
    out += _decided(names, every)
    if misses:
        out += [_miss(o) for o in every if (not o.law1 and o.case.expect is None) or o.alarm]
    return "\n".join(out)


def show_worth(names: Sequence[str], part: str) -> str:
    """The figures of case files (without one, of the tellings kept aside) with a part of the diagnosis and without it. Raises
    UsageError for a file or a part that is not there."""
    if part not in without.PARTS:
        raise UsageError("PART", f"The diagnosis has no part '{part}': leave out one of {', '.join(without.PARTS)}.")
    if not names:
        files.of_a_clone("SCORE")
    sets = [(Path(name).name, load_cases(_there(name))) for name in names]
    sets = sets or [(name, cases) for name, cases in own_board() if name in KEPT_ASIDE]
    every = [case for _, cases in sets for case in cases]
    out = [f"{'':22}{'cases':>6}" + "".join(f"{c:>9}" for c in _COLUMNS) + f"{'median':>9}{'p95':>8}"]
    told = [without.outcomes(every, left_out) for left_out in ("", part)]
    first = 0
    for name, cases in sets:
        out += [
            _line(f"{name}{mark}"[-22:], own[first : first + len(cases)])
            for own, mark in zip(told, ("", f" -{part}"), strict=True)
        ]
        first += len(cases)
    changed = sum(was.advice.laws[:1] != now.advice.laws[:1] for was, now in zip(*told, strict=True))
    return "\n".join([*out, f"{changed} of {len(every)} name another paragraph first"])


def _decided(names: Sequence[str], every: Sequence[Outcome]) -> list[str]:
    """The figures of what the texts decide, for each case file that has such a file beside it."""
    lines = []
    answers = {outcome.case.id: outcome.advice for outcome in every}
    for name in names:
        there = decides.beside(Path(name))
        if there.is_file():
            known = decides.load_decides(there)
            lines.append(decides.shown(Path(name).name, decides.figures(decides.pairs(list(answers.items()), known))))
    return ["", decides.heading(), *lines] if lines else []


def _there(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "is no file" if path.exists() else "is not there"
        raise UsageError("FILE", f"'{name}' {what}: give a file of JSON lines.")
    with files.opened(name) as stream:
        files.decoded(stream.read(), f"'{name}'")
    return path


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    found = summary(outcomes)
    figures = "".join(f"{found[c]:8.1f}%" for c in _COLUMNS)
    return f"{name[:22]:22}{len(outcomes):6}{figures}{found['median']:6.2f} ms{found['p95']:5.2f} ms"


def _miss(outcome: Outcome) -> str:
    laws = " ".join(outcome.advice.laws[:3]) or "-"
    return f"{outcome.case.id}: {outcome.advice.status} {laws}, right {' '.join(outcome.case.right()[:3]) or outcome.case.expect}"


def show_talks(step: int) -> str:
    """How conversations with a simulated director go: every `step`-th of the tellings kept aside. Raises UsageError outside
    a clone."""
    files.of_a_clone("SCORE")
    from advisor.workshop.score.director import asked_again, cases, figures, talk

    told = cases(step)
    found = figures(talk(incident, number) for incident, number in told)
    again = [once for incident, number in told if (once := asked_again(incident, number)) is not None]
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
            f"corrected (every eighth)    {found['corrected']:.0f}",
            f"the right row of these      {found['corrected_right']:.1f}%",
            f"answered in words           {len(again)}",
            f"asked what a reply told     {100 * sum(again) / max(1, len(again)):.1f}%",
        ]
    )


def show_spans() -> str:
    """Precision, recall and F of the words that prove a fact, of each fact proved often enough to be measured. Raises UsageError
    outside a clone."""
    files.of_a_clone("SCORE")
    from advisor.workshop.score.spans import span_scores

    whole, each, count = span_scores()
    lines = [f"{'':52}{'tellings':>9}{'precision':>11}{'recall':>8}{'F':>8}", _span_line("all", sum(count.values()), whole)]
    return "\n".join(lines + [_span_line(name, told, each[name]) for name, told in count.most_common() if told >= _OFTEN])


def _span_line(name: str, told: int, figures: tuple[float, float, float]) -> str:
    precision, recall, f = (100 * figure for figure in figures)
    return f"{name[:51]:52}{told:9}{precision:10.1f}%{recall:7.1f}%{f:7.1f}%"
