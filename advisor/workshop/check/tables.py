"""Is each decision table sound? Every case has exactly one row, no row is dead, no column idle (design, section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.base.datafile import Doc
from advisor.base.errors import Finding
from advisor.lawbook.cases import Case, every_case, fits, winners
from advisor.lawbook.load import Lawbook
from advisor.lawbook.models import Row, Table

_MOST_CASES = 20_000
_JUDGED = ("steps", "tests", "collect", "never_say", "later")


def _told(case: Case) -> str:
    return ", ".join(f"{k}={v}" for k, v in case.items()) or "(no facts)"


def _at(doc: Doc, code: str, what: str, mend: str, *place: str | int) -> Finding:
    return Finding(code, str(doc.path), doc.line(*place), what, mend)


def check_tables(book: Lawbook) -> Iterator[Finding]:
    """Every fault of form in every table of the book, each with one witness."""
    for table in book.tables.values():
        doc = book.docs[table.irregularity]
        yield from _cells(table, doc)
        yield from _cover(table, doc)
        yield from _rights(table, doc)
        yield from _judged(table, doc)
        expected = f"{table.law_number.zfill(2)}_{table.irregularity}.yaml"
        if doc.path.name != expected:
            yield _at(doc, "LAW24", f"the file is named {doc.path.name}", f"Name it {expected}.")


def _rights(table: Table, doc: Doc) -> Iterator[Finding]:
    """A right that is not given to all says first when it is given, and what follows when it was taken all the same."""
    answers = {row.answer for row in table.all_rows()} if table.kind == "rights" else set()
    if answers - {"yes", "value"} and not table.if_wrong:
        what = "a right that is not given to all says nothing of what follows when it was taken all the same"
        yield _at(doc, "LAW35", what, "Add if_wrong: with the lines that tell it.", "rows")
    if len(answers) > 1 and not table.asked:
        what = "the rows answer differently, and nothing says when the right is given"
        yield _at(doc, "LAW36", what, "Add asked: with a line that begins with yes, no or only when.", "rows")


def _judged(table: Table, doc: Doc) -> Iterator[Finding]:
    """A matter of judgement says what is tested, what is collected, what is said now, never, and later."""
    for part in _JUDGED if table.kind == "judgement" else ():
        if not getattr(table, part):
            what = f"a matter of judgement has nothing under '{part}'"
            yield _at(doc, "LAW29", what, f"Add {part}: with lines in both languages.", "kind")


def _cells(table: Table, doc: Doc) -> Iterator[Finding]:
    seen: set[str] = set()
    for group, rows in (("rows", table.rows), ("exceptions", table.exceptions)):
        for i, row in enumerate(rows):
            if row.id in seen:
                yield _at(doc, "LAW10", f"two rows are called '{row.id}'", "Give one another id.", group, i)
            seen.add(row.id)
            yield from _cells_of(table, doc, row.when, group, i)
            if table.kind == "rights" and row.answer is None:
                yield _at(
                    doc,
                    "LAW21",
                    f"row '{row.id}' of a rights table gives no answer",
                    "Add answer: yes, no, only_when or value.",
                    group,
                    i,
                )
    for i, bar in enumerate(table.impossible):
        yield from _cells_of(table, doc, bar, "impossible", i)
    for name, ask in table.asks.items():
        for given in (ask.presume, ask.otherwise, ask.until, *ask.instead):
            if given and given not in ask.values:
                what = f"'{name}' takes '{given}', which is not among its values"
                yield _at(doc, "LAW26", what, "Take one of the listed values.", "asks", name)


def _cells_of(table: Table, doc: Doc, when: dict[str, str], group: str, i: int) -> Iterator[Finding]:
    for name, value in when.items():
        if name not in table.asks:
            yield _at(doc, "LAW17", f"'{name}' is not asked by this table", "Add it to asks, or leave it out.", group, i)
        elif value not in table.asks[name].values:
            yield _at(
                doc,
                "LAW18",
                f"'{value}' is no value of '{name}'",
                f"Use one of {', '.join(table.asks[name].values)}.",
                group,
                i,
            )


def _cover(table: Table, doc: Doc) -> Iterator[Finding]:
    size = 1
    for ask in table.asks.values():
        size *= len(ask.values)
    if size > _MOST_CASES:
        yield _at(doc, "LAW19", f"the table has {size} cases", "Split it: nobody can survey that many.", "asks")
        return
    reached: set[str] = set()
    used = {name for row in table.all_rows() for name in row.when}
    faults: dict[tuple[str, ...], Finding] = {}
    for case in every_case(table):
        found = winners(table, case)
        reached.update(row.id for row in found)
        fault = _case_fault(table, doc, case, found)
        if fault:
            faults.setdefault((fault.code, *(row.id for row in found)), fault)
    yield from faults.values()
    for name in table.asks:
        if name not in used:
            yield _at(doc, "LAW14", f"the column '{name}' decides nothing", "Use it in a row or drop it.", "asks", name)
    for group, rows in (("rows", table.rows), ("exceptions", table.exceptions)):
        for i, row in enumerate(rows):
            if row.id not in reached:
                yield _at(
                    doc,
                    "LAW13",
                    f"no case reaches row '{row.id}'",
                    "An exception or an impossible combination covers it: drop it or narrow the other.",
                    group,
                    i,
                )


def _case_fault(table: Table, doc: Doc, case: Case, found: tuple[Row, ...]) -> Finding | None:
    if not found:
        return _at(
            doc,
            "LAW11",
            f"no row fits when {_told(case)}",
            "Each case must have one row: add one, or declare the combination impossible.",
            "rows",
        )
    if len(found) == 1:
        return None
    names = " and ".join(f"'{row.id}'" for row in found)
    if fits(found[0].when, case) and found[0] in table.exceptions:
        if len({(row.law, row.then) for row in found}) == 1:
            return None
        return _at(
            doc,
            "LAW15",
            f"exceptions {names} disagree when {_told(case)}",
            "Two exceptions may fit only if they agree.",
            "exceptions",
        )
    return _at(
        doc,
        "LAW12",
        f"rows {names} fit when {_told(case)}",
        "Each case must have one row: add a cell to one, or move one under exceptions.",
        "rows",
    )
