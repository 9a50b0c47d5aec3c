"""What the phone says by itself: of a story its guess, which is that of the same weights in Python; and charts, which are the
trees of the printed ones."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from nodejs import node

from advisor.base import paths
from advisor.base.text import clean, fold
from advisor.diagnose.ngrams import ngrams
from advisor.doors.web import assets, charts, guessing, offline
from advisor.doors.web.house import law_number, table, tables

_SHARE = 64  # one telling of so many
_LEAST = 75  # of a hundred tellings, the law among the first three (they are those that the weights were fitted on)
ODD = ("ΑΝΕΠΑΡΚΗΣ αγορά ΐ ΰ µ", "café İstanbul ß ﬁ", "1♠-2♣ «πάσο»…", "🂡🂡 x", "", "Å ñ ϲ")


def run(script: str, given: Any) -> Any:
    """What a script of ours gives for some JSON."""
    names = {name: (assets.STATIC / f"{name}.mjs").as_uri() for name in ("guess", "chart")}
    head = 'import { readFileSync } from "node:fs"; const given = JSON.parse(readFileSync(0, "utf8"));\n'
    head += "".join(f'import * as {name} from "{there}";\n' for name, there in names.items())
    whole = f"{head}console.log(JSON.stringify({script}));"
    done = subprocess.run(
        [node(), "--input-type=module", "-e", whole], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-800:]
    return json.loads(done.stdout)


@lru_cache(maxsize=1)
def told() -> list[tuple[str, str]]:
    """Tellings of incidents, chosen by hash, each with the number of its law."""
    return list(_told())


def _told() -> Iterator[tuple[str, str]]:
    known = tables(paths.EDITION)
    for path in sorted((paths.CORPUS / "tellings").rglob("*.jsonl")):
        found = known.get(path.stem)
        if found is None or found["kind"] == "rights":
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            text = json.loads(line)["text"]
            if hashlib.blake2b(text.encode(), digest_size=2).digest()[0] % _SHARE == 0:
                yield text, law_number(str(found["law"]))


def test_the_runs_of_letters_are_those_of_the_advisor() -> None:
    """Of tellings in both languages and of odd characters."""
    texts = [*(text for text, _ in told()[:200]), *ODD]
    mine = [sorted(n[2:] for n in ngrams(fold(clean(text))) if n[0] == "c" and len(n) - 2 in guessing.LENGTHS) for text in texts]
    theirs = run("given.map((text) => [...guess.runsOf(text)])", texts)

    assert [sorted(each) for each in theirs] == mine


def test_the_guess_is_mostly_right_and_the_same_in_python() -> None:
    """The law is among the first three; the scores are those that the exported numbers give."""
    laws = {name: law_number(str(data["law"])) for name, data in tables(paths.EDITION).items()}
    given = {"part": guessing.part(), "laws": laws, "texts": [text for text, _ in told()]}
    theirs = run("given.texts.map((text) => guess.guess(text, given.part, (name) => given.laws[name]))", given)
    right = sum(law in {laws[name] for name in names} for (_, law), names in zip(told(), theirs, strict=True))

    assert len(told()) > 300
    assert 100 * right >= _LEAST * len(told())
    for (text, _), names in list(zip(told(), theirs, strict=True))[:100]:
        assert names == [] or names[0] == _first(text)


def _first(text: str) -> str:
    """The likeliest situation by the exported numbers."""
    part = guessing.part()
    index = {found: at for at, found in enumerate(part["runs"].split("\n"))}
    known = [index[n[2:]] for n in sorted(ngrams(fold(clean(text)))) if n[0] == "c" and n[2:] in index]
    norm = sum(part["idf"][at] ** 2 for at in known) ** 0.5
    scores = [each / 100 for each in part["bias"]]
    for at in known:
        row = part["rows"][at]
        for column, value in zip(row[::2], row[1::2], strict=True):
            scores[ord(column) - 256] += part["idf"][at] / norm * part["step"] * (ord(value) - 80)
    return str(part["names"][max(range(len(scores)), key=scores.__getitem__)])


@pytest.mark.parametrize("text", ["", "1S over 2C", "🂡🂡🂡"])
def test_nothing_is_guessed_of_what_says_too_little(text: str) -> None:
    """A few signs prove nothing."""
    assert run('guess.guess(given.text, given.part, () => "")', {"part": guessing.part(), "text": text}) == []


def test_what_the_phone_takes_along_is_small() -> None:
    """The part of the judge in less than 160 KB."""
    assert len(guessing.packed().body) * 4 // 5 < 160_000


def _plain(node: charts.Tree) -> Any:
    if isinstance(node, charts.Leaf):
        return [node.law, list(node.rows)]
    return [node.fact, [[list(values), _plain(below)] for values, below in node.answers]]


def test_the_phones_chart_is_that_of_the_printed_sheet() -> None:
    """The same questions, answers and rulings for every table, in the order in which a director asks."""
    data = json.loads(offline.exported("en").body)
    plain = "const plain = (n) => (n.ask ? [n.ask, n.answers.map(([v, b]) => [v, plain(b)])] : [n.law, n.ids]);"
    theirs = run(
        f"(() => {{ {plain} return Object.entries(given).map(([name, it]) => [name, plain(chart.tree(it))]); }})()",
        data["tables"],
    )
    for name, found in theirs:
        held = table(paths.EDITION, name)
        assert held is not None
        assert found == _plain(charts.in_order(held)), name
    assert len(theirs) == len(tables(paths.EDITION))
