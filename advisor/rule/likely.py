"""Which of the rows that are still open is the likeliest, by what the words rather tell than not: it orders what is said,
and decides nothing."""

from __future__ import annotations

from collections.abc import Mapping

from advisor.lawbook.models import Row, Table

_USUAL = 3.0  # how much likelier the presumed value of an untold fact is than another
_MOST = 0.95

Chances = Mapping[str, Mapping[str, float]]


def likelihoods(table: Table, rows: tuple[Row, ...], known: Mapping[str, str], chances: Chances) -> tuple[float, ...]:
    """How likely each of the rows is (they sum to one): facts known hold, the others as likely as they were heard."""
    found = [1.0] * len(rows)
    for at, row in enumerate(rows):
        for fact, value in row.when.items():
            if fact not in known:
                found[at] *= _chance(table, fact, value, chances.get(fact, {}))
    total = sum(found) or 1.0
    return tuple(each / total for each in found)


def _chance(table: Table, fact: str, value: str, heard: Mapping[str, float]) -> float:
    """How likely a value of a fact is: as far as it was heard, else its share of what was not."""
    ask = table.asks[fact]
    weights = {each: _USUAL if each == ask.presume or each == ask.until else 1.0 for each in ask.values}
    told = min(_MOST, sum(heard.values()))
    scale = told / sum(heard.values()) if told else 0.0
    return heard.get(value, 0.0) * scale + (1 - told) * weights.get(value, 1.0) / sum(weights.values())
