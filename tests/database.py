"""A PostgreSQL server of the tests' own, in a folder that is gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

_DEBIAN = Path("/usr/lib/postgresql")
_MISSING = "There is no PostgreSQL server here: install Debian's package (apt-get install postgresql), or put initdb on the PATH."
_START_S, _STOP_S, _TRIES = 60.0, 30.0, 3
# A statement that hangs fails; a time zone that is not UTC shows a time taken without its zone.
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "statement_timeout": "60s",
    "timezone": "Asia/Kolkata",
}


def _binaries() -> Path:
    """The folder of PostgreSQL's server programs, the newest first. Fails the test when there is none."""
    packaged = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(packaged[-1]) if packaged else shutil.which("initdb")
    if found is None:
        pytest.fail(_MISSING, pytrace=False)
    return Path(found).resolve().parent


def _ordinary() -> dict[str, Any]:
    """How to run a program as an ordinary user: as we are, or (root may run no server) as `postgres` or `nobody`."""
    if os.getuid() != 0:
        return {}
    users = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A PostgreSQL in a folder of its own. Fails the test when it cannot be had."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.log, self.port = _binaries(), folder / "log", 0
        self.process: subprocess.Popen[bytes] | None = None
        self._options = {"cwd": folder, "env": {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}, **_ordinary()}
        if "user" in self._options:
            os.chown(folder, self._options["user"], self._options["group"])

    def start(self) -> None:
        """Make the data folder and start. A port may be taken between asking and starting: then another is tried."""
        made = self._run("initdb", "-D", "data", "--username=advisor", "--auth=trust", "--no-sync")
        if made.wait() != 0:
            pytest.fail(f"PostgreSQL's initdb failed: {self._said()}", pytrace=False)
        for _ in range(_TRIES):
            self.port = _free_port()
            if self._started():
                return
            self.stop()
        pytest.fail(f"PostgreSQL does not start: {self._said()}", pytrace=False)

    def _started(self) -> bool:
        """Start on the port, and whether it answers."""
        settings = [f"--{name}={value}" for name, value in _SETTINGS.items()]
        self.process = self._run("postgres", "-D", "data", f"--port={self.port}", *settings)
        until = time.monotonic() + _START_S
        while self.process.poll() is None and time.monotonic() < until:
            if self._answers():
                return True
            time.sleep(0.05)
        return False

    def settled(self) -> None:
        """Have what is in memory written into its files, and files that are not needed any more taken away."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute("CHECKPOINT")

    def crash(self) -> None:
        """Kill every process of it at once, as when the power goes."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii").split()
        for pid in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(_STOP_S)

    def again(self) -> None:
        """Start after a crash, on the same port. Fails the test when it does not."""
        for _ in range(_TRIES):  # the processes of before may take a moment to be gone
            if self._started():
                return
            time.sleep(1)
        pytest.fail(f"PostgreSQL does not start again: {self._said()}", pytrace=False)

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as out:
            return subprocess.Popen([self.bin / program, *arguments], **self._options, stdout=out, stderr=out)

    def _said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, schema: str = "public") -> str:
        """The URL of a schema."""
        return f"postgresql://advisor@127.0.0.1:{self.port}/postgres?options=-csearch_path%3D{schema}"

    def empty(self) -> str:
        """The URL of a new, empty schema: as good as a database, and made much faster."""
        name = f"book_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        return self.url(name)

    def stop(self) -> None:
        """An immediate shutdown (nothing is to be kept), and if that hangs no mercy."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGQUIT)
        try:
            self.process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def running() -> Iterator[Server]:
    """A server in a folder of its own, stopped and removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="advisor-postgres-"))
    server: Server | None = None
    try:
        server = Server(folder)
        server.start()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder)
