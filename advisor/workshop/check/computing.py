"""Are the words for computing in order? Forms that read, sentences in both languages, scripts not mixed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from advisor.base.datafile import models, read
from advisor.base.errors import DataError, Finding
from advisor.lexicon.forms import FormError, sequences
from advisor.lexicon.models import CUES, Both, Hear, Part
from advisor.workshop.check.words import mixed_words

M = TypeVar("M", bound=Part)


def check_computing(lexicon_root: Path) -> Iterator[Finding]:
    """Faults of the cues and of `asked.yaml` (forms) and `specifics.yaml` (sentences) under the lexicon's root; a missing file
    has none."""
    heard = [_read(lexicon_root / f"{name}.yaml", Hear) for name in (*CUES, "asked")]
    sentences, more = _read(lexicon_root / "specifics.yaml", Both)
    yield from [*(fault for _, faults in heard for fault in faults), *more]
    for (path, line), entry in (each for entries, _ in heard for each in entries):
        for form in (*entry.el, *entry.en):
            try:
                sequences(form)
            except FormError as error:
                yield Finding("LEX08", path, line, str(error), "Close the bracket, or split the form.")
            yield from _mixed(path, line, form)
    for (path, line), both in sentences:
        yield from _mixed(path, line, f"{both.el} {both.en}")


def _read(path: Path, kind: type[M]) -> tuple[list[tuple[tuple[str, int], M]], list[Finding]]:
    """The entries of a file with their places, and the faults of its form."""
    if not path.exists():
        return [], []
    try:
        doc = read(path)
        return [((str(path), doc.line(name)), entry) for name, entry in models(doc, kind).items()], []
    except DataError as error:
        return [], list(error.findings)


def _mixed(path: str, line: int, text: str) -> Iterator[Finding]:
    for word in mixed_words(text):
        yield Finding("LEX02", path, line, f"'{word}' mixes Latin and Greek letters", "Type it in one script.")
