"""Facts that an option of the Regulating Authority decides: the regulation in force says what would be asked (80A, 80B2(f))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from advisor.base import store
from advisor.lawbook.models import Table


@dataclass(frozen=True, slots=True)
class Regulated:
    """`decided`: fact -> value that the authority's options establish; `doubtful`: facts that must be asked, because the
    options in force do not say what is presumed without them; `by`: fact -> the switches that decide it."""

    decided: Mapping[str, str] = field(default_factory=dict)
    doubtful: frozenset[str] = frozenset()
    by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def regulated(table: Table, switches: Mapping[str, str]) -> Regulated:
    """What the values of the `switches` say of the facts this table asks. Several switches decide a fact only when they agree;
    the Laws' own default never answers a question that the table has to ask, it only stands behind what is presumed."""
    decided: dict[str, str] = {}
    doubtful: set[str] = set()
    by: dict[str, tuple[str, ...]] = {}
    for name, ask in table.asks.items():
        if not ask.by:
            continue
        says = {meant.get(_value(switch, switches), "") for switch, meant in ask.by.items()}
        value = says.pop() if len(says) == 1 else ""
        if not value:
            doubtful.add(name)
        elif any(_value(switch, switches) != _default(switch) for switch in ask.by):
            decided[name] = value
            by[name] = tuple(ask.by)
        elif ask.presume == value:
            by[name] = tuple(ask.by)
    return Regulated(decided, frozenset(doubtful), by)


def _default(switch: str) -> str:
    return str(store.load("authorities")["switches"][switch]["default"])


def _value(switch: str, switches: Mapping[str, str]) -> str:
    return switches.get(switch) or _default(switch)
