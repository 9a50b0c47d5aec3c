"""Time grows linearly with length: units repeated, alone and in pairs, at one length and at twice that, through every door; a
reply in one of several incidents, behind an opening of a turn ("no", "what if").

A time is processor time, the best of a few, so that other programs on the machine do not count.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, cycle, islice

from advisor.advising import LONGEST, advise
from advisor.base.errors import UsageError
from advisor.base.kept import forget
from advisor.say.lookup import LONGEST as LONGEST_SEARCH
from advisor.say.lookup import find, reference
from advisor.talk.conversation import Conversation, Standing, begin, take
from advisor.talk.models import LONGEST_REPLY

from .units import FILES, openings, units

MOST = 2.6  # growth a doubling
SLOWEST = 1.0  # seconds that a text at its limit may take
FLOOR = SLOWEST / 4  # seconds: below, a time says nothing of growth
_TRIES = 6
_PACE, _PACED = 40_000, 0.02  # rounds of a loop, and the seconds that they take where nothing else is at work
_STORIES = (
    "West led out of turn",
    "η Δύση έκανε αντάμ εκτός σειράς",
    "East bid 1♠ over 1NT",
    "ο εκτελεστής ρενόνσαρε στη λεβέ 5",
    "South claimed the rest and East objects",
    "o Vorras dilwse 2 kara anti gia 3",
)
DOORS = ("ask", "telling", "find", "law", "reply")
VALUE, CONCEPT = "=", "concept"
KINDS = frozenset({VALUE, "signs", *FILES})  # any other unit is of a concept
Door = Callable[[str], None]


@dataclass(frozen=True)
class Grown:
    """A unit (behind what a reply opens with), the door it went through, the time at the longer length (seconds), and the growth
    from half of it."""

    unit: str
    door: str
    seconds: float
    growth: float

    @property
    def too_much(self) -> bool:
        """Whether it grows faster than its length, or is too slow at any."""
        return self.seconds > SLOWEST or self.growth > MOST


def asked(text: str) -> None:
    """The door of `ask`."""
    forget()
    advise(text)


def told(text: str) -> None:
    """The door of a conversation: the first message."""
    forget()
    Conversation().turn(text)


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


def slowness() -> float:
    """How many times slower this machine is now than the one of the budgets, at least 1: processors that share a core slow one
    another by half, and that counts as their processor time."""
    began, counted = time.process_time(), dict[int, int]()
    for number in range(_PACE):
        counted[number % 997] = counted.get(number % 997, 0) + len(str(number))
    return max(1.0, (time.process_time() - began) / _PACED)


def warm() -> None:
    """Everything is loaded, and what is loaded is not walked by the garbage collector while a text is timed."""
    asked("West led out of turn")
    gc.collect()
    gc.freeze()


def grown(unit: str, name: str, door: Door, length: int, head: str = "") -> Grown:
    """How the time grows from half a length (characters) to the whole; measured again where it seems too much. What is over soon
    is not measured at half its length: it would say nothing of growth, and at the limit of a text it is no harm."""
    half, whole = ((head + unit * max(1, (size - len(head)) // len(unit))) for size in (length // 2, length))
    floor = FLOOR * max(1.0, 2 * length / LONGEST)
    least = [seconds(door, whole)]
    if least[0] <= floor:
        return Grown(head + unit, name, least[0], 1.0)
    least.insert(0, seconds(door, half))
    for _ in range(_TRIES):
        if least[1] <= floor or least[1] <= min(SLOWEST, MOST * least[0]):
            break
        least = [min(least[0], seconds(door, half)), min(least[1], seconds(door, whole))]
    growth = least[1] / max(least[0], 1e-9) if least[1] > floor else 1.0
    return Grown(head + unit, name, least[1], growth)


def pairs(number: int, seed: int) -> Iterator[str]:
    """Pairs of units: each kind of word with each (its own too), in both languages, before any comes again; the order of the
    kinds and the words of each are drawn by a seed."""
    draw, by_kind = random.Random(seed), sorts()
    every = list(combinations_with_replacement(by_kind, 2))
    order = draw.sample(every, len(every))
    for one, other in islice(cycle(order), number):
        yield draw.choice(by_kind[one]) + draw.choice(by_kind[other])


@lru_cache(maxsize=1)
def sorts() -> dict[str, tuple[str, ...]]:
    """The units by kind and language: `notation` and `notation el`; all concepts are of one kind."""
    found: dict[str, list[str]] = {}
    for unit in sorted(units()):
        of = kind(unit)
        name = of if of in KINDS else CONCEPT
        found.setdefault(name if unit.isascii() else f"{name} el", []).append(unit)
    return {name: tuple(each) for name, each in sorted(found.items())}


def of_day(day: int, days: int) -> list[str]:
    """The units of one day in so many: each has its day, and every day has units of every kind."""
    every = sorted(units())
    random.Random(days).shuffle(every)
    every.sort(key=kind)
    return every[day % days :: days]


def kind(unit: str) -> str:
    """Where a unit comes from; `=` for the value of a fact, whichever it is."""
    origin = units()[unit]
    return VALUE if VALUE in origin else origin


def doors() -> dict[str, tuple[Door, int]]:
    """Every door but that of a reply, with the length that is its limit."""
    return {"ask": (asked, LONGEST), "telling": (told, LONGEST), "find": (searched, LONGEST_SEARCH), "law": (looked_up, LONGEST)}


@lru_cache(maxsize=1)
def incidents() -> tuple[Replied, ...]:
    """The incidents in which a reply is tried."""
    return tuple(Replied(story) for story in _STORIES)


def replied(unit: str, seed: int) -> Grown:
    """How the time of a reply grows: a unit behind an opening, in an incident, both drawn by a seed."""
    draw = random.Random(f"{seed} {unit}")
    at, head = draw.randrange(len(_STORIES)), draw.choice(("", f"{draw.choice(openings())} "))
    return grown(unit, f"reply to {_STORIES[at]!r}", incidents()[at], LONGEST_REPLY, head)


def sweep(each: Iterable[str], names: Iterable[str], seed: int = 1, length: int = LONGEST) -> Iterator[Grown]:
    """How the time of every unit grows at these doors ("reply" among them), none at more than this length."""
    every = doors()
    warm()
    for unit in each:
        for name in names:
            if name == "reply":
                yield replied(unit, seed)
            else:
                door, most = every[name]
                yield grown(unit, name, door, min(most, length))


def tried(each: Sequence[str], until: float, seed: int) -> tuple[int, list[Grown]]:
    """How many of these units could be tried at every door before then (monotonic seconds), and what grows too much."""
    number, slow = 0, list[Grown]()
    for found in sweep(each, DOORS, seed) if time.monotonic() < until else ():
        if time.monotonic() > until:
            break
        number += 1
        slow += [found] if found.too_much else []
    return number, slow
