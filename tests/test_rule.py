"""Facts against a decision table: the one row that fits, what beats it, what cannot be, what is presumed, what to ask next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from advisor.base import paths
from advisor.diagnose.facts import Facts, Known
from advisor.lawbook.cases import Case, every_case, possible, winners
from advisor.lawbook.models import Table
from advisor.lawbook.shelf import editions, table, tables
from advisor.rule.ruling import Ruled, rule
from advisor.say.compose import ruling
from advisor.say.words import Words

LEAD = {
    "irregularity": "lead_of_this_test",
    "law": "54",
    "kind": "incident",
    "phase": "play",
    "asks": {
        "idle": ["yes", "no"],
        "side": ["defending", "declaring"],
        "accepted": ["yes", "no"],
        "seen": {"values": ["yes", "no"], "presume": "no"},
    },
    "impossible": [{"side": "declaring", "accepted": "yes"}],
    "rows": [
        {"id": "takes", "law": "54B1", "when": {"side": "defending", "accepted": "yes", "seen": "no"}, "see": ["53A"]},
        {"id": "refuses", "law": "54B2", "when": {"side": "defending", "accepted": "no", "seen": "no"}},
        {"id": "goes_back", "law": "54E", "when": {"side": "declaring", "seen": "no"}},
    ],
    "exceptions": [{"id": "saw", "law": "54C", "when": {"seen": "yes"}}],
    "see": ["41A"],
}


@pytest.fixture
def lead(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A small table of this test's own, put where the rule looks for tables."""
    found = Table.model_validate(LEAD)
    monkeypatch.setattr("advisor.rule.ruling.table", lambda edition, irregularity: found)
    return found


def cases() -> Iterator[tuple[Table, Case]]:
    """Every possible case of every table of every edition."""
    for edition in editions():
        for name in tables(edition):
            found = table(edition, name)
            assert found is not None
            for case in every_case(found):
                yield found, case


def questions() -> Iterator[Ruled]:
    """What each table of the newest edition asks when nothing is known, and next, after each answer to that."""
    for name in tables(paths.EDITION):
        found = table(paths.EDITION, name)
        assert found is not None
        first = rule(found, {})
        for ruled in (first, *(rule(found, {first.question: branch.value}) for branch in first.branches)):
            if ruled.row is None and ruled.question:
                yield ruled


def test_each_case_of_each_table_has_one_row() -> None:
    """When everything is known nothing is asked or presumed; where two exceptions fit they agree, and one of them stands."""
    wrong = []
    for found, case in cases():
        ruled = rule(found, case)
        fitting = {row.id: (row.law, row.then) for row in winners(found, case)}
        if ruled.row is None or ruled.presumed or ruled.row.id not in fitting or len(set(fitting.values())) > 1:
            wrong.append((found.irregularity, case))

    assert wrong == []


@pytest.mark.parametrize(
    ("facts", "row", "laws"),
    [
        ({"side": "defending", "accepted": "yes", "seen": "no"}, "takes", ("54B1", "53A", "41A")),
        ({"side": "defending", "accepted": "no", "seen": "no"}, "refuses", ("54B2", "41A")),
        ({"side": "declaring", "seen": "no"}, "goes_back", ("54E", "41A")),
        ({"seen": "yes"}, "saw", ("54C", "41A")),
        ({"side": "defending", "accepted": "yes", "seen": "yes"}, "saw", ("54C", "41A")),
    ],
)
def test_the_row_that_fits(lead: Table, facts: dict[str, str], row: str, laws: tuple[str, ...]) -> None:
    """One row is left, exceptions beat the rows, and the law of the row stands first."""
    ruled = rule(lead, facts)

    assert ruled.row is not None
    assert (row, laws, "", ()) == (ruled.row.id, ruled.laws(), ruled.question, ruled.presumed)


def test_the_impossible_leads_nowhere(lead: Table) -> None:
    """A fact that rules the others out is not asked for: who accepted a lead tells which side made it."""
    ruled = rule(lead, {"accepted": "yes", "seen": "no"})

    assert ruled.row is not None
    assert ruled.row.id == "takes"


def test_facts_that_cannot_be_are_not_believed(lead: Table) -> None:
    """What the table calls impossible was misheard: the advisor asks from the start."""
    ruled = rule(lead, {"side": "declaring", "accepted": "yes"})

    assert not possible(lead, {"side": "declaring", "accepted": "yes"})
    assert ruled.row is None
    assert ruled.question == "side"


def test_what_was_answered_stands_against_what_was_heard(lead: Table) -> None:
    """Where the story tells the impossible, the answers count alone, and nothing answered is asked again."""
    ruled = rule(lead, {"side": "declaring", "accepted": "yes"}, firm={"side": "declaring"})

    assert ruled.row is not None
    assert ruled.row.id == "goes_back"


def test_other_tables_facts_do_not_matter(lead: Table) -> None:
    """Facts the table does not ask for change nothing."""
    known = {"side": "declaring", "seen": "no"}

    assert rule(lead, known) == rule(lead, known | {"revoke_trick_won_by": "partner"})


def test_the_next_question_divides(lead: Table) -> None:
    """The first unknown fact whose answers lead apart is asked; an idle one, though it stands first, is not."""
    ruled = rule(lead, {"seen": "no"})

    assert ruled.question == "side"
    assert {b.value: [row.id for row in b.rows] for b in ruled.branches} == {
        "defending": ["takes", "refuses"],
        "declaring": ["goes_back"],
    }
    assert ruled.laws()[0] == "54B"


def test_no_table_asks_in_vain() -> None:
    """Whatever was answered before, a question divides the rows that are left, and each of its answers can be."""
    asked = list(questions())

    assert asked
    assert [r.table.irregularity for r in asked if r.question not in r.table.asks or len(r.branches) < 2] == []
    assert [r.table.irregularity for r in asked if len({tuple(row.id for row in b.rows) for b in r.branches}) < 2] == []
    assert [r.table.irregularity for r in asked if any(row not in r.rows for b in r.branches for row in b.rows)] == []


@pytest.mark.parametrize("lang", ["el", "en"])
def test_what_is_presumed_is_said_aloud(lead: Table, lang: str) -> None:
    """A presumed fact rules, and the answer says that it was presumed; once told, it is no longer."""
    words = Words(lang)
    told = {"side": "declaring"}
    presumed, known = rule(lead, told), rule(lead, told | {"seen": "no"})
    facts = Facts({"side": Known("declaring", "stated", ("declarer led",))})

    assert (presumed.row, presumed.presumed) == (known.row, (("seen", "no"),))
    assert words.presumed([("seen", "no")]) in "\n".join(ruling(presumed, facts, words))
    assert words.frame("presumed") not in "\n".join(ruling(known, facts, words))


def test_a_presumption_never_beats_what_was_told(lead: Table) -> None:
    """Told that a card was seen, nobody presumes that none was."""
    ruled = rule(lead, {"side": "defending", "seen": "yes"})

    assert ruled.row is not None
    assert (ruled.row.id, ruled.presumed) == ("saw", ())


def test_what_is_told_both_ways_is_asked(lead: Table) -> None:
    """A fact that was told both ways is not presumed: it is the question, until an answer settles it."""
    doubtful = rule(lead, {"side": "defending", "accepted": "yes"}, both_ways=["seen"])
    settled = rule(lead, {"side": "defending", "accepted": "yes", "seen": "no"}, both_ways=["seen"])

    assert (doubtful.row, doubtful.question, doubtful.presumed) == (None, "seen", ())
    assert settled.row is not None
    assert settled.row.id == "takes"
