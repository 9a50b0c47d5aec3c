"""What the lawbook holds, law by law: the single published list of what is modelled, how fully, and checked when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from advisor import paths
from advisor.corpus.load import whole
from advisor.lawbook.load import load as load_lawbook

Row = tuple[str, int, int, int, int, int, str, str]


def rows(edition: str = paths.EDITION) -> list[Row]:
    """One row a law: number, paragraphs, tables, rows, rights, incidents, last checked, why it has no table."""
    book, _ = load_lawbook(edition)
    told = Counter(incident.truth.get("irregularity", "") for incident in whole(paths.CORPUS).incidents.values())
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
                sum(told[t.irregularity] for t in tables),
                law.checked,
                "" if tables else law.no_table,
            )
        )
    return found


def grid(edition: str = paths.EDITION) -> str:
    """The list as text, with totals."""
    return shown(rows(edition))


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
