"""What the lawbook holds, law by law: the single published list of what is modelled, how fully, and checked when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from advisor.base import paths, store
from advisor.base.errors import UsageError

_TELLINGS = "tellings"
Row = tuple[str, int, int, int, int, int, str, str]


def rows(book: Any, told: Mapping[str, int]) -> list[Row]:
    """One row a law of a lawbook: number, paragraphs, tables, rows, rights, incidents, last checked, why it has no table;
    `told` has the incidents of each irregularity."""
    found = []
    for number in sorted(book.laws, key=int):
        law = book.laws[number]
        tables = [t for t in book.tables.values() if t.law_number == number]
        found.append(
            (
                number,
                len(law.paragraphs),
                len(tables),
                sum(len(t.all_rows()) for t in tables),
                sum(t.kind == "rights" for t in tables),
                sum(told.get(t.irregularity, 0) for t in tables),
                law.checked,
                "" if tables else law.no_table,
            )
        )
    return found


def incidents(written: Iterable[Any]) -> Counter[str]:
    """How many incidents the corpus tells of each irregularity: those that people write, and a telling a line."""
    told = Counter(incident.truth.get("irregularity", "") for incident in written)
    for path in (paths.CORPUS / _TELLINGS).rglob("*.jsonl"):
        told[path.stem] += path.read_bytes().count(b"\n")
    return told


def grid(edition: str = paths.EDITION) -> str:
    """The list as text, with totals, as it was counted when the data were compiled. Raises UsageError for an unknown edition."""
    counted: dict[str, list[Row]] = store.load("coverage")
    if edition not in counted:
        raise UsageError("EDITION", f"There is no edition '{edition}': use one of {', '.join(counted)}.")
    return shown(counted[edition])


def shown(found: Sequence[Row]) -> str:
    """Rows as text, with totals."""
    out = [f"{'law':>4} {'paragraphs':>10} {'tables':>6} {'rows':>5} {'rights':>6} {'incidents':>9}  checked"]
    out += [
        f"{n:>4} {p:>10} {t:>6} {r:>5} {g:>6} {i:>9}  {checked}{f'  no table: {why}' if why else ''}"
        for n, p, t, r, g, i, checked, why in found
    ]
    sums = [sum(column) for column in zip(*(row[1:6] for row in found), strict=True)]
    out.append(f"{len(found):>4} {sums[0]:>10} {sums[1]:>6} {sums[2]:>5} {sums[3]:>6} {sums[4]:>9}  total")
    return "\n".join(out)
