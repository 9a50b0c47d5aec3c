"""Bare questions for what the model of the table works out: who won the trick, whose turn it is, what the contract scores.

Such a text tells no irregularity and asks for no right: the value is computed and said with its law, and nobody is accused.
"""

from __future__ import annotations

from advisor.read.reading import Reading
from advisor.rule.inquiry.asked import asked
from advisor.rule.inquiry.computing import Found, computed

__all__ = ["Found", "inquiry"]


def inquiry(reading: Reading) -> Found | None:
    """What the one bare question of a text asks for, computed; None when it asks none, tells more, or leaves it uncertain."""
    for what in asked(reading):
        found = computed(what, reading)
        if found is not None:
            return found
    return None
