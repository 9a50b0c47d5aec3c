"""How many tricks the contract makes double dummy, when all four hands are told: a yardstick for Laws 12C1, 16, 21, 64C, 70.

Solved by the package endplay, which is an extra and loaded only then; without it nothing is said.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from advisor.bridge.calls import Strain
from advisor.bridge.cards import RANKS
from advisor.bridge.contract import Contract
from advisor.bridge.seats import Seat
from advisor.read.reading import Reading
from advisor.replay.contract import contract_of
from advisor.replay.played import Played
from advisor.rule.ruling import Ruled

_ORDER: Final = "SHDC"
_DENOMINATION: Final = {Strain.S: "spades", Strain.H: "hearts", Strain.D: "diamonds", Strain.C: "clubs", Strain.N: "nt"}
_PLAYER: Final = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}


def solved(ruled: Ruled, played: Played) -> dict[str, str]:
    """`double_dummy`: declarer's tricks with best play by all four, for a matter of judgement; `double_contract` with it.

    Only when the four hands are told with all fifty-two cards, and the contract with its declarer.
    """
    if ruled.table.kind != "judgement":
        return {}
    contract, deal = contract_of(played.reading), deal_of(played.reading)
    if contract is None or contract.declarer is None or deal is None:
        return {}
    tricks = _tricks(deal, contract)
    if tricks is None:
        return {}
    return {"double_dummy": str(tricks), "double_contract": f"{contract.bid}{'X' * contract.doubled}"}


def deal_of(reading: Reading) -> str | None:
    """The one diagram told as `N:north east south west`, suits from spades to clubs; None unless it holds every card once."""
    diagrams = [note.value for note in reading.notation if note.kind == "diagram"]
    if len(diagrams) != 1:
        return None
    hands: dict[str, str] = {}
    cards: list[str] = []
    for told in diagrams[0].split(" | "):
        seat, *holdings = told.split()
        held = {holding[0]: holding[2:].replace("-", "").replace("10", "T") for holding in holdings}
        if any(rank not in RANKS for ranks in held.values() for rank in ranks):
            return None
        hands[seat] = ".".join(held.get(suit, "") for suit in _ORDER)
        mine = [suit + rank for suit, ranks in held.items() for rank in ranks]
        if len(mine) != 13:
            return None
        cards += mine
    if set(hands) != set(Seat) or len(set(cards)) != 52:
        return None
    return "N:" + " ".join(hands[seat] for seat in Seat)


@lru_cache(maxsize=64)
def _tricks(deal: str, contract: Contract) -> int | None:
    """Declarer's double-dummy tricks; None when the solver is not installed."""
    try:
        from endplay.dds import calc_dd_table
        from endplay.types import Deal, Denom, Player
    except ImportError:
        return None
    assert contract.declarer is not None
    table = calc_dd_table(Deal(deal))
    return int(table[getattr(Denom, _DENOMINATION[contract.bid.strain]), getattr(Player, _PLAYER[contract.declarer])])
