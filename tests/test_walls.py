"""The walls of the house: who may import whom, and that no word of the game stands in code, read from the code itself.

A telling passes the rooms in the order of `PLAN`; each may import only rooms before it, so nothing runs upward and nothing in a
circle. Beside the staircase stands the `workshop` (corpus, check, score, fit, compile): the command line opens it when one of its
commands is given, and nothing that answers ever does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml  # noqa: TID251  the words as they stand in the files, whatever our own loader makes of them

from advisor.base.text import fold
from advisor.read.notation.words import SEAT_LETTERS

ROOT = Path(__file__).resolve().parent.parent
ADVISOR = ROOT / "advisor"

# Each room, in the order in which a telling passes them, and what it may import of ours. A room that is not listed fails the
# test: a new one must find its place. Loose at the top lie only the answer, the one sentence of the doors, and the entries.
PLAN: dict[str, set[str]] = {
    "base": set(),
    "bridge": set(),
    "advice": set(),
    "lexicon": {"base"},
    "lawbook": {"base"},
    "read": {"base", "lexicon"},
    "replay": {"base", "bridge", "read"},
    "diagnose": {"base", "lawbook", "read", "replay"},
    "rule": {"base", "bridge", "lawbook", "read", "replay", "diagnose"},
    "say": {"base", "advice", "lawbook", "read", "diagnose", "rule"},
    "advising": {"base", "advice", "diagnose", "rule", "say"},
    "talk": {"base", "bridge", "advice", "lawbook", "read", "replay", "diagnose", "rule", "say", "advising"},
    "book": {"base", "lawbook", "say", "advising", "talk"},
    "workshop": {"base", "advice", "lexicon", "lawbook", "read", "replay", "diagnose", "say", "advising", "talk"},
    "doors/common": {"base"},
    "doors/cli": {"base", "lexicon", "say", "advising", "talk", "book", "workshop", "doors/common", "doors/web", "doors/bots"},
    "doors/web": {
        "base",
        "bridge",
        "advice",
        "lawbook",
        "read",
        "rule",
        "say",
        "advising",
        "talk",
        "book",
        "doors/common",
        "doors/bots",
    },
    "doors/bots": {"base", "lawbook", "say", "talk", "book", "doors/common"},
    "__init__": {"advice", "advising"},
    "__main__": {"doors/cli"},
}
MOST_ROOMS = 20
# Files of the ground floor that stand alone: they know no other file of ours at all.
ALONE = ("base/text.py", "base/errors.py", "base/garbage.py", "base/paths.py", "base/cores.py")
OPENS_WORKSHOP = {"doors/cli", "workshop"}
# What is imported when somebody answers, talks, keeps a book, or starts the command line.
ENTRIES = (
    "advisor",
    "advisor.advising",
    "advisor.talk.conversation",
    "advisor.talk.tracing",
    "advisor.say.lookup",
    "advisor.book.book",
    "advisor.book.log",
    "advisor.doors.cli.main",
    "advisor.doors.cli.start",
)
# Single letters that are signs of notation or of an alphabet, not words: which letter is which rank, seat or call in either
# script decides how a pattern over letters is built, and no director would want to read that in a list of words.
LETTERS = {
    "base/citation.py": "the letters that number sections and paragraphs",
    "base/text.py": "folding: which letter becomes which",
    "read/repair.py": "the vowels, which slips drop first",
    "read/notation/auctions.py": "the letters of a written auction",
    "read/notation/cards.py": "the sign of a small card",
    "read/notation/joins.py": "the letters of ranks",
    "read/notation/reader.py": "the range of an alphabet",
    "read/notation/singles.py": "the letters of ranks",
    "read/notation/tokens.py": "the shapes of cards and holdings, letter by letter",
    "read/notation/words.py": "the letters of ranks and seats, and those that look alike in both scripts",
    "say/lookup.py": "an error shows how a reference is written",
    "workshop/check/words.py": "the range of an alphabet",
    "workshop/score/noise.py": "the two forms of one letter at the end of a word",
}
MOST_LETTERS = 2  # more letters than that in a row are a word, or an alphabet that holds none
# The rooms that look at the words of a text. A phrase there can only be meant to be met in one.
READING = ("bridge", "read", "replay", "rule")
_GREEK = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]+")
_SIGNS = "\u0370\u03ff\u037e\u0387"  # the ends of the alphabet's block, the question mark and the raised dot: no letters
_SYNTAX = re.compile(r"\(\?P?[<=!:a-zA-Z]+\w*[>)]?|\\(?:u[0-9a-f]{4}|N\{[^}]*\}|.)|\[[^\]]*\]")
_LATIN = re.compile(r"[A-Za-z]{3,}")
_PHRASE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
FILES = sorted(ADVISOR.rglob("*.py"))
Found = list[tuple[int, str]]


def name(path: Path) -> str:
    """The path below advisor/."""
    return path.relative_to(ADVISOR).as_posix()


def room_of(parts: tuple[str, ...]) -> str:
    """The room that a path or module below advisor/ stands in; each door is a room of its own."""
    if parts[0] == "doors" and len(parts) > 1:
        return "doors" if parts[1] == "__init__.py" else f"doors/{parts[1]}"
    return parts[0].removesuffix(".py")


def imported(path: Path, *, at_once: bool = False) -> Iterator[str]:
    """The modules of ours that a file imports: all of them, or those loaded as soon as it is."""
    for node in _at_once(_tree(path)) if at_once else ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "advisor":
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if _file(f"{node.module}.{alias.name}"))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "advisor")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is loaded: no body of a function, nothing that only the type checker reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from _at_once(child)


def _file(module: str) -> Path | None:
    """The file of a module of ours, if it is one."""
    place = ROOT / Path(*module.split("."))
    return next((each for each in (place.with_suffix(".py"), place / "__init__.py") if each.is_file()), None)


def rooms_imported(path: Path) -> set[str]:
    """The rooms that a file imports from."""
    return {room_of(tuple(module.split(".")[1:])) for module in imported(path) if "." in module}


def test_the_house_has_few_rooms_and_each_is_planned() -> None:
    """Every file stands in a room of the plan, which can be walked in an afternoon."""
    there = {room_of(path.relative_to(ADVISOR).parts) for path in FILES} - {"doors"}

    assert there - PLAN.keys() == set()
    assert len(PLAN) <= MOST_ROOMS


def test_the_plan_runs_one_way() -> None:
    """Each room may import only rooms before it: no import runs upward, and there is no circle."""
    for at, (room, may) in enumerate(PLAN.items()):
        assert may - {"doors/web", "doors/bots"} <= set(list(PLAN)[:at]), room


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_room_imports_only_what_it_may(path: Path) -> None:
    """No import runs upward, and none crosses a wall."""
    here = room_of(path.relative_to(ADVISOR).parts)

    assert rooms_imported(path) - {here} <= PLAN.get(here, set())


def test_the_plan_allows_nothing_that_nobody_needs() -> None:
    """What a room may import it does: a wall that is wider than the house hides the next import that should not be."""
    needed: dict[str, set[str]] = {}
    for path in FILES:
        needed.setdefault(room_of(path.relative_to(ADVISOR).parts), set()).update(rooms_imported(path))
    there = needed.keys()

    assert {room: PLAN[room] & there - needed[room] for room in PLAN if room in there and PLAN[room] & there - needed[room]} == {}


def test_no_two_files_import_one_another() -> None:
    """Files can be put in an order in which each imports only earlier ones, inside the rooms too."""
    graph = {path: {there for module in imported(path) if (there := _file(module)) not in (None, path)} for path in FILES}
    while graph:
        free = [path for path, needs in graph.items() if not needs & graph.keys()]

        assert free, f"a circle among {sorted(map(name, graph))}"
        for path in free:
            del graph[path]


@pytest.mark.parametrize("place", [*ALONE, *sorted(name(path) for path in (ADVISOR / "bridge").glob("*.py"))])
def test_the_ground_floor_stands_on_nothing(place: str) -> None:
    """Text, errors and the game itself know no law, no language, and no file of ours outside their room."""
    assert rooms_imported(ADVISOR / place) - {"bridge"} == set()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_only_the_command_line_opens_the_workshop(path: Path) -> None:
    """Who answers needs no tool that builds, checks or scores."""
    if room_of(path.relative_to(ADVISOR).parts) not in OPENS_WORKSHOP:
        assert "workshop" not in rooms_imported(path)


def test_the_workshop_is_opened_only_when_called() -> None:
    """Nothing that is loaded at once, from any entry, leads into the workshop."""
    met: set[str] = set()
    waiting = list(ENTRIES)
    while waiting:
        module = waiting.pop()
        file = _file(module)
        if module not in met and file is not None:
            met.add(module)
            waiting += [*imported(file, at_once=True), module.rpartition(".")[0]]

    assert set(ENTRIES) <= met
    assert {module for module in met if module.startswith("advisor.workshop")} == set()


def test_spacy_stays_in_the_reader() -> None:
    """Whoever uses what was read needs no spaCy."""
    importers = {
        name(path)
        for path in FILES
        for node in ast.walk(_tree(path))
        if (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "spacy")
        or (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "spacy" for alias in node.names))
    }

    assert {path for path in importers if not path.startswith("read/")} == set()


def _docstrings(tree: ast.Module) -> set[ast.Constant]:
    """The texts that stand alone as a statement: docstrings, of modules, classes, functions and attributes."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def _texts(tree: ast.Module) -> list[ast.Constant]:
    """Every text in a piece of code that is no docstring."""
    let_off = _docstrings(tree)
    return [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and n not in let_off]


def greek_in(tree: ast.Module, *, letters: bool) -> Found:
    """(line, what) of the Greek in code; with `letters` single letters and alphabets are let off, words never."""
    found: Found = []
    for text in _texts(tree):
        for run in _GREEK.findall(text.value):
            word = run.strip(_SIGNS)
            if (word and not letters) or (len(word) > MOST_LETTERS and fold(word) in WORDS):
                found.append((text.lineno, run))
    return found


def english_in(tree: ast.Module, *, phrases: bool) -> Found:
    """(line, what) of the English in patterns (any word of three letters in one) and, if asked, of phrases outside errors."""
    found: Found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re":
            texts = [part for arg in node.args[:1] for part in ast.walk(arg) if isinstance(part, ast.Constant)]
            found += [(p.lineno, w) for p in texts for w in _LATIN.findall(_SYNTAX.sub(" ", str(p.value)))]
    if phrases:
        raised = {part for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.Assert) for part in ast.walk(node)}
        found += [(t.lineno, t.value) for t in _texts(tree) if t not in raised and _PHRASE.search(t.value)]
    return found


def _words() -> frozenset[str]:
    """Every word that the lexicon writes in Greek letters, folded."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "lexicon").rglob("*.yaml"))
    return frozenset(word for text in texts for word in _GREEK.findall(fold(text)) if len(word) > MOST_LETTERS)


WORDS = _words()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_greek_word_stands_in_code(path: Path) -> None:
    """Words live in the lexicon; the files named above hold letters, and no word either."""
    assert greek_in(_tree(path), letters=name(path) in LETTERS) == []


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_english_word_stands_in_a_pattern(path: Path) -> None:
    """What is looked for in a text comes from the lexicon; the rooms that read hold no phrase but in their errors.

    Words alone cannot be forbidden: the ids of facts and concepts are English, and code speaks of them."""
    if path.name == "checking.py":
        return  # its pattern is one of file names
    assert english_in(_tree(path), phrases=name(path).split("/")[0] in READING) == []


def test_files_that_are_let_off_need_it() -> None:
    """Nobody is let off for nothing."""
    assert [place for place in LETTERS if not greek_in(_tree(ADVISOR / place), letters=False)] == []


@pytest.mark.parametrize(
    ("code", "letters", "caught"),
    [
        ('WORD = "ρενόνς"', False, True),
        ('WORD = "ρενόνς"', True, True),
        ('"""Says: ρενόνς."""', False, False),
        ('x = f("""αντάμ\nεκτός""")', False, True),
        ('LETTER = "ρ"', False, True),
        ('LETTER = "ρ"', True, False),
    ],
)
def test_the_guard_against_greek_words_can_fail(code: str, letters: bool, caught: bool) -> None:
    """A word is caught wherever it stands, a docstring never."""
    assert bool(greek_in(ast.parse(code), letters=letters)) == caught


@pytest.mark.parametrize(
    ("code", "caught"),
    [
        ('re.compile(r"(?:revoke|lead)s?")', True),
        ('re.search("out of turn", text)', True),
        ('re.compile(r"(?P<sign>[a-z]+)\\s\\d")', False),
        ('HEARD = ("led out of turn",)', True),
        ('raise ValueError("a trick has four cards")', False),
        ('FACT = "opening_lead"', False),
    ],
)
def test_the_guard_against_english_words_can_fail(code: str, caught: bool) -> None:
    """Words in a pattern and phrases are caught; ids, names of groups and errors are not."""
    assert bool(english_in(ast.parse(code), phrases=True)) == caught


def test_seat_letters_are_those_of_the_lexicon() -> None:
    """The letters that the reader of notation knows and those that directors read in the lexicon are the same."""
    said = yaml.load((ROOT / "lexicon/seats.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)["letters"]

    assert {letter: seat[0].upper() for letter, seat in said.items()} == SEAT_LETTERS
