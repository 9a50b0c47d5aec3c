"""The compiled data: built once from lexicon, lawbook and corpus, then only loaded (design, finding 11).

A wheel carries it; a checkout keeps it in the user's cache folder under a key made of every data file's size and date.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from advisor import paths

PACKED = paths.ROOT / "compiled"
_BUILDING = "building-"
_STALE = 3600.0  # seconds: no build takes so long
_CODE = ("lexicon", "read", "diagnose", "hear", "bridge", "told")
_SINGLE = ("compile", "cores", "teaching", "text", "replay", "turns", "plays", "places", "citation")


def _sources() -> Iterable[Path]:
    for root in (paths.LEXICON, paths.CORPUS, paths.LAWS):
        yield from sorted(root.rglob("*.yaml"))
    for name in _CODE:
        yield from sorted((paths.PACKAGE / name).rglob("*.py"))
    yield from (paths.PACKAGE / f"{name}.py" for name in _SINGLE)


def key() -> str:
    """A key that changes whenever a source of the compiled data changes."""
    digest = hashlib.blake2b(digest_size=10)
    for path in _sources():
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def cache_root() -> Path:
    """The user's cache folder for this program (`ADVISOR_CACHE` moves it), made if need be."""
    base = os.environ.get("ADVISOR_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    root = Path(base) / "bridge-ruling-advisor"
    root.mkdir(parents=True, exist_ok=True)
    return root


@lru_cache(maxsize=1)
def folder() -> Path:
    """The folder of compiled files, built now if it is not there yet."""
    if PACKED.is_dir():
        return PACKED
    name = key()
    root = cache_root()
    there = root / name
    if there.is_dir():
        return there
    from advisor.compile import compile_all

    building = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=root))
    try:
        compile_all(building)
        with suppress(OSError):  # another process was first
            building.rename(there)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    _forget(root, keep=there)
    return there


def _forget(root: Path, keep: Path, spare: int = 4) -> None:
    """Drop all but the newest few builds, and what builds that were killed have left behind."""
    found = sorted((p for p in root.iterdir() if p.is_dir() and p != keep), key=lambda p: p.stat().st_mtime, reverse=True)
    builds = [p for p in found if not p.name.startswith(_BUILDING)]
    broken = [p for p in found if p.name.startswith(_BUILDING) and time.time() - p.stat().st_mtime > _STALE]
    for old in (*builds[spare:], *broken):
        shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=32)
def load(name: str) -> Any:
    """One compiled value by name, loaded once in the life of the process.

    Nothing of it ever becomes garbage: the collector waits while it is loaded, and does not walk it afterwards.
    """
    told = (folder() / f"{name}.bin").read_bytes()
    collecting = gc.isenabled()
    gc.disable()
    try:
        return pickle.loads(told)
    finally:
        gc.freeze()
        if collecting:
            gc.enable()


def write(target: Path, name: str, value: object) -> None:
    """Write one compiled value (plain dicts, lists and texts; equal parts are kept once)."""
    (target / f"{name}.bin").write_bytes(pickle.dumps(value, protocol=5))
