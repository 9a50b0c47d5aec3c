"""What the book promises: nothing acknowledged is lost, nothing is answered twice, an undo leaves no trace on the record."""

from __future__ import annotations

import csv
import io
import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from book_worker import Worker
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, insert, select, update
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from advisor.base.errors import UsageError
from advisor.book import engine as door
from advisor.book import log
from advisor.book.book import Book, made_by
from advisor.book.schema import Base, ConversationRow, IncidentRow, TurnRow
from advisor.doors.cli.main import app
from advisor.say.words import Words
from advisor.talk import standing
from advisor.talk.conversation import Conversation, Reply, State, Turn, state_of
from advisor.talk.engine import step

STORY = "South claimed the last 3 with ♠A in hand, without a statement"
OTHER = "West revoked"
GREEK = "Η Δύση βγήκε εκτός σειράς, ο μορ δεν έχει ανοίξει"
EVENING = (STORY, "board 12 table 3", "1", "why?", "new", GREEK, "ναι", "νόμος 64", "thanks")
MESSAGES = (
    STORY,
    OTHER,
    GREEK,
    "αμφισβητεί το κλέιμ του εκτελεστή",
    "1",
    "2",
    "yes",
    "όχι",
    "I don't know",
    "no, it was East",
    "undo",
    "πίσω",
    "new",
    "law 64c",
    "why?",
    "what if dummy was down?",
    "script",
    "help",
    "menu",
    "board 12 table 3",
    "in English",
    "στα ελληνικά",
    "the offender's partner leads now",
    "thanks",
    "asdf qwer zxcv",
    "#nonsense=yes",
    "   ",
)


@contextmanager
def opened(url: str) -> Iterator[Book]:
    """A book, closed at the end."""
    book = Book(url)
    try:
        yield book
    finally:
        book.engine.dispose()


@pytest.fixture
def book(url: str) -> Iterator[Book]:
    """A new book, in a database of either kind."""
    with opened(url) as found:
        yield found


@pytest.fixture
def sqlite_book(sqlite_url: str) -> Iterator[Book]:
    """A new book in an SQLite file."""
    with opened(sqlite_url) as found:
        yield found


def told(book: Book, *texts: str, conversation: str = "c") -> None:
    """Say these texts, one after the other."""
    for text in texts:
        book.turn(conversation, text)


def remembered(*texts: str) -> Conversation:
    """The same texts in a conversation held in memory."""
    conversation = Conversation()
    for text in texts:
        conversation.turn(text)
    return conversation


def texts_of(book: Book, conversation: str = "c") -> list[str]:
    """The texts that the book keeps of a conversation."""
    return [turn.text for turn in book.turns(conversation)]


def record(book: Book) -> list[dict[str, Any]]:
    """The incidents on record, newest first."""
    return log.Log(book).incidents()


# --- turns -----------------------------------------------------------------------------------------------------------------


def test_another_book_on_the_same_database_goes_on(url: str) -> None:
    """What one worker was told the next one knows: its replies are those of one conversation held in memory."""
    memory = Conversation()
    pairs = []
    for text in EVENING:
        with opened(url) as book:
            pairs.append((book.turn("c", text), memory.turn(text)))

    with opened(url) as book:
        assert texts_of(book) == list(EVENING)
        assert book.state("c") == memory.state
    assert [ours for ours, _ in pairs] == [theirs for _, theirs in pairs]


def test_an_unknown_conversation_is_empty(book: Book) -> None:
    """Nothing is made by looking."""
    assert list(book.turns("nobody")) == []
    assert book.state("nobody") is None


def test_the_settings_count_when_a_conversation_begins(book: Book) -> None:
    """Language and edition are those of the first message."""
    first = book.turn("c", STORY, lang="el", edition="2007")
    second = book.turn("c", "why?", lang="en")
    state = book.state("c")

    assert (first.lang, second.lang) == ("el", "el")
    assert state is not None
    assert (state.lang, state.edition) == ("el", "2007")


@pytest.mark.parametrize("text", ["a\0b", "\ud800 led out of turn", "", "\n", "led out of turn " * 6250])
def test_whatever_is_typed_is_answered_and_kept(text: str, book: Book) -> None:
    """No text raises, whatever the database thinks of it; the conversation goes on."""
    told(book, STORY)
    reply = book.turn("c", text, "odd")

    assert book.turn("c", text, "odd") == reply
    assert [turn.id for turn in book.turns("c")][1:] == ["odd"]
    assert book.turn("c", "why?").kind == "why"


def test_a_story_with_a_stray_sign_is_recorded(book: Book) -> None:
    """A NUL in the middle of a story that is understood does no harm to the record either."""
    told(book, f"{STORY}\0 \ud800.")

    assert record(book)[0]["story"].startswith(STORY)


# --- once ------------------------------------------------------------------------------------------------------------------


def test_a_message_is_answered_once(book: Book) -> None:
    """The same id gives the same reply, whatever has been said since, also for an undo; another conversation is another."""
    first = book.turn("c", STORY, "m1")
    told(book, "1", "new")
    undone = book.turn("c", "undo", "m2")

    assert book.turn("c", STORY, "m1") == first
    assert book.turn("c", "something else", "m1") == first
    assert book.turn("c", "undo", "m2") == undone
    assert texts_of(book) == [STORY, "1", "new", "undo"]
    assert book.turn("d", "help", "m1").kind == "help"
    assert texts_of(book, "d") == ["help"]


def test_two_threads_at_once_give_one_answer(book: Book) -> None:
    """The same message by eight threads at once: one turn, one reply; also the first of a conversation."""
    ready = Barrier(8)

    def say(number: int, text: str) -> str:
        ready.wait()
        return book.turn("c", text, f"m{number}").model_dump_json()

    with ThreadPoolExecutor(8) as pool:
        replies = [set(pool.map(say, [number] * 8, [text] * 8)) for number, text in enumerate(EVENING)]

    assert [len(each) for each in replies] == [1] * len(EVENING)
    assert texts_of(book) == list(EVENING)


def test_two_threads_of_one_conversation_wait_for_one_another(book: Book) -> None:
    """Different messages at once: each is kept once, and the state is that of the order in which they were kept."""
    words = ("law 64c", "board 12", "table 3", "1", "undo", "why?", "new", "thanks")
    told(book, STORY)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: book.turn("c", text), words * 3))

    assert sorted(texts_of(book)) == sorted([STORY, *words * 3])
    assert book.state("c") == remembered(*texts_of(book)).state


def test_two_processes_at_once_give_one_answer(url: str, start_worker: Callable[[str], Worker]) -> None:
    """The same message sent to two workers at once: one turn, one reply; they also open the new book at once."""
    workers = [start_worker(url) for _ in range(2)]
    for worker in workers:
        worker.ready()
    pairs = []
    for number, text in enumerate(EVENING):
        for worker in workers:
            worker.send(("c", f"m{number}", text))
        pairs.append([worker.acknowledgement() for worker in workers])

    with opened(url) as book:
        assert texts_of(book) == list(EVENING)
    assert [left for left, _ in pairs] == [right for _, right in pairs]
    assert None not in [left for left, _ in pairs]


# --- kill -9 ---------------------------------------------------------------------------------------------------------------


def test_nothing_acknowledged_is_lost_when_a_worker_is_killed(url: str, start_worker: Callable[[str], Worker]) -> None:
    """SIGKILL in the middle, again and again: every acknowledged turn is there once, in order, and the next one works."""
    chance = random.Random(9)
    texts = [text for number in range(40) for text in (STORY, f"board {number}", "1", "thanks", "new")]
    messages = [("c", f"m{number}", text) for number, text in enumerate(texts)]
    kept: list[dict[str, Any]] = []
    for _ in range(3):
        worker = start_worker(url).ready()
        worker.send(*messages[len(kept) :])
        until = len(kept) + chance.randint(5, 25)
        while len(kept) < until and (done := worker.acknowledgement()) is not None:
            kept.append(done)
        time.sleep(chance.uniform(0, 0.015))
        worker.kill()
        while (done := worker.acknowledgement()) is not None:
            kept.append(done)
        with opened(url) as book:
            ids = [turn.id for turn in book.turns("c")]

            assert [done["id"] for done in kept] == [f"m{number}" for number in range(len(kept))]
            assert ids == [f"m{number}" for number in range(len(ids))]
            assert 0 <= len(ids) - len(kept) <= 1

    with opened(url) as book:
        again = [book.turn(*(messages[number][0], messages[number][2], messages[number][1])) for number in range(len(kept) + 1)]
        memory = remembered(*texts[: len(kept) + 1])

        assert len(kept) >= 15
        assert [reply.model_dump(mode="json", by_alias=True) for reply in again[:-1]] == [done["reply"] for done in kept]
        assert texts_of(book) == texts[: len(kept) + 1]
        assert book.state("c") == memory.state


# --- undo and replay -------------------------------------------------------------------------------------------------------


def test_an_undo_takes_the_turn_back(book: Book) -> None:
    """The state is that before the turn; both messages stay among the turns."""
    told(book, STORY)
    before = book.state("c")
    told(book, "yes", "thanks", "undo")

    assert book.state("c") == before
    assert texts_of(book) == [STORY, "yes", "thanks", "undo"]


def test_an_undo_takes_the_incident_off_the_record(book: Book) -> None:
    """The incident that the turn told is gone, those before it stay; then the one before goes as well."""
    told(book, STORY, "new", OTHER)
    both = [entry["story"] for entry in record(book)]
    told(book, "undo", "yes")  # it is asked whether the whole incident is meant
    one = [entry["story"] for entry in record(book)]
    told(book, "undo", "undo", "yes")

    assert both == [OTHER, STORY]
    assert one == [STORY]
    assert record(book) == []
    assert log.listed(record(book)) == ""


def test_an_undo_takes_the_answer_off_the_record(book: Book) -> None:
    """What was asked and answered is on the record; an answer taken back is not, and the one given instead stands alone."""
    told(book, STORY, "yes")
    answered = record(book)[0]["asked"]
    told(book, "undo")
    taken_back = record(book)[0]["asked"]
    told(book, "no")

    assert [each["reply"] for each in answered] == ["yes"]
    assert taken_back == []
    assert [each["reply"] for each in record(book)[0]["asked"] if each["fact"] == answered[0]["fact"]] == ["no"]


def test_a_snapshot_of_another_key_is_made_anew(book: Book) -> None:
    """A state that other data made is not trusted: it is made again from the turns, and the reply is as if nothing were."""
    told(book, *EVENING)
    other = State(story=("of another program",), misses=1).model_dump(mode="json")
    with Session(book.engine) as session, session.begin():
        session.execute(update(ConversationRow).values(made_by="0.0.0:another", state=other))
    memory = remembered(*EVENING)

    assert book.turn("c", "why?") == memory.turn("why?")
    assert book.state("c") == memory.state
    with Session(book.engine) as session:
        assert session.scalar(select(ConversationRow.made_by)) == made_by()


def test_a_conversation_of_an_older_program_is_heard_again_once(book: Book) -> None:
    """One that was kept without what stands of each turn: its undo goes back as if it had been kept."""
    told(book, STORY, "yes", "why?")
    with Session(book.engine) as session, session.begin():
        session.execute(update(ConversationRow).values(top=None))
        session.execute(update(TurnRow).values(stands=None))
    memory = remembered(STORY, "yes", "why?")

    assert book.turn("c", "undo") == memory.turn("undo")
    assert book.turn("c", "undo") == memory.turn("undo")
    assert book.state("c") == memory.state


@pytest.mark.parametrize("asked", [1, 60])
def test_an_undo_costs_the_same_after_a_long_conversation(asked: int, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the language chosen since is heard again, and three rows are read at most, however much has been asked since."""
    evening = [STORY, "board 12", "in Greek", *["law 64c"] * asked]
    memory = remembered(*evening, "undo", "undo")
    told(book, *evening)
    heard, read = [], []

    def counted(state: State, text: str) -> tuple[State, Reply]:
        heard.append(text)
        return step(state, text)

    def executed(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        read.append(statement)

    monkeypatch.setattr(standing, "step", counted)
    event.listen(book.engine, "before_cursor_execute", executed)
    for _ in range(2):
        book.turn("c", "undo")
    looked = [statement for statement in read if statement.startswith("SELECT") and "stands" in statement]

    assert heard == ["in Greek"]
    assert len(looked) <= 2 * 3
    assert book.state("c") == memory.state


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from([*MESSAGES, "undo", "undo"]), max_size=12))
def test_the_book_goes_back_as_the_memory_does(texts: list[str]) -> None:
    """Whatever is said and taken back: after each turn the book's state is that of the turns heard again from the start."""
    with TemporaryDirectory() as folder, opened(f"sqlite:///{folder}/book.sqlite3") as book:
        memory = Conversation()
        for count, text in enumerate(texts, 1):
            assert book.turn("c", text) == memory.turn(text)
            assert book.state("c") == state_of(memory.start, [Turn(text=each) for each in texts[:count]])


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(MESSAGES), max_size=10))
def test_replaying_the_turns_gives_the_same_state(texts: list[str]) -> None:
    """Whatever is said, in whatever order: the state kept turn by turn is the state made anew from the turns."""
    memory = remembered(*texts)

    assert memory.state == state_of(memory.start, [Turn(text=text) for text in texts])


@pytest.mark.parametrize("between", ["help", "menu", "thanks", "law 64c", "script"])
def test_replaying_an_undo_gives_the_same_state(between: str) -> None:
    """The same for an undo after a digression, and before one: what was offered then is what is offered now."""
    memory = remembered(STORY, between, "yes", "undo")

    assert memory.state == remembered(STORY, between).state
    assert memory.state == state_of(memory.start, memory.turns)
    assert remembered(STORY, "yes", between, "undo").state == remembered(STORY).state


# --- the record ------------------------------------------------------------------------------------------------------------


def test_an_incident_is_on_record(book: Book) -> None:
    """Where it was (told before or after), what was told, what was asked and answered, what was ruled and on what grounds."""
    began = datetime.now(UTC).replace(second=0, microsecond=0)
    book.turn("c", "board 12 table 3")
    book.turn("c", STORY)
    answer = book.turn("c", "yes")
    [entry] = record(book)

    assert (entry["board"], entry["table"], entry["club"]) == ("12", "3", "")
    assert (entry["story"], entry["irregularity"], entry["edition"]) == (STORY, "claim_no_statement", "2017")
    assert (entry["laws"], entry["status"]) == (list(answer.laws), answer.status)
    assert entry["ruling"].startswith(answer.text)  # what the first screen left for later follows
    assert [(each["fact"], each["reply"], each["value"]) for each in entry["asked"]] == [("claim_doubted", "yes", "yes")]
    assert entry["asked"][0]["question"]
    assert entry["facts"]["claim_doubted"]["value"] == "yes"
    assert began <= datetime.fromisoformat(entry["begun"]) <= datetime.fromisoformat(entry["changed"])
    assert datetime.fromisoformat(entry["changed"]) <= datetime.now(UTC)
    assert datetime.fromisoformat(entry["begun"]).utcoffset() == timedelta(0)


@pytest.mark.parametrize("detail", ["club " + "C" * 1500, "club " + " ".join("C" * 40 for _ in range(5)), "board " + "9" * 1500])
def test_a_detail_has_a_length(book: Book, detail: str) -> None:
    """What is longer than a name or a number can be is no detail of the record, however few its words are."""
    told(book, STORY, "club North London", detail)
    (entry,) = record(book)

    assert (entry["club"], entry["board"]) == ("North London", "")


def test_details_told_later_are_on_the_record(book: Book) -> None:
    """A correction of the table number changes the record, and can be searched for."""
    told(book, STORY, "board 12 table 3", "table 45")

    assert [(entry["board"], entry["table"]) for entry in record(book)] == [("12", "45")]
    assert len(log.Log(book).incidents("45")) == 1


def test_the_log_finds_all_the_words(book: Book) -> None:
    """Every word must be there, in story, ruling, law or details; accents and capitals do not matter; % is only a sign."""
    told(book, STORY, "board 12", "new", GREEK, "new", OTHER)
    numbers = {
        words: [entry["story"] for entry in log.Log(book).incidents(words)]
        for words in ("SOUTH CLAIMED", "δυση βγηκε", "west revoked", "east revoked", "12", "%")
    }

    assert numbers == {
        "SOUTH CLAIMED": [STORY],
        "δυση βγηκε": [GREEK],
        "west revoked": [OTHER],
        "east revoked": [],
        "12": [STORY],
        "%": [],
    }


def test_the_log_in_the_terminal(url: str) -> None:
    """List, show, search, delete: what they print, and what is left."""
    with opened(url) as book:
        told(book, STORY, "board 12 table 3", "new", OTHER)
        second, first = (entry["id"] for entry in record(book))

    def say(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["log", *arguments, "--book", url], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output.strip()

    listed, found = say("list").splitlines(), say("search", "south", "claimed").splitlines()
    shown, data = say("show", str(first)), json.loads(say("show", str(first), "--json"))
    deleted = say("delete", str(first))

    assert [line.split()[0] for line in listed] == [str(second), str(first)]
    assert "board 12 table 3" in listed[1]
    assert found == listed[1:]
    assert STORY in shown
    assert shown.count("____") >= 3
    assert [entry["board"] for entry in data] == ["12"]
    assert str(first) in deleted
    assert say("list").splitlines() == listed[:1]
    with pytest.raises(UsageError, match=f"no incident {first} on record"):
        say("show", str(first))
    with pytest.raises(UsageError, match=f"no incident {first} on record"):
        say("delete", str(first))


def test_the_log_speaks_the_incidents_language(book: Book) -> None:
    """Where it was and which law are said as the incident was told, and can be searched in either language."""
    told(book, GREEK, "διανομή 12 τραπέζι 3")
    line = log.listed(record(book))

    assert "διανομή 12 τραπέζι 3" in line
    assert not set("abcdefghijklmnopqrstuvwxyz") & set(line)
    assert len(log.Log(book).incidents("board 12")) == 1
    assert len(log.Log(book).incidents("ΔΙΑΝΟΜΗ 12")) == 1


def test_the_whole_ruling_is_on_record(book: Book) -> None:
    """Also what did not fit on the first screen, the question last."""
    reply = book.turn("c", "The auction was in progress when a player heard from the next table that a slam makes on this board")
    state = book.state("c")
    assert state is not None
    lines = record(book)[0]["ruling"].splitlines()

    assert state.rest
    assert sorted(lines) == sorted([*reply.text.splitlines(), *state.rest])
    assert lines[-1] == reply.text.splitlines()[-1]


def test_a_deleted_incident_is_told_nowhere(book: Book) -> None:
    """Its words leave the turns, the replies and the state too; those after it stay, and its number is never given again."""
    told(book, "thanks", STORY, "board 12", "yes", "new", GREEK, "undo", "yes", OTHER)
    second, first = (entry["id"] for entry in record(book))
    log.Log(book).delete(first)
    with Session(book.engine) as session:
        turns = [(turn.text, turn.reply, turn.stands) for turn in session.scalars(select(TurnRow))]
        tops = [(row.state, row.top) for row in session.scalars(select(ConversationRow))]
    kept = json.dumps([turns, tops], ensure_ascii=False)
    state = book.state("c")

    assert STORY not in kept
    assert "♠A" not in kept
    assert OTHER in kept
    assert state is not None
    assert state.story == (OTHER,)
    log.Log(book).delete(second)
    told(book, "new", STORY)
    assert record(book)[0]["id"] > max(first, second)


def test_the_log_is_exported(url: str, tmp_path: Path) -> None:
    """JSON and CSV hold every incident, whole, and can be read back; a spreadsheet takes nothing for a formula."""
    formula = f'=1+1; {STORY}, "loudly"\nand, he says, by mistake'
    with opened(url) as book:
        told(book, formula, "board 12 table 3", "new", GREEK, "new", STORY, "yes")
        entries = record(book)

    def export(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["log", "export", *arguments, "--book", url], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    file = tmp_path / "log.csv"
    export("--form", "csv", "--output", str(file))
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))

    assert json.loads(export("--form", "json")) == entries
    assert list(csv.DictReader(io.StringIO(export("--form", "csv").removeprefix("\ufeff")))) == rows
    assert tuple(rows[0]) == log.COLUMNS
    assert [row["story"] for row in rows] == [STORY, GREEK, f"'{formula}"]
    assert [row["board"] for row in rows] == ["", "", "12"]
    assert [row["ruling"] for row in rows] == [entry["ruling"] for entry in entries]
    assert rows[0]["asked"] == f"{entries[0]['asked'][0]['question']} yes"
    assert [row["law"] for row in rows] == [Words(e["lang"]).ref(e["law"]) for e in entries]
    for row, entry in zip(rows, entries, strict=True):
        words = Words(entry["lang"])
        assert row["irregularity"] == words.irregularity(entry["irregularity"])
        for name, fact in entry["facts"].items():
            assert f"{words.ask(name)} {words.value(name, fact['value'])}" in row["facts"]
            assert f"{name}=" not in row["facts"]
    with pytest.raises(UsageError, match="no form 'xml'"):
        export("--form", "xml")
    with pytest.raises(UsageError, match="cannot be written"):
        export("--output", str(tmp_path / "nowhere/log.json"))


@pytest.mark.parametrize(
    ("told_before", "words", "lang", "machine", "empty"),
    [
        ((), (), "auto", "en_GB.UTF-8", "on record"),
        ((), (), "auto", "el_GR.UTF-8", "πρακτικό"),
        ((), (), "el", "en_GB.UTF-8", "πρακτικό"),
        ((STORY,), ("άλλο",), "auto", "en_GB.UTF-8", "πρακτικό"),
        ((STORY,), ("77",), "auto", "el_GR.UTF-8", "on record"),
        ((GREEK,), ("77",), "auto", "en_GB.UTF-8", "πρακτικό"),
    ],
)
def test_nothing_on_record_is_said_in_the_language(
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    told_before: tuple[str, ...],
    words: tuple[str, ...],
    lang: str,
    machine: str,
    empty: str,
) -> None:
    """That of the words looked for, of what is on record, or of this machine, unless one is asked for."""
    monkeypatch.setenv("LC_ALL", machine)
    with opened(url) as book:
        told(book, *told_before)
    command = ["search", *words] if words else ["list"]
    done = CliRunner().invoke(app, ["log", *command, "--lang", lang, "--book", url], catch_exceptions=False)

    assert empty in done.output


def age(book: Book, conversation: str, days: float) -> None:
    """Make a conversation older than it is."""
    with Session(book.engine) as session, session.begin():
        then = datetime.now(UTC) - timedelta(days=days)
        session.execute(update(ConversationRow).where(ConversationRow.id == conversation).values(changed=then))


def test_purge_keeps_what_is_young(url: str) -> None:
    """`--keep 30`: what was not touched for thirty days goes with turns and incidents, everything else stays."""
    with opened(url) as book:
        for name, days in (("old", 31.0), ("older", 400.0), ("young", 29.9)):
            told(book, STORY, conversation=name)
            age(book, name, days)
        done = CliRunner().invoke(app, ["log", "purge", "--keep", "30", "--book", url], catch_exceptions=False)

        assert done.output == "2 conversations older than 30 days are deleted.\n"
        assert [texts_of(book, name) for name in ("old", "older", "young")] == [[], [], [STORY]]
        assert len(record(book)) == 1
        with Session(book.engine) as session:
            owners = [
                set(session.scalars(select(column)))
                for column in (ConversationRow.id, TurnRow.conversation, IncidentRow.conversation)
            ]
        assert owners == [{"young"}] * 3
        assert book.turn("old", "why?").kind == "puzzled"


def test_purge_knows_time_zones(book: Book) -> None:
    """A moment of another time zone is that moment, not its hands of the clock."""
    told(book, STORY)
    age(book, "c", 1 / 24)
    east = timezone(timedelta(hours=5))
    west = timezone(-timedelta(hours=5))
    too_young = book.purge((datetime.now(UTC) - timedelta(hours=2)).astimezone(east))
    old_enough = book.purge((datetime.now(UTC) - timedelta(minutes=30)).astimezone(west))

    assert (too_young, old_enough) == (0, 1)


def test_purge_of_very_many(sqlite_book: Book) -> None:
    """More conversations than a statement may have variables (here the limit is lowered, which is quicker)."""
    long_ago = datetime.now(UTC) - timedelta(days=99)
    start = State().model_dump(mode="json")
    blank = {"start": start, "state": start, "turns": 0, "made_by": "", "begun": long_ago, "changed": long_ago}
    with sqlite_book.engine.begin() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 500)
        for first in range(0, 1000, 50):
            rows = [blank | {"id": f"c{number}"} for number in range(first, first + 50)]
            connection.execute(insert(ConversationRow), rows)

    assert sqlite_book.purge(datetime.now(UTC)) == 1000


# --- the door --------------------------------------------------------------------------------------------------------------


def test_a_bad_url_is_one_clear_sentence(tmp_path: Path) -> None:
    """Whatever is wrong with it: a UsageError that names the URL (not its password) and a good one."""
    (tmp_path / "text.sqlite3").write_text("This is no database, only a text of some length. " * 40, encoding="utf-8")
    bad = (
        "rubbish",
        "nosuch://host/book",
        "postgresql+nosuch://host/book",
        "mysql://user:secret@127.0.0.1:1/book",
        "postgresql://user:secret@127.0.0.1:1/book",
        "postgresql://127.0.0.1:notaport/book",
        "sqlite:////nonexistent/folder/book.sqlite3",
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path / 'text.sqlite3'}",
    )
    said = []
    for url in bad:
        with pytest.raises(UsageError) as caught:
            Book(url)
        said.append(caught.value.message)

    assert [url for url, message in zip(bad, said, strict=True) if url.replace("secret", "***") not in message] == []
    assert [message for message in said if "sqlite:///book.sqlite3" not in message or "\n" in message] == []
    assert "secret" not in "".join(said)


def test_a_book_of_a_newer_program_is_refused_clearly(url: str) -> None:
    """A database that a later version has migrated is not touched."""
    with opened(url) as book, book.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(UsageError, match="cannot be opened"):
        Book(url)


def test_the_head_is_alembics() -> None:
    """The revision that the program takes for the newest is the newest, and there is one line of them."""
    config = Config()
    config.set_main_option("script_location", str(door.MIGRATIONS))

    assert ScriptDirectory.from_config(config).get_heads() == [door.HEAD]


def test_the_migrations_make_the_tables_of_the_code(book: Book) -> None:
    """Nothing is left for alembic to generate."""
    with book.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})

        assert context.get_current_revision() == door.HEAD
        assert compare_metadata(context, Base.metadata) == []


def test_a_new_book_is_opened_by_many_at_once(url: str) -> None:
    """The first to come makes the tables, the others wait; nobody fails."""
    ready = Barrier(6)

    def say(number: int) -> str:
        ready.wait()
        with opened(url) as book:
            return book.turn(f"c{number}", "thanks").kind

    with ThreadPoolExecutor(6) as pool:
        kinds = list(pool.map(say, range(6)))

    assert kinds == ["thanks"] * 6


def test_a_book_is_kept_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a URL the book is an SQLite file in the user's data folder, written ahead (WAL) and to the disk at each turn."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with opened("") as book:
        told(book, STORY)
        with book.engine.connect() as connection:
            names = ("journal_mode", "synchronous", "foreign_keys")
            modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert [path.name for path in tmp_path.rglob("*.sqlite3")] == ["book.sqlite3"]
    assert modes == ["wal", 2, 1]
