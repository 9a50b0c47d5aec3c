"""What a part of the diagnosis is worth: the same texts answered with it and without it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from sys import maxsize
from typing import Any

from advisor.base import store
from advisor.workshop.score.figures import Case, Outcome, judge

_CHUNK = 25
_NOTHING: dict[str, dict[str, Any]] = {
    "proven": {"anchors": {"proven": {}}},
    "named": {"anchors": {"named": {}}},
    "often": {"daily": [], "rare": []},
}
ALIKE, NET = "alike", "net"
PARTS = ("anchors", *_NOTHING, ALIKE, NET)


def outcomes(cases: Sequence[Case], part: str = "") -> list[Outcome]:
    """The cases answered without a part, or whole. `anchors` make laws likelier, `proven` and `named` are the two kinds; `often`
    is how often a law is called for; `alike` what seats, cards and deeds tell of situations that sound alike; `net`
    the net that reads a telling in its order."""
    with tempfile.TemporaryDirectory() as built:
        shutil.copytree(store.folder(), built, dirs_exist_ok=True)
        store.write(Path(built), "hints", _left(store.load("hints"), part))
        # in processes that begin anew, so that nothing stays of what was loaded whole
        workers = min(cpu_count() or 1, 1 + len(cases) // _CHUNK)
        with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (Path(built), part)) as pool:
            return list(pool.map(judge, cases, chunksize=_CHUNK))


def _left(hints: dict[str, Any], part: str) -> dict[str, Any]:
    """The hints without those of a part."""
    found = dict(hints)
    for name in ("proven", "named") if part == "anchors" else (part,) if part in _NOTHING else ():
        for key, empty in _NOTHING[name].items():
            found[key] = {**found[key], **empty} if isinstance(empty, dict) else empty
    return found


def _begin(built: Path, part: str) -> None:
    """Take the compiled data of a folder, and leave out what the deeds prove where that is the part."""
    store.take(built)
    if part == ALIKE:
        from advisor.diagnose import understanding

        understanding.PROOFS = ()
    if part == NET:
        from advisor.diagnose import weigh

        weigh.TELLING = maxsize
