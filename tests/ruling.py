"""What the tables say of facts that are given, without a text, and all that an answer says: shared by the tests of the law's
boundaries and of the words."""

from __future__ import annotations

from advisor.advice import Advice
from advisor.base import paths
from advisor.lawbook.shelf import table
from advisor.rule.ruling import Ruled, rule


def ruled(irregularity: str, edition: str = paths.EDITION, **facts: str) -> Ruled:
    """What an edition's table of an irregularity says of these facts."""
    found = table(edition, irregularity)
    assert found is not None
    return rule(found, facts)


def whole(advice: Advice) -> str:
    """All that an answer says: what is read first, and the details."""
    return f"{advice.answer}\n{advice.details}"
