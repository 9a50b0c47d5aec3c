"""The HTTP answer is that of `advise()`, for one telling of the corpus in sixty; and nothing that the OpenAPI allows breaks it.

`python tests/soak --same` asks a tenth of the corpus: every answer is computed twice, which takes minutes and shows no more.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from soak.same import differing, part
from starlette.testclient import TestClient

from advisor.doors.web.app import make_app
from advisor.doors.web.settings import Settings

_PART = 60
_EXAMPLES = 60


def test_the_answer_is_that_of_the_library(client: TestClient) -> None:
    """Letter by letter, for one text in sixty, chosen by its hash."""
    texts = part(_PART)

    assert len(texts) > 500
    assert differing(client, texts) == []


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
