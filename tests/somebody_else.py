"""An ordinary user for tests that run as root: who that is, and a Python that this user can reach."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

_UNUSED = (
    "site-packages",
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "lib2to3",
    "config-*",
    "__pycache__",
)
_PACKAGES = ("site-packages", "dist-packages")  # not the folders of the tests: a module there may have a package's name


@dataclass(frozen=True)
class SomebodyElse:
    """How a program is run as an ordinary user: the options of `subprocess` (none where we are one), the Python, what its
    environment needs."""

    options: dict[str, Any] = field(default_factory=dict)
    python: str = sys.executable
    env: dict[str, str] = field(default_factory=dict)

    def can(self, told: str) -> bool:
        """Whether this user's Python can run a line."""
        env = os.environ | self.env
        run = [self.python, "-c", told]
        try:
            return subprocess.run(run, **self.options, env=env, cwd="/", capture_output=True, check=False).returncode == 0
        except PermissionError:
            return False

    def owns(self, folder: Path) -> None:
        """Give a folder to this user."""
        if self.options:
            os.chown(folder, self.options["user"], self.options["group"])


@lru_cache(maxsize=1)
def somebody_else() -> SomebodyElse:
    """Ourselves, or (as root) `nobody`: with this Python, or where that lies in a folder of root's own, with a copy of it."""
    nobody = next((entry for entry in pwd.getpwall() if entry.pw_name == "nobody"), None)
    if os.getuid() != 0 or nobody is None:
        return SomebodyElse()
    options = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    here = SomebodyElse(options)
    return here if here.can("import sqlite3") else _copied(options)


def _copied(options: dict[str, Any]) -> SomebodyElse:
    """A copy of the interpreter and its library; the packages are read where they are. It goes when the tests end."""
    folder = Path(tempfile.mkdtemp(prefix="advisor-python-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = Path(sysconfig.get_path("stdlib"))
    (folder / "bin").mkdir()
    python = folder / "bin" / "python3"
    shutil.copy(Path(sys.executable).resolve(), python)
    shutil.copytree(library, folder / "lib" / library.name, ignore=shutil.ignore_patterns(*_UNUSED))
    for path in library.parent.glob("libpython*.so*"):
        shutil.copy(path, folder / "lib")
    folder.chmod(0o755)
    packages = [path for path in sys.path if Path(path).name in _PACKAGES]
    env = {"PYTHONHOME": str(folder), "PYTHONPATH": os.pathsep.join(packages), "LD_LIBRARY_PATH": str(folder / "lib")}
    return SomebodyElse(options, str(python), env)
