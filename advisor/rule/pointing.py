"""Which way the told facts point where the judgement is the Director's (Laws 25A, 45C4(b), 46B).

The signs are data (`points` of a table). They never close the question: they say which answer they speak for, and the
ruling that goes with it governs until the Director has answered.
"""

from __future__ import annotations

from dataclasses import dataclass

from advisor.diagnose.facts import Facts
from advisor.lawbook.models import Point, Table


@dataclass(frozen=True, slots=True)
class Pointing:
    """The points that were told, each with the words that tell it; the value each fact leans to when they agree;
    and the facts that are open again because what was told points both ways."""

    told: tuple[tuple[Point, tuple[str, ...]], ...] = ()
    leans: tuple[tuple[str, str], ...] = ()
    torn: tuple[str, ...] = ()

    @property
    def undecided(self) -> bool:
        """Whether something is told both ways, and neither side counts more."""
        return bool(set(self.torn) - {fact for fact, _ in self.leans})


NOTHING = Pointing()


def pointing(table: Table, facts: Facts) -> Pointing:
    """What the told facts point to in this table. A fact that the user answered is no longer weighed."""
    heard = {point.id: (point, words) for point in table.points if (words := _words(point, facts))}
    weaker = {name for point, _ in heard.values() for name in point.outweighs}
    told = tuple(entry for name, entry in heard.items() if name not in weaker)
    leans, torn = {}, []
    for fact in dict.fromkeys(point.fact for point, _ in told):
        known = facts.known.get(fact)
        if known is not None and known.how == "answered":
            continue
        beaten = {heard[name][0].to for name in weaker & set(heard) if heard[name][0].fact == fact}
        values = {point.to for point, _ in told if point.fact == fact}
        if known is not None and known.value not in values:
            torn.append(fact)
            values |= {known.value} - beaten
        if len(values) == 1:
            leans[fact] = values.pop()
        elif fact not in torn:
            torn.append(fact)
    return Pointing(told, tuple(leans.items()), tuple(torn))


def _words(point: Point, facts: Facts) -> tuple[str, ...]:
    """The words that tell a point, or none when a part of it is not told or the story refutes what it points to."""
    if point.to in facts.refuted.get(point.fact, ()):
        return ()
    told = facts.told
    first = tuple(quote for name in point.heard for quote in told.get(name, ()))
    second = tuple(quote for name in point.with_ for quote in told.get(name, ()))
    return tuple(dict.fromkeys((*first, *second))) if first and (second or not point.with_) else ()
