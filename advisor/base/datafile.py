"""The only door to YAML: every scalar is text, a key occurs once, and each value knows its line (design, finding 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from advisor.base.errors import DataError, Finding

Value = str | list["Value"] | dict[str, "Value"]
Place = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Doc:
    """A read file: its plain value (text, lists, dicts) and the 1-based line of every place in it."""

    path: Path
    value: Value
    lines: dict[Place, int]

    def line(self, *place: str | int) -> int:
        """Line of the deepest known part of `place` (1 when nothing is known)."""
        for end in range(len(place), -1, -1):
            if place[:end] in self.lines:
                return self.lines[place[:end]]
        return 1


def read(path: Path) -> Doc:
    """Read one YAML file. Raises DataError when it does not parse, repeats a key or uses YAML's clever parts."""
    try:
        text = path.read_text(encoding="utf-8")
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        line = mark.line + 1 if mark else 1
        raise DataError(
            [
                Finding(
                    "YAML1",
                    str(path),
                    line,
                    f"this is not readable YAML: {problem}",
                    "Mend the line; quote texts that hold ': ' or '#'.",
                )
            ]
        ) from None
    lines: dict[Place, int] = {(): 1}
    faults: list[Finding] = []
    value = _plain(node, (), lines, faults, path) if node is not None else {}
    if faults:
        raise DataError(faults)
    return Doc(path, value, lines)


def _plain(node: yaml.Node, place: Place, lines: dict[Place, int], faults: list[Finding], path: Path) -> Value:
    lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(child, (*place, i), lines, faults, path) for i, child in enumerate(node.value)]
    result: dict[str, Value] = {}
    for key_node, child in node.value:
        key = str(key_node.value)
        line = key_node.start_mark.line + 1
        if key in result:
            faults.append(
                Finding(
                    "YAML2",
                    str(path),
                    line,
                    f"the key '{key}' stands twice",
                    "Keep one of the two; the second would silently win.",
                )
            )
        lines[(*place, key)] = line
        result[key] = _plain(child, (*place, key), lines, faults, path)
    return result


def model(doc: Doc, kind: type[M], value: Value | None = None, place: Place = ()) -> M:
    """The document (or a part of it) as a pydantic model. Raises DataError with a line for every fault."""
    try:
        return kind.model_validate(doc.value if value is None else value)
    except ValidationError as error:
        raise DataError(list(_faults(doc, error, place))) from None


def _faults(doc: Doc, error: ValidationError, place: Place) -> Iterator[Finding]:
    for item in error.errors():
        where = ".".join(str(part) for part in item["loc"])
        line = doc.line(*place, *item["loc"])
        yield Finding(
            "DATA1",
            str(doc.path),
            line,
            f"{where or 'the file'}: {item['msg'].lower()}",
            "See CONTRIBUTING.md for the form of this file.",
        )


def collect(files: Iterable[Path], kind: type[M], faults: list[Finding]) -> Iterator[tuple[Doc, M]]:
    """Each file with its model, in order of name; a faulty file is left out and its findings are added to `faults`."""
    for path in sorted(files):
        try:
            doc = read(path)
            found = model(doc, kind)
        except DataError as error:
            faults.extend(error.findings)
            continue
        yield doc, found


def models(doc: Doc, kind: type[M]) -> dict[str, M]:
    """A file of the form `id: {...}` as a dict of models. Raises DataError with every fault."""
    if not isinstance(doc.value, dict):
        raise DataError(
            [
                Finding(
                    "DATA2",
                    str(doc.path),
                    1,
                    "the file is not a list of 'id: ...' entries",
                    "Start each entry at the margin with its id and a colon.",
                )
            ]
        )
    found: dict[str, M] = {}
    faults: list[Finding] = []
    for key, value in doc.value.items():
        try:
            found[key] = model(doc, kind, value, (key,))
        except DataError as error:
            faults.extend(error.findings)
    if faults:
        raise DataError(faults)
    return found
