"""Does every incident prove what it claims, and does its truth lead to its ruling?"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.base import paths
from advisor.base.datafile import Doc
from advisor.base.errors import Finding
from advisor.lawbook.cases import open_rows
from advisor.lawbook.load import Lawbook
from advisor.lawbook.models import Table
from advisor.lexicon.load import Lexicon
from advisor.workshop.corpus.expected import expected
from advisor.workshop.corpus.load import Corpus
from advisor.workshop.corpus.models import Incident, Ruling, Telling

WITHOUT = ("none", "unclear")


def check_corpus(corpus: Corpus, books: dict[str, Lawbook], lexicon: Lexicon) -> Iterator[Finding]:
    """Faults of each incident by itself, and of the corpus as a whole."""
    texts: dict[str, str] = {}
    for name, incident in corpus.incidents.items():
        doc = corpus.docs[name]
        yield from _truth(incident, doc, books, lexicon)
        yield from _precedent(incident, doc, books)
        for i, telling in enumerate(incident.tellings):
            yield from _telling(incident, telling, doc, i)
            if telling.text in texts:
                yield _at(
                    doc,
                    "COR08",
                    f"the same telling stands in '{texts[telling.text]}'",
                    "Keep one of the two.",
                    "tellings",
                    i,
                )
            texts[telling.text] = name


def _at(doc: Doc, code: str, what: str, mend: str, *place: str | int) -> Finding:
    return Finding(code, str(doc.path), doc.line(*place), what, mend)


def _truth(incident: Incident, doc: Doc, books: dict[str, Lawbook], lexicon: Lexicon) -> Iterator[Finding]:
    name = incident.truth.get("irregularity", "")
    if name in WITHOUT:
        return
    for fact, value in incident.truth.items():
        if fact != "irregularity" and value not in getattr(lexicon.facts.get(fact), "values", {}):
            yield _at(
                doc,
                "COR03",
                f"'{fact}: {value}' is no fact of the lexicon",
                "Mend it or add it to lexicon/facts.",
                "truth",
                fact,
            )
    if not any(name in book.tables for book in books.values()):
        yield _at(doc, "COR02", f"no table rules '{name}'", "Name an irregularity that has a table.", "truth", "irregularity")
        return
    found = books[paths.EDITION].tables.get(name)
    if found is not None and not open_rows(found, incident.truth):
        what = f"the truth leaves no row of {name}: it cannot occur"
        yield _at(doc, "COR12", what, "Mend the truth.", "truth")
    if paths.EDITION in incident.rulings:
        yield _at(doc, "COR14", f"the row of edition {paths.EDITION} follows from the truth", "Drop that ruling.", "rulings")
    for edition, ruling in incident.rulings.items():
        table = books[edition].tables.get(name) if edition in books else None
        if table is None:
            yield _at(
                doc,
                "COR09",
                f"edition {edition} has no table for '{name}'",
                "Drop that ruling or write the table.",
                "rulings",
            )
            continue
        yield from _ruled(incident, ruling, table, doc)


def _precedent(incident: Incident, doc: Doc, books: dict[str, Lawbook]) -> Iterator[Finding]:
    """The points a precedent turned on are points of a table of its irregularity."""
    name = incident.truth.get("irregularity", "")
    known = {point.id for book in books.values() if name in book.tables for point in book.tables[name].points}
    for point in incident.precedent.points if incident.precedent is not None else ():
        if point not in known:
            yield _at(
                doc, "COR13", f"no table of '{name}' has a point '{point}'", "Name one of its points.", "precedent", "points"
            )


def _ruled(incident: Incident, ruling: Ruling, table: Table, doc: Doc) -> Iterator[Finding]:
    rows = open_rows(table, incident.truth)
    if len(rows) != 1:
        names = ", ".join(row.id for row in rows) or "none"
        yield _at(
            doc,
            "COR06",
            f"the truth leaves {len(rows)} rows of {table.irregularity}: {names}",
            "The truth must hold every fact that its row needs.",
            "truth",
        )
        return
    row = rows[0]
    if ruling.row.split("/")[-1] != row.id:
        yield _at(
            doc,
            "COR06",
            f"the truth leads to row '{row.id}', not to '{ruling.row}'",
            "Mend the truth or the ruling.",
            "rulings",
        )


def _telling(incident: Incident, telling: Telling, doc: Doc, i: int) -> Iterator[Finding]:
    for fact, quote in telling.proof.items():
        if fact not in incident.truth:
            yield _at(
                doc,
                "COR10",
                f"the proof names '{fact}', which the truth does not hold",
                "Add it to the truth or drop it.",
                "tellings",
                i,
            )
        if not quote or quote not in telling.text:
            yield _at(
                doc,
                "COR04",
                f"the quote for '{fact}' does not occur in the text",
                "Quote the telling letter by letter.",
                "tellings",
                i,
                "proof",
                fact,
            )
    for quote in (*telling.traps, *(quote for quote, _ in telling.voices)):
        if quote not in telling.text:
            what = f"the quote '{quote}' does not occur in the text"
            yield _at(doc, "COR04", what, "Quote the telling letter by letter.", "tellings", i)
    for fact in telling.open:
        if fact in incident.truth:
            yield _at(doc, "COR05", f"'{fact}' is both told and open", "Keep one of the two.", "tellings", i)
    if incident.name in WITHOUT:
        return
    if not telling.proof:
        yield _at(doc, "COR11", "the telling proves nothing", "Quote the words that tell the irregularity.", "tellings", i)


def check_precedents(corpus: Corpus, book: Lawbook) -> Iterator[Finding]:
    """Every matter of judgement has a precedent: an incident whose outcome is told in a line."""
    told = {incident.truth.get("irregularity") for incident in corpus.incidents.values() if incident.precedent is not None}
    for table in book.tables.values():
        if table.kind == "judgement" and table.irregularity not in told:
            what = "a matter of judgement has no precedent in the corpus"
            yield _at(book.docs[table.irregularity], "LAW33", what, "Add precedent: to one of its incidents.", "kind")


def _by_row(corpus: Corpus, book: Lawbook) -> dict[tuple[str, str], list[Incident]]:
    """The incidents of each row (irregularity, row) as the book's edition rules them; an undecided ruling has no row."""
    found: dict[tuple[str, str], list[Incident]] = {}
    for incident in corpus.incidents.values():
        row = expected(incident, book.tables.get(incident.name))
        if row is not None:
            found.setdefault((incident.name, row.id), []).append(incident)
    return found


def check_near_misses(corpus: Corpus, book: Lawbook) -> Iterator[Finding]:
    """Every row has a near-miss that must not fire it: an incident of another row of its table, or of a neighbour."""
    told = _by_row(corpus, book)
    tables = {irregularity for irregularity, _ in told}
    for table in book.tables.values():
        near = any(other.not_ in tables for other in table.neighbours)
        for row in () if near else table.all_rows():
            if not any((table.irregularity, other.id) in told for other in table.all_rows() if other.id != row.id):
                what = f"nothing in the corpus is nearly row '{row.id}'"
                mend = "Name a tempting neighbour that has incidents."
                yield _at(book.docs[table.irregularity], "LAW34", what, mend, "rows")


def check_coverage(corpus: Corpus, book: Lawbook) -> Iterator[Finding]:
    """Every row of every table is told by at least two incidents, each of them in both languages."""
    told = _by_row(corpus, book)
    for table in book.tables.values():
        doc = book.docs[table.irregularity]
        for group, rows in (("rows", table.rows), ("exceptions", table.exceptions)):
            for i, row in enumerate(rows):
                found = told.get((table.irregularity, row.id), [])
                both = sum(len({telling.lang for telling in incident.tellings}) == 2 for incident in found)
                if len(found) < 2:
                    what = f"row '{row.id}' has {len(found)} incidents in the corpus"
                    yield _at(doc, "LAW30", what, "Write at least two.", group, i)
                elif both < 2:
                    what = f"only {both} incidents of row '{row.id}' are told in both languages"
                    yield _at(doc, "LAW31", what, "Tell two of them in Greek and in English.", group, i)
