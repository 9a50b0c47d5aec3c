"""The pictures: every chart fits one sheet and says every row; auctions, hands and tricks are drawn as they were told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from advisor.doors.web import charts, pictures
from advisor.doors.web.house import Words, begin, consulted, table, tables
from advisor.doors.web.texts import Texts

_SVG = "{http://www.w3.org/2000/svg}"
_A4 = 2**0.5
_FINEST = 1270.0  # at this width the letters are 6.1 points high on paper; 97 of 100 charts are larger


@pytest.mark.parametrize("lang", ["el", "en"])
def test_every_chart_is_one_readable_sheet_and_leaves_nothing_out(lang: str) -> None:
    """No longer than A4, not too fine, and every ruling of the table on it, both drawn and in words."""
    words = Words(lang)
    for name in tables("2017"):
        found = table("2017", name)
        assert found is not None
        svg = ElementTree.fromstring(charts.chart(found, lang, alone=True))
        _, _, width, height = map(float, svg.attrib["viewBox"].split())
        drawn = " ".join(text.text or "" for text in svg.iter(f"{_SVG}text"))
        said = svg.findtext(f"{_SVG}desc") or ""

        assert height <= width * _A4 + 1, name
        assert width <= _FINEST, name
        for row in found.all_rows():
            assert words.ref(row.law) in drawn, (name, row.id)
            assert words.ref(row.law) in said, (name, row.id)


def test_a_chart_leads_where_the_advisor_leads() -> None:
    """Every path of the drawn tree ends at the row that the advisor finds with the same answers."""
    for name in tables("2017"):
        found = table("2017", name)
        assert found is not None
        for answers, leaf in _paths(charts.tree(found), {}):
            rows = {row.id for row in charts.open_rows(found, answers)}
            assert leaf.rows[0] in rows, (name, answers)
            assert len({(row.law, row.then, row.answer) for row in found.all_rows() if row.id in rows}) == 1, (name, answers)


def _paths(node: charts.Tree, told: dict[str, str]) -> list[tuple[dict[str, str], charts.Leaf]]:
    if isinstance(node, charts.Leaf):
        return [(told, node)]
    return [path for values, below in node.answers for value in values for path in _paths(below, told | {node.fact: value})]


@pytest.mark.parametrize(
    ("text", "lang", "says"),
    [
        ("North 1S, East pass, South 2NT, West pass, North 2S", "en", "North 2 spades (insufficient)"),
        ("1♠ πάνω στα 2♣", "el", "1 πίκες (ανεπαρκής)"),
        ("Auction: 1H - 1S - 2C - 1NT", "en", "1NT (insufficient)"),
        ("♠A-10-3-2 and then the director came", "en", "Trick: spades A, spades 10, spades 3, spades 2"),
        ("N: AKJ5.T92.Q3.K872 revoked", "en", "North: spades A K J 5, hearts 10 9 2, diamonds Q 3, clubs K 8 7 2"),
    ],
)
def test_what_was_told_is_drawn_and_said(text: str, lang: str, says: str) -> None:
    """The picture's words, for those who listen, hold what was told."""
    found = consulted(begin(lang=lang).model_copy(update={"story": (text,)}))
    drawn = pictures.drawn(found.reading, lang)
    labels = [ElementTree.fromstring(picture).attrib["aria-label"] for picture in drawn]

    assert any(says in label for label in labels), labels


def test_nothing_told_is_nothing_drawn() -> None:
    """A story without calls and cards has no picture; what cannot be read as an auction has none either."""
    found = consulted(begin(lang="en").model_copy(update={"story": ("West led out of turn",)}))

    assert pictures.drawn(found.reading, "en") == ()
    assert pictures.auction_grid("", Texts("en")) == ""


def test_a_law_is_printed_as_a_chart(tmp_path: Path) -> None:
    """`advisor law 54 --chart FILE.svg`: a file for each table, in the language of the reference; plain errors else."""
    file = tmp_path / "law54.svg"
    run = [sys.executable, "-m", "advisor", "law"]
    done = subprocess.run([*run, "Νόμος 54", "--chart", str(file)], capture_output=True, text=True, check=False)
    none = subprocess.run([*run, "3", "--chart", str(file)], capture_output=True, text=True, check=False)
    nowhere = subprocess.run([*run, "54", "--chart", str(tmp_path / "no/such.svg")], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert f"written: {file}" in done.stdout
    assert "Νόμος 54" in file.read_text(encoding="utf-8")
    assert [none.returncode, nowhere.returncode] == [2, 2]
    assert "no decision table" in none.stderr
