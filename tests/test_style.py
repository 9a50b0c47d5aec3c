"""The style we hold ourselves to (design, section 7), measured: sizes, excepts, who reads YAML, and no trace of a machine."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted((ROOT / "advisor").rglob("*.py"))
LAWS = sorted((ROOT / "advisor/laws").rglob("law_*.yaml"))
# The corpus is merged, all incidents of an irregularity in one file, and is let off the limits of length: a director looks up one
# incident in it, and writes one more at its end. Its lines and incidents are limited instead.
CASES = sorted((ROOT / "corpus/cases").rglob("*.yaml"))
# A concept or fact that has a file of its own: one form a line, so that a fact with many forms is long.
ENTRIES = sorted(path for room in ("concepts", "facts") for path in (ROOT / "lexicon" / room).glob("*/*.yaml"))
# What may be asked about a ruling, subject after subject: it is read as one list, since the subjects share their words.
LONG_LISTS = {ROOT / "lexicon/asked_back.yaml"}
DATA = sorted(
    {path for folder in ("advisor/laws", "lexicon") for path in (ROOT / folder).rglob("*.yaml")}
    - set(LAWS)
    - set(ENTRIES)
    - LONG_LISTS
)
MOST_CODE, MEDIAN_CODE, MOST_FUNCTION = 400, 150, 60
MEDIAN_FUNCTION = 10
MOST_DATA, MEDIAN_DATA, MOST_LAW = 160, 40, 400
OUR_LINK = "https://laws.hellasbridge.org/"
# The one file that holds the addresses of chat networks, where what is sent to them goes.
NETWORKS = "advisor/doors/bots/limits.py"
_PLACE = re.compile(r"(?<![\w.:/<{}])/(?:home|work|tmp|usr|var|root|Users|opt|etc|mnt)\b|\b[A-Z]:\\\\")
_BEHIND = re.compile(r"\bvars\(|__dict__|object\.__setattr__")
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
    """A function fits on a screen, and half of them in ten lines."""
    lengths = {
        (name(path), node.name, node.lineno): (node.end_lineno or 0) - node.lineno + 1
        for path in CODE
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {where: lines for where, lines in lengths.items() if lines > MOST_FUNCTION} == {}
    assert median(lengths.values()) <= MEDIAN_FUNCTION


@pytest.mark.parametrize(
    ("files", "most"), [(DATA, MOST_DATA), (LAWS, MOST_LAW), (ENTRIES, MOST_LAW)], ids=["data", "laws", "entries"]
)
def test_files_of_data_are_short(files: list[Path], most: int) -> None:
    """A director reads a data file aloud; a law with many paragraphs, or one fact with a form a line, may be longer."""
    assert files
    assert all(length(path) > MOST_DATA for path in LONG_LISTS)
    assert {name(path): length(path) for path in files if length(path) > most} == {}


def test_half_the_data_files_hold_one_thought() -> None:
    """Forty lines in the median."""
    assert median(map(length, DATA)) <= MEDIAN_DATA


def test_an_incident_fits_on_a_page() -> None:
    """The files of the corpus are long; what a person reads in them at a time is not."""
    long = {}
    for path in CASES:
        starts = [i for i, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "- "]) if line.startswith("- ")]
        long |= {f"{name(path)}:{at + 1}": end - at for at, end in pairwise(starts) if end - at > MOST_DATA}

    assert CASES
    assert long == {}


def _catches_all(node: ast.AST) -> bool:
    """An except of everything that does not pass it on."""
    if not isinstance(node, ast.ExceptHandler) or isinstance(node.body[-1], ast.Raise):
        return False
    return node.type is None or bool(
        {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)} & {"Exception", "BaseException"}
    )


def test_no_except_is_broad() -> None:
    """An error that nobody expected is never swallowed; a command at the door has one guard, which says what went wrong."""
    broad = {name(path): [node.lineno for node in nodes(path) if _catches_all(node)] for path in CODE}

    assert {path: lines for path, lines in broad.items() if lines[1:] or (lines and not path.startswith("advisor/doors/"))} == {}


def test_nothing_is_written_behind_a_frozen_value() -> None:
    """A value that is handed on holds what it was made with: nobody keeps notes in its `__dict__`, or sets what is frozen."""
    assert {name(path) for path in CODE if _BEHIND.search(path.read_text(encoding="utf-8"))} == set()


def test_one_door_to_yaml() -> None:
    """Only `datafile` imports the YAML library: everybody else would let it eat the law (design, finding 7)."""
    importers = {
        name(path)
        for path in CODE
        for node in nodes(path)
        if (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "yaml" for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "yaml")
    }

    assert importers == {"advisor/base/datafile.py"}


@pytest.mark.parametrize(
    ("pattern", "allowed"), [(_PLACE, ()), (_ADDRESS, (OUR_LINK,))], ids=["places of a machine", "web addresses"]
)
def test_nothing_points_outside(pattern: re.Pattern[str], allowed: tuple[str, ...]) -> None:
    """No path of somebody's machine, and no address but that of the Greek law texts and those of the chat networks."""
    files = [*CODE, *sorted((ROOT / "advisor").rglob("*.yaml"))]
    found = [(name(path), hit) for path in files for hit in pattern.findall(path.read_text(encoding="utf-8"))]
    if pattern is _ADDRESS:
        assert any(path == NETWORKS for path, _ in found)
        found = [(path, hit) for path, hit in found if path != NETWORKS]

    assert [(path, hit) for path, hit in found if not hit.startswith(allowed or "\0")] == []
