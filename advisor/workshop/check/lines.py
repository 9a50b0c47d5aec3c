"""Can a director read the files of the lexicon: forms that are short and stand for few, lines that end?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from advisor.base.datafile import Doc, Value, read
from advisor.base.errors import DataError, Finding
from advisor.lexicon.forms import MOST_CHARACTERS, MOST_EXPANSIONS, FormError, expand
from advisor.workshop.inline import FORMS, MOST_LINE


def check_lines(lexicon_root: Path) -> Iterator[Finding]:
    """Lines of the lexicon that nobody reads to the end, and forms (but those of concepts and facts) that are too much."""
    for path in sorted(lexicon_root.rglob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > MOST_LINE:
                what = f"the line has {len(line)} characters"
                mend = f"Break it (at most {MOST_LINE}), or run `python -m advisor.workshop.tidy`."
                yield Finding("LEX22", str(path), number, what, mend)
    for path in sorted(path for name in FORMS for path in lexicon_root.glob(name)):
        try:
            doc = read(path)
        except DataError:
            continue  # those who load it say so
        for form, place in _forms(doc.value, ()):
            yield from _form(doc, form, place)


def _forms(value: Value, place: tuple[str | int, ...]) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Every text of a list, and where it stands."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _forms(inner, (*place, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            if isinstance(inner, str):
                yield inner, (*place, at)
            else:
                yield from _forms(inner, (*place, at))


def _form(doc: Doc, form: str, place: tuple[str | int, ...]) -> Iterator[Finding]:
    try:
        count = len(expand(form))
    except FormError:
        return  # those who look at what it stands for say so
    if len(form) > MOST_CHARACTERS or count > MOST_EXPANSIONS:
        what = f"'{form[:40]}...' of '{place[0]}' has {len(form)} characters and stands for {count} sequences"
        mend = f"Split it (at most {MOST_CHARACTERS} and {MOST_EXPANSIONS}), or run `python -m advisor.workshop.tidy`."
        yield Finding("LEX21", str(doc.path), doc.line(*place), what, mend)
