"""What directors are called for, a representative list told in four ways each: the right situation, with its row or question.

The tellings were written before the lexicon knew them. Those that are not understood yet are listed one by one in
`tellings_open.txt`; run this file as a script to have the list written as it stands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from open_list import marks

from advisor import advise
from advisor.base.datafile import read

FOLDER = Path(__file__).parent / "tellings"
OPEN = Path(__file__).parent / "tellings_open.txt"
OPEN_ITEMS = Path(__file__).parent / "items_open.txt"
ENOUGH = 2


@dataclass(frozen=True)
class Told:
    """One telling of one item under one edition, and what is right for it; without `rows` any row of the situations is."""

    item: str
    edition: str
    number: int
    text: str
    situations: tuple[str, ...]
    rows: tuple[str, ...]
    asks: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name it has in the list of open ones."""
        return f"{self.item} {self.edition} {self.number}"


def told() -> Iterator[Told]:
    """Every telling under every edition that its item names."""
    for path in sorted(FOLDER.glob("*.yaml")):
        items: Any = read(path).value
        for item, entry in items.items():
            right = (tuple(entry["situations"]), tuple(entry.get("rows", ())), tuple(entry.get("asks", ())))
            for edition in entry["editions"]:
                yield from (Told(item, edition, n, text, *right) for n, text in enumerate(entry["tellings"], start=1))


def fault(case: Told) -> str:
    """What is not right in the answer; nothing when it is the right situation with a right row or a fact that may be asked."""
    advice = advise(case.text, edition=case.edition)
    if advice.status in ("none", "unclear", "choose") or not advice.irregularities:
        return f"not understood ({advice.status})"
    first = advice.irregularities[0]
    if first.id not in case.situations:
        return f"taken for {first.id}"
    row = (first.row or "").rpartition("/")[2]
    if row:
        return f"row {row}" if case.rows and row not in case.rows else ""
    asked = advice.question.fact if advice.question is not None else ""
    return "" if asked in case.asks else f"asks {asked}"


TOLD = tuple(told())


def cases() -> list[Any]:
    """The tellings, those known to be open marked so that they must fail."""
    listed = marks(OPEN, {case.name for case in TOLD})
    return [pytest.param(case, id=case.name, marks=listed.get(case.name, [])) for case in TOLD]


@pytest.mark.parametrize("case", cases())
def test_a_telling_is_ruled(case: Told) -> None:
    """The governing situation comes first, with the right row, or with the one fact that was not told."""
    assert not fault(case)


def items() -> list[Any]:
    """The items with their edition, those known to be open marked so that they must fail."""
    every = sorted({(case.item, case.edition) for case in TOLD})
    listed = marks(OPEN_ITEMS, {" ".join(item) for item in every})
    return [pytest.param(item, id=" ".join(item), marks=listed.get(" ".join(item), [])) for item in every]


@pytest.mark.parametrize("item", items())
def test_every_item_is_ruled_from_two_tellings(item: tuple[str, str]) -> None:
    """Whatever a single telling lacks, each item is ruled from at least two differently worded ones."""
    own = [case for case in TOLD if (case.item, case.edition) == item]

    assert len(own) >= 2 * ENOUGH
    assert sum(not fault(case) for case in own) >= ENOUGH, [f"{case.name}: {fault(case)}" for case in own if fault(case)]


def main() -> None:
    """Write the list of open tellings as it stands."""
    found = [(case.name, fault(case)) for case in TOLD]
    lines = [f"{name}: {why}" for name, why in found if why]
    OPEN.write_text("\n".join([_HEAD, *lines, ""]), encoding="utf-8")
    sys.stdout.write(f"{len(lines)} of {len(found)} tellings are open\n")


_HEAD = "# Tellings that are not understood yet, with what is wrong; one that is must leave the list."

if __name__ == "__main__":
    main()
