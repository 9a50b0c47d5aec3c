"""The soak: `python tests/soak` for at most 20 minutes. Its figures are printed; the exit status is 1 when anything is wrong, or
when the time was over before all was done (a smaller amount is asked for by its option)."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from soak import deleting, fuzz, growth  # noqa: E402
from soak.kills import kills  # noqa: E402
from soak.same import same  # noqa: E402
from soak.units import units  # noqa: E402

_KILLS = 0.25  # of the time there is, at most; what is left is for texts and turns
_OF_TEXTS = 0.6  # of the time that is left, where turns follow
_SETTLED = 50_000  # texts or turns after which memory grows no more
_GROWN = 1.02  # a process whose memory grows more than that afterwards leaks
_SPARE = 5.0  # MB
_APART = 1000  # seeds of two runs do not meet
_NAMED = 5  # of the slowest
_PART = 50  # units that are tried between two lines of --growth
_GONE, _BESIDE = 60, 20.0  # incidents that are deleted, and seconds that are written meanwhile, with --deleting
_SAME = 10  # of so many texts one is asked with --same


def say(text: str) -> None:
    """A line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def reached(what: str, done: int, number: int) -> bool:
    """Whether so many were done as was asked for; if not, it is said."""
    if done < number:
        say(f"  not reached: {done} of {number} {what}")
    return done >= number


def fuzzed(kind: str, number: int, seed: int, seconds: float) -> bool:
    """Texts or turns on every core; whether all went well."""
    cores = os.cpu_count() or 1
    began, until = time.monotonic(), time.monotonic() + seconds
    work = {"texts": fuzz.texts, "turns": fuzz.turns}[kind]
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        shares = [number // cores + (core < number % cores) for core in range(cores)]
        parts = list(pool.map(work, [seed * _APART + core for core in range(cores)], shares, [until] * cores))
    faults = [fault for part in parts for fault in part.faults]
    slowest = sorted((each for part in parts for each in part.slowest), reverse=True)[:_NAMED]
    done = sum(part.done for part in parts)
    say(f"{kind}: {done} of {number} in {time.monotonic() - began:.0f} s, {len(faults)} faults")
    for took, text in slowest:
        say(f"  slowest {took * 1000:.0f} ms: {text[:80]!r} ({len(text)} characters)")
    for fault, where, text in faults[:20]:
        say(f"  {fault} at {where}: {text[:200]!r}")
    leaks = [part for part in parts if not _holds(part, cores)]
    return reached(kind, done, number) and not leaks and not faults


def _holds(part: fuzz.Result, cores: int) -> bool:
    """Whether the memory of a process stays as it is once so many have been done, or half of what it did where that is less."""
    settled = min(_SETTLED // cores, part.done // 2)
    at, first = next(((at, mb) for at, mb in part.memory if at >= settled), (0, 0.0))
    end, last = part.memory[-1] if part.memory else (0, 0.0)
    say(f"  memory {first:.0f} MB after {at}, {last:.0f} MB after {end}")
    return last <= first * _GROWN + _SPARE


def killed(number: int, seed: int, seconds: float) -> bool:
    """Kills on SQLite and on PostgreSQL, at the same time; whether nothing was lost or doubled."""
    from database import Server

    well, until = True, time.monotonic() + seconds
    folder = Path(tempfile.mkdtemp(prefix="advisor-soak-"))
    rows = Path(tempfile.mkdtemp(prefix="advisor-soak-postgres-"))
    server = Server(rows)
    try:
        server.start()
        urls = {"SQLite": f"sqlite:///{folder / 'book.sqlite3'}", "PostgreSQL": server.empty()}
        with ProcessPoolExecutor(len(urls), mp_context=get_context("spawn")) as pool:
            under_way = {name: pool.submit(kills, url, number, seed, until) for name, url in urls.items()}
        for name, each in under_way.items():
            done, turns, faults = each.result()
            say(f"kills on {name}: {done} of {number}, {turns} turns acknowledged, {len(faults)} lost or doubled")
            for fault in faults[:10]:
                say(f"  {fault}")
            well = reached(f"kills on {name}", done, number) and not faults and well
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(rows, ignore_errors=True)
    return well


def grown(number: int, seed: int, until: float, *, alone: bool = True) -> bool:
    """Every unit of the lexicon (`alone`) through every door, and so many pairs, as far as there is time; whether all grow
    linearly."""
    every = [*(units() if alone else ()), *growth.pairs(number, seed)]
    parts = [every[at : at + _PART] for at in range(0, len(every), _PART)]
    done, slow, cores = 0, list[growth.Grown](), os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        for tried, found in pool.map(growth.tried, parts, [until] * len(parts), [seed] * len(parts)):
            done += tried
            slow += found
            say(f"  {done} of {len(every) * len(growth.DOORS)}")
            for each in found:
                say(f"  {each.door} {each.unit!r}: {each.seconds * 1000:.0f} ms, {each.growth:.1f} times half of it")
    say(f"growth: {done} tried, {len(slow)} too much")
    return reached("units at their doors", done, len(every) * len(growth.DOORS)) and not slow


def deleted(seconds: float) -> bool:
    """Four writers on SQLite while incidents are deleted, in books of several sizes; whether no turn took too long."""
    well = True
    for size in deleting.SIZES:
        folder = Path(tempfile.mkdtemp(prefix="advisor-soak-"))
        url = f"sqlite:///{folder / 'book.sqlite3'}"
        try:
            gone = deleting.filled(url, size, _GONE)
            found = deleting.beside(url, gone, seconds)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        turns = sorted(each for of_one in found.turns for each in of_one)
        say(
            f"{size // 1_000_000} MB: {len(turns)} turns, half within {turns[len(turns) // 2] * 1000:.0f} ms, the longest "
            f"{turns[-1]:.2f} s; {len(found.deletions)} deletions ({found.refused} to be done again), the longest "
            f"{max(found.deletions, default=0.0):.2f} s"
        )
        for fault in found.faults():
            say(f"  {fault}")
        well = well and not found.faults()
    return well


def alike() -> bool:
    """A tenth of the corpus over HTTP and by the library; whether every answer is the same."""
    done, wrong = same(_SAME)
    say(f"the same over HTTP: {done} tried, {len(wrong)} answered otherwise")
    for text in wrong[:10]:
        say(f"  {text[:200]!r}")
    return not wrong


def floors() -> bool:
    """The figures over every incident that nothing was fitted on; whether each keeps the floor or the ceiling of the tests."""
    from test_floor import FLOOR, counted

    found = counted(1)
    low = [name for name, least in FLOOR["at_least"].items() if found[name] < least]
    high = [name for name, most in FLOOR["at_most"].items() if found[name] > most]
    for name, figure in found.items():
        say(f"  {name} {figure:.1f}{' (too low)' if name in low else ' (too high)' if name in high else ''}")
    return not low and not high


def main() -> int:
    """The soak as the command line asks for it."""
    told = argparse.ArgumentParser(prog="python tests/soak", description=__doc__)
    told.add_argument("--texts", type=int, default=1_000_000)
    told.add_argument("--turns", type=int, default=200_000)
    told.add_argument("--kills", type=int, default=200, help="on each database")
    told.add_argument("--minutes", type=float, default=20.0, help="at most, in all")
    told.add_argument("--seed", type=int, default=1, help="others for another")
    told.add_argument("--growth", action="store_true", help="instead: every word of the lexicon, repeated")
    told.add_argument("--pairs", type=int, default=5_000, help="with --growth: pairs of words, each kind with each")
    told.add_argument("--no-units", action="store_true", help="with --growth: pairs only")
    told.add_argument("--deleting", action="store_true", help="instead: four writers while incidents are deleted")
    told.add_argument("--same", action="store_true", help="instead: a tenth of the corpus over HTTP and by the library")
    told.add_argument("--floor", action="store_true", help="instead: the figures of tests/floor.json over all incidents")
    wanted = told.parse_args()
    until = time.monotonic() + wanted.minutes * 60
    if wanted.same:
        return 0 if alike() else 1
    if wanted.deleting:
        return 0 if deleted(_BESIDE) else 1
    if wanted.floor:
        return 0 if floors() else 1
    if wanted.growth:
        return 0 if grown(wanted.pairs, wanted.seed, until, alone=not wanted.no_units) else 1
    well = [killed(wanted.kills, wanted.seed, wanted.minutes * 60 * _KILLS)] if wanted.kills else []
    for kind, number in {"texts": wanted.texts, "turns": wanted.turns}.items():
        if number:
            share = _OF_TEXTS if kind == "texts" and wanted.turns else 1.0
            well.append(fuzzed(kind, number, wanted.seed, (until - time.monotonic()) * share))
    say("all well" if all(well) else "something is wrong: see above")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
