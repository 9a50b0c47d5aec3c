"""The server under load: 50 connections for 60 seconds on the loopback, with figures for each way in which they may send.

`pytest tests/bench/test_web.py -s` prints them. Visitors come as people do, at random moments and not one after another's answer
(an *open* load: Poisson arrivals, at `ADVISOR_LOAD_RATE` texts a second and connection, 1 by default; somebody types once in ten
seconds, so that is 500 people). A text is counted from the moment at which it was due, so that a server which makes one wait is
not spared the next. No text is sent twice: they are tellings of the corpus in an order by hash. A *closed* load, in which each
connection sends the next text as soon as the last is answered, measures how many a second are carried; its waiting time says only
that (50 texts at once, divided by that number), and has no limit here.

The load generator is a process of its own that speaks HTTP by hand; what it takes of the machine is printed too.
`ADVISOR_LOAD_S` sets the seconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from loading import Load, send
from served import Served

from advisor.base import paths

CONNECTIONS = 50
SECONDS = float(os.environ.get("ADVISOR_LOAD_S", "60"))
RATE = float(os.environ.get("ADVISOR_LOAD_RATE", "1"))
MOST_P99_MS, MOST_GROWN_MB = 50.0, 40.0
_READERS = "2"


@dataclass(frozen=True)
class Cost:
    """What a load took of the server: processor seconds, and megabytes before and after."""

    seconds: float
    before: float
    after: float


def tellings() -> list[str]:
    """The tellings of the corpus, each once, in an order that has nothing to do with theirs."""
    found: dict[str, None] = {}
    for path in sorted((paths.CORPUS / "tellings").rglob("*.jsonl")):
        found |= dict.fromkeys(json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines())
    return sorted(found, key=lambda text: hashlib.blake2b(text.encode()).digest())


def memory(pid: int) -> float:
    """Megabytes that a process and its children hold by themselves (proportional share)."""
    found = 0.0
    for each in _family(pid):
        told = Path(f"/proc/{each}/smaps_rollup").read_text()
        found += next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) / 1024
    return found


def spent(pid: int) -> float:
    """Processor seconds that a process and its children have used."""
    found = 0.0
    for each in _family(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def _family(pid: int) -> list[int]:
    pids = [pid]
    for each in pids:
        for task in Path(f"/proc/{each}/task").iterdir():
            pids += [int(child) for child in (task / "children").read_text().split()]
    return pids


def measured(server: Served, load: Load) -> tuple[list[float], Cost]:
    """The sorted milliseconds of all answers, and what they cost; the figures are printed. Fails where one was not answered."""
    pid = server.process.pid
    before, used = memory(pid), spent(pid)
    done = send(server.port, load)
    cost = Cost(spent(pid) - used, before, memory(pid))
    waited = sorted(each * 1000 for each in done.waited)
    p50, p95, p99 = (waited[min(len(waited) - 1, int(len(waited) * at))] for at in (0.5, 0.95, 0.99))
    lines = [
        f"\n{load.name}: {len(waited)} answers, {len(waited) / load.seconds:.0f} a second",
        f"  p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms" + (f"; {done.heavy} heavy texts beside" if load.heavy else ""),
        f"  server {cost.seconds / len(waited) * 1000:.2f} ms of a core an answer, {cost.seconds / load.seconds:.2f} cores;"
        f" generator {done.cpu / load.seconds:.2f}; memory {cost.before:.0f} to {cost.after:.0f} MB",
        f"  load of the machine when it began (1 and 5 minutes): {done.machine}",
    ]
    print("\n".join(lines))  # noqa: T201
    assert done.failed == 0
    return waited, cost


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Enough texts that none is sent twice."""
    return tellings()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> Iterator[Served]:
    """As a club starts it, with a second reader, after some thousands of texts: its memory is that of a server in use."""
    found = Served("--rate", "off", "--readers", _READERS, book=f"sqlite:///{tmp_path_factory.mktemp('load') / 'book.sqlite3'}")
    send(found.port, Load("warm", CONNECTIONS, min(20.0, SECONDS), 0.0, tuple(texts[-8000:])))
    yield found
    found.stop()


def test_fifty_visitors_for_a_minute(server: Served, texts: list[str]) -> None:
    """p99 under 50 ms, no error, memory flat, with texts as they come from people."""
    waited, cost = measured(server, Load("50 connections, open", CONNECTIONS, SECONDS, RATE, tuple(texts)))

    assert waited[int(len(waited) * 0.99)] < MOST_P99_MS
    assert cost.after - cost.before < MOST_GROWN_MB


def test_as_fast_as_it_goes(server: Served, texts: list[str]) -> None:
    """No pause between answer and next text: how many a second two cores carry."""
    measured(server, Load("50 connections, closed", CONNECTIONS, min(SECONDS, 15), 0.0, tuple(texts[10_000:])))


def test_a_heavy_visitor_among_them(server: Served, texts: list[str]) -> None:
    """While one sends 20,000 characters without a pause, the others are served: nobody fails, and the short texts do not wait
    for all that came before them."""
    heavy = " ".join(texts[20_000:21_000])[:20_000]
    load = Load("beside one heavy visitor", CONNECTIONS, min(SECONDS, 15), RATE, tuple(texts[15_000:]), heavy)
    waited, _ = measured(server, load)

    assert waited[int(len(waited) * 0.99)] < 10 * MOST_P99_MS
