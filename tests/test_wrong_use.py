"""The wrong-use table: every command with every kind of wrong argument, file, encoding and environment.

Whatever is wrong: the exit status of the contract, one sentence with a code on standard error, no traceback, and nothing on
standard output that is no answer.
"""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from somebody_else import SomebodyElse, somebody_else
from warm import Warm

from advisor.advising import advise
from advisor.base import paths, store
from advisor.base.errors import UsageError
from advisor.base.guard import said
from advisor.book.book import Book
from advisor.doors.cli.checking import show_findings, write_blank
from advisor.doors.cli.scoring import show_scores, show_spans, show_talks

ROOT = Path(__file__).resolve().parent.parent
_CODE = re.compile(r"\[[A-Z]+\]$")
_STORY = "declarer said spade, dummy hesitated"
_NINES = "9" * 5000

WRONG = [
    ("ask", 2, "text"),
    ("ask ''", 2, "no text"),
    ("ask '   '", 2, "no text"),
    ("ask x --lang xx", 2, "xx"),
    ("ask x --edition 1963", 2, "1963"),
    ("ask x --authority fifa", 2, "fifa"),
    ("ask x --answer perhaps", 2, "perhaps"),
    ("ask x --answer =no", 2, "=no"),
    ("ask x --answer nosuch=yes", 2, "nosuch"),
    ("ask x --what", 2, "--what"),
    ("ask x y", 2, "y"),
    ("ask -", 2, "no text"),
    ("ask - --lang xx", 2, "xx"),
    ("ask - --edition 1963", 2, "1963"),
    ("law 27 --lang xx", 2, "xx"),
    ("law 27 --chart x.svg --lang xx", 2, "xx"),
    ("explain", 2, "text"),
    ("explain ''", 2, "no text"),
    ("explain x --lang xx", 2, "xx"),
    ("explain - --edition 1963", 2, "1963"),
    ("chat --lang xx", 2, "xx"),
    ("chat --edition 1963", 2, "1963"),
    ("chat --authority fifa", 2, "fifa"),
    ("chat --book rubbish", 2, "rubbish"),
    ("log list --book 'sqlite:///x.db?mode=ro&foo=bar'", 2, "foo"),
    ("log list --book 'sqlite:///x.db?mode=ro'", 2, "uri=true"),
    ("log list --book sqlite:///.", 2, "folder"),
    ("explain x --picture x.svg", 2, ".html"),
    ("chat --book sqlite:////nonexistent/x/book.sqlite3", 2, "nonexistent"),
    ("law", 2, "ref"),
    ("law 999", 2, "999"),
    ("law nothing", 2, "nothing"),
    (f"law {_NINES}", 2, "999"),
    ("law 27Z9", 2, "27"),
    ("law 27 --edition 1963", 2, "1963"),
    ("find", 2, "words"),
    ("find ''", 2, "nothing to find"),
    ("find penalty --edition 1963", 2, "1963"),
    (f"find {'abcd ' * 900}", 2, "2000"),
    ("coverage --edition 1963", 2, "1963"),
    ("check --law 999", 2, "999"),
    ("check --law nothing", 2, "nothing"),
    ("check --law 0", 2, "0"),
    (f"check --law {_NINES}", 2, "999"),
    ("forms", 2, "concept"),
    ("forms no_such_concept", 2, "no_such_concept"),
    ("new", 2, "kind"),
    ("new law 999", 2, "999"),
    (f"new law {_NINES}", 2, "999"),
    ("new nothing some_name", 2, "nothing"),
    ("new concept 'Not An Id'", 2, "Not An Id"),
    ("score nosuch.jsonl", 2, "nosuch.jsonl"),
    ("score .", 2, "is a folder"),
    ("score --noise thunder", 2, "thunder"),
    ("score --director -1", 2, "--director"),
    ("log", 2, ""),
    ("log list --lang xx", 2, "xx"),
    ("log list --unread --lang xx", 2, "xx"),
    ("log search \udcff", 2, "UTF-8"),
    ("log delete \udcff:1", 2, "UTF-8"),
    ("chat --name \udcff", 2, "UTF-8"),
    ("log search", 2, "words"),
    ("log search spade --lang xx", 2, "xx"),
    ("log show", 2, "number"),
    ("log show x", 2, "x"),
    ("log show 7", 2, "7"),
    ("log show -- -1", 2, "-1"),
    ("log show 99999999999999999999999999", 2, "9999"),
    (f"log show {_NINES}", 2, "9999"),
    ("log delete 99999999999999999999999999", 2, "9999"),
    ("log delete 7", 2, "7"),
    ("log delete c:7", 2, "c:7"),
    ("log purge", 2, "--keep"),
    ("log purge --keep -1", 2, "--keep"),
    ("log purge --keep 99999999999999", 2, "--keep"),
    (f"log purge --keep {_NINES}", 2, "--keep"),
    ("log export --form xml", 2, "xml"),
    ("log export -o /nonexistent/out.json", 2, "nonexistent"),
    ("log export -o .", 2, "folder"),
    ("batch", 2, "INPUT"),
    ("batch nosuch.jsonl", 2, "nosuch.jsonl"),
    ("batch .", 2, "."),
    ("batch - -o /nonexistent/out.jsonl", 2, "nonexistent"),
    ("batch - --jobs 0", 2, "--jobs"),
    (f"batch - --jobs {_NINES}", 2, "--jobs"),
    ("bot nosuch", 2, "nosuch"),
    ("bot telegram --port 0", 2, "--port"),
    (f"bot viber --port {_NINES}", 2, "--port"),
    ("bot invite --uses 0", 2, "--uses"),
    (f"bot invite --uses {_NINES}", 2, "--uses"),
    ("bot invite --days 99999999999", 2, "--days"),
    ("serve --bot nosuch", 2, "nosuch"),
    ("serve --port 99999", 2, "--port"),
    ("nosuch", 2, "nosuch"),
    ("--nosuch", 2, "--nosuch"),
]


def words(line: str) -> list[str]:
    """A command line as its arguments."""
    import shlex

    return shlex.split(line)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a book of its own."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in whose book there is one incident, and to which none is added."""
    home = tmp_path_factory.mktemp("quiet")
    Book(keeping(home)["ADVISOR_BOOK"]).turn("c", "η Δύση έκανε ρενόνς ♠")
    return home


def keeping(home: Path) -> dict[str, str]:
    """An environment in which the book of this home is the book."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "ADVISOR_BOOK": f"sqlite:///{home / 'book.sqlite3'}"}


def run(
    *arguments: str,
    home: Path,
    told: bytes = b"",
    drop: tuple[str, ...] = (),
    more: dict[str, Any] | None = None,
    another: bool = False,
    **env: str,
) -> subprocess.CompletedProcess[bytes]:
    """A command in a folder of its own; `drop` are variables that are not set, `another` has it run by an ordinary user."""
    user = somebody_else() if another else SomebodyElse()
    code = os.pathsep.join(filter(None, (str(ROOT), user.env.get("PYTHONPATH"))))
    every = {**keeping(home), **user.env, "PYTHONPATH": code, **env}
    for name in drop:
        every.pop(name, None)
    command = [user.python, "-m", "advisor", *arguments]
    how: dict[str, Any] = {"input": told, "capture_output": True, "cwd": home, "env": every, "check": False, "timeout": 120}
    how |= user.options | (more or {})
    if "stdin" in how:
        how.pop("input")
    return subprocess.run(command, **how)


def one_sentence(done: subprocess.CompletedProcess[bytes], code: int, word: str = "") -> str:
    """That a command failed as the contract says; the sentence."""
    said = done.stderr.decode("utf-8")

    assert done.returncode == code, said
    assert done.stdout == b""
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1, said
    assert _CODE.search(said.strip()), said
    assert word in said
    return said


@pytest.mark.parametrize(
    ("line", "code", "word"), WRONG, ids=[f"{number}-{line[:30]}" for number, (line, _, _) in enumerate(WRONG)]
)
def test_wrong_arguments(line: str, code: int, word: str, home: Path, warm: Warm) -> None:
    """Every command with what it cannot use; help stands in place of a command that is missing."""
    done = warm.run(*words(line), cwd=home, env=keeping(home))
    if line == "log":
        assert (done.returncode, done.stdout) == (code, b"")
        assert b"Usage" in done.stderr
        return
    one_sentence(done, code, word)


def test_nothing_at_all_shows_help(home: Path) -> None:
    """Without a command: how it is used, on standard error, and the status of wrong use."""
    done = run(home=home)

    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage" in done.stderr


@pytest.mark.parametrize("line", ["--version", "--help", "ask --help", "log --help"])
def test_what_is_asked_of_a_command_itself(line: str, home: Path) -> None:
    """Version and help are answers."""
    done = run(*words(line), home=home)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.strip()


@pytest.mark.parametrize("name", ["nines.jsonl", "deep.jsonl"])
def test_a_case_that_cannot_be_read_is_named(name: str, home: Path, warm: Warm) -> None:
    """A number of thousands of digits, or what is nested too deeply: its file and line."""
    text = "9" * 6000 if name == "nines.jsonl" else "[" * 100_000
    (home / name).write_text(f'{{"id": 1, "text": {text}, "laws": ["64"]}}', encoding="utf-8")
    done = warm.run("score", name, cwd=home, env=keeping(home))

    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.startswith(f"CASE1  {name}:1  not a case: ".encode())
    assert b"set_int_max" not in done.stderr


def test_what_needs_a_clone_says_so_in_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks and scores of a corpus that is not there are none; files of one's own are scored."""
    monkeypatch.setattr(paths, "INSTALLED", True)
    tried: list[Callable[[], object]] = [
        lambda: show_findings(""),
        lambda: show_scores([], "", 1, misses=False),
        lambda: show_talks(50),
        show_spans,
        lambda: write_blank("concept", "some_name"),
    ]
    for work in tried:
        with pytest.raises(UsageError, match="in a clone"):
            work()


@pytest.mark.parametrize(
    ("module", "extra"), [("sklearn.svm", "fit"), ("scipy", "fit"), ("psycopg", "postgres"), ("endplay", "solve")]
)
def test_a_missing_package_names_its_extra(module: str, extra: str) -> None:
    """As it is installed from a clone; the extra is one of this package's, and holds what is missing."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert f"'.[{extra}]'" in said(ModuleNotFoundError(name=module)).message
    assert extra in told


_TEXT = '{"id": "ä", "text": "ρενόνς, παραδέχθηκε"}\n'
FOREIGN = [
    ("utf-16", "UTF-16"),
    ("utf-16-le", "UTF-16"),
    ("utf-16-be", "UTF-16"),
    ("utf-32", "UTF-32"),
]


@pytest.mark.parametrize("command", ["batch", "score"])
@pytest.mark.parametrize(("encoding", "name"), FOREIGN, ids=[name for name, _ in FOREIGN])
def test_a_file_in_another_encoding_is_named(command: str, encoding: str, name: str, home: Path, warm: Warm) -> None:
    """It says which encoding the file seems to be in."""
    (home / "foreign.jsonl").write_bytes(_TEXT.encode(encoding))
    one_sentence(warm.run(command, "foreign.jsonl", cwd=home, env=keeping(home)), 2, name)


@pytest.mark.parametrize(("encoding", "code"), [("utf-8", 0), ("utf-8-sig", 0), ("cp1253", 2), ("utf-16", 2)])
def test_standard_input_in_any_encoding(encoding: str, code: int, home: Path) -> None:
    """UTF-8 with or without its mark is read; of another encoding it says which it seems to be."""
    told = "η Δύση έκανε αντάμ εκτός σειράς".encode(encoding)
    done = run("ask", "-", home=home, told=told)
    if code:
        one_sentence(done, code, "UTF-16" if encoding == "utf-16" else "Windows-1253")
    else:
        assert (done.returncode, done.stderr) == (0, b"")
        assert "54" in done.stdout.decode("utf-8")


LINES: list[tuple[bytes, Any, str]] = [
    (b'{"id": "big", "text": "revoke", "count": ' + b"9" * 6000 + b"}", "big", ""),
    (b'{"id": 7, "text": ' + b"9" * 6000 + b"}", 7, "LINE"),
    (b'{"id": "n", "text": "revoke", "x": NaN}', "n", "JSON"),
    (b'{"id": NaN, "text": "revoke"}', None, "JSON"),
    (b'{"id": 1e400, "text": "West revoked"}', "1e400", ""),
    (b'{"id": "cut", "text": "revo', "cut", "JSON"),
    (b'{"id": "' + b"long" * 100 + b'", "text": "revo', "long" * 100, "JSON"),
    (b'{"id":1.5,"text":"cut', 1.5, "JSON"),
    (b'{"id": {"table": [4, "b"]}, "text": "cut', {"table": [4, "b"]}, "JSON"),
    (b'{"of": {"id": "another"}, "id" : true, "text": "cut', True, "JSON"),
    (b'{"of": {"id": "within"}, "text": "cut', None, "JSON"),
    (b'{"text": "cut, "id": 9', 9, "JSON"),
    (b'{"id": 1e400, "text": "cut', "1e400", "JSON"),
    (b'{"id": "cut', None, "JSON"),
    (b'{"id": "deep", "text": ' + b"[" * 100_000, "deep", "JSON"),
    (b'{"id": "sur", "text": "led \\ud800 out of turn"}', "sur", ""),
    (b'{"id": "\\ud800", "text": "led out of turn"}', "\ud800", ""),
    ('{"id": "gr", "text": "ρενόνς"}'.encode("cp1253"), "gr", "ENCODING"),
    (b'{"id": "e", "text": ""}', "e", "EMPTY"),
    (b'{"id": "l", "text": "' + b"led " * 9000 + b'"}', "l", "LONG"),
    (b'{"id": "a", "text": "revoke", "answers": [1]}', "a", "ANSWER"),
    (b'{"id": "f", "text": "revoke", "answers": {"nosuch": "yes"}}', "f", "FACT"),
    (b'{"id": "v", "text": "revoke", "lang": "xx"}', "v", "LANG"),
    (b'{"id": "ed", "text": "revoke", "edition": 1963}', "ed", "EDITION"),
    (b'{"id": "au", "text": "revoke", "authority": "fifa"}', "au", "AUTHORITY"),
    (b'{"id": [1, {"x": null}], "text": 5}', [1, {"x": None}], "LINE"),
    (b"\xff\xfe\x00", None, "ENCODING"),
    (b"[1]", None, "LINE"),
    (b'{"id": "board", "text": "the 0th board was a misdeal"}', "board", ""),
    ('{"id": "greek", "text": "η 0η διανομή είχε λάθος"}'.encode(), "greek", ""),
    (b'{"id": "ok", "text": "West revoked"}', "ok", ""),
]


@pytest.mark.parametrize("jobs", ["1", "9999"])
def test_a_bad_line_keeps_its_id_and_the_rest_goes_on(jobs: str, home: Path) -> None:
    """Every line has its line, with its id and, where it cannot be answered, its code; what comes out is JSON to the letter."""
    done = run("batch", "-", "--jobs", jobs, home=home, told=b"\xef\xbb\xbf" + b"\n".join(line for line, _, _ in LINES) + b"\n")

    def refused(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    out = [json.loads(line, parse_constant=refused) for line in done.stdout.decode("utf-8").splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [(line["id"], line.get("error", {}).get("code", "")) for line in out] == [(name, code) for _, name, code in LINES]


def test_the_input_is_never_lost(home: Path, warm: Warm) -> None:
    """The output may have the name of the input; it appears whole, or not at all."""
    there = home / "both.jsonl"
    lines = [json.dumps({"id": number, "text": "West revoked"}) for number in range(5)]
    there.write_text("\n".join(lines), encoding="utf-8")
    done = warm.run("batch", "both.jsonl", "-o", "both.jsonl", cwd=home, env=keeping(home))

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert [json.loads(line)["id"] for line in there.read_text(encoding="utf-8").splitlines()] == list(range(5))
    assert [path.name for path in home.iterdir() if path.name.startswith(".both")] == []


def test_what_stood_there_stays_when_it_fails(home: Path) -> None:
    """A file that cannot be written whole (here: no file may grow beyond a kilobyte) leaves what stood there before."""
    (home / "many.jsonl").write_text("\n".join(json.dumps({"text": _STORY}) for _ in range(5)), encoding="utf-8")
    (home / "kept.jsonl").write_text("as it was", encoding="utf-8")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    uncompiled = {"PYTHONDONTWRITEBYTECODE": "1"}  # else a module compiled just then would be kept cut off
    one_sentence(run("batch", "many.jsonl", "-o", "kept.jsonl", home=home, more={"preexec_fn": small}, **uncompiled), 1)
    assert (home / "kept.jsonl").read_text(encoding="utf-8") == "as it was"
    assert [path.name for path in home.iterdir() if path.name.startswith(".kept")] == []


def test_nothing_half_written_is_left_of_a_killed_batch(home: Path) -> None:
    """Killed in the middle of a line: the old file stands as it was, and no other is left beside it."""
    (home / "kept.jsonl").write_text("as it was", encoding="utf-8")
    script = (
        "import os, signal\nfrom advisor.doors.cli.files import written\nwith written('kept.jsonl') as out:\n"
        "    out.write('half a line')\n    out.flush()\n    os.kill(os.getpid(), signal.SIGKILL)"
    )
    before = sorted(path.name for path in home.iterdir())
    done = subprocess.run([sys.executable, "-c", script], cwd=home, capture_output=True)

    assert done.returncode == -9
    assert sorted(path.name for path in home.iterdir()) == before
    assert (home / "kept.jsonl").read_text(encoding="utf-8") == "as it was"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("line", [f"ask '{_STORY}'", "law 27", "find revoke", "log list"])
def test_a_full_disk_is_said(line: str, home: Path) -> None:
    """Standard output that takes nothing more: a sentence, and no word of the interpreter's own."""
    with Path("/dev/full").open("wb") as full:
        done = run(*words(line), home=home, more={"capture_output": False, "stdout": full, "stderr": subprocess.PIPE})

    said = done.stderr.decode("utf-8")
    assert (done.returncode, len(said.splitlines())) == (1, 1), said
    assert "[DISK]" in said


def test_a_closed_pipe_is_no_error_of_ours(home: Path) -> None:
    """Whoever stops reading hears nothing."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = run("law", "27", home=home, more={"capture_output": False, "stdout": closed, "stderr": subprocess.PIPE})

    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("line", ["ask -", "chat", "batch -", "explain -"])
def test_a_closed_standard_input_is_said(line: str, home: Path) -> None:
    """Nothing can be read: a sentence."""
    command = f"exec {sys.executable} -m advisor {line} <&-"
    one_sentence(subprocess.run(["sh", "-c", command], capture_output=True, env=keeping(home), check=False), 2, "closed")


@pytest.mark.parametrize("line", ["law 27", "chat", "batch -", "log list"])
def test_a_closed_standard_output_is_said(line: str, home: Path) -> None:
    """An answer that nobody can read is none: a sentence."""
    told = b'{"text": "West revoked"}\n'
    command = f"exec {sys.executable} -m advisor {line} >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, input=told, env=keeping(home), check=False)
    one_sentence(subprocess.CompletedProcess(done.args, done.returncode, b"", done.stderr), 2, "Standard output is closed")


def test_a_file_needs_no_standard_output(home: Path) -> None:
    """What is written into a file goes there, and into nothing that was opened in place of the closed stream."""
    command = f"exec {sys.executable} -m advisor batch - -o out.jsonl >&-"
    told = b'{"id": 1, "text": "West revoked"}\n'
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, input=told, env=keeping(home), cwd=home, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads((home / "out.jsonl").read_bytes())["id"] == 1


ENVIRONMENTS: list[tuple[dict[str, str], tuple[str, ...]]] = [
    ({"LANG": "C", "LC_ALL": "C"}, ()),
    ({"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, ()),
    ({"NO_COLOR": "1", "COLUMNS": "40"}, ()),
    ({"PYTHONIOENCODING": "cp1252"}, ()),
    ({"PYTHONIOENCODING": "cp1253"}, ()),
    ({"PYTHONIOENCODING": "cp437"}, ()),
    ({"TERM": "dumb"}, ()),
    ({"LANG": "el_GR.ISO8859-7"}, ("LC_ALL",)),
    ({}, ("HOME", "USER", "LOGNAME")),
]


@pytest.mark.parametrize(("env", "drop"), ENVIRONMENTS, ids=[" ".join(env) or "no HOME" for env, _ in ENVIRONMENTS])
def test_any_environment_gets_the_same_answer(env: dict[str, str], drop: tuple[str, ...], home: Path) -> None:
    """In a file or a pipe every sign is UTF-8, whatever the locale."""
    told = "ο εκτελεστής είπε πίκα ♠, ο μορ δίστασε"
    done = run("ask", "-", home=home, told=told.encode(), drop=drop, **env)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").rstrip("\n") == advise(told).answer
    assert "Νόμος" in done.stdout.decode("utf-8")


_WRONG_SAID = {  # one of each command that refuses, with what it must name
    "ask x --lang xx": "xx",
    "explain x --edition 1963": "1963",
    "law 999": "999",
    "find penalty --edition 1963": "1963",
    "coverage --edition 1963": "1963",
    "check --law 999": "999",
    "forms no_such_concept": "no_such_concept",
    "new nothing some_name": "nothing",
    "score nosuch.jsonl": "nosuch.jsonl",
    "batch nosuch.jsonl": "nosuch.jsonl",
    "chat --authority fifa": "fifa",
    "log show 7": "7",
    "log purge --keep -1": "--keep",
    "bot nosuch": "nosuch",
    "serve --port 99999": "--port",
}


_OF_THE_SCREEN = [
    ({"NO_COLOR": "1", "COLUMNS": "40"}, ()),
    ({"COLUMNS": "1", "TERM": "dumb"}, ()),
    ({}, ("HOME", "USER", "LOGNAME")),
]


@pytest.mark.parametrize("line", _WRONG_SAID)
@pytest.mark.parametrize(("env", "drop"), _OF_THE_SCREEN, ids=["40 columns", "1 column", "no HOME"])
def test_what_is_refused_is_one_line_on_any_screen(
    env: dict[str, str], drop: tuple[str, ...], line: str, home: Path, warm: Warm
) -> None:
    """One sentence on one line, however narrow the screen, and without a home."""
    every = {name: told for name, told in (keeping(home) | env).items() if name not in drop}
    one_sentence(warm.run(*words(line), cwd=home, env=every), 2, _WRONG_SAID[line])


@pytest.mark.parametrize(("env", "drop"), ENVIRONMENTS, ids=[" ".join(env) or "no HOME" for env, _ in ENVIRONMENTS])
def test_what_is_refused_is_utf_8_in_any_locale(env: dict[str, str], drop: tuple[str, ...], home: Path) -> None:
    """A sentence that repeats Greek words, in a process that was started there."""
    one_sentence(run("forms", "ρενόνς", home=home, drop=drop, **env), 2, "ρενόνς")
    one_sentence(run("batch", "αρχείο.jsonl", home=home, drop=drop, **env), 2, "αρχείο.jsonl")


@cache
def usual(line: str, home: Path) -> bytes:
    """What a command says where everything is as usual."""
    return run(*words(line), home=home, LC_ALL="C.UTF-8").stdout


@pytest.mark.parametrize(
    "line", ["law 27 --lang el", "find penalty", "coverage", "log list --lang el", "explain 'η Δύση έκανε ρενόνς'"]
)
@pytest.mark.parametrize(("env", "drop"), ENVIRONMENTS, ids=[" ".join(env) or "no HOME" for env, _ in ENVIRONMENTS])
def test_every_command_writes_the_same_in_any_environment(
    env: dict[str, str], drop: tuple[str, ...], line: str, quiet: Path
) -> None:
    """Into a pipe: the same bytes as in the usual environment, and no sign that commands a terminal."""
    done = run(*words(line), home=quiet, drop=drop, **env)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == usual(line, quiet)
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("line", ["law 27", "find revoke", "ask 'West revoked'", "batch -", "explain 'West revoked'"])
def test_what_keeps_nothing_needs_no_home(line: str, readable: Path) -> None:
    """Another user, whose home cannot be written, asks and looks up all the same, and nothing is put there."""
    home = readable / "home"
    home.mkdir()
    home.chmod(0o555)
    told, at = b'{"text": "West revoked"}\n', {"HOME": str(home), "ADVISOR_CACHE": str(readable / "cache")}
    done = run(*words(line), home=readable, told=told, another=True, drop=("ADVISOR_BOOK", "XDG_DATA_HOME"), **at)
    left = list(home.iterdir())
    home.chmod(stat.S_IRWXU)

    assert (done.returncode, done.stderr, left) == (0, b"", [])
    assert done.stdout.strip()


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp1253"])
def test_a_terminal_that_cannot_write_a_sign_says_so(encoding: str, home: Path) -> None:
    """What it cannot write is replaced, and that is said once."""
    here, there = pty.openpty()
    try:
        more = {"capture_output": False, "stdout": there, "stderr": subprocess.PIPE}
        done = run("ask", "1♠ over 2♣ by West", home=home, PYTHONIOENCODING=encoding, more=more)
        os.close(there)
        shown = os.read(here, 1 << 16)
    finally:
        os.close(here)

    said = done.stderr.decode("utf-8", "replace")
    assert (done.returncode, len(said.splitlines())) == (0, 1), said
    assert encoding in said
    assert b"27" in shown


@pytest.fixture
def readable() -> Iterator[Path]:
    """A folder that everybody may enter, with the compiled data in a cache that everybody may read."""
    folder = Path(tempfile.mkdtemp(prefix="advisor-wrong-use-"))
    folder.chmod(0o755)
    root = folder / "cache/bridge-ruling-advisor"
    shutil.copytree(store.folder(), root / store.key())
    for path in (folder / "cache", root, *root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield folder
    shutil.rmtree(folder)


_KEEPING = ["log list", "chat", "log purge --keep 3", "log delete 1", "log export"]


@pytest.mark.parametrize("line", _KEEPING)
def test_a_home_that_is_none_is_said(line: str, home: Path, warm: Warm) -> None:
    """The book cannot be made (here: the home is a file), and it says how to name another one."""
    (home / "file").write_text("no folder", encoding="utf-8")
    env = {name: told for name, told in keeping(home).items() if name not in ("ADVISOR_BOOK", "XDG_DATA_HOME")}
    done = warm.run(*words(line), cwd=home, env=env | {"HOME": str(home / "file")})

    one_sentence(done, 2, "--book")


def test_a_cache_that_cannot_be_made_is_said(home: Path) -> None:
    """Where nothing compiled is there and the cache is no folder: how to name another one."""
    (home / "file").write_text("no folder", encoding="utf-8")
    shutil.copytree(ROOT / "advisor", home / "copy/advisor", ignore=shutil.ignore_patterns("__pycache__", "_data"))
    done = run("ask", _STORY, home=home, PYTHONPATH=str(home / "copy"), ADVISOR_CACHE=str(home / "file"))

    one_sentence(done, 2, "ADVISOR_CACHE")


@pytest.mark.parametrize("line", _KEEPING)
def test_a_home_that_cannot_be_written_is_said(line: str, readable: Path) -> None:
    """Another user, a read-only home."""
    home = readable / "home"
    home.mkdir()
    home.chmod(0o555)
    done = run(
        *words(line),
        home=readable,
        another=True,
        drop=("ADVISOR_BOOK", "XDG_DATA_HOME"),
        HOME=str(home),
        ADVISOR_CACHE=str(readable / "cache"),
    )
    home.chmod(stat.S_IRWXU)

    one_sentence(done, 2, "--book")


def test_a_book_of_somebody_else_is_said(readable: Path) -> None:
    """A book that may not be read."""
    if os.getuid() != 0:
        pytest.skip("only root can make a file of somebody else")
    url = f"sqlite:///{readable / 'book.sqlite3'}"
    Book(url).turn("c", _STORY)
    done = run("log", "list", "--book", url, home=readable, another=True, ADVISOR_CACHE=str(readable / "cache"))

    one_sentence(done, 2, "book.sqlite3")


def test_one_bad_message_does_not_end_a_conversation(home: Path, warm: Warm) -> None:
    """Numbers of any length, half a sign, signs that command a terminal: the next message is answered."""
    told = "\n".join(
        ["West led out of turn", "²", _NINES, "\x00\x1b", "#menu:play:²", "#if:=", "no " * 600, "a" * 30_000, "law 27"]
    )
    more = b"\n\xff\xfe\xed\xa0\x80\nlaw 64\n"
    done = warm.run("chat", cwd=home, env=keeping(home), told=told.encode() + more)
    shown = done.stdout.decode("utf-8")

    assert (done.returncode, done.stderr) == (0, b"")
    assert "Law 27" in shown
    assert "Law 64" in shown
    assert "[INSIDE]" not in shown
