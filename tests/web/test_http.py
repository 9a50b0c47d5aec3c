"""The HTTP interface: the contract's bodies, plain problems in two languages, limits, headers, keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from served import KEY
from starlette.testclient import TestClient

from advisor.doors.web import guards, keys, work
from advisor.doors.web.app import make_app
from advisor.doors.web.house import advise
from advisor.doors.web.settings import Settings

STORY = "West led face up, but it was East's lead"
GREEK = "Βγήκε η Δύση ανοιχτά, το αντάμ ήταν της Ανατολής"


@pytest.mark.parametrize("text", [STORY, GREEK, "1S over 2C, lho not accepting", "asdf qwer"])
def test_an_answer_is_that_of_the_library(client: TestClient, text: str) -> None:
    """Byte for byte what `advise()` gives, as JSON."""
    answer = client.post("/v1/advise", json={"text": text})

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.text == advise(text).model_dump_json(by_alias=True)


def test_settings_and_answers_are_taken(client: TestClient) -> None:
    """Language, edition, answers, and the id that comes back; unknown keys are ignored."""
    body = {"text": STORY, "lang": "el", "edition": "2017", "answers": {"dummy_seen": "yes"}, "id": "x1", "colour": "red"}
    told = client.post("/v1/advise", json=body).json()

    assert told == json.loads(
        advise(STORY, lang="el", answers={"dummy_seen": "yes"}).model_copy(update={"id": "x1"}).model_dump_json(by_alias=True)
    )


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/v1/advise", {"text": "  "}, 422, "EMPTY"),
        ("POST", "/v1/advise", {"text": ""}, 422, "BODY"),
        ("POST", "/v1/advise", {"text": 7}, 422, "BODY"),
        ("POST", "/v1/advise", {"text": "x" * 20_001}, 413, "LONG"),
        ("POST", "/v1/advise", {"text": STORY, "lang": "fr"}, 422, "BODY"),
        ("POST", "/v1/advise", {"text": STORY, "edition": "1963"}, 422, "EDITION"),
        ("POST", "/v1/advise", {"text": STORY, "authority": "nobody"}, 422, "AUTHORITY"),
        ("POST", "/v1/advise", {"text": STORY, "answers": {"nothing": "yes"}}, 422, "FACT"),
        ("POST", "/v1/advise", {"text": STORY, "answers": {"dummy_seen": "perhaps"}}, 422, "VALUE"),
        ("POST", "/v1/conversations", {"edition": "1963"}, 422, "EDITION"),
        ("POST", "/v1/conversations", {"authority": "nobody"}, 422, "AUTHORITY"),
        ("POST", "/v1/conversations/web-none/turns", {"text": "why?"}, 404, "CONVERSATION"),
        ("GET", "/v1/laws/27C9", None, 404, "LAW"),
        ("GET", "/v1/laws/hello", None, 422, "REF"),
        ("GET", "/v1/laws/27?edition=1963", None, 422, "EDITION"),
        ("GET", "/v1/find", None, 422, "BODY"),
        ("GET", "/v1/find?q=revoke&edition=1963", None, 422, "EDITION"),
        ("GET", "/nowhere/at/all", None, 404, "404"),
        ("DELETE", "/v1/advise", None, 405, "405"),
    ],
)
def test_problems_are_told_in_both_languages(
    client: TestClient, method: str, path: str, body: dict[str, Any] | None, status: int, code: str
) -> None:
    """RFC 9457: the type, a title, the status, a sentence with the mend, in the language that was asked for."""
    told = [client.request(method, path, json=body, headers={"Accept-Language": lang}) for lang in ("el-GR, en;q=0.5", "en")]
    greek, english = (each.json() for each in told)

    assert [each.status_code for each in told] == [status, status]
    assert {each.headers["content-type"] for each in told} == {"application/problem+json"}
    assert [each.headers["content-language"] for each in told] == ["el", "en"]
    assert greek["code"] == english["code"] == code
    assert greek["status"] == status
    assert greek["type"] == english["type"] == f"urn:advisor:problem:{code.lower()}"
    assert any("α" <= letter <= "ω" for letter in greek["title"] + greek["detail"])
    assert greek["title"] != english["title"]
    assert english["detail"].strip()


def test_a_conversation_goes_on_under_an_id_that_nobody_guesses(client: TestClient) -> None:
    """It begins with an id of 144 bits and goes on with it; the same message is answered once."""
    first = client.post("/v1/conversations", json={"text": STORY})
    name = first.json()["id"]
    why = client.post(f"/v1/conversations/{name}/turns", json={"text": "why?", "id": "m1"})
    again = client.post(f"/v1/conversations/{name}/turns", json={"text": "in Greek", "id": "m1"})

    assert first.status_code == 201
    assert first.json()["reply"]["laws"][0] == "54"
    assert why.json()["kind"] == "why"
    assert again.text == why.text
    assert len(name) >= len("web-") + 24
    assert name != client.post("/v1/conversations", json={}).json()["id"]


def test_no_other_door_is_reached(client: TestClient) -> None:
    """The conversation of a terminal or a chat bot is none of the web's, even when its id is known."""
    work.book(client.app.state.settings.book).turn("chat-0123456789ab", STORY)  # type: ignore[attr-defined]

    assert client.post("/v1/conversations/chat-0123456789ab/turns", json={"text": "why?"}).status_code == 404


def test_laws_and_search(client: TestClient) -> None:
    """A paragraph in any usual spelling, and what fits some words."""
    law = client.get("/v1/laws/27Β1(β)").json()
    found = client.get("/v1/find", params={"q": "τιμωρημένο φύλλο", "most": 3}).json()

    assert law["ref"] == "27B1(b)"
    assert list(law["paragraphs"]) == ["27B1(b)"]
    assert len(found) == 3
    assert {each["ref"][:2] for each in found} <= {"50", "51", "52", "49"}


def test_health_and_version(client: TestClient) -> None:
    """What a watchman asks, and which data answer."""
    told = client.get("/v1/version").json()

    assert client.get("/v1/health").json() == {"status": "ok"}
    assert told["editions"][0] == "2017"
    assert len(told["data"]) == 12


@pytest.mark.parametrize("path", ["/", "/el", "/v1/version", "/nowhere", "/el/law/27", "/sw.js"])
def test_every_answer_keeps_other_sites_out(client: TestClient, path: str) -> None:
    """No inline script, no frame, no guessing of types, no referrer; no CORS unless configured."""
    headers = client.get(path, headers={"Origin": "https://elsewhere.example"}).headers

    assert headers["content-security-policy"] == guards.POLICY
    assert "unsafe" not in guards.POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


def test_too_large_a_body_is_turned_away(client: TestClient) -> None:
    """413, whether the length is told or not."""
    told = client.post("/v1/advise", content=b"x" * 300_000, headers={"Content-Type": "application/json"})
    untold = client.post("/v1/advise", content=iter([b"x" * 200_000] * 2), headers={"Content-Type": "application/json"})

    assert [told.status_code, untold.status_code] == [413, 413]
    assert told.json()["code"] == "SIZE"


def test_the_longest_text_fits(client: TestClient) -> None:
    """20,000 characters outside the basic plane, written as escapes, are no more than the body may hold."""
    body = json.dumps({"text": "🂡" * 20_000})

    assert len(body) < Settings().most_bytes
    assert client.post("/v1/advise", content=body, headers={"Content-Type": "application/json"}).status_code == 200


def app_with(tmp_path: Path, **settings: Any) -> TestClient:
    """An application with other settings."""
    return TestClient(make_app(Settings(book=f"sqlite:///{tmp_path / 'b.sqlite3'}", readers=0, **settings)))


def test_more_than_the_rate_has_to_wait(tmp_path: Path) -> None:
    """429 with Retry-After for an address; a key is counted for itself."""
    line = f"club:{keys.hashed(KEY)}"
    with app_with(tmp_path, rate="3/minute", keys=(line,)) as client:
        told = [client.get("/v1/version").status_code for _ in range(4)]
        turned_away = client.get("/v1/version")
        with_key = client.get("/v1/version", headers={"X-API-Key": KEY})
        health = client.get("/v1/health")

    assert told == [200, 200, 200, 429]
    assert turned_away.json()["code"] == "RATE"
    assert 1 <= int(turned_away.headers["retry-after"]) <= 60
    assert with_key.status_code == 200
    assert health.status_code == 200


def test_a_closed_interface_asks_for_a_key(tmp_path: Path) -> None:
    """401 without the key or with another; the key itself is kept nowhere."""
    line = f"club:{keys.hashed(KEY)}"
    with app_with(tmp_path, rate="", keys=(line,), closed=True) as client:
        told = [
            client.get("/v1/find", params={"q": "revoke"}, headers=headers).status_code
            for headers in ({}, {"X-API-Key": "another"}, {"X-API-Key": KEY}, {"Authorization": f"Bearer {KEY}"})
        ]

    assert told == [401, 401, 200, 200]
    assert KEY not in line


def test_cors_is_for_configured_sites_only(tmp_path: Path) -> None:
    """The site that was named may call, another may not."""
    ours, other = "https://club.example", "https://elsewhere.example"
    with app_with(tmp_path, rate="", origins=(ours,)) as client:
        allowed = [
            client.get("/v1/version", headers={"Origin": site}).headers.get("access-control-allow-origin")
            for site in (ours, other)
        ]

    assert allowed == [ours, None]


def test_when_too_many_wait_the_next_is_turned_away(tmp_path: Path) -> None:
    """503 with Retry-After instead of a queue without end."""
    with app_with(tmp_path, rate="") as client:
        usual = client.app.state.pool.usual  # type: ignore[attr-defined]
        usual.running = usual.waiting
        told = client.post("/v1/advise", json={"text": STORY})

    assert told.status_code == 503
    assert told.json()["code"] == "BUSY"
    assert told.headers["retry-after"] == "2"


def test_those_who_wait_with_long_texts_keep_nobody_else_out(tmp_path: Path) -> None:
    """Where too many long texts wait the next long one is turned away, and a short one is answered."""
    with app_with(tmp_path, rate="") as client:
        long = client.app.state.pool.long  # type: ignore[attr-defined]
        long.running = long.waiting
        told = [client.post("/v1/advise", json={"text": text}).status_code for text in (STORY, (STORY + ". ") * 100)]
        page = client.post("/en/say", data={"text": (STORY + ". ") * 100}, headers={"X-Part": "1"})

    assert told == [200, 503]
    assert page.status_code == 503


def test_the_openapi_has_examples_and_problems(client: TestClient) -> None:
    """Every operation shows its answers, and what may go wrong as problem details."""
    told = client.get("/v1/openapi.json").json()

    assert {path for path in told["paths"] if not path.startswith("/v1/")} == set()
    assert told["components"]["schemas"]["Asked"]["examples"]
    for operations in told["paths"].values():
        for operation in operations.values():
            failing = {code: each for code, each in operation["responses"].items() if code[0] in "45"}

            assert all("application/problem+json" in each["content"] for each in failing.values())
