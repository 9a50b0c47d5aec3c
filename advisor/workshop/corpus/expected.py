"""The row an incident is ruled by: the one its truth leaves. What can be computed is not stored."""

from __future__ import annotations

from advisor.base import paths
from advisor.lawbook.cases import open_rows
from advisor.lawbook.models import Row, Table
from advisor.workshop.corpus.models import Incident


def expected(incident: Incident, table: Table | None) -> Row | None:
    """The row of this table (of its edition) that the incident is ruled by, or None: another irregularity, another edition, or
    a truth that leaves several rows."""
    if table is None or table.irregularity != incident.name:
        return None
    if table.edition != paths.EDITION and table.edition not in incident.rulings:
        return None
    rows = open_rows(table, incident.truth)
    return rows[0] if len(rows) == 1 else None
