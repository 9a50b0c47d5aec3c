"""Is the lexicon in order? Scripts, opposites, owners and dead words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.base.errors import Finding
from advisor.lawbook.load import Lawbook
from advisor.lawbook.models import LISTS
from advisor.lexicon.classes import Members, members
from advisor.lexicon.forms import MOST_CHARACTERS, MOST_EXPANSIONS, FormError, expand, sequences
from advisor.lexicon.load import Lexicon
from advisor.lexicon.models import Both, Concept
from advisor.lexicon.vocabulary import all_forms

_LATIN = re.compile(r"[A-Za-z]")
_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_BRACKETS = re.compile(r"[()|\[\]{}~]")
_WORD = re.compile(r"[^\W\d_]+")


def mixed_words(text: str) -> list[str]:
    """Words that hold both Latin and Greek letters: one is a look-alike and will never match."""
    return [w for w in _WORD.findall(text) if _LATIN.search(w) and _GREEK.search(w)]


def _texts(lexicon: Lexicon) -> Iterator[tuple[str, str, str]]:
    for kind, group in (("lines", lexicon.lines), ("irregularities", lexicon.irregularities)):
        for name, both in group.items():
            yield kind, name, f"{both.el} {both.en}"
    for name, concept in lexicon.concepts.items():
        forms = (concept.el.say, concept.en.say, *concept.el.hear, *concept.en.hear)
        yield "concepts", name, " ".join(_BRACKETS.sub(" ", form) for form in forms)
    for name, fact in lexicon.facts.items():
        values = " ".join(" ".join((v.el, v.en, *v.hear.el, *v.hear.en)) for v in fact.values.values())
        yield "facts", name, f"{fact.ask.el} {fact.ask.en} {_BRACKETS.sub(' ', values)}"


def check_words(lexicon: Lexicon, books: dict[str, Lawbook]) -> Iterator[Finding]:
    """Faults of the lexicon by itself, and entries that nothing uses."""
    for kind, name, text in _texts(lexicon):
        for word in mixed_words(text):
            path, line = lexicon.places[(kind, name)]
            yield Finding("LEX02", path, line, f"'{word}' mixes Latin and Greek letters", "Type it in one script.")
    for name, both in lexicon.lines.items():
        yield from _greek(lexicon, name, both)
    for name, concept in lexicon.concepts.items():
        yield from _concept(lexicon, name, concept)
    for name, fact in lexicon.facts.items():
        for other in (other for value in fact.values.values() for other in value.over if other not in fact.values):
            path, line = lexicon.places[("facts", name)]
            yield Finding("LEX09", path, line, f"'{other}' is no value of '{name}' to be over", "Name one of its values.")
    yield from _forms(lexicon)
    yield from _dead(lexicon, books)


def _forms(lexicon: Lexicon) -> Iterator[Finding]:
    """Forms whose brackets do not close, that stand for too much, or that nobody reads to the end."""
    try:
        classes: Members = members(lexicon.classes)
    except FormError as fault:
        path, line = next(iter(lexicon.places[("classes", name)] for name in lexicon.classes))
        yield Finding("LEX08", path, line, str(fault), "Mend the class.")
        return
    for name, form in ((name, form) for name, forms in all_forms(lexicon).items() for form in forms):
        path, line = lexicon.places[("facts" if "=" in name else "concepts", name.split("=")[0])]
        try:
            sequences(form, classes)
            count = len(expand(form))
        except FormError as fault:
            yield Finding("LEX08", path, line, str(fault), "Close the bracket, or split the form.")
            continue
        if len(form) > MOST_CHARACTERS or count > MOST_EXPANSIONS:
            what = f"'{form[:40]}...' of '{name}' has {len(form)} characters and stands for {count} sequences"
            mend = f"Split it (at most {MOST_CHARACTERS} and {MOST_EXPANSIONS}), or run `python -m advisor.workshop.tidy`."
            yield Finding("LEX21", path, line, what, mend)


def _greek(lexicon: Lexicon, name: str, both: Both) -> Iterator[Finding]:
    path, line = lexicon.places[("lines", name)]
    if not _GREEK.search(both.el):
        yield Finding("LEX03", path, line, f"the Greek of '{name}' holds no Greek letter", "Write it in Greek.")
    if len(_GREEK.findall(both.en)) > 4:
        yield Finding("LEX03", path, line, f"the English of '{name}' is Greek", "Write it in English.")


def _concept(lexicon: Lexicon, name: str, concept: Concept) -> Iterator[Finding]:
    path, line = lexicon.places[("concepts", name)]
    if not concept.el.hear or not concept.en.hear:
        yield Finding("LEX05", path, line, f"'{name}' is heard in one language only", "Add forms in the other language.")
    for other in concept.never:
        if other not in lexicon.concepts:
            yield Finding("LEX06", path, line, f"'{name}' must never be '{other}', which does not exist", "Mend the id.")
        elif name not in lexicon.concepts[other].never:
            yield Finding("LEX07", path, line, f"'{other}' does not name '{name}' as its opposite", "Declare it on both sides.")


def _dead(lexicon: Lexicon, books: dict[str, Lawbook]) -> Iterator[Finding]:
    lines: set[str] = set()
    facts: set[str] = set()
    tables: set[str] = set()
    for book in books.values():
        for table in book.tables.values():
            tables.add(table.irregularity)
            facts.update(table.asks)
            lines.update((table.asked, *table.if_wrong, *table.stands_for.values(), *table.turns_on.values()))
            lines.update(step.line for group in LISTS for step in getattr(table, group))
            lines.update(n.because for n in table.neighbours)
            lines.update(point.say for point in table.points)
            lines.update(name for row in table.all_rows() for name in row.then)
        for pair in book.together.values():
            lines.update((*pair.how, *(n.because for n in pair.neighbours)))
    for kind, group, used in (
        ("lines", lexicon.lines, lines),
        ("facts", lexicon.facts, facts),
        ("irregularities", lexicon.irregularities, tables),
    ):
        for name in group:
            if name not in used:
                path, line = lexicon.places[(kind, name)]
                yield Finding("LEX20", path, line, f"nothing uses '{name}' of lexicon/{kind}", "Use it or drop it.")
