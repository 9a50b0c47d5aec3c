"""Every check of lexicon, lawbook and corpus; all findings at once."""

from __future__ import annotations

from pathlib import Path

from advisor.base import paths
from advisor.base.errors import Finding
from advisor.base.garbage import uncollected
from advisor.lawbook.authorities import load as load_authorities
from advisor.lawbook.editions import editions
from advisor.lawbook.load import load as load_lawbook
from advisor.lexicon.load import load as load_lexicon
from advisor.workshop.check.computing import check_computing
from advisor.workshop.check.incidents import check_corpus, check_coverage, check_near_misses, check_precedents
from advisor.workshop.check.lines import check_lines
from advisor.workshop.check.references import check_references, check_switches
from advisor.workshop.check.tables import check_tables
from advisor.workshop.check.together import check_together
from advisor.workshop.check.words import check_words
from advisor.workshop.corpus.load import load as load_corpus


@uncollected()
def check(*, laws: Path = paths.LAWS, lexicon_root: Path = paths.LEXICON, corpus_root: Path = paths.CORPUS) -> list[Finding]:
    """Every finding, sorted by file and line. An empty list means the house is in order."""
    found: list[Finding] = []
    books = {}
    for edition in editions(laws):
        books[edition], faults = load_lawbook(edition, laws)
        found += faults
        found += check_tables(books[edition])
    authorities, faults = load_authorities(laws / "authorities.yaml")
    found += faults
    lexicon, faults = load_lexicon(lexicon_root)
    found += faults
    corpus, faults = load_corpus(corpus_root)
    found += faults
    found += check_references(books, lexicon)
    found += check_switches(books, authorities)
    for book in books.values():
        found += check_together(book, lexicon)
        found += check_coverage(corpus, book)
        found += check_near_misses(corpus, book)
    found += check_words(lexicon, books)
    found += check_computing(lexicon_root)
    found += check_lines(lexicon_root)
    found += check_corpus(corpus, books, lexicon)
    found += check_precedents(corpus, books[paths.EDITION])
    return sorted(set(found), key=lambda f: (f.path, f.line, f.code, f.what))
