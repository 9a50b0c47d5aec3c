"""The score of the told contract (Law 77), for declarer's side."""

from __future__ import annotations

from advisor.bridge.contract import Contract, score
from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.replay.contract import contract_of, doubled_perhaps
from advisor.replay.played import Played
from advisor.replay.result import tricks_made
from advisor.replay.vulnerability import vulnerable
from advisor.rule.ruling import Ruled

_WRONG_ENTRY = "score_error"
_ASKED = frozenset({"score_of_contract", _WRONG_ENTRY})


def scored(reading: Reading, contract: Contract, tricks: int) -> str:
    """The signed score of so many tricks, `-100`, `+650`; nothing when the vulnerability is not told and would change
    it, or a double is told apart from the contract."""
    if not contract.doubled and doubled_perhaps(reading):
        return ""
    red = vulnerable(reading, contract.declarer.side if contract.declarer else None)
    if red is None:
        both = {score(contract, tricks, False), score(contract, tricks, True)}
        return f"{both.pop():+d}" if len(both) == 1 else ""
    return f"{score(contract, tricks, red):+d}"


def asked_score(ruled: Ruled, played: Played) -> dict[str, str]:
    """`score` with `scored_contract` and `scored_tricks`, when the score itself is asked for (Law 77, 79C) and contract,
    result and vulnerability are told."""
    if ruled.table.irregularity not in _ASKED or (ruled.table.irregularity == _WRONG_ENTRY and _of_both_sides(played.reading)):
        return {}
    return score_facts(played.reading)


def _of_both_sides(reading: Reading) -> bool:
    """Whether a seat of the other side is named beside a contract with its declarer: the one that was written may be wrong."""
    contract = contract_of(reading, asked=True)
    if contract is None or contract.declarer is None:
        return False
    return any(Seat(SEAT_OF[m.name]).side is not contract.declarer.side for m in reading.mentions if m.name in SEAT_OF)


def score_facts(reading: Reading) -> dict[str, str]:
    """The same for any text that tells of one contract and its result."""
    contract = contract_of(reading, asked=True)
    made = tricks_made(reading, contract, asked=True) if contract is not None else None
    if contract is None or made is None:
        return {}
    points = scored(reading, contract, made)
    name = f"{contract.bid}{'X' * contract.doubled}"
    return {"score": points, "scored_contract": name, "scored_tricks": str(made)} if points else {}
