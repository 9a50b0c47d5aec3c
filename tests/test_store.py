"""The compiled data are found by what they were made from, built once, and never left half built."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from advisor.base import paths, store
from advisor.base.errors import BuildError


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """A file of each kind that the compiled data are made from."""
    found = {}
    for name, file in (
        ("LEXICON", "say.yaml"),
        ("PRECEDENTS", "54/lead.yaml"),
        ("LAWS", "2017/law_54.yaml"),
        ("WEIGHTS", "card.json"),
    ):
        found[name] = tmp_path / name / file
        found[name].parent.mkdir(parents=True)
        found[name].write_text("told: once\n", encoding="utf-8")
        monkeypatch.setattr(paths, name, tmp_path / name)
    return found


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, in a process that has not looked for the compiled data yet."""
    root = tmp_path / "cache"
    root.mkdir()
    monkeypatch.setattr(store, "PACKED", tmp_path / "nowhere")
    monkeypatch.setattr(store, "cache_root", lambda: root)
    monkeypatch.setattr(store, "folder", store.folder.__wrapped__)
    monkeypatch.setattr(store, "_USED", [])
    return root


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The builder is another process; here it writes one file, and the list grows by its folder."""
    made: list[Path] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        made.append(Path(command[-1]))
        (made[-1] / "done.bin").write_text("whole", encoding="utf-8")
        return SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(subprocess, "run", run)
    return made


@pytest.mark.parametrize("name", ["LEXICON", "PRECEDENTS", "LAWS", "WEIGHTS"])
def test_every_source_counts(name: str, sources: dict[str, Path]) -> None:
    """A file of words, precedents, laws or weights that is edited, added or renamed changes the key."""
    file = sources[name]
    keys = [store.key()]
    file.write_text("told: anew\n", encoding="utf-8")
    os.utime(file, ns=(1, 1))
    keys.append(store.key())
    file.with_name(f"more{file.suffix}").write_text("told: more\n", encoding="utf-8")
    keys.append(store.key())
    file.rename(file.with_name(f"other{file.suffix}"))
    keys.append(store.key())

    assert len(set(keys)) == len(keys)
    assert store.key() == keys[-1]


def test_a_new_telling_builds_nothing_anew(sources: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tellings are what weights are fitted on; the compiled data hold none of them."""
    corpus = sources["PRECEDENTS"].parent.parent.parent / "corpus"
    monkeypatch.setattr(paths, "CORPUS", corpus)
    before = store.key()
    (corpus / "tellings/54").mkdir(parents=True)
    (corpus / "tellings/54/lead.jsonl").write_text("{}\n", encoding="utf-8")

    assert store.key() == before


def test_they_are_built_once(sources: dict[str, Path], cache: Path, builds: list[Path]) -> None:
    """The second who asks finds what the first has built; what is edited is built anew."""
    first = store.folder()
    second = store.folder()
    sources["LEXICON"].write_text("told: at greater length\n", encoding="utf-8")
    third = store.folder()

    assert first == second != third
    assert (third / "done.bin").read_text(encoding="utf-8") == "whole"
    assert len(builds) == 2


def test_what_cannot_be_built_is_told_and_leaves_nothing(
    sources: dict[str, Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every fault of the data reaches whoever asked; no half-built folder is taken for a whole one."""

    def run(command: list[str], **_: object) -> SimpleNamespace:
        return SimpleNamespace(returncode=1, stderr="LEX01 twice in lexicon/say.yaml\n")

    monkeypatch.setattr(subprocess, "run", run)

    with pytest.raises(BuildError, match="LEX01 twice"):
        store.folder()
    assert list(cache.iterdir()) == []


def test_old_and_broken_builds_are_swept_up(cache: Path) -> None:
    """The newest few builds stay, and what a killed builder left behind goes after an hour."""
    now = 10**9
    for age in range(8):
        (cache / f"build{age}").mkdir()
        os.utime(cache / f"build{age}", (now - age, now - age))
    (cache / "building-killed").mkdir()
    os.utime(cache / "building-killed", (now, now))
    (cache / "building-now").mkdir()
    store._forget(cache, keep=cache / "build0", spare=2)

    assert sorted(path.name for path in cache.iterdir()) == ["build0", "build1", "build2", "building-now"]


def test_the_builder_is_a_process_of_its_own(sources: dict[str, Path], cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store imports no builder: it calls the workshop by name, with the folder to fill."""
    called: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        called.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    store.folder()

    assert called[0][1:3] == ["-m", "advisor.workshop.compile"]


def test_the_caches_of_python_are_no_source(sources: dict[str, Path]) -> None:
    """What Python keeps beside the code may be another user's: it is neither counted nor looked into."""
    before = store.key()
    kept = sources["LEXICON"].parent / "__pycache__"
    kept.mkdir()
    (kept / "left.yaml").write_text("told: twice\n", encoding="utf-8")

    assert store.key() == before
