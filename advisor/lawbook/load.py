"""Reads the lawbook of one edition from its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from advisor.base.datafile import Doc, collect, read
from advisor.base.errors import DataError, Finding
from advisor.lawbook.editions import LAWS
from advisor.lawbook.models import Law, Table, Text, Together
from advisor.lawbook.together import load as load_together


@dataclass(frozen=True, slots=True)
class Lawbook:
    """One edition: laws by number, tables by irregularity, what meets in one story, what changed, and their files."""

    edition: str
    laws: dict[str, Law]
    tables: dict[str, Table]
    docs: dict[str, Doc]
    together: dict[str, Together]
    changes: dict[str, Text]

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
    changes, faulty = _changes(root / edition / "changes.yaml")
    return Lawbook(edition, laws, tables, docs, together, changes), faults + found + faulty


def _changes(path: Path) -> tuple[dict[str, Text], list[Finding]]:
    """What the edition changed, by law, when it has a file of it; and every fault met while reading."""
    try:
        doc = read(path) if path.is_file() else None
    except DataError as error:
        return {}, list(error.findings)
    if doc is None or not isinstance(doc.value, dict):
        return {}, []
    return {str(number): Text.model_validate(entry) for number, entry in doc.value.items()}, []
