"""Holds the facts against a decision table: the row that fires, or the fact that is still missing and where it leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from advisor.lawbook.cases import fits, narrowed, open_rows, presumptions
from advisor.lawbook.models import Row, Table
from advisor.lawbook.numbers import above, section
from advisor.lawbook.shelf import table
from advisor.rule.pointing import NOTHING, Pointing

Leans = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Where one answer to the open question leads: the rows that remain."""

    value: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """The outcome: `row` when one is left (the first, when several say the same), else the `question` (a fact) with its branches.

    `until` is the row that governs as long as nobody has answered (facts with an `until` value are taken at it);
    `likely` are the rows that what was told points to, when it points to some of them only.
    `asked` says that the text asks whether it is allowed; `decided` are the facts that an option of the Regulating
    Authority decided, `deciding` the switches that did, `overruled` those whose fact was told, so that they decide nothing.
    `taken` are the facts held against the table, those presumed included,
    `chances` how likely each of `rows` is (empty: alike); `heard` is the answer to the question that the words rather tell
    than not (empty: none); `awaited` says that `until` is the ruling under a presumption which a conversation does not rest on;
    `past` are the facts whose presumed value the stage of the story contradicts, as it stands, `reached` those that tell how far
    the hand has got, whether or not the table asks them.
    """

    table: Table
    row: Row | None
    rows: tuple[Row, ...]
    until: Row | None = None
    likely: tuple[Row, ...] = ()
    question: str = ""
    branches: tuple[Branch, ...] = ()
    presumed: tuple[tuple[str, str], ...] = ()
    pointing: Pointing = NOTHING
    asked: bool = False
    decided: tuple[tuple[str, str], ...] = ()
    deciding: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    chances: tuple[float, ...] = ()
    heard: str = ""
    awaited: bool = False
    past: frozenset[str] = frozenset()
    reached: tuple[tuple[str, str], ...] = ()

    def told(self) -> dict[str, str]:
        """The facts held against the table that are known: told, derived, answered or decided by an option, not presumed."""
        presumed = dict(self.presumed)
        return {name: value for name, value in self.taken if name not in presumed}

    def laws(self) -> tuple[str, ...]:
        """The governing paragraph first, as deep as what is known allows, then the others that apply."""
        if self.row is not None:
            found = [self.row.law, *(ref for row in self.rows for ref in row.see)]
        elif self.awaited:
            every = (*([self.until] if self.until is not None else []), *self.rows)
            found = [_common([row.law for row in every], self.table.law)]
            found += [*(row.law for row in every), *(ref for row in every for ref in row.see)]
        else:
            head = [self.until.law] if self.until is not None else []
            nearest = self.likely or self.as_heard() or self._by_chance()
            every = (*nearest, *self.rows)
            found = [*head, self._governing(nearest), *(row.law for row in every), *(ref for row in every for ref in row.see)]
        return tuple(dict.fromkeys([*found, *self.table.see]))

    def chance(self, row: Row) -> float:
        """How likely one of the rows still open is."""
        return self.chances[self.rows.index(row)] if self.chances and row in self.rows else 0.0

    def as_heard(self) -> tuple[Row, ...]:
        """The rows that stand if the open question is answered as the words rather tell than not, the likeliest first."""
        rows = next((branch.rows for branch in self.branches if branch.value == self.heard), ())
        return tuple(sorted(rows, key=self.chance, reverse=True))

    def _by_chance(self) -> tuple[Row, ...]:
        """The rows still open, the likeliest first."""
        order = sorted(range(len(self.chances)), key=lambda at: -self.chances[at])
        return tuple(self.rows[at] for at in order) or self.rows

    def _governing(self, nearest: tuple[Row, ...]) -> str:
        """The deepest paragraph above all rows still open; where that is no more than the number of a law, the section in which
        the likeliest of them lie."""
        common = _common([row.law for row in nearest], self.table.law)
        if not common.isdigit():
            return common
        share: dict[str, float] = {}
        for row, chance in zip(self.rows, self.chances or (1.0,) * len(self.rows), strict=True):
            share[section(row.law)] = share.get(section(row.law), 0.0) + chance
        best = max(share, key=share.__getitem__)
        return _common([row.law for row in nearest if section(row.law) == best], best)

    def answers(self) -> frozenset[str]:
        """What the rows that are still open answer: `yes`, `no`, `only_when`, or `value` when the question is how much or who."""
        return frozenset(row.answer for row in self.rows if row.answer is not None)


def _common(laws: list[str], default: str) -> str:
    """The deepest paragraph above all of `laws`, if it lies below the table's own; else the table's own."""
    head = laws[0] if laws else default
    for law in laws:
        while not above(head, law):
            head = _parent(head)
            if not head:
                return default
    return head if above(default, head) else default


def _parent(ref: str) -> str:
    """One step up: 27B1(a) -> 27B1 -> 27B -> 27 -> ''."""
    if ref.endswith(")"):
        return ref[: ref.rindex("(")]
    if ref[-1].isdigit() and not ref.isdigit():
        return ref.rstrip("0123456789")
    return ref[:-1] if ref[-1].isalpha() else ""


Known = tuple[tuple[str, str], ...]
Left = tuple[tuple[str, tuple[str, ...]], ...]


def rule(
    found: Table,
    facts: Mapping[str, str],
    leans: Leans = (),
    both_ways: Iterable[str] = (),
    firm: Mapping[str, str] | None = None,
    left: Mapping[str, tuple[str, ...]] | None = None,
) -> Ruled:
    """Rule a table with what is known; facts the table does not ask for are ignored. What an open fact `leans` to
    governs until somebody has answered; what was told `both_ways` is asked, never presumed.

    `firm` are those of the facts that the user answered: where all of them together are impossible, these alone count,
    so that nothing answered is asked again. `left` are the values that what is told leaves open of a fact: it has no other."""
    doubtful = frozenset(name for name in both_ways if name in found.asks and name not in facts)
    known, sure, open_yet = _asked(found, facts), _asked(found, firm or {}), _left(found, left or {})
    return _rule(found.edition, found.irregularity, known, leans, doubtful, sure, open_yet)


def _asked(found: Table, facts: Mapping[str, str]) -> Known:
    return tuple(sorted((name, value) for name, value in facts.items() if name in found.asks))


def _left(found: Table, left: Mapping[str, tuple[str, ...]]) -> Left:
    return tuple(sorted((name, values) for name, values in left.items() if name in found.asks))


@lru_cache(maxsize=1024)
def _rule(
    edition: str, irregularity: str, known: Known, leans: Leans, doubtful: frozenset[str], firm: Known, left: Left
) -> Ruled:
    whole = table(edition, irregularity)
    assert whole is not None
    found = narrowed(whole, {name: values for name, values in left if name not in dict(known)})
    return replace(_held(found, dict(known), leans, doubtful, firm), table=whole)


def _held(found: Table, facts: dict[str, str], leans: Leans, doubtful: frozenset[str], firm: Known) -> Ruled:
    rows = open_rows(found, facts)
    if not rows and firm:
        facts = dict(firm)
        rows = open_rows(found, facts)
    if not rows:
        facts, rows = {}, open_rows(found, {})
    if _agree(rows):
        return Ruled(found, rows[0], rows, taken=tuple(facts.items()))
    presumed = tuple(presumptions(found, facts, doubtful).items())
    if presumed:
        assumed = open_rows(found, facts | dict(presumed))
        if _agree(assumed):
            return Ruled(found, assumed[0], assumed, presumed=presumed, taken=(*facts.items(), *presumed))
        if assumed:
            facts, rows = facts | dict(presumed), assumed
    name, branches = _next(found, facts)
    governing = _until(found, facts, dict(leans))
    likely = open_rows(found, dict(leans) | facts) if leans else ()
    return Ruled(found, None, rows, governing, likely, name, branches, presumed, taken=tuple(facts.items()))


def _until(found: Table, facts: dict[str, str], leans: dict[str, str]) -> Row | None:
    """The row that is left when every open fact is taken at the value it leans to, or else at its `until` value, if there is
    one (or several that say the same)."""
    asked = {name: ask.until for name, ask in found.asks.items() if ask.until and not (ask.unless and fits(ask.unless, facts))}
    taken = {name: value for name, value in (asked | leans).items() if name not in facts}
    rows = open_rows(found, facts | taken) if taken else ()
    return rows[0] if _agree(rows) else None


def _agree(rows: tuple[Row, ...]) -> bool:
    """One row is left, or several that say exactly the same, so that no answer could change what is said."""
    return len({_says(row) for row in rows}) == 1


def _says(row: Row) -> tuple[object, ...]:
    """What a row says: its law, its lines and its answer."""
    return row.law, row.then, row.answer


def _next(found: Table, facts: dict[str, str]) -> tuple[str, tuple[Branch, ...]]:
    """The first unknown fact, in the table's order, whose answers lead to different rulings (or else to different rows)."""
    dividing: list[tuple[str, tuple[Branch, ...]]] = []
    for name in found.asks:
        if name in facts:
            continue
        real = branched(found, facts, name)
        if len({frozenset(_says(row) for row in branch.rows) for branch in real}) > 1:
            return name, real
        if divides(real):
            dividing.append((name, real))
    return dividing[0] if dividing else ("", ())


def branched(found: Table, facts: Mapping[str, str], name: str) -> tuple[Branch, ...]:
    """Where each answer to a fact leads, those that are possible."""
    branches = (Branch(value, open_rows(found, {**facts, name: value})) for value in found.asks[name].values)
    return tuple(branch for branch in branches if branch.rows)


def divides(branches: Sequence[Branch]) -> bool:
    """Whether these answers do not all lead to the same rows."""
    return len({tuple(row.id for row in branch.rows) for branch in branches}) > 1
