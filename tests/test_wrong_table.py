"""The wrong-use table: every command with every kind of wrong argument, file and encoding, and in every environment, as one test.

What there is is read from the commands themselves, so that a new command or option has its lines at once. Wrong use: status 2 and
one sentence with a code, nothing on standard output. An environment changes no byte of an answer. (What only the start of an
interpreter shows is in `test_wrong_use.py`.)
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import typer.main
from test_wrong_use import keeping, one_sentence, run
from warm import Warm

from advisor.base import store
from advisor.book.book import Book
from advisor.doors.cli.main import app
from advisor.doors.cli.words import FILES

_STORY = "ο εκτελεστής είπε πίκα ♠, ο μορ δίστασε"
_LINE = json.dumps({"id": "γ", "text": "West revoked", "laws": ["64A"]}, ensure_ascii=False)
# What each command needs so that only the wrong thing is wrong; and, where it answers quickly and alike each time, its answer.
NEEDS: dict[str, tuple[str, ...]] = {
    "ask": (_STORY,),
    "batch": ("in.jsonl",),
    "bot invite": (),
    "bot matrix": ("--how",),
    "bot telegram": ("--how",),
    "bot viber": ("--how",),
    "bot whatsapp": ("--how",),
    "chat": ("--name", "evening"),
    "check": (),
    "coverage": (),
    "explain": (_STORY,),
    "find": ("ρενόνς",),
    "fit": (),
    "forms": ("revoke",),
    "law": ("27",),
    "log delete": ("1",),
    "log export": (),
    "log list": (),
    "log purge": ("--keep", "3"),
    "log search": ("πίκα",),
    "log show": ("1",),
    "new": ("concept", "some_name"),
    "score": ("in.jsonl",),
    "serve": (),
}
ANSWERS = [name for name in NEEDS if name not in ("bot invite", "check", "fit", "forms", "log delete", "new", "score", "serve")]
_OWN = ("log", "chat")
ENVIRONMENTS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "LANG=C": ({"LANG": "C", "LC_ALL": "C"}, ()),
    "ASCII": ({"PYTHONIOENCODING": "ascii", "LC_ALL": "POSIX"}, ()),
    "cp1253": ({"PYTHONIOENCODING": "cp1253"}, ()),
    "cp437": ({"PYTHONIOENCODING": "cp437"}, ()),
    "NO_COLOR": ({"NO_COLOR": "1", "TERM": "dumb"}, ()),
    "40 columns": ({"COLUMNS": "40", "LINES": "10"}, ()),
    "0 columns": ({"COLUMNS": "0", "LINES": "0"}, ()),
    "no home": ({}, ("HOME", "USER", "LOGNAME", "XDG_DATA_HOME", "XDG_CACHE_HOME")),
    "home is a file": ({"HOME": "in.jsonl", "XDG_DATA_HOME": "in.jsonl/x"}, ()),
    "another user": ({}, ()),
}
ENCODINGS = {"utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-32": "UTF-32", "cp1253": "UTF-8", "cp737": "UTF-8", "cp869": "UTF-8"}


@dataclass(frozen=True)
class Wrong:
    """A line of the table: what is typed, what stands in standard input or in `foreign`, and a word that is said."""

    line: tuple[str, ...]
    word: str = ""
    told: bytes = b""
    env: Mapping[str, str] = field(default_factory=dict)
    same: bool = False

    @property
    def id(self) -> str:
        """The line as it is shown."""
        return ascii(" ".join((*self.line, *(f"{name}={told}" for name, told in self.env.items()))))[1:60]


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by its name, with its parameters."""
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        within = getattr(command, "commands", None)
        if within is None:
            yield name, command
        else:
            yield from ((f"{name} {each}", found) for each, found in within.items())


def typed(name: str, param: Any, value: str) -> tuple[str, ...]:
    """A command line in which one parameter has a value, and the others what they need."""
    needed = list(NEEDS[name])
    if param.param_type_name == "argument":
        return (*name.split(), value, *needed[1:])
    at = needed.index(param.opts[-1]) if param.opts[-1] in needed else len(needed)
    return (*name.split(), *needed[:at], *needed[at + 2 :], param.opts[-1], value)


def wrong_values(name: str, param: Any) -> Iterator[Wrong]:
    """Every kind of value that a parameter cannot have."""
    if param.bare_type in (int, float):
        for value in ("x", "", "9" * 5000, "1.5", "-9" * 9):
            yield Wrong(typed(name, param, value), param.opts[-1])
    elif param.bare_type is str and param.name not in FILES:
        yield Wrong(typed(name, param, "\udcf1\udce5\udced"), "UTF-8")
    for option, value in (("lang", "xx"), ("edition", "1963"), ("authority", "fifa")):
        if param.name == option:
            yield Wrong(typed(name, param, value), value)
    if param.name in ("output", "picture", "chart"):
        for value in ("nosuch/out.html", "folder.html"):
            yield Wrong(typed(name, param, value), value.partition(".")[0])
    if param.name == "book" and "--how" not in NEEDS[name]:
        for value in ("rubbish", "sqlite:///nosuch/x", "sqlite:///folder.html", "sqlite:///in.jsonl", "sqlite:///x?nosuch=1"):
            yield Wrong(typed(name, param, value), "book")
    if param.name in ("source", "files", "keys_file", "keys"):
        for value in ("nosuch.jsonl", "folder.html"):
            yield Wrong(typed(name, param, value), value.partition(".")[0])


def table() -> Iterator[Wrong]:
    """Every line."""
    for name, command in commands():
        yield Wrong((*name.split(), *NEEDS[name], "--nosuch"), "--nosuch")
        arguments = [param for param in command.params if param.param_type_name == "argument"]
        if any(param.required for param in arguments):
            yield Wrong(tuple(name.split()), "Missing argument")
        if all(param.nargs == 1 for param in arguments):
            yield Wrong((*name.split(), *NEEDS[name], *(["x"] * len(arguments)), "x"), "argument")
        for param in command.params:
            yield from wrong_values(name, param)
    for encoding, said in ENCODINGS.items():
        for line in (("ask", "-"), ("explain", "-"), ("score", "foreign.jsonl"), ("batch", "foreign.jsonl"), ("batch", "-")):
            if line[0] != "batch" or encoding.startswith("utf"):
                yield Wrong(
                    line, said, (_STORY.replace("♠", "") if line[-1] == "-" and line[0] != "batch" else _LINE).encode(encoding)
                )
    for name in ANSWERS:
        for where, (env, _) in ENVIRONMENTS.items():
            if where == "another user" and name.startswith(_OWN):
                continue  # a book of somebody else is not read: `test_wrong_use.py`
            yield Wrong((*name.split(), *NEEDS[name]), where, b"law 27\n", env, same=True)


@pytest.fixture(scope="module")
def here() -> Iterator[Path]:
    """A folder with a book in which an incident stands, a file of lines, and a cache, that everybody may enter and read."""
    folder = Path(tempfile.mkdtemp(prefix="advisor-wrong-table-"))
    (folder / "in.jsonl").write_text(f"{_LINE}\n", encoding="utf-8")
    (folder / "folder.html").mkdir()
    shutil.copytree(store.folder(), folder / "cache/bridge-ruling-advisor" / store.key())
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    Book(f"sqlite:///{folder / 'book.sqlite3'}").turn("c", _STORY)
    yield folder
    shutil.rmtree(folder)


def env_of(where: str, home: Path) -> dict[str, str]:
    """The variables of an environment."""
    more, gone = ENVIRONMENTS.get(where, ({}, ()))
    return {name: told for name, told in (keeping(home) | more).items() if name not in gone}


_USUAL: dict[tuple[str, ...], bytes] = {}


@pytest.mark.parametrize("case", list(table()), ids=lambda case: case.id)
def test_the_table(case: Wrong, here: Path, warm: Warm) -> None:
    """A line that is wrong is refused in one sentence; one that is right answers everywhere as it does here."""
    if not case.same:
        (here / "foreign.jsonl").write_bytes(case.told)
        env = {name: told for name, told in keeping(here).items() if name != "ADVISOR_BOOK" or case.word != "book"}
        one_sentence(warm.run(*case.line, cwd=here, env=env, told=case.told), 2, case.word)
        return
    if case.line not in _USUAL:
        usual = warm.run(*case.line, cwd=here, env=keeping(here), told=case.told)
        assert (usual.returncode, usual.stderr) == (0, b"")
        _USUAL[case.line] = usual.stdout
    if case.word == "another user":
        elsewhere = {"ADVISOR_CACHE": str(here / "cache"), "HOME": "/nonexistent"}
        done = run(*case.line, home=here, told=case.told, another=True, **elsewhere)
    else:
        done = warm.run(*case.line, cwd=here, env=env_of(case.word, here), told=case.told)
    shown = [b" ".join(told.split()) if "columns" in case.word else told for told in (done.stdout, _USUAL[case.line])]

    assert (done.returncode, done.stderr) == (0, b"")
    assert shown[0] == shown[1]


def test_the_table_knows_every_command() -> None:
    """A command that is new has its line of what it needs."""
    assert sorted(NEEDS) == sorted(name for name, _ in commands())
