"""`advisor fit --check`: do other weights decide as those at hand do? Bytes may differ, decisions may not."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

from advisor.base import store
from advisor.workshop.compile import reweigh

_CHUNK = 50
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Decision:
    """What an answer decides: its kind, the law and paragraph it names first, the irregularities, and the facts it knows."""

    status: str
    law: str
    irregularities: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """How many texts were answered twice, and those that were decided otherwise, each with both decisions."""

    texts: int
    other: tuple[tuple[str, Decision, Decision], ...]

    def told(self) -> str:
        """How many differ, and the first few of them."""
        shown = "; ".join(
            f"'{text[:60]}': {was.law or was.status} -> {now.law or now.status}" for text, was, now in self.other[:_SHOWN]
        )
        return f"{len(self.other)} of {self.texts} tellings kept aside are decided otherwise ({shown})"


def compared(made: Path, kept: Path, texts: Sequence[str]) -> Compared:
    """The decisions on these texts with the weights of two folders, held against each other."""
    every = [decisions(weights, texts) for weights in (kept, made)]
    pairs = zip(texts, *every, strict=True)
    return Compared(len(texts), tuple((text, was, now) for text, was, now in pairs if was != now))


def decisions(weights: Path, texts: Sequence[str]) -> list[Decision]:
    """What is decided of each text with the packed weights in a folder, with the words and laws of today."""
    with tempfile.TemporaryDirectory() as built:
        reweigh(Path(built), weights)
        # in processes that begin anew: what was loaded with other weights must not stay
        workers = min(cpu_count() or 1, 1 + len(texts) // _CHUNK)
        with ProcessPoolExecutor(workers, get_context("spawn"), store.take, (Path(built),)) as pool:
            return list(pool.map(decision, texts, chunksize=_CHUNK))


def decision(text: str) -> Decision:
    """What is decided of a text with the weights at hand."""
    from advisor.advising import advise

    found = advise(text)
    facts = tuple(sorted((name, fact.value) for name, fact in found.facts.items()))
    return Decision(found.status, next(iter(found.laws), ""), tuple(each.id for each in found.irregularities), facts)
