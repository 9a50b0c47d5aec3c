"""`advisor serve` as it runs: it greets, reads without blocking, stops gracefully, survives the death of its processes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from served import ROOT, Served

from advisor.doors.web import serving, work
from advisor.doors.web.house import UsageError

USUAL: dict[str, Any] = {
    **{"host": "127.0.0.1", "port": 0, "workers": 1, "readers": 0, "book": "sqlite://", "rate": "off", "keys_file": ""},
    **{"closed": False, "origins": (), "root_path": "", "forwarded": (), "metrics_port": 0, "texts": False, "waiting": 1},
}
Start = Callable[..., Served]
STORY = "West led face up, but it was East's lead"
LONG = (STORY + ". ") * 600
_MANY = 4
_GRACEFUL = (0, -signal.SIGTERM)  # uvicorn ends by the signal that stopped it, when all is done
TURNS = (STORY, "why?", "what if declarer accepts?", "script", "undo", "board 12 table 3", "new", "1S over 2C", "#accepted=no")


def test_it_greets_logs_without_texts_and_counts(serve: Start, tmp_path: Path) -> None:
    """The address and a key for the log on standard output; a line of JSON a request, without what was said; the metrics."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = serve("--metrics-port", str(port))
    begun = httpx2.post(f"{server.address}/v1/conversations", json={"text": STORY}).json()
    httpx2.post(f"{server.address}/v1/conversations/{begun['id']}/turns", json={"text": "why?"})
    metrics = httpx2.get(f"http://127.0.0.1:{port}/metrics").text
    outside = httpx2.get(f"{server.address}/metrics").status_code
    stopped = server.stop()
    lines = [json.loads(line) for line in server.log.splitlines()]
    told = [line for line in lines if line["event"] == "request"]

    assert stopped in _GRACEFUL
    assert server.told.splitlines()[0] == f"{server.address}/"
    assert "Log key" in server.told
    assert 'advisor_requests_total{method="POST",route="/v1/conversations/{conversation}/turns",status="200"} 1.0' in metrics
    assert outside == 404
    assert {"/v1/conversations", "/v1/conversations/{conversation}/turns"} <= {line["route"] for line in told}
    assert STORY not in server.log
    assert begun["id"] not in server.log


_BROKEN = """
import logging, sys
from starlette.testclient import TestClient
from advisor.doors.web import logs, pages, record, work
from advisor.doors.web.app import make_app
from advisor.doors.web.settings import Settings
def broken(*told, **_):
    raise ValueError(f"cannot read {told} of {STORY}")
STORY, book = sys.argv[1:]
logs.configure()
logging.getLogger("httpx").setLevel(logging.ERROR)  # the visitor's own
logging.getLogger("httpx2").setLevel(logging.ERROR)
with TestClient(make_app(Settings(book=book, readers=0, rate="")), raise_server_exceptions=False) as client:
    name = client.post("/v1/conversations", json={"text": STORY}).json()["id"]
    work.turn = pages.say = pages.law = broken
    client.post(f"/v1/conversations/{name}/turns", json={"text": STORY})
    client.post("/en/say", data={"text": STORY})
    client.get("/en/law/27")
try:
    broken(name)
except ValueError:
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    logging.getLogger("asyncio").error("never retrieved\\nfuture: %r", sys.exc_info()[1])
print(name)
"""


def test_the_log_of_what_goes_wrong_holds_nobodys_words(tmp_path: Path) -> None:
    """An error that nobody foresaw, at any address: its kind, its place, its route; not what was told, nor an id that opens a
    conversation."""
    command = [sys.executable, "-c", _BROKEN, STORY, f"sqlite:///{tmp_path / 'book.sqlite3'}"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    broken = [line for line in lines if line["event"] == "broken"]

    assert [line["route"] for line in broken] == ["/v1/conversations/{conversation}/turns", "/{lang}/say", "/{lang}/law/{ref}"]
    assert {line["error"].partition(" at ")[0] for line in broken} == {"ValueError"}
    assert {line.get("error", "")[:10] for line in lines if line["event"].startswith("Exception")} == {"ValueError"}
    assert [word for word in (STORY, done.stdout.strip()) if word in done.stderr] == []


def test_running_requests_are_finished_before_it_stops(serve: Start) -> None:
    """A stop in the middle of a long text: its answer still comes, then the server ends."""
    server = serve("--readers", "1")
    answers: list[int] = []
    together = threading.Barrier(_MANY + 1)

    def ask() -> None:
        with httpx2.Client(timeout=60) as client:
            client.get(f"{server.address}/v1/version")
            together.wait()
            answers.append(client.post(f"{server.address}/v1/advise", json={"text": LONG[:20_000]}).status_code)

    threads = [threading.Thread(target=ask) for _ in range(_MANY)]
    for thread in threads:
        thread.start()
    together.wait()
    time.sleep(0.2)
    begun = time.monotonic()
    stopped = server.stop()
    for thread in threads:
        thread.join()

    assert stopped in _GRACEFUL
    assert answers == [200] * _MANY
    assert time.monotonic() - begun > 0.1
    assert '"Application shutdown complete."' in server.log


def test_a_long_text_again_and_again_does_not_block_the_others(serve: Start) -> None:
    """While one visitor sends 20,000 characters without a pause, the event loop answers at once."""
    server = serve("--readers", "1", "--rate", "off")
    stop = threading.Event()

    def heavy() -> None:
        with httpx2.Client(timeout=60) as client:
            while not stop.is_set():
                client.post(f"{server.address}/v1/advise", json={"text": LONG[:20_000]})

    thread = threading.Thread(target=heavy)
    thread.start()
    waited = []
    with httpx2.Client() as client:
        for _ in range(100):
            begun = time.perf_counter()
            assert client.get(f"{server.address}/v1/version").status_code == 200
            waited.append(time.perf_counter() - begun)
    stop.set()
    thread.join()

    assert sorted(waited)[90] < 0.1


def test_a_short_text_does_not_wait_for_long_ones(serve: Start) -> None:
    """With one reader: four long texts are on their way, and a short one that comes after them is answered before they are."""
    server = serve("--readers", "1", "--rate", "off")
    done: list[str] = []

    def ask(name: str, text: str) -> None:
        with httpx2.Client(timeout=60) as client:
            assert client.post(f"{server.address}/v1/advise", json={"text": text}).status_code == 200
        done.append(name)

    threads = [threading.Thread(target=ask, args=("long", LONG[:20_000])) for _ in range(_MANY)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    ask("short", STORY)
    for thread in threads:
        thread.join()

    assert len(done) == _MANY + 1
    assert done.index("short") < 2


@pytest.mark.parametrize("kind", ["sqlite_url", "postgres_url"])
def test_a_killed_worker_loses_no_acknowledged_turn(serve: Start, kind: str, request: pytest.FixtureRequest) -> None:
    """Two workers on one book; one is killed again and again. Every turn that was answered is in the book, once, in its order."""
    url = str(request.getfixturevalue(kind))
    server = serve("--workers", "2", "--readers", "0", "--rate", "off", book=url)
    name = _patient(server, "/v1/conversations", {"text": TURNS[0], "id": "m0"})["id"]
    answered = {"m0": TURNS[0]}
    for number, text in enumerate(TURNS[1:], 1):
        if number % 3 == 1:
            _kill_a_worker(server)
        _patient(server, f"/v1/conversations/{name}/turns", {"text": text, "id": f"m{number}"})
        answered[f"m{number}"] = text
    kept = work.book(url).turns(name)

    assert {turn.id: turn.text for turn in kept} == answered
    assert len(kept) == len(answered)
    assert [turn.id for turn in kept] == list(answered)


def _patient(server: Served, path: str, body: dict[str, str]) -> dict[str, str]:
    """The answer to a message, sent again under the same id while the worker that had it is dead."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            answer = httpx2.post(f"{server.address}{path}", json=body, timeout=20)
        except httpx2.TransportError:
            time.sleep(0.1)
            continue
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, str] = answer.json()
        return found
    raise AssertionError("no answer")


def _kill_a_worker(server: Served) -> None:
    """Kills a worker that runs: one killed before may still be listed, or be gone by the time it is looked at."""
    running = {pid: command for pid in _children(server.process.pid) if (command := _command(pid))}
    workers = [pid for pid, command in running.items() if "resource_tracker" not in command]
    os.kill(workers[0], signal.SIGKILL)


def _children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


def _command(pid: int) -> str:
    """How a process was started; nothing when it has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


def test_a_killed_reader_is_replaced(serve: Start) -> None:
    """The process that reads dies: the next text is answered all the same, and none of them outlives the server."""
    server = serve("--readers", "2")
    readers = [pid for pid in _children(server.process.pid) if "spawn_main" in _command(pid)]
    for pid in readers:
        os.kill(pid, signal.SIGKILL)
    answer = httpx2.post(f"{server.address}/v1/advise", json={"text": STORY}, timeout=30)
    later = [pid for pid in _children(server.process.pid) if "spawn_main" in _command(pid)]
    server.process.kill()
    server.stop()
    until = time.monotonic() + 10
    while time.monotonic() < until and any(Path(f"/proc/{pid}").exists() for pid in later):
        time.sleep(0.1)

    assert len(readers) == 2
    assert answer.status_code == 200
    assert [pid for pid in later if Path(f"/proc/{pid}").exists()] == []


def test_behind_a_proxy(serve: Start) -> None:
    """Addresses begin with the root path; the visitor's own address is believed from the named proxy only."""
    server = serve("--root-path", "/advisor", "--forwarded", "127.0.0.1", "--rate", "3/minute")
    page = httpx2.get(f"{server.address}/el", headers={"X-Forwarded-For": "192.0.2.1"}).text
    for visitor in ("192.0.2.7", "192.0.2.8"):
        told = [httpx2.get(f"{server.address}/v1/version", headers={"X-Forwarded-For": visitor}).status_code for _ in range(4)]
        assert told == [200, 200, 200, 429]
    assert 'href="/advisor/el/situations"' in page
    assert 'src="/advisor/static/' in page


def run(*args: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, in which the package `without` cannot be found."""
    hide = (
        f"import importlib.util as u; real = u.find_spec; u.find_spec = lambda n, *a: None if n == {without!r} else real(n, *a); "
    )
    code = hide + "from advisor.doors.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def test_what_is_missing_is_named_with_the_mend() -> None:
    """Without the extra: one sentence, exit code 2."""
    done = run("serve", without="limits")

    assert done.returncode == 2
    assert "limits" in done.stderr
    assert "pip install" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"rate": "many"}, "300/minute"),
        ({"keys_file": "no/such/file"}, "name:sha256"),
        ({"closed": True}, "--new-key"),
        ({"book": "nonsense://"}, "sqlite:///"),
    ],
)
def test_wrong_settings_are_told_plainly(more: dict[str, Any], says: str) -> None:
    """The mend, before anything is served."""
    with pytest.raises(UsageError, match=says):
        serving.serve(**(USUAL | more))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"port": "taken"}, "--host or --port"),
        ({"metrics_port": "taken"}, "--metrics-port"),
        ({"host": "999.1.1.1"}, "999.1.1.1"),
        ({"bots": ("telegram",)}, "ADVISOR_TELEGRAM_TOKEN"),
    ],
)
def test_nothing_is_printed_of_a_server_that_cannot_start(
    more: dict[str, Any],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A port that is taken, an address that is none, a chat without its token: a sentence, before the address and the key."""
    monkeypatch.delenv("ADVISOR_TELEGRAM_TOKEN", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = {name: other.getsockname()[1] for name, value in more.items() if value == "taken"}
        with pytest.raises(UsageError, match=says):
            serving.serve(**(USUAL | more | taken))

    assert capfd.readouterr() == ("", "")


def test_a_key_is_made_and_only_its_hash_is_kept(tmp_path: Path) -> None:
    """The key is printed once; the file holds the hash, and nobody else reads it."""
    file = tmp_path / "keys"
    done = run("serve", "--new-key", "athens", "--keys", str(file))
    key = done.stdout.strip()

    assert done.returncode == 0
    assert len(key) >= 32
    assert key not in file.read_text()
    assert file.read_text().startswith("athens:")
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(UsageError, match="has a key already"):
        serving.new_key("athens", str(file))
    with pytest.raises(UsageError, match="cannot name a key"):
        serving.new_key("a:b", str(file))
