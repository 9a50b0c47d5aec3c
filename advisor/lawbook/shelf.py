"""The compiled lawbook: what the running advisor takes from the shelf.

The furniture (`models`) is built when the first piece is taken: whoever only reads a law on the page opens the book sooner.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from advisor.base import store
from advisor.lawbook.editions import editions as _editions
from advisor.lawbook.numbers import law_number

if TYPE_CHECKING:
    from advisor.lawbook.models import Law, Paragraph, Table

__all__ = ["editions", "law", "law_said", "laws", "table", "tables"]


@lru_cache(maxsize=1)
def editions() -> tuple[str, ...]:
    """The editions on the shelf, newest first."""
    return _editions()


@lru_cache(maxsize=8)
def laws(edition: str) -> Mapping[str, Mapping[str, object]]:
    """The compiled laws of an edition as plain data, by number."""
    found: Mapping[str, Mapping[str, object]] = store.load(f"laws_{edition}")
    return found


@lru_cache(maxsize=512)
def law(edition: str, number: str) -> Law | None:
    """One law with its paragraphs, or None when the edition does not hold it."""
    from advisor.lawbook.models import Law

    data = laws(edition).get(number)
    return None if data is None else Law.model_validate(data)


def law_said(ref: str, edition: str) -> Paragraph | None:
    """What a paragraph says in an edition, or None when it does not hold it."""
    whole = law(edition, law_number(ref))
    return whole.paragraphs.get(ref) if whole is not None else None


@lru_cache(maxsize=8)
def tables(edition: str) -> Mapping[str, Mapping[str, object]]:
    """The compiled tables of an edition as plain data, by irregularity."""
    found: Mapping[str, Mapping[str, object]] = store.load(f"tables_{edition}")
    return found


@lru_cache(maxsize=2048)
def table(edition: str, irregularity: str) -> Table | None:
    """The table of one irregularity, or None when the edition has none."""
    from advisor.lawbook.models import Table

    data = tables(edition).get(irregularity)
    return None if data is None else Table.model_validate(data)
