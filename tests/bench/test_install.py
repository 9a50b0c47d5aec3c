"""The README's first command in a fresh clone, beside what pip needs for the packages alone; and what it leaves on the disk.

Measured in this order: an environment with the packages (which fills pip's cache), the same again, and the clone's own install
with its first answer. The budget is what the clone adds to the packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

Note = Callable[[str, float, float | None, str], None]
ROOT = Path(__file__).resolve().parents[2]
MORE_S, ALL_MINUTES, WHEEL_MB, PACKAGE_MB = 60.0, 10.0, 20.0, 50.0
MB = 1_000_000
TOLD = "West led out of turn"


def seconds(at: Path, *command: object) -> float:
    """How long a command takes that must succeed."""
    start = time.perf_counter()
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ADVISOR_CACHE", "VIRTUAL_ENV")}
    done = subprocess.run([str(part) for part in command], cwd=at, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return time.perf_counter() - start


def packages() -> list[str]:
    """What the project needs by its own account."""
    needed: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return needed


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone of what is committed here."""
    at = tmp_path_factory.mktemp("clone")
    seconds(at, "git", "clone", "--quiet", "--depth", "1", ROOT.as_uri(), at / "clone")
    return at / "clone"


def first_command() -> str:
    """The README's first command, as it stands there."""
    return (ROOT / "README.md").read_text(encoding="utf-8").partition("```sh\n")[2].partition("\n```")[0]


def test_the_first_command(clone: Path, tmp_path: Path, note: Note) -> None:
    """Environment, install and first answer, beside an environment with the packages alone."""
    alone = 0.0
    for turn in ("cold", "warm"):
        python = tmp_path / turn / "bin/python"
        made = seconds(tmp_path, sys.executable, "-m", "venv", tmp_path / turn)
        alone = made + seconds(tmp_path, python, "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", *packages())
    whole = seconds(clone, "bash", "-c", first_command())
    note("8 pip, the packages alone (cache warm)", alone, None, "s")
    note("8 the README's first command", whole, alone + MORE_S, "s")
    [package] = clone.glob(".venv/lib/python*/site-packages/advisor")
    size = sum(path.stat().st_size for path in package.rglob("*") if path.is_file()) / MB
    note("9 installed package with its bytecode", size, PACKAGE_MB, "MB")

    assert "pip install" in first_command()
    assert whole <= alone + MORE_S
    assert size <= PACKAGE_MB


def test_the_wheel(clone: Path, tmp_path: Path, note: Note) -> None:
    """What is handed over."""
    seconds(clone, sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, clone)
    [wheel] = tmp_path.glob("*.whl")
    size = wheel.stat().st_size / MB
    note("9 wheel", size, WHEEL_MB, "MB")

    assert size <= WHEEL_MB


@pytest.mark.skipif("ADVISOR_WHOLE" not in os.environ, reason="ten minutes: ADVISOR_WHOLE=1 asks for it")
def test_the_whole_run(clone: Path, note: Note) -> None:
    """`bash tests/all`, whole."""
    minutes = seconds(clone, "bash", "tests/all") / 60
    note("10 bash tests/all", minutes, ALL_MINUTES, "min")

    assert minutes <= ALL_MINUTES
