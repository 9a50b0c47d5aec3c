"""The HTTP answer is that of `advise()`, letter by letter: `python tests/soak --same` tries a tenth of the corpus."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable
from pathlib import Path

from starlette.testclient import TestClient

from advisor.doors.web.app import make_app
from advisor.doors.web.house import advise
from advisor.doors.web.settings import Settings

from .units import tellings


def part(of: int) -> list[str]:
    """The texts of the corpus whose hash falls into one part in so many: always the same, and of every kind."""
    return [text for text in tellings() if _number(text) % of == 0]


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


def differing(client: TestClient, texts: Iterable[str]) -> list[str]:
    """The texts whose answer over HTTP is not that of the library."""
    wrong = []
    for text in texts:
        answer = client.post("/v1/advise", json={"text": text})
        if answer.status_code != 200 or answer.text != advise(text).model_dump_json(by_alias=True):
            wrong.append(text)
    return wrong


def same(of: int) -> tuple[int, list[str]]:
    """How many texts were asked both ways, with a book of their own, and which were answered otherwise."""
    texts = part(of)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(book=f"sqlite:///{Path(folder) / 'book.sqlite3'}", readers=0, rate="")
        with TestClient(make_app(settings), raise_server_exceptions=False) as client:
            return len(texts), differing(client, texts)
