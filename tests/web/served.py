"""`advisor serve` in processes of its own, for the tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEY = "a-key-of-the-tests-that-is-long-enough"
_START_S = 60.0


def _read(file: IO[str]) -> str:
    """All that a file holds; it is gone afterwards."""
    with file:
        file.seek(0)
        return file.read()


class Served:
    """`advisor serve` in processes of its own."""

    def __init__(self, *more: str, book: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.address, self.book = f"http://127.0.0.1:{self.port}", book
        command = [
            sys.executable,
            "-m",
            "advisor",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--book",
            book,
            *more,
        ]
        settings = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        # files, for a pipe that nobody empties would stop it
        self._files = [tempfile.TemporaryFile("w+", encoding="utf-8") for _ in range(2)]  # noqa: SIM115
        self.process = subprocess.Popen(
            command, stdout=self._files[0], stderr=self._files[1], env=settings, start_new_session=True
        )
        self._until_up()

    def _until_up(self) -> None:
        until = time.monotonic() + _START_S
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/v1/health", timeout=5):  # it reads no certificates for each try
                    return
            except OSError:
                time.sleep(0.1)
        self.stop()
        pytest.fail(f"The server did not start: {self.told}", pytrace=False)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it and wait; what it printed is in `told` and `log` then."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if not self._files[0].closed:
            self.told, self.log = (_read(file) for file in self._files)
        return self.process.returncode
