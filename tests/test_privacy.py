"""What was told is kept in the book and nowhere else, is its owner's alone, and goes when it is deleted: to the last byte."""

from __future__ import annotations

import os
import pty
import random
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest
from book_worker import Worker
from database import Server

from advisor.base.errors import AdvisorError, UsageError
from advisor.book import log, postgresql, sqlite, sweeping
from advisor.book.book import Book

_STORY = "declarer said spade, dummy hesitated, and {mark} called the director"
_SECRETS = tuple(f"Zyx{number}quork" for number in range(24))


@pytest.fixture
def everybodys() -> Iterator[None]:
    """A umask that gives every file to everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, str]:
    """The rights of every file below a folder."""
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.rglob("*") if path.is_file()}


def holding(folder: Path, words: str) -> list[str]:
    """The files below a folder in which these words stand, in either encoding of JSON."""
    marks = (words.encode(), words.lower().encode(), words.encode("unicode_escape"))
    return [path.name for path in folder.rglob("*") if path.is_file() and any(mark in path.read_bytes() for mark in marks)]


def run(*arguments: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A command of somebody whose home is this folder."""
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), **more}
    env.pop("ADVISOR_BOOK", None)
    command = [sys.executable, "-m", "advisor", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=env, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.usefixtures("everybodys")
def test_the_book_is_its_owners_alone(tmp_path: Path) -> None:
    """The file, what is written ahead of it, and the queue beside it, whatever the umask."""
    folder = tmp_path / "book"
    folder.mkdir()
    book = Book(f"sqlite:///{folder / 'book.sqlite3'}")
    book.turn("c", _STORY.format(mark="somebody"))
    found = rights(folder)

    assert set(found) >= {"book.sqlite3", "book.sqlite3-wal", "book.sqlite3-queue"}
    assert set(found.values()) == {"0o600"}


@pytest.mark.usefixtures("everybodys")
def test_a_book_that_everybody_could_read_is_taken_from_them(tmp_path: Path) -> None:
    """A book that an earlier version made readable is its owner's alone once it was opened."""
    path = tmp_path / "book.sqlite3"
    Book(f"sqlite:///{path}").turn("c", _STORY.format(mark="somebody"))
    path.chmod(0o644)
    Book(f"sqlite:///{path}").turn("c", "law 27")

    assert set(rights(tmp_path).values()) == {"0o600"}


@pytest.mark.parametrize("kind", ["text", "pipe"])
def test_what_is_no_book_is_left_as_it_is(kind: str, tmp_path: Path) -> None:
    """A text, or what is no file, that is named as a book: refused with its rights and without anything made beside it."""
    path = tmp_path / "book.sqlite3"
    if kind == "text":
        path.write_text("no database", encoding="utf-8")
    else:
        os.mkfifo(path)
    path.chmod(0o644)
    with pytest.raises(UsageError, match="cannot be opened") as refused:
        Book(f"sqlite:///{path}")

    assert refused.value.code == "BOOK"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("everybodys")
def test_what_commands_write_is_its_owners_alone(tmp_path: Path) -> None:
    """The user's own book, an export, the answers of a batch, a chart and a picture, also where everybody could read."""
    for name in ("out.json", "out.jsonl", "c.svg", "p.html"):
        (tmp_path / name).write_text("as it was", encoding="utf-8")
    (tmp_path / "in.jsonl").write_text('{"text": "revoke"}\n', encoding="utf-8")
    (tmp_path / "in.jsonl").chmod(0o600)
    assert run("log", "export", "-o", str(tmp_path / "out.json"), folder=tmp_path).returncode == 0
    assert run("batch", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl"), folder=tmp_path).returncode == 0

    assert run("law", "46", "--chart", str(tmp_path / "c.svg"), folder=tmp_path).returncode == 0
    drawn = run("explain", "x", "--picture", str(tmp_path / "p.html"), folder=tmp_path)
    assert (drawn.returncode, drawn.stderr) == (0, "")

    found = rights(tmp_path)
    assert {"out.json", "out.jsonl", "book.sqlite3"} <= set(found)
    assert set(found.values()) == {"0o600"}


@pytest.mark.parametrize("gone", [(0,), (3, 7, 11), tuple(range(0, 24, 2)), tuple(range(24))], ids=len)
def test_no_byte_is_left_of_what_was_deleted(
    gone: tuple[int, ...], tmp_path: Path, start_worker: Callable[[str], Worker]
) -> None:
    """Not in the file, not in what is written ahead, also while another process holds the book open; the others' words stay."""
    folder = tmp_path / "book"
    folder.mkdir()
    url = f"sqlite:///{folder / 'book.sqlite3'}"
    other = start_worker(url).ready()
    book = Book(url)
    for number, mark in enumerate(_SECRETS):
        book.turn(f"c{number % 5}", "new")
        book.turn(f"c{number % 5}", _STORY.format(mark=mark))
    other.send(("other", "1", "West revoked"))
    assert other.acknowledgement() is not None
    record = log.Log(book)
    ids = {mark: entry["id"] for entry in record.incidents() for mark in _SECRETS if mark in entry["story"]}
    assert set(ids) == set(_SECRETS)
    for number in gone:
        record.delete(ids[_SECRETS[number]])

    assert {mark: holding(folder, mark) for number, mark in enumerate(_SECRETS) if number in gone and holding(folder, mark)} == {}
    assert [mark for number, mark in enumerate(_SECRETS) if number not in gone and not holding(folder, mark)] == []


def test_no_byte_is_left_in_a_big_book_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file is rewritten step by step, of rows small and large: what was deleted is gone, all else is as it was."""
    monkeypatch.setattr(sqlite, "_WHOLE", 0)
    monkeypatch.setattr(sweeping, "_STEP", 20_000)
    folder = tmp_path / "book"
    folder.mkdir()
    book = Book(f"sqlite:///{folder / 'book.sqlite3'}")
    for number, mark in enumerate(_SECRETS[:9]):
        for told in ("new", _STORY.format(mark=mark) + ", who thinks of nothing else" * (number % 4 * 60)):
            book.turn(f"c{number % 2}", told)
    record = log.Log(book)
    before = {entry["id"]: entry for entry in record.incidents()}
    for number in list(before)[::3]:
        record.delete(number)
    gone = [before[number]["story"] for number in list(before)[::3]]
    marks = [mark for mark in _SECRETS[:9] if any(mark in story for story in gone)]

    assert len(marks) == 3
    assert [mark for mark in marks if holding(folder, mark)] == []
    assert [entry["id"] for entry in record.incidents()] == [number for number in before if before[number]["story"] not in gone]
    assert [mark for mark in _SECRETS[:9] if mark not in marks and not holding(folder, mark)] == []


_LENGTHS = (10, 200, 3000, 9000)


@pytest.mark.parametrize(("seed", "step"), [(1, 20_000), (2, 300_000)])
def test_leftovers_are_swept_out_step_by_step(seed: int, step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of every length, changed and deleted: what stayed of the deleted ones between the others is gone, each row that stays
    is as it was, and another connection may write between the steps."""
    monkeypatch.setattr(sweeping, "_STEP", step)
    chance, path = random.Random(seed), tmp_path / "book.sqlite3"
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as book,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        for setting in ("journal_mode=WAL", "synchronous=OFF", "secure_delete=ON"):
            book.execute(f"PRAGMA {setting}")
        book.execute("CREATE TABLE turn (name TEXT, number INTEGER, text TEXT, reply TEXT, PRIMARY KEY (name, number))")
        book.execute("CREATE TABLE incident (id INTEGER PRIMARY KEY, story TEXT)")
        book.execute("CREATE TABLE noted (at INTEGER)")
        book.execute("BEGIN")
        for number in range(1000):
            row = (f"c{number % 50}", number, f"Zyx{number}quork {'a' * chance.randint(0, 300)}", "b" * chance.choice(_LENGTHS))
            book.execute("INSERT INTO turn VALUES (?, ?, ?, ?)", row)
            book.execute("INSERT INTO incident VALUES (?, ?)", (number + 1, f"Zyx{number}quorks {'c' * chance.randint(0, 900)}"))
            for _ in range(2):
                more = ("d" * chance.choice([5, 100, 900, 4000]), chance.randint(1, number + 1))
                book.execute("UPDATE turn SET reply = ? WHERE rowid = ?", more)
        gone = [number for number in range(1000) if chance.random() < 0.3]
        for number in gone:
            book.execute("DELETE FROM turn WHERE rowid = ?", (number + 1,))
            book.execute("DELETE FROM incident WHERE id = ?", (number + 1,))
        book.execute("COMMIT")
        steps = 0

        @contextmanager
        def turn() -> Iterator[None]:
            nonlocal steps
            book.execute("BEGIN IMMEDIATE")
            yield
            book.execute("COMMIT")
            steps += 1
            other.execute("INSERT INTO noted VALUES (?)", (steps,))

        tables = ("turn", "incident")
        before = [book.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall() for table in tables]
        sweeping.swept(book, turn)
        after = [book.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall() for table in tables]
        book.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        told = path.read_bytes()

        assert after == before
        assert steps > (4 if step > 100_000 else 50)
        assert [number for number in gone if f"Zyx{number}quork".encode() in told] == []
        assert book.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_purge_leaves_no_byte(tmp_path: Path) -> None:
    """The same for whole conversations."""
    from datetime import UTC, datetime, timedelta

    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    book.turn("c", _STORY.format(mark=_SECRETS[0]))
    assert holding(tmp_path, _SECRETS[0])

    assert book.purge(datetime.now(UTC) + timedelta(days=1)) == 1
    assert holding(tmp_path, _SECRETS[0]) == []


def test_a_reader_only_delays_the_wiping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program reads the book its bytes cannot go; deleting the same again, when it has gone, wipes them out."""
    monkeypatch.setattr(sqlite, "_WIPING", 0.2)
    book, record, ids = asked_whether_new(tmp_path, "1")
    with closing(sqlite3.connect(tmp_path / "book.sqlite3")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turn").fetchone()
        for _ in range(2):
            with pytest.raises(AdvisorError, match="another program") as busy:
                record.delete(ids[1])
            assert busy.value.code == "HELD"
    assert holding(tmp_path, "Zyxquork")
    record.delete(ids[1])

    assert holding(tmp_path, "Zyxquork") == []
    with pytest.raises(UsageError, match=f"no incident {ids[1]} "):
        record.delete(ids[1])
    book.turn("f", "qwrt zxcv Zyxquork")
    (unread,) = record.unread()
    with closing(sqlite3.connect(tmp_path / "book.sqlite3")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turn").fetchone()
        with pytest.raises(AdvisorError, match="another program"):
            record.forget("f", unread["number"])
    record.forget("f", unread["number"])
    assert holding(tmp_path, "Zyxquork") == []
    with pytest.raises(UsageError, match="no message"):
        record.forget("f", unread["number"])


def test_a_full_disk_only_delays_the_wiping(tmp_path: Path) -> None:
    """Where there is no room to write the book anew (here: no file may grow further) it says so at once, and the same again."""
    _, record, ids = asked_whether_new(tmp_path, "1")
    with closing(sqlite3.connect(tmp_path / "book.sqlite3")) as other, other:
        other.execute("CREATE TABLE much AS SELECT zeroblob(2000000)")
        other.commit()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, most[1]))
    began = monotonic()
    try:
        for _ in range(2):
            with pytest.raises(AdvisorError, match="no room") as full:
                record.delete(ids[1])
            assert full.value.code == "DISK"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert monotonic() - began < 10
    assert [entry["id"] for entry in record.incidents()] == ids[:1]
    record.delete(ids[1])

    assert holding(tmp_path, "Zyxquork") == []


def test_what_is_on_no_record_is_listed_and_deleted(url: str) -> None:
    """Messages that were not understood, that told of no irregularity, or whose incident was taken back."""
    book = Book(url)
    for text in (
        "qwrt zxcv plmk",
        "partner opened 1NT and I had 12 points, what should I bid?",
        _STORY.format(mark="me"),
        "law 27",
    ):
        book.turn("c", text)
    record = log.Log(book)
    told = [each["text"] for each in record.unread()]

    assert told == ["partner opened 1NT and I had 12 points, what should I bid?", "qwrt zxcv plmk"]
    record.forget("c", 1)
    assert [each["text"] for each in record.unread()] == told[:1]
    assert [entry["story"] for entry in record.incidents()] == [_STORY.format(mark="me")]
    with pytest.raises(UsageError, match="c:1 "):
        record.forget("c", 1)
    with pytest.raises(UsageError, match="c:3 "):
        record.forget("c", 3)


@pytest.mark.parametrize(
    "told", ["club {}", "law 27 {}", "help {}", "thanks, {}", "what is a revoke, {}?", "όμιλος {}", "new {}"]
)
@pytest.mark.parametrize("then", [(), (_STORY.format(mark="she"),)], ids=["alone", "before an incident"])
def test_what_was_told_beside_a_command_is_listed_and_deleted(told: str, then: tuple[str, ...], tmp_path: Path) -> None:
    """A name in a detail, or behind something looked up, which goes with the first incident of its conversation, if there is one;
    what only looks something up tells nothing."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    for text in (told.format("Zyxquork"), told.format(""), "27", "law 64c", *then):
        book.turn("c", text)
    record = log.Log(book)
    for entry in record.incidents():
        record.delete(entry["id"])
    listed = [(each["number"], "Zyxquork" in each["text"]) for each in record.unread()]
    assert listed == ([(1, True)] if holding(tmp_path, "Zyxquork") else [])
    assert listed or then
    for number, _ in listed:
        record.forget("c", number)

    assert record.unread() == []
    assert holding(tmp_path, "Zyxquork") == []


def test_an_incident_that_was_taken_back_can_be_found_and_deleted(tmp_path: Path) -> None:
    """After an undo its words are on no record, but in the conversation until they are deleted."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    for text in (_STORY.format(mark=_SECRETS[0]), "undo", "yes"):
        book.turn("c", text)
    record = log.Log(book)
    assert [(each["number"], _SECRETS[0] in each["text"]) for each in record.unread()] == [(1, True)]
    record.forget("c", 1)

    assert holding(tmp_path, _SECRETS[0]) == []


def test_typed_lines_are_kept_only_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The history of a terminal is made its owner's alone, and is wiped with every deletion."""
    from advisor.doors.cli import history

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    there = history.made()
    there.write_text("+West led\n", encoding="utf-8")
    assert stat.S_IMODE(there.stat().st_mode) == 0o600
    assert run("log", "purge", "--keep", "3", folder=tmp_path, XDG_DATA_HOME=str(tmp_path)).returncode == 0

    assert not there.exists()


def chatted(*arguments: str, folder: Path, told: str) -> str:
    """A conversation in a terminal: the arguments of `chat`, and the line that is typed; what the terminal shows."""
    here, there = pty.openpty()
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "TERM": "xterm"}
    env.pop("ADVISOR_BOOK", None)
    command = [sys.executable, "-m", "advisor", "chat", *arguments]
    shown = b""
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=env, start_new_session=True) as chat:
        os.close(there)
        os.write(here, f"{told}\rexit\r".encode())  # what is typed ahead waits in the terminal
        with suppress(OSError):  # the terminal is gone when the conversation has ended
            while chunk := os.read(here, 1 << 16):
                shown += chunk
        assert chat.wait(60) == 0
    os.close(here)
    return shown.decode()


def test_a_terminals_lines_are_kept_nowhere_unless_asked_for(tmp_path: Path) -> None:
    """A real conversation in a terminal: what was typed is in the book and in no other file; with --history in that too, its
    owner's alone, until something is deleted."""
    story = "West led out of turn, said Zyxquork"
    files = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert "Law" in chatted(folder=tmp_path, told=story)
    kept = {path.name for path in tmp_path.rglob("*") if path.is_file()} - {path.name for path in files}
    assert kept == {"book.sqlite3", "book.sqlite3-queue"}
    assert holding(tmp_path, "Zyxquork") == ["book.sqlite3"]

    chatted("--history", folder=tmp_path, told=story)
    (there,) = tmp_path.rglob("chat_history")
    assert "Zyxquork" in there.read_text(encoding="utf-8")
    assert stat.S_IMODE(there.stat().st_mode) == 0o600
    for number in ("1", "2"):
        assert run("log", "delete", number, folder=tmp_path).returncode == 0
        assert not there.exists()
    assert holding(tmp_path, "Zyxquork") == []


def test_a_report_and_a_list_command_no_terminal(tmp_path: Path) -> None:
    """What was told with control signs is printed without them, and a cell of a table is no formula."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    book.turn("c", "=cmd declarer said spade, \x1b[2J\u202e dummy hesitated")
    book.turn("c", "yes \x1b]0;title\x07")
    record = log.Log(book)
    (entry,) = record.incidents()
    shown = log.report(entry) + log.listed([entry]) + log.as_csv([entry])

    assert not {"\x1b", "\x07", "\u202e"} & set(shown)
    assert "'=cmd" in log.as_csv([entry])


def test_a_spreadsheet_reads_the_table_as_greek(tmp_path: Path) -> None:
    """The exported table begins with the mark by which spreadsheets know UTF-8."""
    book = f"sqlite:///{tmp_path / 'book.sqlite3'}"
    Book(book).turn("c", "η Δύση έκανε αντάμ εκτός σειράς")
    assert run("log", "export", "--form", "csv", "-o", str(tmp_path / "t.csv"), "--book", book, folder=tmp_path).returncode == 0

    told = (tmp_path / "t.csv").read_bytes()
    assert told.startswith(b"\xef\xbb\xbfid,")
    assert "Δύση" in told.decode("utf-8-sig")


_FIRST = "1S over 2C"
_SECOND = (
    "while I was walking there another pair called me, they say that West, Mr Zyxquork, led the king of spades face up although "
    "it was East who had the opening lead and declarer has not seen anything of dummy"
)
_THIRD = (
    "at table 4 declarer Mrs Wyvquork revoked in hearts on trick five and it came out after both sides had played to the next "
    "two tricks, the revoke trick was won by dummy"
)


def asked_whether_new(folder: Path, *further: str) -> tuple[Book, log.Log, list[int]]:
    """A book in which a second story was told without "new", and what was told after it; the incidents, oldest first."""
    book = Book(f"sqlite:///{folder / 'book.sqlite3'}")
    for text in (_FIRST, _SECOND, *further):
        book.turn("f", text)
    record = log.Log(book)
    return book, record, [entry["id"] for entry in record.incidents()][::-1]


@pytest.mark.parametrize("answer", ["1", "new", "2"])
def test_a_story_that_was_asked_about_goes_with_its_incident(answer: str, tmp_path: Path) -> None:
    """ "A new incident, or part of this one?": whatever was answered, the words go with the incident that holds them."""
    _, record, ids = asked_whether_new(tmp_path, answer)
    assert len(ids) == (1 if answer == "2" else 2)
    record.delete(ids[-1])

    assert holding(tmp_path, "Zyxquork") == []
    assert [entry["story"] for entry in record.incidents()] == ([] if answer == "2" else [_FIRST])
    assert record.unread() == []


def test_the_incident_before_takes_nothing_along(tmp_path: Path) -> None:
    """What was asked about and became an incident is still told, known and deletable when the one before is deleted."""
    book, record, ids = asked_whether_new(tmp_path, "1")
    record.delete(ids[0])
    state = book.state("f")

    assert holding(tmp_path, _FIRST) == []
    assert state is not None
    assert (state.number, state.story) == (1, (_SECOND,))
    assert record.unread() == []
    book.turn("f", "declarer has seen nothing of dummy, and accepts it")
    assert [entry["id"] for entry in record.incidents()] == ids[1:]
    record.delete(ids[1])
    assert holding(tmp_path, "Zyxquork") == []
    assert record.unread() == []


@pytest.mark.parametrize("first", [0, 1])
def test_what_still_waits_is_listed_and_deleted(first: int, tmp_path: Path) -> None:
    """A third story left at the question stands among those off the record, whatever is deleted before it."""
    _, record, ids = asked_whether_new(tmp_path, "1", _THIRD)
    assert [each["text"] for each in record.unread()] == [_THIRD]
    for number in (ids[first], ids[1 - first]):
        record.delete(number)
    assert holding(tmp_path, "Zyxquork") == []
    assert record.incidents() == []
    (waits,) = record.unread()
    assert waits["text"] == _THIRD
    record.forget(waits["conversation"], waits["number"])

    assert holding(tmp_path, "Wyvquork") == []
    assert record.unread() == []


def test_what_waited_is_on_record_once_it_was_settled(tmp_path: Path) -> None:
    """Then it is not listed as off the record, nor is the number that settled it; after it was taken back it is."""
    book, record, ids = asked_whether_new(tmp_path, "1")
    assert record.unread() == []
    for text in ("undo", "yes"):
        book.turn("f", text)
    assert [entry["id"] for entry in record.incidents()] == ids[:1]
    assert [each["text"] for each in record.unread()] == [_SECOND]
    book.turn("f", "2")
    assert record.unread() == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    "said",
    [
        ("new", _FIRST, _SECOND, _THIRD, "why?", "1"),
        ("new", _FIRST, _SECOND, "1", "undo", "1", "new", "why?"),
        ("new", _FIRST, "yes", "undo", "new", _SECOND),
    ],
    ids=["two waited", "taken back and settled again", "an answer taken back"],
)
def test_what_stays_is_known_whatever_goes_first(said: tuple[str, ...], order: tuple[int, int], tmp_path: Path) -> None:
    """Deleted one after the other, in either order: the one that stays is still in hand when it was, and then all is gone."""
    book = Book(f"sqlite:///{tmp_path / 'book.sqlite3'}")
    for text in said:
        book.turn("f", text)
    record = log.Log(book)
    ids = [entry["id"] for entry in record.incidents()][::-1]
    marks = (_FIRST, "Zyxquork")
    record.delete(ids[order[0]])
    assert holding(tmp_path, marks[order[0]]) == []
    assert holding(tmp_path, marks[order[1]])
    assert record.unread() == []
    state = book.state("f")
    assert state is not None
    assert ("Zyxquork" in "".join(state.story)) == (order == (0, 1))
    record.delete(ids[order[1]])

    assert [mark for mark in (*marks, "Wyvquork") if holding(tmp_path, mark)] == []
    assert record.unread() == []


def test_a_reader_only_delays_the_wiping_of_a_server(
    postgres_url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL too: it is never silent, and the same again, by whichever program, wipes the words out of its files."""
    monkeypatch.setattr(postgresql, "_PATIENCE", "300ms")
    book, reader = Book(postgres_url), Book(postgres_url)
    for text in (_FIRST, "new", _STORY.format(mark=_SECRETS[0]), "new", f"qwrt zxcv {_SECRETS[1]}"):
        book.turn("f", text)
    record = log.Log(book)
    number = max(entry["id"] for entry in record.incidents())
    (unread,) = record.unread()
    with reader.engine.begin() as reading:
        reading.exec_driver_sql("SELECT count(*) FROM turn")
        for work in (lambda: record.delete(number), lambda: record.delete(number), lambda: record.forget("f", unread["number"])):
            with pytest.raises(AdvisorError, match="another program") as busy:
                work()
            assert busy.value.code == "HELD"
    assert number not in [entry["id"] for entry in record.incidents()]
    log.Log(reader).delete(number)
    postgres.settled()

    base = postgres.log.parent / "data" / "base"
    assert [mark for mark in _SECRETS[:2] if holding(base, mark)] == []
    with pytest.raises(UsageError, match=f"no incident {number} "):
        record.delete(number)
    with pytest.raises(UsageError, match="no message"):
        record.forget("f", unread["number"])
