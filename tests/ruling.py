"""What the tables say of facts that are given, without a text: shared by the tests of the law's boundaries."""

from __future__ import annotations

from advisor import paths
from advisor.lawbook.shelf import table
from advisor.rule import Ruled, rule


def ruled(irregularity: str, edition: str = paths.EDITION, **facts: str) -> Ruled:
    """What an edition's table of an irregularity says of these facts."""
    found = table(edition, irregularity)
    assert found is not None
    return rule(found, facts)
