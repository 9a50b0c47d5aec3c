"""The style we hold ourselves to (design, section 7), measured: sizes, excepts, who reads YAML, and no trace of a machine."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted((ROOT / "advisor").rglob("*.py"))
LAWS = sorted((ROOT / "advisor/laws").rglob("law_*.yaml"))
DATA = sorted({path for folder in ("advisor/laws", "lexicon", "corpus") for path in (ROOT / folder).rglob("*.yaml")} - set(LAWS))
MOST_CODE, MEDIAN_CODE, MOST_FUNCTION = 400, 150, 60
MOST_DATA, MEDIAN_DATA, MOST_LAW = 160, 40, 400
OUR_LINK = "https://laws.hellasbridge.org/"
_PLACE = re.compile(r"(?<![\w.:/<{}])/(?:home|work|tmp|usr|var|root|Users|opt|etc|mnt)\b|\b[A-Z]:\\\\")
_ADDRESS = re.compile(r"https?://\S*")


def name(path: Path) -> str:
    """The path as the checkout shows it."""
    return path.relative_to(ROOT).as_posix()


def length(path: Path) -> int:
    """The number of lines of a file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def nodes(path: Path) -> list[ast.AST]:
    """Everything in a Python file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_files_of_code_are_short() -> None:
    """A file is read in one go: half of them within 150 lines, none over 400."""
    lengths = {name(path): length(path) for path in CODE}

    assert {path: lines for path, lines in lengths.items() if lines > MOST_CODE} == {}
    assert median(lengths.values()) <= MEDIAN_CODE


def test_functions_are_short() -> None:
    """A function fits on a screen."""
    long = [
        (name(path), node.name)
        for path in CODE
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= MOST_FUNCTION
    ]

    assert long == []


@pytest.mark.parametrize(("files", "most"), [(DATA, MOST_DATA), (LAWS, MOST_LAW)], ids=["data", "laws"])
def test_files_of_data_are_short(files: list[Path], most: int) -> None:
    """A director reads a data file aloud; a law with many paragraphs may be longer."""
    assert files
    assert {name(path): length(path) for path in files if length(path) > most} == {}


def test_half_the_data_files_hold_one_thought() -> None:
    """Forty lines in the median."""
    assert median(map(length, DATA)) <= MEDIAN_DATA


def test_no_except_is_broad() -> None:
    """An error that nobody expected is never swallowed."""
    broad = [
        (name(path), node.lineno)
        for path in CODE
        for node in nodes(path)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)} & {"Exception", "BaseException"})
    ]

    assert broad == []


def test_one_door_to_yaml() -> None:
    """Only `datafile` imports the YAML library: everybody else would let it eat the law (design, finding 7)."""
    importers = {
        name(path)
        for path in CODE
        for node in nodes(path)
        if (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "yaml" for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "yaml")
    }

    assert importers == {"advisor/datafile.py"}


@pytest.mark.parametrize(
    ("pattern", "allowed"), [(_PLACE, ()), (_ADDRESS, (OUR_LINK,))], ids=["places of a machine", "web addresses"]
)
def test_nothing_points_outside(pattern: re.Pattern[str], allowed: tuple[str, ...]) -> None:
    """No path of somebody's machine, and no address but that of the Greek law texts."""
    files = [*CODE, *sorted((ROOT / "advisor").rglob("*.yaml"))]
    found = [(name(path), hit) for path in files for hit in pattern.findall(path.read_text(encoding="utf-8"))]

    assert [(path, hit) for path, hit in found if not hit.startswith(allowed or "\0")] == []
