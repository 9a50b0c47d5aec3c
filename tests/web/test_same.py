"""The HTTP answer is that of `advise()`, for a tenth of the corpus; and nothing that the OpenAPI allows breaks it."""

from __future__ import annotations

import atexit
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient

from advisor.base import paths
from advisor.doors.web.app import make_app
from advisor.doors.web.house import advise
from advisor.doors.web.settings import Settings

_TENTH = 10
_EXAMPLES = 60


def tenth() -> Iterator[str]:
    """The texts of the corpus whose hash falls into the first tenth."""
    for path in sorted((paths.CORPUS / "tellings").rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text = json.loads(line)["text"]
            if hashlib.blake2b(text.encode(), digest_size=2).digest()[0] % _TENTH == 0:
                yield text


def test_the_answer_is_that_of_the_library(client: TestClient) -> None:
    """Letter by letter."""
    texts = list(tenth())
    wrong = []
    for text in texts:
        answer = client.post("/v1/advise", json={"text": text})
        if answer.status_code != 200 or answer.text != advise(text).model_dump_json(by_alias=True):
            wrong.append(text)

    assert len(texts) > 2000
    assert wrong == []


_BOOK = Path(tempfile.mkdtemp(prefix="advisor-schema-")) / "book.sqlite3"
atexit.register(shutil.rmtree, _BOOK.parent, ignore_errors=True)
api = schemathesis.openapi.from_asgi("/v1/openapi.json", make_app(Settings(book=f"sqlite:///{_BOOK}", readers=0, rate="")))


@api.parametrize()
@settings(
    max_examples=_EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_nothing_that_the_schema_allows_breaks_it(case: schemathesis.Case) -> None:
    """No 5xx, no answer that the OpenAPI does not describe, no wrong media type; what it forbids is refused. (It cannot say
    which fact has which values, nor what a law reference is: such a request is rightly turned away with 422.)"""
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
