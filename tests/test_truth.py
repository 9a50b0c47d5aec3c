"""What the corpus holds for true: every truth leads to its ruling, tellings agree, and every law named is a law."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.base import paths
from advisor.base.citation import find_citations, parse_citation, to_greek
from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.lawbook.cases import open_rows
from advisor.lawbook.editions import editions
from advisor.lawbook.load import Lawbook
from advisor.lawbook.load import load as load_lawbook
from advisor.lawbook.shelf import table
from advisor.lexicon.load import load as load_lexicon
from advisor.rule.ruling import rule
from advisor.workshop.check.references import known_references
from advisor.workshop.corpus.expected import expected
from advisor.workshop.corpus.load import Corpus, whole
from advisor.workshop.corpus.models import Incident

WITHOUT = ("none", "unclear")
A_SENTENCE = 3
# Who deals tells whose turn it was only together with the seat that called, which another word of the telling names.
BESIDE_A_SEAT = {("wrong_turn_of", "μοιραζει ο νοτοσ")}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """All incidents."""
    return whole(paths.CORPUS)


@pytest.fixture(scope="module")
def books() -> dict[str, Lawbook]:
    """The lawbook of every edition."""
    return {edition: load_lawbook(edition)[0] for edition in editions()}


def rulings(corpus: Corpus) -> Iterator[tuple[Incident, str, str]]:
    """(incident, edition, row) of everything that is an irregularity: the one row that its truth leaves, and those it states."""
    for incident in corpus.incidents.values():
        name = incident.truth["irregularity"]
        if name in WITHOUT:
            continue
        row = expected(incident, table(paths.EDITION, name))
        if row is not None:
            yield incident, paths.EDITION, row.id
        for edition, ruling in incident.rulings.items():
            yield incident, edition, ruling.row


def fault(incident: Incident, edition: str, row: str) -> str:
    """What is wrong between an incident's truth and its ruling, or nothing."""
    found = table(edition, incident.truth["irregularity"])
    if found is None:
        return "no table"
    ruled = rule(found, incident.truth)
    if ruled.row is None or ruled.row.id != row.split("/")[-1]:
        return f"{ruled.row.id if ruled.row else ruled.question} and not {row}"
    return ""


def test_every_truth_leads_to_its_ruling(corpus: Corpus) -> None:
    """Each incident's facts fire its row and cite its law, in every edition it names; without exception."""
    faults = {(i.incident, edition): fault(i, edition, ruling) for i, edition, ruling in rulings(corpus)}

    assert len(faults) > 2000
    assert {where: what for where, what in faults.items() if what} == {}


def test_every_truth_leaves_a_row_and_the_engine_fires_it(corpus: Corpus) -> None:
    """Where the truth of an incident leaves one row of the table, the engine fires exactly it; a truth never leaves none."""
    count = 0
    for incident in corpus.incidents.values():
        found = table(paths.EDITION, incident.name)
        rows = open_rows(found, incident.truth) if found is not None else ()

        assert rows or found is None, incident.incident
        if len(rows) == 1 and found is not None:
            ruled = rule(found, incident.truth)
            count += 1

            assert ruled.row is not None, incident.incident
            assert ruled.row.id == rows[0].id, incident.incident
    assert count > len(corpus.incidents) / 2


def test_each_incident_stands_where_it_is_looked_for(corpus: Corpus) -> None:
    """All incidents of an irregularity are in the files that bear its name, below its law."""
    astray = {
        name: doc.path.relative_to(paths.CORPUS).as_posix()
        for name, doc in corpus.docs.items()
        if doc.path.stem != corpus.incidents[name].name
        and doc.path.parent.name != "none"  # stories without an irregularity: some are no bridge at all
    }

    assert astray == {}


def test_no_telling_proves_what_it_keeps_silent(corpus: Corpus) -> None:
    """A fact is proved by the truth's own words or not told: never both, and never a fact that the truth does not hold."""
    torn = [
        (incident.incident, number, fact)
        for incident in corpus.incidents.values()
        for number, telling in enumerate(incident.tellings)
        for fact in telling.proof
        if fact in telling.open or fact not in incident.truth or telling.proof[fact] not in telling.text
    ]

    assert torn == []


def test_the_same_words_never_prove_two_values(corpus: Corpus) -> None:
    """What proves a fact in one telling does not prove its opposite in another (words too few to be a sentence are let off)."""
    proved: dict[tuple[str, str], dict[str, str]] = {}
    for incident in corpus.incidents.values():
        for telling in incident.tellings:
            for fact, quote in telling.proof.items():
                if fact != "irregularity" and len(quote.split()) >= A_SENTENCE:
                    proved.setdefault((fact, fold(quote)), {})[incident.truth[fact]] = incident.incident

    assert proved
    assert {words for words, values in proved.items() if len(values) > 1} == BESIDE_A_SEAT


def named(corpus: Corpus, books: dict[str, Lawbook]) -> Iterator[tuple[str, str]]:
    """(reference, where it stands) of every law named by lawbook, switches and corpus."""
    for edition, book in books.items():
        for number, law in book.laws.items():
            yield number, edition
            for ref, paragraph in law.paragraphs.items():
                yield from ((cited, f"{edition} {ref}") for cited in (ref, *paragraph.see))
        for one in book.tables.values():
            rows = [cited for row in one.all_rows() for cited in (row.law, *row.see)]
            yield from ((cited, f"{edition} {one.irregularity}") for cited in (one.law, *one.see, *rows))
    for incident in corpus.incidents.values():
        for telling in incident.tellings:
            yield from ((cited, incident.incident) for cited in telling.first)
    switches = read(paths.LAWS / "authorities.yaml").value
    assert isinstance(switches, dict)
    assert isinstance(switches["switches"], dict)
    for name, switch in switches["switches"].items():
        assert isinstance(switch, dict)
        yield str(switch["law"]), name


def readable(ref: str) -> bool:
    """Read as itself, and as Greek prints it."""
    try:
        return parse_citation(ref) == ref and parse_citation(to_greek(ref)) == ref
    except ValueError:
        return False


def test_every_law_named_resolves_in_both_letterings(corpus: Corpus, books: dict[str, Lawbook]) -> None:
    """Each reference is canonical, exists in some edition, and comes home from its Greek printing."""
    known = known_references(books)
    used = set(named(corpus, books))

    assert len(used) > len(known)
    assert sorted(use for use in used if use[0] not in known or not readable(use[0])) == []


def sentences(books: dict[str, Lawbook], root: Path = paths.LEXICON) -> Iterator[tuple[str, str]]:
    """(sentence, where it stands) of everything we say, in both languages."""
    lexicon, _ = load_lexicon(root)
    for name, line in lexicon.lines.items():
        yield from ((line.el, name), (line.en, name))
    for name, fact in lexicon.facts.items():
        yield from ((fact.ask.el, name), (fact.ask.en, name))
        yield from ((text, name) for value in fact.values.values() for text in (value.el, value.en))
    for book in books.values():
        for law in book.laws.values():
            yield from ((text, ref) for ref, paragraph in law.paragraphs.items() for text in (paragraph.el, paragraph.en))


def test_laws_named_inside_our_sentences_exist(books: dict[str, Lawbook]) -> None:
    """A law that a line, a question or a summary speaks of stands in the lawbook."""
    known = known_references(books)
    cited = [(ref, where) for text, where in sentences(books) for _, _, ref in find_citations(text)]

    assert cited
    assert [use for use in cited if use[0] not in known] == []
