"""The server under load: 50 connections for 60 seconds on the loopback, each sending a text again and again.

`pytest tests/bench/test_web.py -s` prints the figures. `ADVISOR_LOAD_S` sets the seconds, `ADVISOR_LOAD_RATE` the texts a second
that each connection sends (0: the next as soon as the last is answered). The load generator speaks HTTP by hand, so that it
takes little of the machine; what it takes is printed too.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))
from served import Served

CONNECTIONS = 50
SECONDS = float(os.environ.get("ADVISOR_LOAD_S", "60"))
RATE = float(os.environ.get("ADVISOR_LOAD_RATE", "4"))
TEXTS = (
    "West led face up, but it was East's lead. Dummy has not come down.",
    "ο εκτελεστής είπε πίκα, ο μορ έπαιξε τον Ρήγα και η Δύση έχει ήδη παίξει",
    "1S over 2C, LHO has not called",
    "h dysi evgale antam enw eixe seira h anatoli, o mor den exei katevei",
    "East revoked on the third trick in hearts, we noticed at trick ten and South won that trick with the ace",
    "Στην πρώτη πίκα η Ανατολή έπαιξε καρό ενώ είχε πίκα, το κατάλαβε στην επόμενη λεβέ αφού είχε παίξει ο συμπαίκτης της",
)
MOST_P99_MS, MOST_GROWN_MB = 50.0, 40.0


def request(text: str) -> bytes:
    """A POST as it goes over the wire."""
    body = json.dumps({"text": text}).encode()
    head = f"POST /v1/advise HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


REQUESTS = [request(text) for text in TEXTS]
HEAVY = request(((TEXTS[0] + " ") * 400)[:20_000])


async def answered(reader: asyncio.StreamReader) -> int:
    """The status of the next answer; its body is read and thrown away."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


async def connection(port: int, number: int, until: float, rate: float, waited: list[float], failed: list[int]) -> None:
    """One visitor: a text, its answer, a pause, the next text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    due = time.perf_counter() + (number / CONNECTIONS / rate if rate else 0.0)
    count = number
    while time.perf_counter() < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        begun = time.perf_counter()
        writer.write(REQUESTS[count % len(REQUESTS)])
        if await answered(reader) != 200:
            failed.append(number)
        waited.append(time.perf_counter() - begun)
        count += 1
        due += 1 / rate if rate else 0.0
    writer.close()


async def heavy(port: int, until: float, count: list[int]) -> None:
    """A visitor who sends 20,000 characters without a pause."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.perf_counter() < until:
        writer.write(HEAVY)
        count.append(await answered(reader))
    writer.close()


def load(port: int, seconds: float, rate: float, *, with_heavy: bool = False) -> tuple[list[float], list[int], int]:
    """The seconds that each answer took, the failures, and the heavy texts answered beside them."""
    waited: list[float] = []
    failed: list[int] = []
    beside: list[int] = []

    async def all_of_them() -> None:
        until = time.perf_counter() + seconds
        more = [heavy(port, until, beside)] if with_heavy else []
        await asyncio.gather(*(connection(port, n, until, rate, waited, failed) for n in range(CONNECTIONS)), *more)

    asyncio.run(all_of_them())
    return sorted(waited), failed, len(beside)


def memory(pid: int) -> float:
    """Megabytes that a process and its children hold by themselves (proportional share)."""
    pids, found = [pid], 0.0
    for each in pids:
        for task in Path(f"/proc/{each}/task").iterdir():
            pids += [int(child) for child in (task / "children").read_text().split()]
        told = Path(f"/proc/{each}/smaps_rollup").read_text()
        found += next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) / 1024
    return found


def spent(pid: int) -> float:
    """Processor seconds that a process and its children have used."""
    pids, found = [pid], 0.0
    for each in pids:
        for task in Path(f"/proc/{each}/task").iterdir():
            pids += [int(child) for child in (task / "children").read_text().split()]
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def told(name: str, waited: list[float], seconds: float) -> str:
    """A line of figures."""
    at = {p: waited[min(len(waited) - 1, int(len(waited) * p / 100))] * 1000 for p in (50, 95, 99)}
    rate = len(waited) / seconds
    return f"{name}: {len(waited)} answers, {rate:.0f} a second, p50 {at[50]:.1f} ms, p95 {at[95]:.1f} ms, p99 {at[99]:.1f} ms"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """As a club starts it, with a second reader."""
    found = Served("--rate", "off", "--readers", "2", book=f"sqlite:///{tmp_path_factory.mktemp('load') / 'book.sqlite3'}")
    yield found
    found.stop()


def test_fifty_connections_for_a_minute(server: Served) -> None:
    """p99 under 50 ms, no error, memory flat."""
    load(server.port, 5, RATE)
    before = memory(server.process.pid)
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF).ru_utime, spent(server.process.pid)
    waited, failed, _ = load(server.port, SECONDS, RATE)
    mine = resource.getrusage(resource.RUSAGE_SELF).ru_utime - mine
    each = (spent(server.process.pid) - theirs) / len(waited) * 1000
    after = memory(server.process.pid)
    print(f"\n{told('50 connections', waited, SECONDS)}")  # noqa: T201
    print(f"{each:.2f} ms of a core an answer: {1000 / each:.0f} answers a second and core")  # noqa: T201
    print(f"load generator: {mine / SECONDS * 100:.0f} % of a core; memory {before:.0f} to {after:.0f} MB")  # noqa: T201

    assert failed == []
    assert waited[int(len(waited) * 0.99)] * 1000 < MOST_P99_MS
    assert after - before < MOST_GROWN_MB


def test_as_fast_as_it_goes(server: Served) -> None:
    """No pause between answer and next text: how many a second two cores carry."""
    waited, failed, _ = load(server.port, min(SECONDS, 15), 0.0)
    print(f"\n{told('without a pause', waited, min(SECONDS, 15))}")  # noqa: T201

    assert failed == []


def test_a_heavy_visitor_among_them(server: Served) -> None:
    """While one sends 20,000 characters without a pause, the others are served."""
    seconds = min(SECONDS, 15)
    waited, failed, beside = load(server.port, seconds, RATE, with_heavy=True)
    print(f"\n{told('beside one heavy visitor', waited, seconds)}, {beside} heavy texts")  # noqa: T201

    assert failed == []
    assert waited[int(len(waited) * 0.99)] * 1000 < 4 * MOST_P99_MS
