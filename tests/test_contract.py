"""The contract, to the letter: the JSON of an answer, the lines of a batch, exit codes and plain errors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from warm import Warm

from advisor import Advice, advise
from advisor.base import paths
from advisor.base.errors import UsageError

KEYS = ["id", "lang", "edition", "status", "laws", "irregularities", "facts", "question", "candidates", "answer", "details"]
TEXTS = [
    "declarer said spade, dummy hesitated",
    "ο εκτελεστής είπε πίκα, ο μορ δίστασε",
    "h dysi evgale antam enw eixe seira h anatoli",
    "partner opened 1NT and I had 12 points, what should I bid?",
    "asdf qwer zxcv",
]


def run(*args: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "advisor", *args], input=text, capture_output=True, text=True, check=False, encoding="utf-8"
    )


@pytest.mark.parametrize("text", TEXTS)
def test_the_shape_of_an_answer(text: str) -> None:
    """Every key of the contract, in its type, and nothing else."""
    data = json.loads(advise(text).model_dump_json(by_alias=True))

    assert list(data) == KEYS
    assert data["status"] in ("ruling", "question", "choose", "rights", "none", "unclear")
    assert bool(data["laws"]) == (data["status"] not in ("none", "unclear"))
    assert (data["question"] is not None) <= (data["status"] in ("question", "choose"))
    assert data["lang"] in ("el", "en")
    assert data["answer"].strip()
    for entry in data["irregularities"]:
        assert set(entry) == {"id", "laws", "row", "status", "remedies"}
        assert entry["row"] is None or "/" in entry["row"]
    for fact in data["facts"].values():
        assert set(fact) == {"value", "how", "quotes", "from"}
        assert all(quote in text for quote in fact["quotes"])


def test_an_answer_is_frozen_and_repeats() -> None:
    """The same text gives the same answer, and nobody changes it."""
    first, second = advise(TEXTS[0]), advise(TEXTS[0])

    assert first == second
    assert isinstance(first, Advice)
    with pytest.raises(ValueError, match="frozen"):
        first.status = "none"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"lang": "fr"}, "fr"),
        ({"edition": "1963"}, "1963"),
        ({"authority": "fifa"}, "fifa"),
        ({"answers": {"no_such_fact": "yes"}}, "no_such_fact"),
        ({"answers": {"accepted": "perhaps"}}, "perhaps"),
        ({"answers": {"irregularity": "no_such_thing"}}, "no_such_thing"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], word: str) -> None:
    """One sentence that names what is wrong and what to use."""
    with pytest.raises(UsageError, match=word):
        advise("West led out of turn", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "🂡🃞♠️♥️",
        "\u202eled out of turn\u202c",
        "\x00\x07led\x1b[31m out of turn",
        "led \ud800 out of turn",
        "שיחק שלא בתורו",
        "a" * 19_000,
        "♠" * 5_000,
        "1S " * 3_000,
        "((((((" * 500,
        "\n\n\n?",
    ],
    ids=["emoji", "rtl marks", "control", "surrogate", "hebrew", "one word", "suits", "calls", "brackets", "no words"],
)
def test_odd_texts_are_answered(text: str) -> None:
    """Whatever is typed gets an answer, never a traceback."""
    assert advise(text).answer


@pytest.mark.parametrize("text", ["", "   \n ", "\x00"])
def test_nothing_is_refused_plainly(text: str) -> None:
    """An empty text gets one clear sentence."""
    with pytest.raises(UsageError, match="no text"):
        advise(text)


def test_far_too_much_is_refused_at_once() -> None:
    """A text of 100,000 characters is refused clearly."""
    with pytest.raises(UsageError, match="100000 characters"):
        advise("led out of turn " * 6250)


@pytest.mark.parametrize(
    ("typed", "code"),
    [(b"", 2), (b"led out of turn " * 6250, 2), (b"West \xed\xa0\x80 led \xff\xfe out of turn", 0), (b"\x00\x1b[2J", 0)],
    ids=["empty", "100,000 characters", "no text encoding", "control signs"],
)
def test_whatever_comes_in_by_the_pipe_ends_in_one_sentence_or_an_answer(typed: bytes, code: int) -> None:
    """Bytes that are no text, nothing, far too much: an answer, or one plain sentence on standard error."""
    done = subprocess.run([sys.executable, "-m", "advisor", "ask", "-"], input=typed, capture_output=True, check=False)
    said = done.stderr.decode("utf-8")

    assert (done.returncode, bool(done.stdout.strip())) == (code, code == 0), said
    assert len(said.splitlines()) == (0 if code == 0 else 1)


def test_a_broken_file_is_one_plain_sentence(tmp_path: Path) -> None:
    """A YAML file that cannot be read stops the program with its name, its line and the mend, and no traceback."""
    shutil.copytree(paths.PACKAGE, tmp_path / "advisor", ignore=shutil.ignore_patterns("__pycache__", "_data"))
    shutil.copytree(paths.LEXICON, tmp_path / "lexicon")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "lexicon/lines/law_54.yaml").write_text('stay: {el: "Μείνε, en: Stay}\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "advisor", "ask", "West led out of turn"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        encoding="utf-8",
        env=os.environ | {"ADVISOR_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)},
    )

    assert (done.returncode, done.stdout) == (3, "")
    assert "law_54.yaml:" in done.stderr
    assert "Traceback" not in done.stderr


def test_batch_keeps_order_and_goes_on_after_bad_lines(tmp_path: Path) -> None:
    """One line out for one line in, in order; a bad line gives an error and the rest goes on."""
    lines = [
        '{"id": 1, "text": "West led out of turn"}',
        "not json",
        '{"id": "x", "text": ""}',
        '{"id": 3}',
        "[1]",
        '{"id": "g", "text": "ρενόνς", "lang": "en", "junk": 1}',
        '{"id": 5, "text": "revoke", "edition": "1963"}',
        '{"id": 6, "text": "led \\ud800 out of turn"}',
    ]
    source = tmp_path / "in.jsonl"
    source.write_text("\n".join(lines), encoding="utf-8")

    done = run("batch", str(source), "-o", str(tmp_path / "out.jsonl"))
    out = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]

    assert done.returncode == 0
    assert [line.get("id") for line in out] == [1, None, "x", 3, None, "g", 5, 6]
    assert ["error" in line for line in out] == [False, True, True, True, True, False, True, False]
    assert all(line["error"]["code"] and line["error"]["message"] for line in out if "error" in line)
    assert out[5]["lang"] == "en"


def test_batch_jobs_give_the_same(tmp_path: Path) -> None:
    """Several processes, the same lines in the same order."""
    text = "\n".join(json.dumps({"id": i, "text": t}) for i, t in enumerate(TEXTS * 3))

    assert run("batch", "-", text=text).stdout == run("batch", "-", "--jobs", "2", text=text).stdout


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["ask", "West led out of turn"], 0),
        (["ask", "West led out of turn", "--json"], 0),
        (["ask", "Law?", "--edition", "1963"], 2),
        (["ask", ""], 2),
        (["ask", "x", "--answer", "accepted"], 2),
        (["law", "27B1(b)"], 0),
        (["law", "Νόμος 45Γ4β"], 0),
        (["law", "nonsense"], 2),
        (["law", "27", "--table"], 0),
        (["law", "27", "--json"], 0),
        (["law", "25", "--changes"], 0),
        (["law", "27", "--edition", "1997"], 2),
        (["find", "revoke"], 0),
        (["score", "no_such_file.jsonl"], 2),
        (["batch", "no_such_file.jsonl"], 2),
        (["new", "law", "94"], 2),
        (["forms", "no_such_concept"], 2),
        (["no_such_command"], 2),
    ],
)
def test_exit_codes_and_plain_errors(args: list[str], code: int, warm: Warm) -> None:
    """0 an answer, 2 wrong use; errors are plain sentences on standard error and never a traceback."""
    done = warm.run(*args, cwd=Path.cwd(), env=os.environ)

    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    assert bool(done.stdout.strip()) == (code == 0)


def test_standard_input_is_read() -> None:
    """`-` reads the text from standard input."""
    assert run("ask", "-", text="West revoked").stdout.strip()


def test_answers_lead_on() -> None:
    """An answer to the open question narrows the ruling, and is shown as answered."""
    first = advise(TEXTS[0])

    assert first.question is not None
    value = first.question.choices[0].value
    second = advise(TEXTS[0], answers={first.question.fact: value})

    assert second.facts[first.question.fact].how == "answered"
    assert second.question is None or second.question.fact != first.question.fact
