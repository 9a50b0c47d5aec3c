"""The ways by which the model of the table comes to facts, in the order in which they are believed.

One list: the first rank that speaks of a fact wins; of one rank, those that differ take the fact back. A source that is dear, or
sure only where a table in hand puts its question, is looked at only then (`asked`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from advisor.base import store
from advisor.replay.doers import doer_facts, sole_doer
from advisor.replay.early import both_hands_played, early_card_legal
from advisor.replay.exposed import exposed_facts, penalty_card_kind, shown_cards
from advisor.replay.followed import accepted_by_call, played_on
from advisor.replay.leads import wrong_lead_facts
from advisor.replay.left_over import left_over
from advisor.replay.on_lead import last_trick
from advisor.replay.played import Played
from advisor.replay.replacing import told_replacement
from advisor.replay.revoke_trick import revoke_trick
from advisor.replay.rotation import turn_passed_over
from advisor.replay.sides import offender_side
from advisor.replay.spreading import CHOICE, SEEN, dummy_shown, spread_facts
from advisor.replay.turns import call_before_the_turn

Found = Mapping[str, str]
Untold = Collection[int]


@dataclass(frozen=True, slots=True)
class Source:
    """One way to facts: of a telling played out and the tokens that tell no deed (asked, supposed, recited) to fact -> value; it
    is looked at where all the facts `asked` are."""

    find: Callable[[Played, Untold], Found]
    asked: frozenset[str] = frozenset()


def _of_reading(find: Callable[..., Found], *asked: str) -> Source:
    return Source(lambda played, _: find(played.reading), frozenset(asked))


_TURN: Final = "wrong_turn_of"
_NEXT: Final = "both_played_next"
_REPLACED: Final = "ib_replacement"
_WON: Final = "revoke_trick_won_by"
RANKS: Final[tuple[tuple[Source, ...], ...]] = (
    (_of_reading(left_over, _NEXT),),
    (_of_reading(played_on, _NEXT),),
    (_of_reading(wrong_lead_facts, "lead_answer"), _of_reading(wrong_lead_facts, "loot_followed_by")),
    (_of_reading(offender_side, "offender_side", CHOICE),),
    (Source(lambda played, untold: dummy_shown(played.reading, untold), frozenset({SEEN, CHOICE})),),
    (Source(lambda played, untold: spread_facts(played.reading, untold), frozenset({"offender_side", CHOICE})),),
    (Source(lambda played, _: accepted_by_call(played), frozenset({_REPLACED})),),
    (Source(told_replacement, frozenset({_REPLACED})),),
    (
        _of_reading(call_before_the_turn, _TURN),
        Source(lambda played, untold: turn_passed_over(played.reading, untold), frozenset({_TURN})),
        Source(lambda played, _: played.derived),
    ),
    (_of_reading(both_hands_played, "premature_excuse"),),
    (_of_reading(early_card_legal, "premature_card_legal"),),
    (_of_reading(last_trick, "loot_last_trick"),),
    (_of_reading(exposed_facts),),
    (_of_reading(penalty_card_kind, "pc_kind"),),
    (_of_reading(shown_cards, "cards_shown"),),
    (_of_reading(sole_doer),),
    (_of_reading(doer_facts),),
    (Source(lambda played, untold: revoke_trick(played.reading, untold), frozenset({_WON})),),
)


def replayed(played: Played, untold: Untold, asks: Collection[str]) -> dict[str, str]:
    """The facts (fact -> value) that follow from what is told on the model of the table; `asks` are those that the tables in hand
    ask."""
    every, asked = store.load("texts")["facts"], frozenset(asks)
    found: dict[str, str] = {}
    for rank in RANKS:
        found = _agreed(source.find(played, untold) for source in rank if source.asked <= asked) | found
    return {name: value for name, value in found.items() if name in every}


def _agreed(told: Iterable[Found]) -> dict[str, str]:
    """What sources of one rank tell, without the facts in which they differ."""
    found: dict[str, str] = {}
    differ = set()
    for each in told:
        differ |= {name for name, value in each.items() if found.get(name, value) != value}
        found |= each
    return {name: value for name, value in found.items() if name not in differ}
