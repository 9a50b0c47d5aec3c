"""A command that is stopped, or whose processes are killed: it says so, leaves nothing running, and loses no line it need not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from test_wrong_use import keeping, one_sentence

from advisor.base.errors import AdvisorError
from advisor.doors.cli.workers import Workers

_LINE = json.dumps({"id": "x", "text": "West revoked"}) + "\n"
_PATIENCE = 60.0


def _heeding() -> None:
    """Heed the signals that whoever runs these tests may ignore (in the background, behind `nohup`)."""
    for each in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)


def started(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    """A command that waits for standard input, in a group of its own."""
    command = [sys.executable, "-m", "advisor", *arguments]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, env=keeping(folder), start_new_session=True, preexec_fn=_heeding, **streams)


def soon(there: Callable[[], bool]) -> bool:
    """Whether it comes true within a minute."""
    until = time.monotonic() + _PATIENCE
    while not there():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def children(pid: int) -> list[int]:
    """The worker processes of a process."""
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    lines = {int(each): Path(f"/proc/{each}/cmdline").read_bytes() for each in told}
    return [each for each, line in lines.items() if b"spawn_main" in line]


def alive(pid: int) -> bool:
    """Whether a process still runs (one that ended and that nobody has asked about does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def reading(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process waits for its standard input."""
    return Path(f"/proc/{process.pid}/wchan").read_text(encoding="ascii") in ("pipe_read", "anon_pipe_read")


@pytest.mark.skipif(not Path("/proc/self/wchan").exists(), reason="this system does not show what a process waits for")
@pytest.mark.parametrize("line", ["ask -", "explain -", "batch -", "batch - --jobs 2"])
def test_ctrl_c_is_said(line: str, tmp_path: Path) -> None:
    """Stopped while it waits: a sentence, and the status of the contract; nothing on standard output that is no answer."""
    process = started(*line.split(), folder=tmp_path)
    assert soon(lambda: reading(process) or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=_PATIENCE)

    one_sentence(subprocess.CompletedProcess(line, process.returncode, out, err), 1, "[STOPPED]")


def test_ctrl_c_in_the_middle_of_the_work_is_said(tmp_path: Path) -> None:
    """Also where processes work beside one another: none of them says anything of its own, and none stays."""
    (tmp_path / "in.jsonl").write_text(_LINE * 20_000, encoding="utf-8")
    process = started("batch", "in.jsonl", "--jobs", "2", folder=tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    workers = children(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=_PATIENCE)

    one_sentence(subprocess.CompletedProcess("batch", process.returncode, b"", err), 1, "[STOPPED]")
    assert workers
    assert soon(lambda: not any(map(alive, workers)))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not list the children of a process")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=lambda how: how.name)
def test_no_worker_outlives_a_batch(how: signal.Signals, tmp_path: Path) -> None:
    """Whatever way it ends: its processes end too, and whoever reads their standard error comes to its end."""
    (tmp_path / "in.jsonl").write_text(_LINE * 20_000, encoding="utf-8")
    process = started("batch", "in.jsonl", "--jobs", "2", "-o", "out.jsonl", folder=tmp_path)
    assert soon(lambda: len(children(process.pid)) == min(2, os.cpu_count() or 1))
    workers = children(process.pid)
    process.send_signal(how)
    process.communicate(timeout=_PATIENCE)

    assert process.returncode == -how
    assert soon(lambda: not any(map(alive, workers)))
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not list the children of a process")
def test_a_killed_worker_costs_no_line(tmp_path: Path) -> None:
    """What it had under way is answered again, in its place."""
    lines = [json.dumps({"id": number, "text": "West revoked"}) for number in range(400)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with started("batch", "in.jsonl", "--jobs", "2", folder=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        os.kill(children(process.pid)[0], signal.SIGKILL)
        rest, err = process.stdout.read(), process.stderr.read()
    found = [json.loads(line) for line in (first + rest).decode().splitlines()]

    assert (process.returncode, err) == (0, b"")
    assert [each["id"] for each in found] == list(range(400))
    assert [each for each in found if "error" in each] == []


def fatal(line: bytes) -> str:
    """An answer, except to a line that kills the process that reads it."""
    if line.startswith(b"kill"):
        os.kill(os.getpid(), signal.SIGKILL)
    return line.decode()


def lost(line: bytes) -> str:
    """What is said of such a line."""
    return f"lost {line.decode()}"


def test_a_line_that_kills_its_process_costs_itself_only() -> None:
    """It has an error, the others their answers, in order."""
    told = [b"kill" if number in (3, 40) else b"%d" % number for number in range(60)]
    found = list(Workers(2, fatal, lost).answers(iter(told)))

    assert found == [lost(line) if line == b"kill" else line.decode() for line in told]


def test_where_every_process_is_killed_it_ends() -> None:
    """It is not the lines then: one sentence in place of one for each of them."""
    with pytest.raises(AdvisorError, match="fewer --jobs") as told:
        list(Workers(1, fatal, lost).answers(iter([b"kill"] * 9)))

    assert told.value.code == "KILLED"


_BROKEN = """
import sys
import {module}
from advisor.doors.cli import main
def broken(*_, **__):
    raise KeyError("planted")
{module}.{name} = broken
sys.argv = {argv!r}
main.run()
"""
DOORS = [
    ("ask x", "advisor.doors.cli.asking", "advise"),
    ("batch -", "advisor.doors.cli.batching", "advise"),
    ("chat", "advisor.book.book.Book", "_turn"),
    ("find x", "advisor.say.lookup", "find"),
]


@pytest.mark.parametrize("details", [False, True])
@pytest.mark.parametrize(("line", "module", "name"), DOORS, ids=[line for line, _, _ in DOORS])
def test_details_are_shown_when_asked_for(line: str, module: str, name: str, details: bool, tmp_path: Path) -> None:
    """With --debug, at every door: where it went wrong. Without it: not a word of that."""
    argv = ["advisor", *(["--debug"] if details else []), *line.split()]
    told = _BROKEN.format(module=module, name=name, argv=argv).replace(
        "import advisor.book.book.Book", "import advisor.book.book"
    )
    sent = b'{"id": 1, "text": "West revoked"}\n'
    done = subprocess.run([sys.executable, "-c", told], input=sent, capture_output=True, cwd=tmp_path, env=keeping(tmp_path))
    err = done.stderr.decode()

    assert "[INSIDE]" in (done.stdout + done.stderr).decode() or '"INSIDE"' in done.stdout.decode()
    assert ("Traceback" in err and "planted" in err) == details
    assert "Traceback" not in done.stdout.decode()
