"""The compiled data: built once from lexicon, lawbook, precedents and weights, then only loaded (design, finding 11).

A wheel carries it; a checkout keeps it in the user's cache folder under a key made of every source's size and date.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from advisor.base import paths
from advisor.base.errors import BuildError, UsageError
from advisor.base.garbage import uncollected
from advisor.base.sharing import shared

PACKED = paths.ROOT / "compiled"
_BUILDING = "building-"
_CACHE = "__pycache__"
_BUILDER = "advisor.workshop.compile"
_STALE = 3600.0  # seconds: no build takes so long
_CODE = ("base", "bridge", "lexicon", "lawbook", "read")
_SINGLE = ("workshop/compile.py", "workshop/fit/packing.py", "diagnose/rows.py")
# half the room, for some milliseconds
_SQUEEZED = frozenset({"texts", "talk", "judge_signs", "judge_raw", "evidence", "roles", "net"})
_USED: list[Path] = []


def _files(root: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Every file below a folder whose name ends so, with its size and date, in order of name; Python's own caches are passed
    over, which may be another user's.

    `os.scandir` asks the system a third of what a walk over `Path`s does.
    """
    if not Path(root).is_dir():  # the builder says what is missing
        return
    with os.scandir(root) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name == _CACHE:
            continue
        if entry.is_dir():
            yield from _files(entry.path, endings)
        elif entry.name.endswith(endings):
            yield _dated(entry.path, entry.stat())


def _dated(path: str, stat: os.stat_result) -> str:
    return f"{path}:{stat.st_size}:{stat.st_mtime_ns};"


def key() -> str:
    """A key that changes whenever a source of the compiled data changes."""
    data = (paths.LEXICON, paths.PRECEDENTS, paths.LAWS, paths.WEIGHTS)
    sources = [dated for root in data for dated in _files(str(root), (".yaml", ".json", ".npz"))]
    sources += [dated for name in _CODE for dated in _files(str(paths.PACKAGE / name), (".py",))]
    sources += [_dated(str(path), path.stat()) for path in (paths.PACKAGE / name for name in _SINGLE)]
    from hashlib import blake2b  # a wheel needs no key

    return blake2b("".join(sources).encode(), digest_size=10).hexdigest()


def cache_root() -> Path:
    """The user's cache folder for this program (`ADVISOR_CACHE` moves it), made if need be. Raises UsageError."""
    base = os.environ.get("ADVISOR_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = (Path(base) if base else Path.home() / ".cache") / "bridge-ruling-advisor"
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home
        raise _unwritable(str(base or "~/.cache")) from error
    return root


@contextmanager
def using(built: Path) -> Iterator[None]:
    """Takes the compiled data from this folder as long as it lasts (for those who build them)."""
    _USED.append(built)
    _forget_loaded()
    try:
        yield
    finally:
        _USED.pop()
        _forget_loaded()


def take(built: Path) -> None:
    """Takes the compiled data from this folder for the rest of the life of this process."""
    _USED.append(built)
    _forget_loaded()


def _forget_loaded() -> None:
    for kept in (folder, load, array):
        kept.cache_clear()


def _unwritable(folder: str) -> UsageError:
    return UsageError("CACHE", f"The cache folder '{folder}' cannot be written: name another one in ADVISOR_CACHE.")


@lru_cache(maxsize=1)
def folder() -> Path:
    """The folder of compiled files, built now (by a process of its own) if it is not there yet.

    Raises BuildError, with every fault of the data, when they cannot be built."""
    if _USED:
        return _USED[-1]
    if PACKED.is_dir():
        return PACKED
    root = cache_root()
    there = root / key()
    if there.is_dir():  # what was built is read by anybody who may read it
        return there
    if not os.access(root, os.W_OK):
        raise _unwritable(str(root))
    _build(root, there)
    return there


def _build(root: Path, there: Path) -> None:
    """Build into a folder of its own, and give it its name when all of it is there. Raises BuildError."""
    import shutil
    import subprocess
    import tempfile

    building = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=root))
    try:
        done = subprocess.run(
            [sys.executable, "-m", _BUILDER, str(building)], capture_output=True, text=True, check=False, cwd=paths.ROOT
        )
        if done.returncode:
            raise BuildError("BUILD", done.stderr.strip())
        with suppress(OSError):  # another process was first
            building.rename(there)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    _forget(root, keep=there)


def _forget(root: Path, keep: Path, spare: int = 4) -> None:
    """Drop all but the newest few builds, and what builds that were killed have left behind."""
    import shutil

    found = sorted((p for p in root.iterdir() if p.is_dir() and p != keep), key=lambda p: p.stat().st_mtime, reverse=True)
    builds = [p for p in found if not p.name.startswith(_BUILDING)]
    broken = [p for p in found if p.name.startswith(_BUILDING) and time.time() - p.stat().st_mtime > _STALE]
    for old in (*builds[spare:], *broken):
        shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=32)
def load(name: str) -> Any:
    """One compiled value by name, loaded once in the life of the process."""
    told = (folder() / f"{name}.bin").read_bytes()
    with uncollected():
        return pickle.loads(zlib.decompress(told) if name in _SQUEEZED else told)


@lru_cache(maxsize=16)
def array(name: str) -> Any:
    """One compiled array by name; its pages are read from the disk as they are needed."""
    import numpy as np

    return np.load(folder() / f"{name}.npy", mmap_mode="r").view(np.ndarray)


def write(target: Path, name: str, value: object) -> None:
    """Write one compiled value (plain dicts, lists, texts and packed tables; equal parts are kept once)."""
    told = pickle.dumps(shared(value), protocol=5)
    (target / f"{name}.bin").write_bytes(zlib.compress(told, 9) if name in _SQUEEZED else told)
