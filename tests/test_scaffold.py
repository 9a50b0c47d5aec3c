"""`advisor new` writes blanks that load as they are, and never over somebody's work."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.base.datafile import Doc, model, models, read
from advisor.base.errors import UsageError
from advisor.lawbook.models import Law
from advisor.lexicon.models import Concept
from advisor.workshop.corpus.load import cases
from advisor.workshop.scaffold import blank


def written(kind: str, name: str, root: Path) -> Doc:
    """The one file that was written, read back."""
    [path] = blank(kind, name, root)
    assert path.is_relative_to(root)
    return read(path)


def test_the_blank_of_a_law_loads(tmp_path: Path) -> None:
    """A law with one paragraph to fill in, in the folder of the edition."""
    doc = written("law", "7", tmp_path)
    law = model(doc, Law)

    assert doc.path == tmp_path / "advisor/laws/2017/law_07.yaml"
    assert (law.law, law.edition, list(law.paragraphs)) == ("7", "2017", ["7A"])


def test_the_blank_of_an_incident_loads(tmp_path: Path) -> None:
    """An incident with a telling to fill in for each language."""
    doc = written("incident", "lead_by_wrong_defender", tmp_path)
    corpus, faults = cases(tmp_path / "corpus")
    [incident] = corpus.incidents.values()

    assert doc.path.is_relative_to(tmp_path / "corpus/cases")
    assert faults == []
    assert incident.incident == "lead_by_wrong_defender"
    assert [telling.lang for telling in incident.tellings] == ["el", "en"]
    assert all("irregularity" in telling.proof for telling in incident.tellings)


def test_the_blank_of_a_concept_loads(tmp_path: Path) -> None:
    """A concept with what we say and what we hear, in both languages."""
    found = models(written("concept", "hesitation_by_dummy", tmp_path), Concept)

    assert list(found) == ["hesitation_by_dummy"]
    assert found["hesitation_by_dummy"].el.hear
    assert found["hesitation_by_dummy"].en.hear


@pytest.mark.parametrize(("kind", "name"), [("law", "54"), ("incident", "a_story"), ("concept", "a_word")])
def test_nothing_is_overwritten(kind: str, name: str, tmp_path: Path) -> None:
    """What stands there stays there, letter by letter."""
    [path] = blank(kind, name, tmp_path)
    path.write_text("somebody's work", encoding="utf-8")

    with pytest.raises(UsageError, match="is there already"):
        blank(kind, name, tmp_path)
    assert path.read_text(encoding="utf-8") == "somebody's work"


@pytest.mark.parametrize(
    ("kind", "name", "word"),
    [
        ("law", "94", "94"),
        ("law", "0", "0"),
        ("law", "27B", "27B"),
        ("incident", "Wrong Lead", "Wrong Lead"),
        ("incident", "../outside", "outside"),
        ("concept", "λέξη", "λέξη"),
        ("story", "a_story", "story"),
    ],
)
def test_wrong_names_are_refused(kind: str, name: str, word: str, tmp_path: Path) -> None:
    """One sentence names what is wrong, and nothing is written."""
    with pytest.raises(UsageError, match=word):
        blank(kind, name, tmp_path)
    assert list(tmp_path.rglob("*.yaml")) == []
