"""All cases of a decision table: which rows fit, and whether every case has exactly one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product

from advisor.lawbook.models import Row, Table

Case = dict[str, str]


def fits(when: Mapping[str, str], facts: Mapping[str, str]) -> bool:
    """All cells of `when` are known and equal."""
    return when.items() <= facts.items()


def may_fit(when: Mapping[str, str], facts: Mapping[str, str]) -> bool:
    """No cell of `when` contradicts what is known: unknown facts may still turn out to fit."""
    return all(facts.get(fact, value) == value for fact, value in when.items())


def possible(table: Table, facts: Mapping[str, str]) -> bool:
    """The facts hold none of the table's impossible combinations."""
    return not any(fits(bar, facts) for bar in table.impossible)


def every_case(table: Table) -> Iterator[Case]:
    """Every possible combination of the asked facts' values."""
    names = list(table.asks)
    for values in product(*(table.asks[name].values for name in names)):
        case = dict(zip(names, values, strict=True))
        if possible(table, case):
            yield case


def winners(table: Table, facts: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows that fit a complete case: the exceptions where any fits, else the rows."""
    beating = tuple(row for row in table.exceptions if fits(row.when, facts))
    return beating or tuple(row for row in table.rows if fits(row.when, facts))


def open_rows(table: Table, facts: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows still possible with what is known, in the table's order, each reached by at least one possible case."""
    known = {name: value for name, value in facts.items() if name in table.asks}
    seen: dict[str, Row] = {}
    names = [name for name in table.asks if name not in known]
    for values in product(*(table.asks[name].values for name in names)):
        case = known | dict(zip(names, values, strict=True))
        if possible(table, case):
            for row in winners(table, case):
                seen.setdefault(row.id, row)
    return tuple(row for row in table.all_rows() if row.id in seen)


def presumptions(table: Table, facts: Mapping[str, str], doubtful: Collection[str] = ()) -> Case:
    """The presumed values of the facts that are neither known nor doubtful: all together, or, where what is known rules that out,
    one after the other in the table's order, each at its presumed value or else at its `otherwise` value, if a case is left."""
    usual = {name: ask.presume for name, ask in table.asks.items() if ask.presume and name not in facts and name not in doubtful}
    if not usual or open_rows(table, {**facts, **usual}):
        return usual
    taken: Case = {}
    for name in usual:
        ask = table.asks[name]
        could = [value for value in (ask.presume, ask.otherwise) if value and open_rows(table, {**facts, **taken, name: value})]
        if could:
            taken[name] = could[0]
    return taken


def narrowed(table: Table, left: Mapping[str, tuple[str, ...]]) -> Table:
    """The table with only those values of some facts that are `left` open: none of them is presumed or taken that is not; where
    what is presumed is not, its `otherwise` value is."""
    if not left:
        return table
    asks = dict(table.asks)
    for name, values in left.items():
        usual = {key: "" for key in ("presume", "otherwise", "until") if getattr(asks[name], key) not in values}
        if "presume" in usual and asks[name].presume and asks[name].otherwise in values:
            usual["presume"] = asks[name].otherwise
        asks[name] = asks[name].model_copy(update={"values": values, **usual})
    return table.model_copy(update={"asks": asks})
