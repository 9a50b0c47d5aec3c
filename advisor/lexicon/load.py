"""Reads the lexicon's folders into one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from advisor.base.datafile import Doc, models, read
from advisor.base.errors import DataError, Finding
from advisor.lexicon.models import Both, Concept, Fact, Group, Irregularity, Part, Word

M = TypeVar("M", bound=Part)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words: concepts, facts, lines, irregularities, and where each stands (`places`: kind and id to file, line)."""

    concepts: dict[str, Concept] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    lines: dict[str, Both] = field(default_factory=dict)
    irregularities: dict[str, Irregularity] = field(default_factory=dict)
    words: dict[str, Word] = field(default_factory=dict)
    classes: dict[str, Group] = field(default_factory=dict)
    places: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)


def _folder(root: Path, name: str, kind: type[M], into: dict[str, M], lexicon: Lexicon) -> list[Finding]:
    faults: list[Finding] = []
    for path in sorted((root / name).rglob("*.yaml")):
        try:
            doc: Doc = read(path)
            found = models(doc, kind)
        except DataError as error:
            faults.extend(error.findings)
            continue
        for key, value in found.items():
            if key in into:
                other, line = lexicon.places[(name, key)]
                faults.append(
                    Finding(
                        "LEX01",
                        str(path),
                        doc.line(key),
                        f"'{key}' stands in {other}:{line} already",
                        "Each id stands once in the whole lexicon: join the two or rename one.",
                    )
                )
            into[key] = value
            lexicon.places[(name, key)] = (str(path), doc.line(key))
    return faults


def _file(path: Path, kind: type[M], into: dict[str, M], lexicon: Lexicon) -> list[Finding]:
    """A file beside the folders; nothing when it is not there."""
    if not path.is_file():
        return []
    try:
        doc: Doc = read(path)
        into.update(models(doc, kind))
    except DataError as error:
        return list(error.findings)
    lexicon.places.update({(path.stem, key): (str(path), doc.line(key)) for key in into})
    return []


def load(root: Path) -> tuple[Lexicon, list[Finding]]:
    """The lexicon under `root`, and every fault met while reading it (faulty files are left out)."""
    lexicon = Lexicon()
    faults = _folder(root, "concepts", Concept, lexicon.concepts, lexicon)
    faults += _folder(root, "facts", Fact, lexicon.facts, lexicon)
    faults += _folder(root, "lines", Both, lexicon.lines, lexicon)
    faults += _folder(root, "irregularities", Irregularity, lexicon.irregularities, lexicon)
    faults += _folder(root, "words", Word, lexicon.words, lexicon)
    faults += _file(root / "classes.yaml", Group, lexicon.classes, lexicon)
    return lexicon, faults
