"""The examples to run it with are tried: the systemd unit by systemd, the Caddyfile by Caddy in front of a server."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from served import Served

from advisor.base import paths

DEPLOY = paths.PACKAGE / "doors/web/deploy"
_START_S = 20.0
_MOST_EXPOSED = 4.0  # of ten, as `systemd-analyze security` weighs it


def tool(name: str) -> str:
    """The path of a program. Fails the test when there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.fail(f"There is no {name} here: install Debian's package (apt-get install caddy systemd).", pytrace=False)
    return found


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    """Nothing in it that systemd does not know, and little that it leaves open; the program stands in for one in /opt."""
    unit = tmp_path / "advisor.service"
    told = (DEPLOY / "advisor.service").read_text(encoding="utf-8")
    unit.write_text(told.replace("/opt/advisor/bin/advisor", sys.executable), encoding="utf-8")
    found = subprocess.run([tool("systemd-analyze"), "verify", str(unit)], capture_output=True, text=True, check=False)
    weighed = subprocess.run(
        [tool("systemd-analyze"), "security", "--offline=true", f"--threshold={_MOST_EXPOSED * 10:.0f}", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (found.returncode, found.stderr) == (0, "")
    assert weighed.returncode == 0, weighed.stdout[-200:]


def test_caddy_stands_in_front(serve: Callable[..., Served], tmp_path: Path) -> None:
    """The page and the interface through it, packed; an address that a visitor invents is not believed; what is too large is
    turned away."""
    server = serve("--forwarded", "127.0.0.1", "--rate", "5/minute")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    settings = {"ADVISOR_SITE": address, "ADVISOR_PORT": str(server.port), "XDG_DATA_HOME": str(tmp_path)}
    config = tmp_path / "Caddyfile"  # no door for its own orders, so that none is shared with another Caddy
    config.write_text("{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text(encoding="utf-8"), encoding="utf-8")
    caddy = subprocess.Popen(
        [tool("caddy"), "run", "--adapter", "caddyfile", "--config", str(config)],
        env=os.environ | settings | {"XDG_CONFIG_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        page = _patient(f"{address}/el")
        large = httpx2.post(f"{address}/v1/advise", content=b"x" * 400_000, headers={"Content-Type": "application/json"})
        invented = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(6)]
        told = [httpx2.get(f"{address}/v1/version", headers=each).status_code for each in invented]
    finally:
        caddy.terminate()
        caddy.wait(timeout=20)

    assert page.status_code == 200
    assert page.headers["content-encoding"] in ("gzip", "zstd")
    assert large.status_code == 413
    assert told[0] == 200
    assert told[-1] == 429


def _patient(address: str) -> httpx2.Response:
    until = time.monotonic() + _START_S
    while True:
        try:
            return httpx2.get(address)
        except httpx2.TransportError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
