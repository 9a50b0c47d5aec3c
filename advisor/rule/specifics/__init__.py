"""What can be computed for the case at hand, each only where the text makes it certain; else nothing is said of it.

A value is canonical (a card `S5`, a call `2S`, a seat `N`, suits `C D`, a score `-100`, a count, a verdict), under the name
that the answer's sentence for it has in `lexicon/specifics.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from advisor.replay.played import Played
from advisor.rule.ruling import Ruled
from advisor.rule.specifics.board import board, board_facts
from advisor.rule.specifics.comparable import comparable
from advisor.rule.specifics.designation import designation
from advisor.rule.specifics.disputed import disputed, trick_facts
from advisor.rule.specifics.lead import next_defender
from advisor.rule.specifics.penalty import binding
from advisor.rule.specifics.prohibition import prohibition
from advisor.rule.specifics.revoke import revoke
from advisor.rule.specifics.scoring import asked_score, score_facts
from advisor.rule.specifics.seats import seats
from advisor.rule.specifics.solving import solved
from advisor.rule.specifics.sufficient import sufficient
from advisor.rule.specifics.turn import turn

Values = dict[str, str]
_ALL: tuple[Callable[[Ruled, Played], Values], ...] = (
    designation,
    sufficient,
    comparable,
    prohibition,
    revoke,
    disputed,
    seats,
    turn,
    next_defender,
    binding,
    board,
    asked_score,
    solved,
)

__all__ = ["general", "specifics"]


def specifics(ruled: Ruled, played: Played) -> Mapping[str, str]:
    """Name -> canonical value of everything that can be computed for what this ruling names."""
    found: Values = {}
    for computed in _ALL:
        found |= computed(ruled, played)
    return found


def general(played: Played) -> Mapping[str, str]:
    """What needs no ruling: the board's dealer and vulnerability, the winner of a told trick, the score of a told result."""
    return board_facts(played.reading) | trick_facts(played.tricks) | score_facts(played.reading)
