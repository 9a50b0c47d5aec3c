"""The compiled data: built once from lexicon, lawbook and corpus, then only loaded (design, finding 11).

A wheel carries it; a checkout keeps it in the user's cache folder under a key made of every data file's size and date.
What the corpus has no part in (the lawbook, the texts) is found without a look at the corpus' many thousand files.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from advisor import paths
from advisor.garbage import uncollected

PACKED = paths.ROOT / "compiled"
_BUILDING = "building-"
_NOTE = "shelf-"
_SHELF = ("laws_", "tables_", "texts", "changes", "together", "authorities", "hints")  # made without the corpus
_STALE = 3600.0  # seconds: no build takes so long
_CODE = ("lexicon", "read", "diagnose", "hear", "bridge", "told")
_SINGLE = ("compile", "cores", "teaching", "text", "replay", "turns", "plays", "places", "citation")


def _files(root: str, ending: str) -> Iterator[str]:
    """Every file below a folder whose name ends so, with its size and date, in order of name.

    There are many thousand: `os.scandir` asks the system a third of what a walk over `Path`s does.
    """
    with os.scandir(root) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            yield from _files(entry.path, ending)
        elif entry.name.endswith(ending):
            yield _dated(entry.path, entry.stat())


def _dated(path: str, stat: os.stat_result) -> str:
    return f"{path}:{stat.st_size}:{stat.st_mtime_ns};"


def _digest(*roots: Path) -> str:
    sources = [dated for root in roots for dated in _files(str(root), ".yaml")]
    sources += [dated for name in _CODE for dated in _files(str(paths.PACKAGE / name), ".py")]
    sources += [_dated(str(path), path.stat()) for path in (paths.PACKAGE / f"{name}.py" for name in _SINGLE)]
    return hashlib.blake2b("".join(sources).encode(), digest_size=10).hexdigest()


def key() -> str:
    """A key that changes whenever a source of the compiled data changes."""
    return _digest(paths.LEXICON, paths.CORPUS, paths.LAWS)


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


@lru_cache(maxsize=1)
def shelf() -> Path:
    """A folder whose compiled lawbook and texts are of today; the corpus, which is no source of theirs, may have changed since.

    A note in the cache, under a key of those sources alone, names the build.
    """
    if PACKED.is_dir():
        return PACKED
    note = cache_root() / f"{_NOTE}{_digest(paths.LEXICON, paths.LAWS)}"
    named = note.read_text(encoding="utf-8") if note.is_file() else ""
    if named and (note.parent / named).is_dir():
        return note.parent / named
    found = folder()
    with suppress(OSError):  # a cache that may only be read
        note.write_text(found.name, encoding="utf-8")
    return found


def _forget(root: Path, keep: Path, spare: int = 4) -> None:
    """Drop all but the newest few builds, and what builds that were killed have left behind."""
    found = sorted((p for p in root.iterdir() if p.is_dir() and p != keep), key=lambda p: p.stat().st_mtime, reverse=True)
    builds = [p for p in found if not p.name.startswith(_BUILDING)]
    broken = [p for p in found if p.name.startswith(_BUILDING) and time.time() - p.stat().st_mtime > _STALE]
    for old in (*builds[spare:], *broken):
        shutil.rmtree(old, ignore_errors=True)
    for note in root.glob(f"{_NOTE}*"):
        with suppress(OSError):  # another process was first
            if not (root / note.read_text(encoding="utf-8")).is_dir():
                note.unlink()


@lru_cache(maxsize=32)
def load(name: str) -> Any:
    """One compiled value by name, loaded once in the life of the process."""
    told = ((shelf() if name.startswith(_SHELF) else folder()) / f"{name}.bin").read_bytes()
    with uncollected():
        return pickle.loads(told)


def write(target: Path, name: str, value: object) -> None:
    """Write one compiled value (plain dicts, lists and texts; equal parts are kept once)."""
    (target / f"{name}.bin").write_bytes(pickle.dumps(value, protocol=5))
