"""Fits the nets, each in a process of its own beside the other fits: the one that is kept, and those by which it is learnt how
far a net can be trusted with the words of a stranger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context

from advisor.workshop.fit.net import FittedNet, fit
from advisor.workshop.fit.teaching import ASIDE, Taught
from advisor.workshop.fit.trust import Halves, parts

_HALVES = _AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Nets:
    """The nets while they are fitted."""

    writers: tuple[frozenset[str], ...]
    half: tuple[Future[FittedNet], ...]
    whole: Future[FittedNet]

    def halves(self) -> Halves:
        """The writers in halves, each with the net fitted on the others, once these are done."""
        return Halves(self.writers, tuple(each.result().net() for each in self.half))

    def kept(self) -> FittedNet:
        """The net fitted on everybody, once it is done."""
        return self.whole.result()


@contextmanager
def fitted(told: Sequence[Taught]) -> Iterator[Nets]:
    """Begins to fit the nets on what the tellings teach."""
    sizes = Counter(each.writer for each in told if each.writer not in ("", ASIDE))
    writers = tuple(map(frozenset, parts(sizes, _HALVES)))
    with ProcessPoolExecutor(_AT_ONCE, mp_context=get_context("spawn")) as pool:
        half = [pool.submit(fit, [each.sample for each in told if each.writer not in {*own, ASIDE}]) for own in writers]
        yield Nets(writers, tuple(half), pool.submit(fit, [each.sample for each in told]))
