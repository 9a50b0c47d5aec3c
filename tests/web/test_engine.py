"""The script that decides without signal, held against the advisor: every table, every row, every branch, every case."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from nodejs import node

from advisor.doors.web import assets, offline
from advisor.doors.web.house import Ruled, Table, Words, headline, regulated, row_lines, rule, table, tables
from advisor.lawbook.cases import every_case
from advisor.lawbook.models import LISTS

_MOST_CASES = 400  # complete cases of one table; the branches are all there in any case
RUN = """
import {{ readFileSync }} from "node:fs";
import {{ rule, laws, told, rowLines, said, known }} from "{engine}";
const {{ data, cases }} = JSON.parse(readFileSync(0, "utf8"));
const ids = (rows) => rows.map((row) => row.id);
console.log(JSON.stringify(cases.map(([name, facts]) => {{
  const table = data.tables[name];
  const ruled = rule(table, facts);
  const governing = ruled.row ?? ruled.until;
  return {{
    row: ruled.row?.id ?? null, rows: ids(ruled.rows), until: ruled.until?.id ?? null, question: ruled.question,
    branches: ruled.branches.map((branch) => [branch.value, ids(branch.rows)]), presumed: ruled.presumed,
    laws: laws(table, ruled), said: {lists}.map((group) => said(table, group, known(ruled))),
    head: told(table, ruled, data).head, lines: governing ? rowLines(governing, data) : [],
  }};
}})));
"""


def every_table() -> list[Table]:
    """All tables of the edition that the phone takes along."""
    return [found for name in tables("2017") if (found := table("2017", name)) is not None]


def ruled(found: Table, facts: dict[str, str]) -> Ruled:
    """What the advisor makes of these facts when all of them were answered."""
    options = regulated(found, {})
    return rule(found, {**options.decided, **facts}, (), options.doubtful, {**options.decided, **facts})


def branches(found: Table, facts: dict[str, str]) -> Iterator[dict[str, str]]:
    """Every state that the questions of the interview lead to."""
    yield facts
    for branch in ruled(found, facts).branches:
        yield from branches(found, facts | {ruled(found, facts).question: branch.value})


def cases(found: Table) -> list[dict[str, str]]:
    """All branches, all rows (and each row with one fact less), and complete cases."""
    told = [*branches(found, {}), *(row.when for row in found.all_rows())]
    told += [{n: v for n, v in row.when.items() if n != name} for row in found.all_rows() for name in row.when]
    told += [{name: value} for name, ask in found.asks.items() for value in ask.values]
    told += islice(every_case(found), _MOST_CASES)
    return [dict(each) for each in {tuple(sorted(facts.items())) for facts in told}]


def expected(found: Table, facts: dict[str, str], words: Words) -> dict[str, Any]:
    """The advisor's own outcome in the form of the script's."""
    there = ruled(found, facts)
    governing = there.row or there.until
    return {
        "row": there.row.id if there.row else None,
        "rows": [row.id for row in there.rows],
        "until": there.until.id if there.until else None,
        "question": there.question,
        "branches": [[branch.value, [row.id for row in branch.rows]] for branch in there.branches],
        "presumed": [list(pair) for pair in there.presumed],
        "laws": list(there.laws()),
        "said": [list(found.said(group, there.told())) for group in LISTS],
        "head": headline(there, words).rstrip("."),
        "lines": row_lines(governing, words) if governing else [],
    }


@pytest.mark.parametrize("lang", ["el", "en"])
def test_the_script_decides_as_the_advisor_does(lang: str) -> None:
    """Equal in every case: the row, the question, where each answer leads, what is presumed, the laws, the words."""
    every = every_table()
    told = [(found, facts) for found in every for facts in cases(found)]
    data = json.loads(offline.exported(lang).body)
    given = json.dumps({"data": data, "cases": [[found.irregularity, facts] for found, facts in told]})
    script = RUN.format(engine=(assets.STATIC / "engine.mjs").as_uri(), lists=json.dumps(LISTS))
    done = subprocess.run([node(), "--input-type=module", "-e", script], input=given, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-800:]

    got = json.loads(done.stdout)
    words = Words(lang)
    wrong = [
        (found.irregularity, facts, mine, theirs)
        for (found, facts), theirs in zip(told, got, strict=True)
        if (mine := expected(found, facts, words)) != theirs
    ]

    assert wrong[:3] == []

    reached = {(found.irregularity, outcome["row"]) for outcome, (found, _) in zip(got, told, strict=True)}
    agreeing = {(found.irregularity, row) for outcome, (found, _) in zip(got, told, strict=True) for row in outcome["rows"]}

    assert reached >= {(t.irregularity, rows[0].id) for t in every if len(rows := t.all_rows()) == 1}
    assert agreeing == {(t.irregularity, row.id) for t in every for row in t.all_rows()}


def test_the_phone_takes_everything_along() -> None:
    """Every law and every table of the edition."""
    data = json.loads(offline.exported("el").body)

    assert len(data["laws"]) == 93
    assert set(data["tables"]) == set(tables("2017"))
