"""The load generator: connections that speak HTTP by hand, in a process of their own so that it can be measured apart."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

_SEED = 19


@dataclass(frozen=True)
class Load:
    """So many connections for so many seconds; `rate` texts a second and connection at random moments (0: the next as soon as the
    last is answered), each of `texts` once; `heavy` is sent without a pause on a connection more."""

    name: str
    connections: int
    seconds: float
    rate: float
    texts: tuple[str, ...]
    heavy: str = ""


@dataclass
class Done:
    """What came of it: the seconds from due to answered, how many failed, the heavy texts answered, the generator's own processor
    seconds, the load average of the machine before."""

    waited: list[float] = field(default_factory=list)
    failed: int = 0
    heavy: int = 0
    cpu: float = 0.0
    machine: str = ""


def send(port: int, load: Load) -> Done:
    """Send a load to a server on the loopback."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        return apart.submit(_sent, port, load).result()


def _sent(port: int, load: Load) -> Done:
    done = Done(machine=" ".join(Path("/proc/loadavg").read_text().split()[:2]))
    requests = [_request(text) for text in load.texts]
    usage = resource.getrusage(resource.RUSAGE_SELF)
    asyncio.run(_all(port, load, requests, done))
    after = resource.getrusage(resource.RUSAGE_SELF)
    done.cpu = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
    return done


async def _all(port: int, load: Load, requests: list[bytes], done: Done) -> None:
    each = [requests[number :: load.connections] for number in range(load.connections)]
    until = time.perf_counter() + load.seconds
    more = [_heavy(port, _request(load.heavy), until, done)] if load.heavy else []
    await asyncio.gather(*(_visitor(port, load, number, texts, until, done) for number, texts in enumerate(each)), *more)


async def _visitor(port: int, load: Load, number: int, texts: list[bytes], until: float, done: Done) -> None:
    """One connection: a text when it is due (or as soon as the last is answered), its answer, the next text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    when = random.Random(_SEED * load.connections + number)
    due = time.perf_counter()
    for text in texts:
        due = due + when.expovariate(load.rate) if load.rate else time.perf_counter()
        if due >= until:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        writer.write(text)
        done.failed += await _status(reader) != 200
        done.waited.append(time.perf_counter() - due)
    writer.close()


async def _heavy(port: int, text: bytes, until: float, done: Done) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.perf_counter() < until:
        writer.write(text)
        done.failed += await _status(reader) != 200
        done.heavy += 1
    writer.close()


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of the next answer; its body is read and thrown away."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


def _request(text: str) -> bytes:
    """A POST as it goes over the wire."""
    body = json.dumps({"text": text}).encode()
    head = f"POST /v1/advise HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body
