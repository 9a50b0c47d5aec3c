"""Reads the corpus' folders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from advisor.corpus.models import Incident
from advisor.datafile import Doc, collect
from advisor.errors import DataError, Finding


@dataclass(frozen=True, slots=True)
class Corpus:
    """All incidents with the files they came from."""

    incidents: dict[str, Incident]
    docs: dict[str, Doc]


@lru_cache(maxsize=1)
def whole(root: Path) -> Corpus:
    """The corpus under `root`, read once. Raises DataError when a file is faulty."""
    corpus, faults = load(root)
    if faults:
        raise DataError(faults)
    return corpus


def load(root: Path) -> tuple[Corpus, list[Finding]]:
    """The corpus under `root`, and every fault met while reading it (faulty files are left out)."""
    faults: list[Finding] = []
    incidents: dict[str, Incident] = {}
    docs: dict[str, Doc] = {}
    for doc, incident in collect(root.rglob("*.yaml"), Incident, faults):
        name = incident.incident
        if name in incidents:
            faults.append(
                Finding(
                    "COR01",
                    str(doc.path),
                    doc.line("incident"),
                    f"'{name}' stands in {docs[name].path} already",
                    "Give the incident another name.",
                )
            )
        incidents[name] = incident
        docs[name] = doc
    return Corpus(incidents, docs), faults
