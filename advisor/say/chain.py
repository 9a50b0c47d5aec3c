"""A ruling that hangs on several facts of which each may settle it: what to find out, in order, with what follows where it does.

Unauthorised information changes a score only if it suggested the action, there was an alternative, and somebody was damaged
(16B3): a list of such conditions says it in the order in which a director asks, where branch upon branch would not be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.lawbook.cases import open_rows
from advisor.lawbook.models import Row, Table
from advisor.rule.ruling import Ruled
from advisor.say.branches import sentence
from advisor.say.leadin import joined, led_in
from advisor.say.words import Words

_LEAST = 2  # conditions that make a list
_PLAIN = {"yes": "found_yes", "no": "found_no"}


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact to find out: at `value` the ruling is this `row`, whatever else holds; at `other` the next condition decides."""

    fact: str
    value: str
    row: Row
    other: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The conditions in the order in which they are found out, and the row that is left when none of them settled it; `whole`
    where the open question is the first of them, also if the words rather tell its answer than not."""

    conditions: tuple[Condition, ...]
    left: Row
    whole: bool


def chain(ruled: Ruled, words: Words) -> Chain | None:
    """The open facts of a table as such a list; None where one of them has more answers than two, or neither settles anything."""
    if ruled.row is not None or ruled.until is not None or not ruled.question:
        return None
    found = _found(ruled, dict(ruled.taken), words)
    if not ruled.heard or (found is not None and _heard_of(found.conditions[0], ruled)):
        return found
    led = _found(ruled, dict(ruled.taken) | {ruled.question: ruled.heard}, words)
    return led and replace(led, whole=False)


def _heard_of(first: Condition, ruled: Ruled) -> bool:
    """Whether the words rather tell than not that the first condition, a plain yes or no, does not settle it."""
    return first.fact == ruled.question and first.other == ruled.heard and first.value in _PLAIN


def _found(ruled: Ruled, known: Mapping[str, str], words: Words) -> Chain | None:
    usual = {fact: ask.until for fact, ask in ruled.table.asks.items() if ask.until} | dict(ruled.presumed)
    facts = usual | dict(known)
    found: list[Condition] = []
    while len(alike := _says(open_rows(ruled.table, facts), words)) > 1:
        condition = _next(ruled.table, facts, words)
        if condition is None:
            return None
        found.append(condition)
        facts[condition.fact] = condition.other
    return Chain(tuple(found), next(iter(alike.values())), True) if len(found) >= _LEAST and alike else None


def _says(rows: Sequence[Row], words: Words) -> dict[str, Row]:
    """The rows by what they say."""
    return {sentence(row, words): row for row in reversed(rows)}


def _next(table: Table, facts: Mapping[str, str], words: Words) -> Condition | None:
    """The first open fact on which the ruling hangs, if one of its two answers settles it (the last, where both do)."""
    for fact, ask in table.asks.items():
        if fact in facts:
            continue
        led = {value: _says(open_rows(table, {**facts, fact: value}), words) for value in ask.values}
        led = {value: rows for value, rows in led.items() if rows}
        if len({frozenset(rows) for rows in led.values()}) < 2:
            continue
        settles = [value for value, rows in led.items() if len(rows) == 1]
        if len(led) != 2 or not settles:
            return None
        value = settles[-1]
        other = next(each for each in led if each != value)
        return Condition(fact, value, next(iter(led[value].values())), other)
    return None


def in_order(listed: Chain | None, ruled: Ruled, words: Words, *, heard: bool) -> tuple[list[str], bool]:
    """The list under its heading, nothing where there is none, and whether it stands beside an answer that is `heard`."""
    if listed is None:
        return [], heard
    heard = heard and not listed.whole
    value = words.value(ruled.question, ruled.heard) if heard else ""
    heading = words.frame("as_heard_in_order", value=value) if heard else f"{words.frame('find_in_order')}:"
    return [heading, *_conditions(listed, words)], heard


def _conditions(found: Chain, words: Words) -> list[str]:
    """A line for each condition, the last with both of its outcomes."""
    lines = [
        f"{at}. {words.ask(each.fact)} {_under(each.fact, each.value, each.row, words)}"
        for at, each in enumerate(found.conditions, 1)
    ]
    last = found.conditions[-1]
    return [*lines[:-1], f"{lines[-1]} {_under(last.fact, last.other, found.left, words)}"]


def _under(fact: str, value: str, row: Row, words: Words) -> str:
    """What follows from one answer: behind yes or no in short, else behind the answer in words."""
    text = sentence(row, words)
    if value in _PLAIN:
        rest = led_in(text)  # the clause before the colon is the answer once more
        rest = text if rest.startswith(tuple(words.frame("cannot_begin").split(", "))) else rest
        return f"{words.frame(_PLAIN[value])}: {_small(rest)}"
    under = joined(words.value(fact, value), text, words.ask(fact))
    line = f"{words.value(fact, value)}: {under.text}" if under.named else under.text
    return f"{line[:1].upper()}{line[1:]}"


def _small(text: str) -> str:
    """A sentence inside another one: without its capital, but for a word of capitals."""
    return text[:1].lower() + text[1:] if not text[1:2].isupper() and text[:2] != "I " else text
