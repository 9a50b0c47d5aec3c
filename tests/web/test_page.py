"""The page without a browser: what stands on it, what an attacker types into it, who may see the log."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest
from served import KEY
from starlette.testclient import TestClient

from advisor.doors.web import assets, site, work
from advisor.doors.web.house import tables
from advisor.talk.conversation import Conversation

STORY = "1♠ πάνω στα 2♣, ο επόμενος δεν έχει μιλήσει"
ASKED = "Ο αμυνόμενος έκανε ρενόνς και έπαιξαν και στην επόμενη λεβέ"  # a story that leaves something to ask
SEVERAL = "Table 12, club played on hearts, changed within the trick. Whose? Didn't write it down."
BASIC = {"Authorization": "Basic " + base64.b64encode(f"club:{KEY}".encode()).decode()}
PART = {"X-Part": "1"}
ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 191 }} {% for x in y %}",
    "${jndi:ldap://x} #{7*191} <%= 7*191 %>",
    "'; DROP TABLE incident; --",
    "../../../../etc/passwd",
    "x\r\nSet-Cookie: stolen=1",
    "\u202e\u0000\ufeff\ud83c",
    "javascript:alert(1)//<svg/onload=alert(1)>",
)


class Seen(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        """Note the text."""
        self.text += data


@pytest.fixture
def visitor(client: TestClient) -> TestClient:
    """A visitor who has said nothing yet."""
    client.cookies.clear()
    return client


def said(visitor: TestClient, text: str, lang: str = "el", **more: str) -> str:
    """The page's answer to a message."""
    answer = visitor.post(f"/{lang}/say", data={"text": text, **more}, headers=PART)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_first_screen_asks_in_the_browsers_language(visitor: TestClient) -> None:
    """One big field, examples to tap, the menu; both languages."""
    greek = visitor.get("/", headers={"Accept-Language": "el-GR,el;q=0.9,en;q=0.8"}).text
    english = visitor.get("/", headers={"Accept-Language": "fr,en;q=0.5"}).text

    assert '<html lang="el">' in greek
    assert "Τι έγινε;" in greek
    assert '<html lang="en">' in english
    assert "What happened?" in english
    assert len(re.findall(r'<button name="text"', english)) >= 3


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(visitor: TestClient) -> None:
    """No script in the page, no style, no handler; every address that a browser loads by itself is our own."""
    said(visitor, STORY)
    for path in (
        "/el",
        "/en",
        "/el/situations",
        "/el/laws",
        "/el/law/27",
        "/el/chart/insufficient_bid",
        "/el/offline",
        "/el/table",
    ):
        seen = Seen(visitor.get(path).text)
        for tag, attributes in seen.tags:
            assert tag not in ("style", "iframe", "object", "embed", "base")
            assert not [name for name in attributes if name.startswith("on") or name == "style"]
            loaded = attributes.get("src", "") or (attributes.get("href", "") if tag in ("link", "use", "image") else "")
            assert not loaded or loaded.startswith("/")
            assert tag != "script" or attributes.get("src")


def test_an_answer_shows_the_ruling_the_question_and_what_was_understood(visitor: TestClient) -> None:
    """Law and question first, buttons for the answers, facts to correct, the user's own words, a picture of the calls."""
    html = said(visitor, STORY)
    seen = Seen(html)
    sends = [attributes["value"] for tag, attributes in seen.tags if tag == "button" and attributes.get("name") == "text"]

    assert "Νόμος 27" in seen.text
    assert "#accepted=yes" in sends
    assert [1 for tag, attributes in seen.tags if tag == "a" and attributes.get("href", "").startswith("/el/law/27")]
    assert any(tag == "svg" and "ανεπαρκής" in attributes.get("aria-label", "") for tag, attributes in seen.tags)
    assert "ib_replacement" in {attributes["data-fact"] for _, attributes in seen.tags if "data-fact" in attributes}
    asked = Seen(said(visitor, ASKED, fresh="1"))
    sends = [attributes["value"] for tag, attributes in asked.tags if tag == "button" and attributes.get("name") == "text"]
    assert "Νόμος 64" in asked.text
    assert "#revoke_trick_won_by=partner" in sends
    assert "#?revoke_trick_won_by" in sends
    assert [1 for _, attributes in asked.tags if attributes.get("id") == "question"]


def test_of_several_situations_the_likeliest_stands_whole_and_each_is_a_button(visitor: TestClient) -> None:
    """Where more than one fits, the page shows them, and goes on with the one that is tapped."""
    reply = Conversation().turn(SEVERAL)
    assert reply.advice is not None
    assert (reply.asks, bool(reply.advice.details)) == ("irregularity", True)

    seen = Seen(said(visitor, SEVERAL, "en"))

    assert [b.label for b in reply.choices if b.label not in seen.text] == []
    assert reply.choices[0].send in {tag["value"] for name, tag in seen.tags if name == "button" and "value" in tag}


def test_a_question_is_answered_and_a_fact_corrected_by_a_tap(visitor: TestClient) -> None:
    """The tap leads on; the correction changes the ruling."""
    said(visitor, "Βγήκε η Δύση ανοιχτά, το αντάμ ήταν της Ανατολής")
    html = said(visitor, "#faced=no")

    assert "41Α" in html
    assert "Νόμος" in html


def test_a_picked_situation_begins_a_new_incident(visitor: TestClient) -> None:
    """From the menu of the first screen; the incident before stays as it was."""
    first = said(visitor, STORY)
    then = said(visitor, "#irregularity=revoke_established", fresh="1")

    assert 'data-number="0"' in first
    assert 'data-number="1"' in then


def test_without_a_script_the_page_works_too(visitor: TestClient) -> None:
    """A form leads back to the page, which shows the conversation as it stands; the cookie is all that is kept."""
    answer = visitor.post("/el/say", data={"text": STORY}, follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    page = visitor.get("/el").text

    assert answer.status_code == 303
    assert answer.headers["location"] == "/el"
    assert "httponly" in cookie.lower()
    assert "samesite=lax" in cookie.lower()
    assert "Νόμος 27" in Seen(page).text
    assert len(visitor.cookies) == 1


def test_the_language_is_switched_with_the_incident_in_hand(visitor: TestClient) -> None:
    """The same incident, said in the other language."""
    said(visitor, STORY)
    html = said(visitor, "in English", lang="en")

    assert "Law 27" in Seen(html).text


def test_the_table_view_says_nothing_to_partner(visitor: TestClient) -> None:
    """The law and the options; not the story, not the steps, not the way to another page."""
    said(visitor, STORY)
    seen = Seen(visitor.get("/el/table").text)

    assert "Νόμος 27" in seen.text
    assert "πάνω στα" not in seen.text
    assert not [1 for tag, attributes in seen.tags if tag == "nav"]


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_comes_back_as_text(visitor: TestClient, attack: str) -> None:
    """In every field and every address: said again letter by letter or not at all, never as a tag, never as a header."""
    plain = attack.encode("utf-8", "replace").decode()
    answers = [
        visitor.post("/en/say", data={"text": f"West led out of turn {plain}"}, headers=PART),
        visitor.post("/en/say", data={"text": plain, "message": plain[:80], "fresh": "1", "board": "12"}, headers=PART),
        visitor.get("/en/laws", params={"q": plain}),
        visitor.get("/en/log", params={"q": plain}, headers=BASIC),
        visitor.get("/en"),
        visitor.get(f"/en/law/{quote(plain, safe='')}"),
        visitor.get(f"/en/chart/{quote(plain, safe='')}"),
        visitor.get("/static/x/..%2f..%2fapp.py"),
        visitor.get("/en", headers={"Cookie": "conversation=chat-1"}),
    ]
    for answer in answers:
        assert answer.status_code < 500, (attack, answer.text)
        assert "stolen" not in answer.headers.get("set-cookie", "")
        if "html" in answer.headers["content-type"]:
            seen = Seen(answer.text)
            assert "1337" not in seen.text
            assert not [tag for tag, attributes in seen.tags if "onerror" in attributes or "onload" in attributes]
            assert not [
                1 for tag, attributes in seen.tags if tag == "script" and not attributes.get("src", "").startswith("/static/")
            ]
            assert not [1 for _, attributes in seen.tags if attributes.get("href", "").startswith("javascript")]


def test_a_form_from_another_site_is_refused(visitor: TestClient) -> None:
    """Neither a message nor a deletion can be sent from elsewhere with this visitor's cookie or key."""
    elsewhere = {"Origin": "https://elsewhere.example"}
    told = [
        visitor.post("/el/say", data={"text": STORY}, headers=elsewhere),
        visitor.post("/el/say", data={"text": STORY}, headers={"Sec-Fetch-Site": "cross-site"}),
        visitor.post("/el/log/1/delete", headers=elsewhere | BASIC),
        visitor.post("/el/log/purge", data={"keep": "0"}, headers=elsewhere | BASIC),
    ]

    assert [each.status_code for each in told] == [403] * 4


def test_the_log_opens_with_the_clubs_key(visitor: TestClient) -> None:
    """Without it nothing is shown; with it the report, the exports, the search and the deletion."""
    said(visitor, STORY)
    said(visitor, "", board="12", table="3")
    closed = [visitor.get(path).status_code for path in ("/el/log", "/el/log/1", "/el/log/export.csv", "/el/log/export.json")]
    page = visitor.get("/el/log", params={"q": "διανομή 12"}, headers=BASIC).text
    number = re.findall(r"/el/log/(\d+)", page)[0]
    report = visitor.get(f"/el/log/{number}", headers=BASIC).text
    table = visitor.get("/el/log/export.csv", headers=BASIC)
    gone = visitor.post(f"/el/log/{number}/delete", headers=BASIC, follow_redirects=False)

    assert closed == [401] * 4
    assert "διανομή 12, τραπέζι 3" in report
    assert table.headers["content-disposition"].endswith('"log.csv"')
    assert "27" in table.text
    assert table.content.startswith(b"\xef\xbb\xbf")  # a spreadsheet knows UTF-8 by it
    assert gone.status_code == 303
    assert visitor.get(f"/el/log/{number}", headers=BASIC).status_code == 404


def test_what_is_on_no_record_is_listed_and_deleted_on_the_page(visitor: TestClient) -> None:
    """Behind the club's key: what was not understood, or told beside a command, and a button that takes it out for good."""
    for text in ("qwrt <b>zxcv</b> Zyxquork", "νόμος 27 Wyvquork", STORY, "νόμος 64"):
        said(visitor, "νέο")
        said(visitor, text)
    there = "/el/log/unread"
    page = visitor.get(there, headers=BASIC)
    forms = re.findall(r'name="conversation" value="([^"]+)"><input type="hidden" name="number" value="(\d+)"', page.text)

    assert there in visitor.get("/el/log", headers=BASIC).text
    assert [
        visitor.get(there).status_code,
        visitor.post(f"{there}/delete", data={"conversation": "x", "number": 1}).status_code,
    ] == [401, 401]
    assert "qwrt &lt;b&gt;zxcv" in page.text
    assert STORY not in page.text
    for conversation, number in forms:
        sent = {"conversation": conversation, "number": number}
        refused = visitor.post(f"{there}/delete", data=sent, headers={**BASIC, "Origin": "https://elsewhere.example"})
        gone = visitor.post(f"{there}/delete", data=sent, headers=BASIC, follow_redirects=False)
        again = visitor.post(f"{there}/delete", data=sent, headers=BASIC)
        assert [refused.status_code, gone.status_code, again.status_code] == [403, 303, 404]
    empty = visitor.get(there, headers=BASIC).text

    assert "Όλα τα μηνύματα είναι στο πρακτικό" in empty
    assert "Zyxquork" not in empty


def test_every_situation_has_a_chart_and_a_place_in_the_menu(visitor: TestClient) -> None:
    """No table is left out."""
    menu = visitor.get("/en/situations").text

    assert {name for name in tables("2017") if f"#irregularity={name}" not in menu} == set()


def test_static_files_are_kept_for_good_and_nothing_else_is_sent(visitor: TestClient) -> None:
    """Under the stamp of today only; a path is no name."""
    found = visitor.get(f"/static/{assets.stamp()}/app.mjs")

    assert found.headers["content-type"].startswith("text/javascript")
    assert "immutable" in found.headers["cache-control"]
    for path in ("/static/old/app.mjs", f"/static/{assets.stamp()}/app.py", f"/static/{assets.stamp()}/..%2fapp.py"):
        assert visitor.get(path).status_code == 404


def test_the_lawbook_is_taken_along_packed(visitor: TestClient) -> None:
    """All laws and tables of a language in less than 220 KB, under the key of the data; an old key is none."""
    address = f"/offline/{work.data_key()}/el.json"
    found = visitor.get(address)

    assert found.headers["content-encoding"] == "gzip"
    assert int(found.headers["content-length"]) < 220_000
    assert len(found.json()["laws"]) == 93
    assert address in visitor.get("/sw.js").text
    assert visitor.get("/offline/0123/el.json").status_code == 404


def test_the_first_load_is_small(visitor: TestClient) -> None:
    """The page with all it loads at once, as sent: under 150 KB (a tenth of it, in fact)."""
    page = visitor.get("/el")
    paths = [a.get("src") or a.get("href", "") for tag, a in Seen(page.text).tags if tag in ("script", "link")]
    sizes = [int(visitor.get(path).headers["content-length"]) for path in ["/el", *paths, "/sw.js"]]

    assert len(sizes) > 5
    assert sum(sizes) < 30_000


def test_the_cookies_name_is_all_that_is_kept(visitor: TestClient) -> None:
    """One session id, nothing else."""
    said(visitor, STORY)
    held: Any = list(visitor.cookies.jar)

    assert [each.name for each in held] == [site.COOKIE]
