"""Time grows linearly with length: units repeated, alone and in pairs, at one length and at twice that, through every door.

A time is processor time, the best of a few, so that other programs on the machine do not count.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from advisor.advising import advise
from advisor.base.errors import UsageError
from advisor.base.kept import forget
from advisor.say.lookup import find, reference
from advisor.talk.conversation import Standing, begin, take

from .units import units

MOST = 2.6  # growth a doubling
FLOOR = 0.1  # seconds: below, a time says nothing of growth
_TRIES = 6
Door = Callable[[str], None]


@dataclass(frozen=True)
class Grown:
    """A unit, the door it went through, the time at the longer length (seconds), and the growth from half of it."""

    unit: str
    door: str
    seconds: float
    growth: float

    @property
    def too_much(self) -> bool:
        """Whether it grows faster than its length."""
        return self.seconds > FLOOR and self.growth > MOST


def asked(text: str) -> None:
    """The door of `ask`."""
    forget()
    advise(text)


def searched(text: str) -> None:
    """The door of `find`."""
    find(text)


def looked_up(text: str) -> None:
    """The door of `law`."""
    reference(text)


class Replied:
    """The door of a conversation: a reply while an incident is in hand, with a question open."""

    def __init__(self, story: str) -> None:
        self.told, _ = take(Standing(state=begin()), _nowhere, 1, story)

    def __call__(self, text: str) -> None:
        """Reply once; what stood before is as it was."""
        forget()
        take(self.told, _nowhere, 2, text)


def _nowhere(number: int) -> Standing:
    return Standing(state=begin())


def seconds(door: Door, text: str) -> float:
    """The processor time that a text takes."""
    began = time.process_time()
    with suppress(UsageError):
        door(text)
    return time.process_time() - began


def warm() -> None:
    """Everything is loaded, and what is loaded is not walked by the garbage collector while a text is timed."""
    asked("West led out of turn")
    gc.collect()
    gc.freeze()


def grown(unit: str, name: str, door: Door, length: int) -> Grown:
    """How the time grows from half a length (characters) to the whole; measured again where it seems too much. What is over at
    once is not measured at half its length: it would say nothing of growth."""
    half, whole = (unit * max(1, size // len(unit)) for size in (length // 2, length))
    least = [seconds(door, whole)]
    if least[0] <= FLOOR:
        return Grown(unit, name, least[0], 1.0)
    least.insert(0, seconds(door, half))
    for _ in range(_TRIES):
        if least[1] <= FLOOR or least[1] <= MOST * least[0]:
            break
        least = [min(least[0], seconds(door, half)), min(least[1], seconds(door, whole))]
    return Grown(unit, name, least[1], least[1] / max(least[0], 1e-9))


def pairs(number: int, seed: int) -> Iterator[str]:
    """Pairs of units, drawn by a seed."""
    every, draw = sorted(units()), random.Random(seed)
    for _ in range(number):
        yield draw.choice(every) + draw.choice(every)


def doors() -> dict[str, tuple[Door, int]]:
    """Every door with the length at which it is tried."""
    return {
        "ask": (asked, 4_000),
        "reply": (Replied("West led out of turn"), 2_000),
        "find": (searched, 2_000),
        "law": (looked_up, 20_000),
    }


def sweep(each: Iterable[str], names: Iterable[str]) -> Iterator[Grown]:
    """How the time of every unit grows at these doors."""
    every = doors()
    warm()
    for unit in each:
        for name in names:
            door, length = every[name]
            yield grown(unit, name, door, length)


def tried(each: Sequence[str], until: float) -> tuple[int, list[Grown]]:
    """How many of these units could be tried at every door before then (monotonic seconds), and what grows too much."""
    number, slow = 0, list[Grown]()
    for found in sweep(each, doors()):
        if time.monotonic() > until:
            break
        number += 1
        slow += [found] if found.too_much else []
    return number, slow
