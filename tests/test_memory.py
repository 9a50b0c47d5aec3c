"""Building the compiled data leaves room for others: a small machine can do it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

MOST = 1_500_000  # kilobytes, of all its processes together
_OFTEN = 0.2  # seconds


def taken(group: int) -> int:
    """What the processes of a group take (kilobytes), what they share counted once."""
    found = 0
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(each.name)) == group:
                lines = (each / "smaps_rollup").read_text(encoding="ascii").splitlines()
                found += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):  # it has just ended
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="this system does not tell what a process takes")
def test_the_build_takes_little_memory(tmp_path: Path) -> None:
    """The whole build, from the words on, never takes more than one and a half gigabytes."""
    command = [sys.executable, "-m", "advisor.workshop.compile", str(tmp_path)]
    most = 0
    with subprocess.Popen(command, start_new_session=True) as build:
        while build.poll() is None:
            most = max(most, taken(build.pid))
            time.sleep(_OFTEN)

    assert build.returncode == 0
    assert list(tmp_path.iterdir())
    assert 50_000 < most <= MOST
