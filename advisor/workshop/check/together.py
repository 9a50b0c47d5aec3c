"""Does every pair of irregularities name what exists?"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.base.errors import Finding
from advisor.lawbook.load import Lawbook
from advisor.lexicon.load import Lexicon


def check_together(book: Lawbook, lexicon: Lexicon) -> Iterator[Finding]:
    """Every concept, irregularity and line of the edition's pairs has its entry."""
    for name, pair in book.together.items():
        doc = book.docs["together"]
        tables = [*(t for step in pair.handle for t in step), *pair.confused, *(n.not_ for n in pair.neighbours)]
        concepts = [name for group in (*pair.heard, pair.never) for name in group if not name.startswith("table:")]
        lines = [*pair.how, *(n.because for n in pair.neighbours)]
        for kind, names, known, where in (
            ("irregularity", tables, book.tables.keys(), "a table of this edition"),
            ("concept", concepts, lexicon.concepts.keys(), "lexicon/concepts"),
            ("fact", (*pair.doubtful, *pair.unless), lexicon.facts.keys(), "lexicon/facts"),
            ("line", lines, lexicon.lines.keys(), "lexicon/lines"),
        ):
            for each in names:
                if each not in known:
                    what = f"'{name}' names the {kind} '{each}', which is not in {where}"
                    yield Finding("LAW32", str(doc.path), doc.line("pairs", name), what, "Mend the id, or write the entry.")
