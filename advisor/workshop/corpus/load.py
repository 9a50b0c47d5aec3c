"""Reads the corpus: `cases/<law>/<irregularity>.yaml`, where people write, and `tellings/<law>/<irregularity>.jsonl`, a telling a
line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from advisor.base.datafile import Doc, Place, Value, model, read
from advisor.base.errors import DataError, Finding
from advisor.workshop.corpus.models import Incident, of_line

CASES, TELLINGS = "cases", "tellings"


@dataclass(frozen=True, slots=True)
class Corpus:
    """All incidents with the place each came from."""

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
    """The corpus under `root`, and every fault met while reading it (faulty incidents are left out)."""
    return _gathered((*sorted((root / CASES).rglob("*.yaml")), *sorted((root / TELLINGS).rglob("*.jsonl"))))


def cases(root: Path) -> tuple[Corpus, list[Finding]]:
    """The incidents that people write (those with several tellings or a precedent), and every fault among them."""
    return _gathered(tuple(sorted((root / CASES).rglob("*.yaml"))))


def _gathered(files: tuple[Path, ...]) -> tuple[Corpus, list[Finding]]:
    faults: list[Finding] = []
    incidents: dict[str, Incident] = {}
    docs: dict[str, Doc] = {}
    for path in files:
        for doc, incident in (_cases if path.suffix == ".yaml" else _lines)(path, faults):
            name = incident.incident
            if name in incidents:
                what = f"'{name}' stands in {docs[name].path} already"
                faults.append(Finding("COR01", str(path), doc.line("incident"), what, "Give the incident another name."))
            incidents[name] = incident
            docs[name] = doc
    return Corpus(incidents, docs), faults


def _cases(path: Path, faults: list[Finding]) -> Iterator[tuple[Doc, Incident]]:
    """The incidents of a file of cases, each with the lines of its own part."""
    try:
        doc = read(path)
    except DataError as error:
        faults.extend(error.findings)
        return
    if not isinstance(doc.value, list):
        faults.append(Finding("DATA2", str(path), 1, "the file is not a list of incidents", "Start each with '- incident:'."))
        return
    lines: list[dict[Place, int]] = [{} for _ in doc.value]
    for place, line in doc.lines.items():
        if place and isinstance(place[0], int):
            lines[place[0]][place[1:]] = line
    for value, own in zip(doc.value, lines, strict=True):
        part = Doc(path, value, own)
        try:
            yield part, model(part, Incident)
        except DataError as error:
            faults.extend(error.findings)


def _lines(path: Path, faults: list[Finding]) -> Iterator[tuple[Doc, Incident]]:
    """The incidents of a file of tellings, one a line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        doc = Doc(path, line, {(): number})
        try:
            value: dict[str, Value] = json.loads(line)
            yield doc, Incident.model_validate(of_line(value, path.stem))
        except (json.JSONDecodeError, ValidationError) as error:
            what = error.errors()[0]["msg"].lower() if isinstance(error, ValidationError) else f"this is not JSON: {error.msg}"
            where = ".".join(map(str, error.errors()[0]["loc"])) + ": " if isinstance(error, ValidationError) else ""
            faults.append(Finding("DATA1", str(path), number, f"{where}{what}", "See CONTRIBUTING.md for the form of this file."))
