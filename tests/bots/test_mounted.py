"""`advisor serve --bot viber --bot whatsapp`: the webhooks hang on the page's server."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import settled
from starlette.testclient import TestClient
from typer.testing import CliRunner
from viber_server import TOKEN as VIBER_TOKEN
from viber_server import ViberServer
from whatsapp_server import NUMBER, SECRET, VERIFY, WhatsAppServer, signed
from whatsapp_server import TOKEN as WHATSAPP_TOKEN

from advisor.base.errors import UsageError
from advisor.book.book import Book
from advisor.doors.bots.mounting import Mounted
from advisor.doors.cli.main import app
from advisor.doors.common import secrets
from advisor.doors.web.app import make_app
from advisor.doors.web.settings import Settings


def test_webhooks_on_the_pages_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A message is answered, the page is there, a wrong signature is refused; the page's own limits do not hold for a batch."""
    viber, whatsapp = ViberServer(), WhatsAppServer()
    env = {"ADVISOR_VIBER_TOKEN": VIBER_TOKEN, "ADVISOR_VIBER_API": f"{viber.url}/pa", "ADVISOR_BOT_ACCESS": "open"}
    env |= {"ADVISOR_WHATSAPP_API": f"{whatsapp.url}/v26.0", "ADVISOR_WHATSAPP_TOKEN": WHATSAPP_TOKEN}
    env |= {"ADVISOR_WHATSAPP_SECRET": SECRET, "ADVISOR_WHATSAPP_VERIFY": VERIFY, "ADVISOR_WHATSAPP_NUMBER": NUMBER}
    for name, value in (env | {"ADVISOR_CLUB_KEY": "k", "ADVISOR_BOT_POLL": "0.05"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("advisor.doors.bots.mounting.guard", lambda: None)
    url = f"sqlite:///{tmp_path / 'book.sqlite3'}"
    whatsapp.receipts = False
    raw = whatsapp.batch(whatsapp.said("30", "law 27"), whatsapp.said("31", "x" * 300_000))
    with TestClient(make_app(Settings(book=url, readers=0, bots=("viber", "whatsapp")))) as client:
        page = client.get("/")
        right = client.post("/bots/whatsapp", content=raw, headers=signed(raw))
        wrong = client.post("/bots/viber", content=b"{}", headers={"X-Viber-Content-Signature": "0" * 64})
        settled(Book(url))
    viber.close()
    whatsapp.close()

    assert (page.status_code, right.status_code, wrong.status_code) == (200, 200, 403)
    assert [len(whatsapp.shown[user]) for user in ("30", "31")] == [1, 1]


def test_a_chat_that_nobody_knows_is_refused(sqlite_url: str) -> None:
    """Before the server starts."""
    done = CliRunner().invoke(app, ["serve", "--book", sqlite_url, "--bot", "pigeon"])

    assert isinstance(done.exception, UsageError)
    assert "viber" in done.exception.message


def test_secrets_are_known_to_the_blotter(monkeypatch: pytest.MonkeyPatch, sqlite_url: str) -> None:
    """As soon as a door is opened, and no sooner."""
    monkeypatch.setattr(secrets, "_secrets", set())
    monkeypatch.setattr("advisor.doors.bots.mounting.guard", lambda: None)
    env = {"ADVISOR_VIBER_TOKEN": VIBER_TOKEN, "ADVISOR_WHATSAPP_TOKEN": WHATSAPP_TOKEN, "ADVISOR_WHATSAPP_SECRET": SECRET}
    env |= {"ADVISOR_WHATSAPP_VERIFY": VERIFY, "ADVISOR_WHATSAPP_NUMBER": NUMBER, "ADVISOR_CLUB_KEY": "k"}
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    told = f"a {VIBER_TOKEN} b {WHATSAPP_TOKEN} c {SECRET} d {VERIFY}"
    before = secrets.blotted(told)
    Mounted(("viber", "whatsapp"), sqlite_url)

    assert before == told
    assert secrets.blotted(told) == "a *** b *** c *** d ***"
