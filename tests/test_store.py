"""The compiled data are found by what they were made from, and the lawbook without a look at the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor import paths, store


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of one file in two folders."""
    file = tmp_path / "corpus" / "lead" / "told.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("incident: told\n", encoding="utf-8")
    monkeypatch.setattr(paths, "CORPUS", tmp_path / "corpus")
    return file


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A cache with one build; the list grows by the build each time that one is looked for."""
    build = tmp_path / "cache" / "build"
    build.mkdir(parents=True)
    asked: list[Path] = []

    def folder() -> Path:
        asked.append(build)
        build.mkdir(exist_ok=True)
        return build

    monkeypatch.setattr(store, "PACKED", tmp_path / "nowhere")
    monkeypatch.setattr(store, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(store, "folder", folder)
    return asked


def test_every_source_counts(corpus: Path) -> None:
    """A file that is edited, added or renamed changes the key."""
    keys = [store.key()]
    corpus.write_text("incident: retold\n", encoding="utf-8")
    keys.append(store.key())
    (corpus.parent / "more.yaml").write_text("incident: more\n", encoding="utf-8")
    keys.append(store.key())
    corpus.rename(corpus.with_name("other.yaml"))
    keys.append(store.key())

    assert len(set(keys)) == len(keys)
    assert store.key() == keys[-1]


def test_the_lawbook_is_found_without_the_corpus(corpus: Path, cache: list[Path]) -> None:
    """Once a build is known, an edited telling sends nobody who reads a law to look for another."""
    first = store.shelf.__wrapped__()
    corpus.write_text("incident: retold\n", encoding="utf-8")
    second = store.shelf.__wrapped__()

    assert first == second
    assert len(cache) == 1


def test_a_build_that_is_gone_is_looked_for_again(cache: list[Path]) -> None:
    """The note that names a build outlives it without harm."""
    store.shelf.__wrapped__().rmdir()

    assert store.shelf.__wrapped__().is_dir()
    assert len(cache) == 2


def test_notes_of_builds_that_are_gone_are_swept_up(cache: list[Path]) -> None:
    """When old builds are dropped, what named them goes too; the note of a build that is there stays."""
    build = store.shelf.__wrapped__()
    (build.parent / "shelf-old").write_text("gone", encoding="utf-8")
    store._forget(build.parent, keep=build)

    assert len(list(build.parent.glob("shelf-*"))) == 1
