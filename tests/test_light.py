"""Doors open quickly: what a command does not need it does not load."""

from __future__ import annotations

import subprocess
import sys

import pytest

from advisor.doors.cli import start

BUILDERS = ("sklearn", "scipy", "simplemma", "yaml", "hypothesis")
HEAVY = ("spacy", *BUILDERS)  # what is read goes through spaCy; a law is looked up without it


def loaded(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after running `code`."""
    script = f"import sys\n{code}\nprint(' '.join({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    """The compiled data are there before lightness is measured."""
    subprocess.run([sys.executable, "-m", "advisor", "law", "27"], check=True, capture_output=True)


def test_help_loads_nothing_heavy() -> None:
    """`advisor --help` opens the door and no more."""
    found = loaded("import advisor, advisor.doors.cli.main")

    assert not found & {*HEAVY, "numpy", "pydantic"}


def test_a_law_is_read_without_numbers_or_yaml() -> None:
    """`advisor law` needs the compiled lawbook only."""
    found = loaded(
        "from advisor.doors.cli.looking import show_law\nshow_law('27B', '2017', grid=True, changes=False, as_json=False)"
    )

    assert not found & {*HEAVY, "numpy"}


def test_a_law_is_printed_from_plain_data() -> None:
    """Without its tables a law needs no models at all."""
    found = loaded(
        "from advisor.doors.cli.looking import show_law\nshow_law('27B', '2017', grid=False, changes=False, as_json=False)"
    )

    assert not found & {*HEAVY, "numpy", "pydantic"}


def test_a_search_reads_no_text() -> None:
    """`advisor find` looks words up: the reader's frame is not loaded for it."""
    found = loaded(
        "import sys\nfrom advisor.doors.cli.main import run\nsys.argv = ['advisor', 'find', 'penalty', 'card']\n"
        "try:\n    run()\nexcept SystemExit as done:\n    assert not done.code"
    )

    assert not found & set(HEAVY)


@pytest.mark.parametrize("args", [["law", "27"], ["find", "penalty", "card"]])
def test_a_look_up_goes_by_the_command_line(args: list[str]) -> None:
    """What builds the command line takes longer than the look-up itself: it is not loaded for it."""
    found = loaded(
        f"import sys\nfrom advisor.doors.cli.start import run\nsys.argv = ['advisor', *{args}]\n"
        "try:\n    run()\nexcept SystemExit as done:\n    assert not done.code"
    )

    assert not found & {*HEAVY, "typer", "numpy", "pydantic"}


@pytest.mark.parametrize(
    "args",
    [
        ["law", "27"],
        ["law", "Νόμος", "27Β"],
        ["law", "--table", "27"],
        ["law", "27", "--json", "--edition", "2007"],
        ["law", "27", "--changes"],
        ["law", "27", "--lang", "fr"],
        ["law", "199"],
        ["find", "penalty", "card"],
        ["find", "penalty", "--edition", "1899"],
        ["find", ""],
    ],
)
def test_the_short_way_says_the_same(args: list[str]) -> None:
    """Looked up before the command line or by it: the same words on both streams, and the same code."""
    assert start.plain(args) is not None
    short, whole = (
        subprocess.run(
            [sys.executable, "-c", f"from advisor.doors.cli.{way} import run; run()", *args], capture_output=True, check=False
        )
        for way in ("start", "main")
    )

    assert (short.returncode, short.stdout, short.stderr) == (whole.returncode, whole.stdout, whole.stderr)
    assert short.stdout or short.stderr


@pytest.mark.parametrize(
    "args",
    [[], ["law"], ["find"], ["law", "--help"], ["law", "27", "--chart", "-"], ["--debug", "law", "27"], ["law", "27", "-x"]],
)
def test_the_rest_goes_in_by_the_command_line(args: list[str]) -> None:
    """Help, wrong use, and what is not plain are the command line's."""
    assert start.plain(args) is None


def test_an_answer_needs_no_builder() -> None:
    """Answering loads the compiled data, never the tools that built them."""
    found = loaded("from advisor import advise\nadvise('West led out of turn')")

    assert not found & set(BUILDERS)
