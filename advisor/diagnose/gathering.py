"""The exceptions by which the sources of a fact are put together (`lexicon/hearing.yaml`, `gathering`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from advisor.base import store

Open = dict[str, tuple[str, ...]]
AUCTION = "auction"


@dataclass(frozen=True, slots=True)
class OnlyMeant:
    """What follows where a call is only meant to be changed, if the fact `asked` is asked."""

    asked: str
    leaves: Mapping[str, tuple[str, ...]]
    tells_not: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Gathering:
    """The lists of the lexicon, as they are looked up: facts by name, values by (fact, value)."""

    surely_played: Mapping[str, frozenset[str]]
    open_by_deeds: frozenset[str]
    asked_if_left: frozenset[str]
    seats_tell: frozenset[str]
    faint: Mapping[tuple[str, str], float]
    only_meant: OnlyMeant
    tells: Mapping[tuple[str, str], Mapping[str, str]]
    ruled: Mapping[str, Mapping[str, tuple[str, ...]]]
    worked_out_by: Mapping[str, str]
    judged: frozenset[str]

    def sure(self, found: Mapping[str, str]) -> Open:
        """What was found on the model of the table that is surer than words."""
        own = self.surely_played
        return {name: (value,) for name, value in found.items() if name in own and (not own[name] or value in own[name])}

    def told_by(self, values: Mapping[str, str], asks: Collection[str]) -> dict[str, tuple[str, str]]:
        """Of the facts that are asked, what these values tell: fact -> (value, the fact that tells it)."""
        told = ((name, self.tells.get((name, value), {})) for name, value in values.items())
        return {other: (tells, name) for name, each in told for other, tells in each.items() if other in asks}

    def left_by(self, kinds: Collection[str], asks: Collection[str]) -> Open:
        """What rulings of these kinds, told in the story, leave open of the facts that are asked."""
        told = [facts for kind, facts in self.ruled.items() if kind in kinds]
        return {name: values for facts in told for name, values in facts.items() if name in asks}


@lru_cache(maxsize=1)
def gathering() -> Gathering:
    """The exceptions of this installation."""
    texts = store.load("texts")
    data: Mapping[str, Any] = texts["gathering"]
    meant = data["only_meant"]
    return Gathering(
        {name: frozenset(values) for name, values in data["surely_played"].items()},
        frozenset(data["open_by_deeds"]),
        frozenset(data["asked_if_left"]),
        frozenset(data["seats_tell"]),
        {(name, value): float(most) for name, values in data["faint"].items() for value, most in values.items()},
        OnlyMeant(meant["asked"], _open(meant["leaves"]), frozenset(meant["tells_not"].items())),
        {(name, value): told for name, values in data["tells"].items() for value, told in values.items()},
        {kind: _open(facts) for kind, facts in data["ruled"].items()},
        {name: source for source, names in data["worked_out_by"].items() for name in names},
        frozenset(texts["judged"]),
    )


def _open(facts: Mapping[str, Collection[str]]) -> Open:
    return {name: tuple(values) for name, values in facts.items()}
