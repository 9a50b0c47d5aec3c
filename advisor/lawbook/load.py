"""Reads the lawbook of one edition from its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from advisor.datafile import Doc, collect
from advisor.errors import Finding
from advisor.lawbook.editions import LAWS
from advisor.lawbook.models import Law, Table, Together
from advisor.lawbook.together import load as load_together


@dataclass(frozen=True, slots=True)
class Lawbook:
    """One edition: laws by number, tables by irregularity, what meets in one story, and the files they came from."""

    edition: str
    laws: dict[str, Law]
    tables: dict[str, Table]
    docs: dict[str, Doc]
    together: dict[str, Together]

    def paragraphs(self) -> dict[str, str]:
        """Every paragraph reference of this edition with the number of its law."""
        return {ref: number for number, law in self.laws.items() for ref in law.paragraphs}


def load(edition: str, root: Path = LAWS) -> tuple[Lawbook, list[Finding]]:
    """The edition's lawbook, and every fault met while reading it (faulty files are left out)."""
    faults: list[Finding] = []
    laws: dict[str, Law] = {}
    tables: dict[str, Table] = {}
    docs: dict[str, Doc] = {}
    for doc, law in collect((root / edition).glob("law_*.yaml"), Law, faults):
        laws[law.law] = law
        docs[f"law {law.law}"] = doc
    for doc, table in collect((root / edition / "tables").glob("*.yaml"), Table, faults):
        if table.irregularity in tables:
            faults.append(
                Finding(
                    "LAW01",
                    str(doc.path),
                    doc.line("irregularity"),
                    f"'{table.irregularity}' has a table already",
                    "Rename it or join the two tables.",
                )
            )
        tables[table.irregularity] = table
        docs[table.irregularity] = doc
    together, file, found = load_together(root / edition / "together.yaml")
    if file is not None:
        docs["together"] = file
    return Lawbook(edition, laws, tables, docs, together), faults + found
