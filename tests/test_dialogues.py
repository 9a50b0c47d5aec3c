"""Scripted dialogues, written before the conversation existed: each turn's reply must be what a director would need."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from dialogue_wants import CHECKS, Seen, faults
from open_list import marks

from advisor.base.datafile import read
from advisor.book.book import Book
from advisor.book.log import Log
from advisor.talk.conversation import begin

FOLDER = Path(__file__).parent / "dialogues"
FILES = sorted(FOLDER.glob("*.yaml"))
OPEN = Path(__file__).parent / "dialogues_open.txt"
RUN = 0.95  # of so many all turns answer as their script wants


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book that keeps the record of every dialogue."""
    return Book(f"sqlite:///{tmp_path_factory.mktemp('dialogues') / 'book.sqlite3'}")


def test_there_are_a_hundred_in_both_languages() -> None:
    """A hundred dialogues, half of them Greek, fifteen of these in Greeklish."""
    names = [path.stem for path in FILES]
    greek = [name for name in names if name.startswith(("el", "gr", "gl"))]
    latin = [name for name in greek if name.startswith(("gr", "gl"))]

    assert len(names) >= 100
    assert len(greek) >= 50
    assert len(latin) >= 15


def test_no_more_are_open() -> None:
    """The share of dialogues that are open does not rise."""
    listed = [line for line in OPEN.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]

    assert len(listed) <= (1 - RUN) * len(FILES)


def scripts() -> list[Any]:
    """The dialogues, those known to be open marked so that they must fail."""
    listed = marks(OPEN, {path.stem for path in FILES})
    return [pytest.param(path, id=path.stem, marks=listed.get(path.stem, [])) for path in FILES]


@pytest.mark.parametrize("path", scripts())
def test_dialogue(path: Path, book: Book) -> None:
    """Every turn of a dialogue answers as its script wants."""
    wrong = [f"{said!r}: {fault}" for said, fault in played(path, book)]

    assert not wrong, "\n".join(wrong)


def played(path: Path, book: Book) -> list[tuple[str, str]]:
    """What is not as the script wants, with the message after which it is not."""
    script: Any = read(path).value
    state, earlier, wrong = begin(), [], []
    for turn in script["turns"]:
        assert turn["want"]
        assert set(turn["want"]) <= CHECKS.keys()
        reply = book.turn(path.stem, turn["say"])
        after = book.state(path.stem)
        assert after is not None
        seen = Seen(reply, state, after, tuple(earlier), partial(Log(book).of, path.stem))
        wrong += [(turn["say"], fault) for fault in faults(seen, turn["want"])]
        state, earlier = after, [*earlier, reply.text]
    return wrong
