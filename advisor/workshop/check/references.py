"""Does every id and every law reference lead somewhere?"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.base.datafile import Doc
from advisor.base.errors import Finding
from advisor.lawbook.authorities import Authorities
from advisor.lawbook.load import Lawbook
from advisor.lawbook.models import LISTS, WHATEVER, Table
from advisor.lexicon.load import Lexicon


def known_references(books: dict[str, Lawbook]) -> set[str]:
    """Every paragraph of any edition, every law number, and the sections above them."""
    found: set[str] = set()
    for book in books.values():
        found.update(book.laws)
        for ref in book.paragraphs():
            found.add(ref)
            found.update(ref[:end] for end in range(1, len(ref)) if _closed(ref[:end], ref))
    return found


def _closed(head: str, ref: str) -> bool:
    following = ref[len(head)]
    if head[-1].isdigit() and following.isdigit():
        return False
    return head.count("(") == head.count(")") and not (head.isdigit() and following.isdigit())


def check_references(books: dict[str, Lawbook], lexicon: Lexicon) -> Iterator[Finding]:
    """Faults of laws and tables against the lexicon and against one another."""
    known = known_references(books)
    ids = {name for book in books.values() for name in book.tables}
    for book in books.values():
        for number, law in book.laws.items():
            doc = book.docs[f"law {number}"]
            for ref, paragraph in law.paragraphs.items():
                for target in paragraph.see:
                    if target not in known:
                        yield Finding(
                            "LAW20",
                            str(doc.path),
                            doc.line("paragraphs", ref, "see"),
                            f"'{target}' is no paragraph of any law",
                            "Cite a paragraph that exists.",
                        )
        for table in book.tables.values():
            yield from _table(book, table, lexicon, known, ids)


def _lines_of(table: Table) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    for group in ("if_wrong", *LISTS):
        for i, each in enumerate(getattr(table, group)):
            yield getattr(each, "line", each), (group, i)
    if table.asked:
        yield table.asked, ("asked",)
    for irregularity, name in table.stands_for.items():
        yield name, ("stands_for", irregularity)
    for fact, name in table.turns_on.items():
        yield name, ("turns_on", fact)
    for group, rows in (("rows", table.rows), ("exceptions", table.exceptions)):
        for i, row in enumerate(rows):
            for name in row.then:
                yield name, (group, i)
    for i, other in enumerate(table.neighbours):
        yield other.because, ("neighbours", i)
    for i, point in enumerate(table.points):
        yield point.say, ("points", i)


def _neighbours(table: Table, doc: Doc, ids: set[str]) -> Iterator[Finding]:
    """The irregularities that a table names beside its own."""
    path = str(doc.path)
    for i, name in enumerate(table.tells_apart):
        if name not in ids:
            line = doc.line("tells_apart", i)
            yield Finding("LAW22", path, line, f"there is no irregularity '{name}'", "Name one that has a table.")
    for i, other in enumerate(table.neighbours):
        if other.not_ not in ids:
            yield Finding(
                "LAW22",
                path,
                doc.line("neighbours", i),
                f"there is no irregularity '{other.not_}'",
                "Name one that has a table.",
            )


def _conditions(table: Table, doc: Doc, lexicon: Lexicon) -> Iterator[Finding]:
    """The facts and values on which a line of a list hangs."""
    for group in LISTS:
        for i, step in enumerate(getattr(table, group)):
            for fact, values in (cell for case in (*step.when, step.unless) for cell in case.items()):
                entry = lexicon.facts.get(fact)
                missing = [value for value in values if value != WHATEVER and (entry is None or value not in entry.values)]
                if entry is None or missing:
                    what = f"'{step.line}' hangs on '{fact}: {', '.join(missing) or WHATEVER}', which is not in lexicon/facts"
                    yield Finding("LEX15", str(doc.path), doc.line(group, i), what, "Name a fact and values that exist.")


def _stands_on(book: Lawbook, table: Table, lexicon: Lexicon) -> Iterator[Finding]:
    """The facts on which a table answers for an irregularity that its edition does not hold."""
    doc = book.docs[table.irregularity]
    for i, fact in enumerate(table.stands_on):
        if fact not in lexicon.facts:
            what = f"the fact '{fact}' is not in lexicon/facts"
            yield Finding("LEX12", str(doc.path), doc.line("stands_on", i), what, "Name a fact that exists.")


def _table(book: Lawbook, table: Table, lexicon: Lexicon, known: set[str], ids: set[str]) -> Iterator[Finding]:
    doc = book.docs[table.irregularity]
    path = str(doc.path)
    if table.irregularity not in lexicon.irregularities:
        yield Finding(
            "LEX10",
            path,
            1,
            f"'{table.irregularity}' has no name in lexicon/irregularities",
            "Add it there in both languages.",
        )
    for name, place in _lines_of(table):
        if name not in lexicon.lines:
            yield Finding(
                "LEX11",
                path,
                doc.line(*place),
                f"the line '{name}' is not in lexicon/lines",
                "Write it there in both languages, or mend the id.",
            )
    yield from _stands_on(book, table, lexicon)
    yield from _conditions(table, doc, lexicon)
    for fact, ask in table.asks.items():
        entry = lexicon.facts.get(fact)
        if entry is None:
            yield Finding(
                "LEX12",
                path,
                doc.line("asks", fact),
                f"the fact '{fact}' is not in lexicon/facts",
                "Add its question and values there.",
            )
            continue
        for value in ask.values:
            if value not in entry.values:
                yield Finding(
                    "LEX13",
                    path,
                    doc.line("asks", fact),
                    f"'{value}' is no value of '{fact}' in lexicon/facts",
                    f"It has {', '.join(entry.values)}: add it there or mend it here.",
                )
    yield from _points(table, doc, lexicon)
    yield from _neighbours(table, doc, ids)
    refs: list[tuple[str, tuple[str | int, ...]]] = [(table.law, ("law",)), *((ref, ("see",)) for ref in table.see)]
    for group, rows in (("rows", table.rows), ("exceptions", table.exceptions)):
        for i, row in enumerate(rows):
            refs += [(ref, (group, i)) for ref in (row.law, *row.see)]
    for ref, at in refs:
        if ref not in known:
            yield Finding("LAW20", path, doc.line(*at), f"'{ref}' is no paragraph of any law", "Cite a paragraph that exists.")


def _points(table: Table, doc: Doc, lexicon: Lexicon) -> Iterator[Finding]:
    """Faults of what a table says that told facts point to."""
    ids = {point.id for point in table.points}
    for i, point in enumerate(table.points):
        at = (str(doc.path), doc.line("points", i))
        for name in (*point.heard, *point.with_):
            if name not in lexicon.concepts:
                yield Finding("LEX14", *at, f"'{name}' is no concept of the lexicon", "Name one of lexicon/concepts.")
        if point.fact not in table.asks or point.to not in table.asks[point.fact].values:
            yield Finding("LAW27", *at, f"the table asks for no '{point.fact}: {point.to}'", "Name a fact and a value of `asks`.")
        for name in point.outweighs:
            if name not in ids:
                yield Finding("LAW28", *at, f"there is no point '{name}' to outweigh", "Name a point of the same table.")


def _decided(table: Table, doc: Doc, authorities: Authorities) -> Iterator[Finding]:
    """A switch that decides a fact is among the table's switches, and speaks in values that both have."""
    for fact, ask in table.asks.items():
        for name, meant in ask.by.items():
            switch = authorities.switches.get(name)
            values = switch.values if switch is not None and name in table.switches else ()
            if not values or set(meant) - set(values) or set(meant.values()) - set(ask.values):
                what = f"'{fact}' is decided by '{name}' in values that one of them has not, or that switch is not listed"
                mend = "Name one of the table's switches, its values and those of the fact."
                yield Finding("AUT07", str(doc.path), doc.line("asks", fact), what, mend)


def check_switches(books: dict[str, Lawbook], authorities: Authorities | None) -> Iterator[Finding]:
    """Every switch a table names is listed, every listed switch cites a paragraph that exists, and each of its values that
    is not the Laws' own changes something: it decides a fact of a table, or it says what follows from it."""
    if authorities is None:
        return
    tables = [table for book in books.values() for table in book.tables.values()]
    decided: dict[str, list[dict[str, str]]] = {}
    for name, meant in ((name, meant) for table in tables for ask in table.asks.values() for name, meant in ask.by.items()):
        decided.setdefault(name, []).append(meant)
    known = known_references(books)
    for book in books.values():
        for table in book.tables.values():
            doc = book.docs[table.irregularity]
            for i, name in enumerate(table.switches):
                if name not in authorities.switches:
                    yield Finding(
                        "AUT03",
                        str(doc.path),
                        doc.line("switches", i),
                        f"there is no switch '{name}'",
                        "Name one of advisor/laws/authorities.yaml.",
                    )
            yield from _decided(table, doc, authorities)
    for name, switch in authorities.switches.items():
        if switch.law not in known:
            yield Finding(
                "AUT04",
                "advisor/laws/authorities.yaml",
                1,
                f"'{name}' cites '{switch.law}', which is no paragraph",
                "Cite the paragraph that gives the option.",
            )
        for value in switch.values:
            if value not in authorities.values:
                what = f"the value '{value}' of '{name}' has no name"
                yield Finding("AUT06", "advisor/laws/authorities.yaml", 1, what, "Add it under values: in both languages.")
        deciding = {value for asks in decided.get(name, ()) for value in asks}
        for value in switch.values:
            if value != switch.default and value not in deciding and value not in switch.says:
                what = f"'{name}: {value}' changes nothing: it decides no fact and says nothing"
                yield Finding("AUT08", "advisor/laws/authorities.yaml", 1, what, "Add it under says:, or by: in a table.")
        for value in switch.says:
            if value not in switch.values:
                what = f"'{name}' says something of '{value}', which is none of its values"
                yield Finding("AUT09", "advisor/laws/authorities.yaml", 1, what, "Take one of its values.")
        if not any(name in table.switches for book in books.values() for table in book.tables.values()):
            what = f"no table names the switch '{name}'"
            yield Finding("AUT05", "advisor/laws/authorities.yaml", 1, what, "Add it to the table that it decides.")
