"""What comes in another encoding than UTF-8 is refused at every door, and named where it can be told: never wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_wrong_use import keeping, one_sentence
from warm import Warm

from advisor.doors.cli.batching import answer_bytes
from advisor.doors.cli.foreign import seems

_GREEK = "η Δύση έκανε αντάμ εκτός σειράς"
_PLAIN = "η δυση εκανε ρενονς και το ειδαμε"
_RUSSIAN = "Запад вышел вне очереди, болван положил карту"
_FRENCH = "le déclarant a joué hors tour, un café à côté"
NAMED = [
    (_GREEK, "cp1253", "Windows-1253"),
    (_GREEK, "iso8859-7", "ISO 8859-7"),
    (_PLAIN, "cp1253", "Windows-1253"),
    (_GREEK, "cp737", "cp737"),
    (_GREEK, "cp869", "cp869"),
    (_GREEK.upper(), "cp869", "cp869"),
    (_RUSSIAN, "koi8-r", "KOI8-R"),
    (_RUSSIAN, "cp1251", "Windows-1251"),
    (_RUSSIAN, "cp866", "cp866"),
    (_FRENCH, "cp1252", "Windows-1252"),
    ("café", "cp1252", "Windows-1252"),
    (_GREEK, "utf-16", "UTF-16"),
    (_GREEK, "utf-16-le", "UTF-16"),
    (_GREEK, "utf-32", "UTF-32"),
]
OPEN = [("é", "cp1252"), ("ΡΕΝΟΝΣ", "cp1253"), ("ρ", "cp1253"), ("→ 1♠ ←", "shift_jis"), ("東北西", "shift_jis")]
_IDS = [f"{encoding} {told[:6]}" for told, encoding, _ in NAMED]


@pytest.mark.parametrize(("told", "encoding", "name"), NAMED, ids=_IDS)
def test_an_encoding_is_named(told: str, encoding: str, name: str) -> None:
    """By the words that its bytes make in it."""
    assert name in seems(told.encode(encoding))[1]


@pytest.mark.parametrize(("told", "encoding"), OPEN, ids=[told for told, _ in OPEN])
def test_what_could_be_several_is_not_named(told: str, encoding: str) -> None:
    """Better no name than a wrong one."""
    assert seems(told.encode(encoding, "ignore")) == ("", "")


def test_the_tellings_are_hardly_ever_named_wrongly() -> None:
    """Tellings of the corpus, in each encoding of their alphabet: most are named, and of a hundred not one wrongly."""
    corpus = Path(__file__).resolve().parent.parent / "corpus/tellings"
    files = sorted(corpus.glob("*/*.jsonl"))[::9]
    told = [json.loads(line)["text"] for path in files for line in path.read_text(encoding="utf-8").splitlines()[:20]]
    greek = [text for text in told if sum("\u0370" <= sign <= "\u03ff" for sign in text) > len(text) // 2]
    assert len(greek) > 100
    for encoding, name in (("cp1253", "Windows-1253"), ("cp737", "cp737"), ("cp869", "cp869")):
        found = [seems(text.encode(encoding, "ignore"))[1] for text in greek]
        assert sum(name in each for each in found) >= 0.8 * len(greek)
        assert [each for each in found if each and name not in each] == []


@pytest.mark.parametrize("command", ["ask -", "explain -", "batch in.jsonl", "batch -", "score in.jsonl", "chat"])
@pytest.mark.parametrize(("told", "encoding", "name"), NAMED, ids=_IDS)
def test_every_door_refuses_it(command: str, told: str, encoding: str, name: str, tmp_path: Path, warm: Warm) -> None:
    """A text, a file, a line, a message: a sentence with the name; whatever is no text of lines ends there."""
    line = told if command in ("ask -", "explain -", "chat") else json.dumps({"id": told, "text": told}, ensure_ascii=False)
    sent = f"{line}\n{line}\n".encode(encoding)
    (tmp_path / "in.jsonl").write_bytes(sent)
    done = warm.run(*command.split(), cwd=tmp_path, env=keeping(tmp_path), told=sent)
    wide = encoding.startswith("utf")
    if command == "chat":
        shown = done.stdout.decode()
        refused = done.stderr.decode() if wide else shown
        assert (done.returncode, name in refused, "not UTF-8" in refused) == (2 if wide else 0, True, True)
        assert shown.count("[ENCODING]") == (0 if wide else 2)
    elif command.startswith("batch") and not wide:
        found = [json.loads(each) for each in done.stdout.decode().splitlines()]
        assert [(each["id"], each["error"]["code"]) for each in found] == [(told, "ENCODING")] * 2
        assert all(name in each["error"]["message"] for each in found)
    else:
        one_sentence(done, 2, name)


def test_a_line_in_no_known_encoding_keeps_what_can_be_read_of_its_id() -> None:
    """Its Latin letters at least."""
    found = json.loads(answer_bytes(b'{"id": "x7", "text": "\x81\x8d\xff\xfe"}'))

    assert (found["id"], found["error"]["code"]) == ("x7", "ENCODING")
    assert "UTF-8 but" not in found["error"]["message"]
