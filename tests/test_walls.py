"""The walls of the house: who may import whom, read from the imports themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ADVISOR = Path(__file__).parent.parent / "advisor"

# What each room may import of ours. A room not listed here fails the test, so a new room must find its place.
MAY = {
    "errors": set(),
    "paths": set(),
    "text": set(),
    "citation": set(),
    "bridge": {"bridge"},
    "datafile": {"errors"},
    "garbage": set(),
    "store": {"garbage", "paths", "compile"},
    "lexicon": {"cores", "lexicon", "datafile", "errors", "text"},
    "lawbook": {"lawbook", "datafile", "errors", "store"},
    "corpus": {"corpus", "datafile", "errors", "lexicon"},
    "read": {"read", "lexicon", "text"},
    "turns": {"bridge", "read", "told"},
    "told": {"bridge", "read"},
    "plays": {"bridge", "read", "told"},
    "places": {"read"},
    "replay": {"bridge", "places", "plays", "read", "told", "turns"},
    "cores": set(),
    "diagnose": {"cores", "diagnose", "read", "lawbook", "store"},
    "doers": {"read"},
    "replacing": {"bridge", "read", "told"},
    "hear": {"cores", "diagnose", "hear", "lexicon", "read", "store"},
    "facts": {"doers", "turns", "hear", "read", "store", "told"},
    "pointing": {"facts", "lawbook"},
    "regulated": {"lawbook", "store"},
    "rule": {"lawbook", "pointing"},
    "say": {"say", "facts", "rule", "lawbook", "citation", "store"},
    "inquiry": {"inquiry", "bridge", "read", "specifics", "store", "told", "turns"},
    "specifics": {"bridge", "facts", "read", "replay", "rule", "told", "turns"},
    "heard": {"diagnose", "paths", "read", "replay", "store"},
    "advice": set(),
    "advising": {
        "advice",
        "diagnose",
        "errors",
        "facts",
        "heard",
        "inquiry",
        "lawbook",
        "paths",
        "pointing",
        "read",
        "replay",
        "rule",
        "say",
        "specifics",
        "store",
        "regulated",
    },
    "teaching": {"cores", "diagnose", "hear", "read", "replay"},
    "compile": {
        "citation",
        "corpus",
        "datafile",
        "diagnose",
        "errors",
        "garbage",
        "hear",
        "lawbook",
        "lexicon",
        "paths",
        "read",
        "replay",
        "store",
        "teaching",
        "text",
    },
    "lookup": {"citation", "errors", "lawbook", "paths", "say", "store", "text"},
    "explaining": {"advising", "diagnose", "facts", "hear", "heard", "lawbook", "paths", "read", "rule", "say"},
    "talk": {
        "talk",
        "advice",
        "advising",
        "bridge",
        "citation",
        "diagnose",
        "errors",
        "facts",
        "heard",
        "lawbook",
        "lexicon",
        "lookup",
        "paths",
        "read",
        "replacing",
        "replay",
        "rule",
        "say",
        "store",
        "text",
    },
    "conversation": {"paths", "talk"},
    "book": {"book", "conversation", "errors", "lawbook", "paths", "say", "store", "talk", "text"},
    "check": {"garbage", "check", "corpus", "datafile", "errors", "lawbook", "lexicon", "paths"},
    "coverage": {"corpus", "lawbook", "paths"},
    "scaffold": {"errors", "paths"},
    "score": {
        "score",
        "advice",
        "advising",
        "conversation",
        "corpus",
        "datafile",
        "diagnose",
        "errors",
        "lawbook",
        "paths",
        "store",
        "talk",
    },
    "cli": {
        "cli",
        "advising",
        "book",
        "check",
        "conversation",
        "coverage",
        "errors",
        "explaining",
        "lexicon",
        "lookup",
        "paths",
        "scaffold",
        "score",
        "store",
    },
    "__main__": {"cli"},
    "__init__": {"advice", "advising"},
    "build_hook": {"compile", "store"},
}


def room(path: Path) -> str:
    """The room a file stands in: its folder under advisor/, or its own name."""
    first = path.relative_to(ADVISOR).parts[0]
    return first.removesuffix(".py")


def ours(path: Path) -> set[str]:
    """The rooms that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "advisor":
            parts = node.module.split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("advisor.")}
    return found


FILES = sorted(ADVISOR.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ADVISOR)))
def test_a_room_imports_only_what_it_may(path: Path) -> None:
    """No import runs upward, and none crosses a wall."""
    here = room(path)

    assert here in MAY, f"the room '{here}' is not in the plan of the house"
    assert ours(path) - {here} <= MAY[here]


def test_no_circles_between_rooms() -> None:
    """Rooms can be put in an order in which each imports only earlier ones (store builds on demand and is let off)."""
    graph = {name: {x for x in rooms if x != name and not (name == "store" and x == "compile")} for name, rooms in MAY.items()}
    while graph:
        free = [name for name, needs in graph.items() if not needs & graph.keys()]

        assert free, f"a circle among {sorted(graph)}"
        for name in free:
            del graph[name]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ADVISOR)))
def test_no_greek_word_stands_in_code(path: Path) -> None:
    """Words live in the lexicon; only the text and citation rooms may hold letters."""
    if path.name in ("text.py", "citation.py"):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_docstring(node, path):
            greek = [c for c in node.value if "\u0370" <= c <= "\u03ff"]

            assert len(greek) <= 30, f"line {node.lineno}: {node.value[:40]}"


def _is_docstring(node: ast.Constant, path: Path) -> bool:
    return "\n" in str(node.value) or (len(str(node.value)) > 60 and path.exists())
