"""Every command that the README shows is run, as it stands there, and works.

The commands run in an empty folder in which the checkout's files can be read, so that nothing they write stays. The first runs
in a Python of its own, the others in copies of one that has read everything: what a start costs is paid once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from warm import Warm

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_FENCE = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"(?:.*\|\s*)?(?:\.venv/bin/)?advisor\s")
_WRITTEN = re.compile(r"^written: (.+)$", re.MULTILINE)


def commands() -> list[str]:
    """Every command line of the README that calls the advisor, in order; continued lines are joined."""
    text = README.read_text(encoding="utf-8") if README.is_file() else ""
    lines = [line.strip() for block in _FENCE.findall(text) for line in block.replace("\\\n", " ").splitlines()]
    return [line for line in lines if _COMMAND.match(line)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks like the checkout to those who read, beside a folder for an `advisor`."""
    here = tmp_path / "here"
    here.mkdir()
    for path in ROOT.iterdir():
        if not path.name.startswith("."):
            (here / path.name).symlink_to(path)
    (tmp_path / "bin").mkdir()
    return here


def started(there: Path) -> None:
    """An `advisor` that is this environment's, in a Python of its own."""
    there.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m advisor "$@"\n', encoding="utf-8")
    there.chmod(0o755)


def test_the_readme_shows_commands() -> None:
    """There is a README, and it shows how to ask and how to look up."""
    told = " ".join(commands())

    assert [word for word in ("advisor ask", "advisor law", "advisor find", "advisor explain") if word not in told] == []


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_works(command: str, folder: Path, warm: Warm) -> None:
    """Exit code 0, and something on standard output or in a file."""
    advisor = folder.parent / "bin/advisor"
    if command == commands()[0]:
        started(advisor)
    else:
        warm.command(advisor)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace(".venv/bin/advisor", "advisor")],
        cwd=folder,
        env=os.environ
        | {
            "ADVISOR_BOOK": f"sqlite:///{folder.parent / 'book.sqlite3'}",
            "PATH": f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
        },
        pass_fds=[warm.line.fileno()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    for name in _WRITTEN.findall(done.stdout):
        Path(name).unlink()

    assert done.returncode == 0, done.stderr
    assert done.stdout or [path for path in folder.iterdir() if not path.is_symlink()]


def test_extras_are_installed_from_a_clone() -> None:
    """The package lies in no index: wherever an extra is named it is that of the folder, and one that there is."""
    told = {path: path.read_text(encoding="utf-8") for path in [README, *ROOT.glob("advisor/**/*.md")] if path.is_file()}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {path.name: re.findall(r"pip install[^`\n]*\[(\w+)\]", text) for path, text in told.items()}

    assert named["README.md"]
    assert {extra for found in named.values() for extra in found} - extras.keys() == set()
    assert [path.name for path, text in told.items() if re.search(r"pip install[^`\n]*bridge-ruling-advisor\[", text)] == []
