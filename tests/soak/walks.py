"""How often a reading is walked through, counted and not timed: what walks through a whole story for each of its deeds is found
in one text of many units, also where it is over at once.

A time tells little of a word that stands among forty others; how many items were looked at, function by function, is the same on
every machine. Only the sequences of a reading are counted: time (`growth`) finds what walks through anything else.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, SupportsIndex

from advisor.read.reading import Reading
from advisor.read.story import Story

from .growth import MOST, asked

_READING = ("tokens", "sentences", "stems", "mentions", "notation", "cues", "reach", "voices", "clause_ends")
_STORY = ("events", "played")
_LENGTH = 16_000  # characters: a quarter is longer than what is followed deed by deed
_TIMES = 15  # through all the words of a text
_ORDERS = (1, 2)  # what only one of them shows was asked once more often, and is no growth
_PASSED_BY = (__file__, sys.modules[Reading.__module__].__file__)  # who asks a reading looks, not the reading
_COUNTS: Counter[str] = Counter()


def _caller() -> str:
    frame = sys._getframe(2)
    while frame.f_code.co_filename in _PASSED_BY and frame.f_back is not None:
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname.partition('.<locals>')[0]}"


class Walked(tuple[Any, ...]):
    """A tuple that counts what is looked at, under the function that looks."""

    def __iter__(self) -> Iterator[Any]:
        return self._each(_caller())

    def _each(self, caller: str) -> Iterator[Any]:
        for item in tuple.__iter__(self):
            _COUNTS[caller] += 1
            yield item

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        found = tuple.__getitem__(self, at)
        if isinstance(at, slice):
            _COUNTS[_caller()] += len(found)
        return found

    def __contains__(self, item: object) -> bool:
        _COUNTS[_caller()] += len(self)
        return tuple.__contains__(self, item)

    def index(self, *told: Any) -> int:
        """Where an item stands, as a tuple says it."""
        found = tuple.index(self, *told)
        _COUNTS[_caller()] += found
        return found


@contextmanager
def counting() -> Iterator[None]:
    """Every reading made meanwhile counts how it is walked through."""
    plain: dict[type, Callable[..., None]] = {Reading: Reading.__init__, Story: Story.__init__}

    def counted(kind: type, names: Sequence[str]) -> Callable[..., None]:
        def begin(self: Any, *told: Any, **named: Any) -> None:
            plain[kind](self, *told, **named)
            for name in names:
                object.__setattr__(self, name, Walked(getattr(self, name)))

        return begin

    try:
        for kind, names in ((Reading, _READING), (Story, _STORY)):
            kind.__init__ = counted(kind, names)  # type: ignore[misc]
        yield
    finally:
        for kind, begin in plain.items():
            kind.__init__ = begin  # type: ignore[misc]


@dataclass(frozen=True)
class Walking:
    """A function that looks at more and more of a story for each of its words, with what it looked at in a quarter of a text, in
    half of it and in the whole, and the units of that text."""

    function: str
    looked: tuple[int, int, int]
    units: tuple[str, ...]


def packed(units: Sequence[str], length: int, order: int) -> str:
    """A text of so many characters in which each unit is told again and again, in an order of that number."""
    draw, told = random.Random(order), list[str]()
    while sum(map(len, told)) < length:
        told += draw.sample(list(units), len(units))
    return "".join(told)[:length]


def walking(units: Sequence[str], door: Callable[[str], None] = asked, length: int = _LENGTH) -> list[Walking]:
    """The functions for which a text of these units grows faster than its length, at each of two doublings, in any order."""
    found = _walking(units, door, length, _ORDERS[0])
    for order in _ORDERS[1:] if found else ():
        again = {each.function for each in _walking(units, door, length, order)}
        found = [each for each in found if each.function in again]
    return found


def _walking(units: Sequence[str], door: Callable[[str], None], length: int, order: int) -> list[Walking]:
    found = []
    for part in (length // 4, length // 2, length):
        text = packed(units, part, order)
        _COUNTS.clear()
        with counting():
            door(text)
        found.append(Counter(_COUNTS))
    quarter, half, whole = found
    words = text.count(" ") + 1
    return [
        Walking(name, (quarter[name], half[name], looked), tuple(units))
        for name, looked in whole.items()
        if looked > _TIMES * words and looked > MOST * half[name] > MOST * MOST * quarter[name] > 0
    ]
