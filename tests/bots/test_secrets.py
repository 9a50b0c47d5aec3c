"""Tokens come from the environment or a strict file, and are shown nowhere; nor is anything that somebody told."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from advisor.base.errors import UsageError
from advisor.book.book import Book
from advisor.book.members import Members
from advisor.doors.bots import silence, station
from advisor.doors.bots.house import PAGES
from advisor.doors.bots.registry import PLATFORMS
from advisor.doors.bots.settings import Settings, club_key, secret
from advisor.doors.cli.main import app
from advisor.doors.common import secrets

TOKEN = "424242:AAtest-token_of-the-club"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _logs_as_they_were(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What `quiet` sets for a process is undone after each test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    yield
    root.handlers[:], root.level = handlers, level


def test_a_token_from_the_environment_or_a_strict_file(tmp_path: Path) -> None:
    """A file that others may read is refused; so is no token at all. The sentence names the mend, never the token."""
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n", encoding="utf-8")
    path.chmod(0o600)
    env = {"T_FILE": str(path)}

    assert secret("T", {"T": TOKEN}) == secret("T", env) == TOKEN
    path.chmod(0o640)
    foreign = tmp_path / "foreign"
    foreign.write_bytes(TOKEN.encode("utf-16"))
    foreign.chmod(0o600)
    there = tmp_path / "folder"
    there.mkdir(mode=0o700)
    unread = (str(foreign), str(there), str(tmp_path / "none"))
    refused = [(env, "chmod 600"), ({}, "T_FILE"), *(({"T_FILE": name}, "cannot be read") for name in unread)]
    for told, words in refused:
        with pytest.raises(UsageError, match=words) as caught:
            secret("T", told)
        assert TOKEN not in caught.value.message


def test_the_clubs_key_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For its owner only; two clubs hash the same chat differently."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one = club_key({})
    (path,) = tmp_path.rglob("club.key")

    assert club_key({}) == one
    assert path.stat().st_mode & 0o077 == 0
    assert len({Settings(key=SecretStr(key)).hashed("a", "chat", "1") for key in (one, "other")}) == 2


def test_the_clubs_key_is_whole_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that start at once have the same key; an empty one, or one that cannot be kept, is refused in a sentence."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: club_key({}), range(16)))
    (path,) = (each for each in tmp_path.rglob("*") if each.is_file())
    assert keys == {path.read_text(encoding="utf-8")}
    path.write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="empty"):
        club_key({})
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(UsageError):
        club_key({})


@pytest.mark.parametrize("listens", [["--host", "999.1.1.1"], ["--port", "0"], ["--port", "99999"], ["--port", "taken"]])
def test_where_nothing_can_listen_is_said(listens: list[str], sqlite_url: str) -> None:
    """In one sentence at the end, and the status of wrong use."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        told = [str(other.getsockname()[1]) if word == "taken" else word for word in listens]
        env = os.environ | {"ADVISOR_VIBER_TOKEN": TOKEN, "ADVISOR_VIBER_WEBHOOK": "https://club.example/bots/viber"}
        env |= {"ADVISOR_VIBER_API": "http://127.0.0.1:9/pa", "ADVISOR_CLUB_KEY": "k", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "advisor", "bot", "viber", "--book", sqlite_url, *told]
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False, timeout=60)

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert "exception" not in done.stderr
    assert "--port" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("ACCESS", "closed"), ("RATE", "many"), ("RATE", "0"), ("RATE", "1e400"), ("EDITION", "1963"), ("AUTHORITY", "fifa")),
        *(
            ("LANG", "fr"),
            ("LEASE", "x"),
            ("LEASE", "1"),
            ("LEASE", "nan"),
            ("POLL", "-1"),
            ("SETTLE", "inf"),
            ("POLL", "0"),
            ("RECEIPT", "-1"),
        ),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    """In one sentence."""
    with pytest.raises(UsageError) as caught:
        Settings.from_environment({f"ADVISOR_BOT_{name}": value, "ADVISOR_CLUB_KEY": "k"})

    assert value in caught.value.message or f"ADVISOR_BOT_{name}" in caught.value.message


def test_secrets_and_stories_stay_out_of_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret is blotted out; an error is named by kind and place, without its words."""
    monkeypatch.setattr(secrets, "_secrets", set[str]())  # other tests of this process keep theirs, short ones too
    log, out = logging.getLogger("advisor.bots.test"), StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(silence.Blotter())
    log.addHandler(handler)
    secrets.keep_secret(TOKEN)
    try:
        raise ValueError(f"West revoked, {TOKEN}")
    except ValueError:
        log.exception("calling %s", f"bot{TOKEN}/sendMessage")
    log.removeHandler(handler)

    assert "calling bot***/sendMessage (ValueError at test_secrets_and_stories_stay_out_of_logs" in out.getvalue()
    assert "revoked" not in out.getvalue()
    assert TOKEN not in out.getvalue()


CRASH = """
from advisor.doors.bots import silence
from advisor.doors.common import secrets
secrets.keep_secret("{token}")
silence.quiet()
def fails():
    raise RuntimeError("West revoked {token}")
fails()
"""


def test_a_traceback_shows_places_only() -> None:
    """The last words of a process hold neither a token nor a story."""
    script = CRASH.replace("{token}", TOKEN)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=False)

    assert done.returncode == 1
    assert "RuntimeError" in done.stderr
    assert "fails:" in done.stderr
    assert "revoked" not in done.stderr
    assert TOKEN not in done.stderr


DEBUGGED = """
import sys
from advisor.doors.bots import station
from advisor.doors.common import secrets
from advisor.doors.cli.main import run
def fails(*_):
    secrets.keep_secret("{token}")
    raise RuntimeError("calling bot{token}/getMe")
station.station = fails
sys.argv = ["advisor", "--debug", "bot", "viber", "--book", "{book}"]
run()
"""


def test_a_traceback_that_was_asked_for_shows_no_token(sqlite_url: str) -> None:
    """`--debug` shows the lines and the words of an error of the real command, its secrets blotted out."""
    script = DEBUGGED.replace("{token}", TOKEN).replace("{book}", sqlite_url)
    env = os.environ | {"PYTHONPATH": str(ROOT), "ADVISOR_CLUB_KEY": "key-of-the-club"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=False)

    assert done.returncode == 1
    assert "in serve" in done.stderr
    assert "RuntimeError: calling bot***/getMe" in done.stderr
    assert TOKEN not in done.stderr + done.stdout


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_missing_extra_is_named(name: str, monkeypatch: pytest.MonkeyPatch, sqlite_url: str) -> None:
    """With how to install it from a clone."""
    monkeypatch.setattr(station, "find_spec", lambda _: None)
    done = CliRunner().invoke(app, ["bot", name, "--book", sqlite_url], env={"ADVISOR_CLUB_KEY": "k"})

    assert isinstance(done.exception, UsageError)
    assert f"pip install -e '.[{name}]'" in done.exception.message


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_missing_token_is_named(name: str, sqlite_url: str) -> None:
    """Before anything is done."""
    cleared = {each: None for each in os.environ if each.startswith("ADVISOR_")}
    done = CliRunner().invoke(app, ["bot", name, "--book", sqlite_url], env={**cleared, "ADVISOR_CLUB_KEY": "k"})

    assert isinstance(done.exception, UsageError)
    assert f"ADVISOR_{name.upper()}_" in done.exception.message


@pytest.mark.parametrize("name", PLATFORMS)
def test_how_a_club_gets_its_token(name: str) -> None:
    """Ten lines in each language, and a picture of a reply."""
    done = CliRunner().invoke(app, ["bot", name, "--how"])
    greek, english = done.output.split("## English")

    assert done.exit_code == 0
    assert [f"\n{n}. " in part for part in (greek, english) for n in range(1, 11)] == [True] * 20
    assert f"ADVISOR_{name.upper()}_" in greek
    assert f"({name}.png)" in greek
    assert (PAGES / f"{name}.png").read_bytes()[:4] == b"\x89PNG"


def test_an_invitation_is_printed_once_and_kept_as_a_hash(sqlite_url: str) -> None:
    """It lets in whom it is for, as often as it says, until its day."""
    done = CliRunner().invoke(app, ["bot", "invite", "--book", sqlite_url, "--uses", "2"])
    code = done.stdout.strip()
    book = Book(sqlite_url)
    members = Members(book)
    found = [members.redeem(code.lower(), person, "c") for person in ("a", "a", "b", "d")]
    late = members.redeem(members.invite("director", days=-1), "e", "c")
    with book.engine.connect() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM invitation").all())
    book.engine.dispose()

    assert found == ["director", "director", "director", None]
    assert late is None
    assert code not in kept
