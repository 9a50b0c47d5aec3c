"""Who won the trick that is in dispute, when its cards are told (Law 44E, 44F)."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.replay.played import Played
from advisor.replay.tricks import ToldTrick
from advisor.rule.ruling import Ruled

_OPEN_CARD = frozenset({"different_intention", "slip_of_tongue"})
_PHASES = frozenset({"play", "claim", "after"})


def disputed(ruled: Ruled, played: Played) -> dict[str, str]:
    """`trick_card`: the card that wins the one told trick, the highest trump or else the highest of the suit led;
    `trick_winner`: the seat that played it and leads next (Law 44G), `trick_side`: its side.

    Nothing while trumps are not told and somebody did not follow suit, or while it is open which card of dummy's is played: a
    whole trick that is told there is another one.
    """
    return trick_facts(played.tricks) if ruled.table.phase in _PHASES and not _OPEN_CARD & ruled.table.asks.keys() else {}


def trick_facts(tricks: Sequence[ToldTrick]) -> dict[str, str]:
    """The same for any text that tells one complete trick card by card."""
    if len(tricks) != 1 or tricks[0].winning is None:
        return {}
    found = {"trick_card": str(tricks[0].winning)}
    winner = tricks[0].winner
    return found | ({"trick_winner": winner.value, "trick_side": winner.side.value} if winner else {})
