"""How many tricks an established revoke transfers and why (Law 64A, 64B), and the result and score before and after."""

from __future__ import annotations

from advisor.bridge.contract import Contract
from advisor.read.reading import Reading
from advisor.replay.contract import contract_of
from advisor.replay.played import Played
from advisor.replay.result import tricks_made
from advisor.replay.revoke import ToldRevoke
from advisor.rule.ruling import Ruled
from advisor.rule.specifics.scoring import scored

_TABLES = frozenset({"revoke_established", "both_sides_revoked", "revoke_trick_twelve"})
_WON = {
    "two_tricks": ("offender", 1),
    "only_revoke_trick": ("offender", 0),
    "partner_won_one_trick": ("partner", 0),
    "later_trick_one_trick": ("opponents", 1),
    "no_trick_won": ("opponents", 0),
}
_LATE = ("12", "13")


def transferred(won_by: str, later: int, *, exempt: bool = False) -> int:
    """The tricks that go to the non-offending side at the end of play.

    `won_by`: who won the revoke trick, `offender`, `partner` (dummy too, for declarer) or `opponents`; `later`: how many
    later tricks the offending side won. Won by the offender: that trick and one of the later ones (Law 64A1); otherwise one
    if that side won it or any later (64A2); none if it won neither (64B1) or an exception holds (64B2-8: `exempt`).
    Raises ValueError for anything else.
    """
    if won_by not in ("offender", "partner", "opponents") or later < 0:
        raise ValueError(f"not who won a trick, or not a number of tricks: {won_by!r}, {later}")
    if exempt:
        return 0
    won = (won_by != "opponents") + later
    return min(won, 2 if won_by == "offender" else 1)


def revoke(ruled: Ruled, played: Played) -> dict[str, str]:
    """`tricks`: the number transferred, when the row that fired settles it, and `tricks_law`, the paragraph that says so;
    `tricks_side`: the side that receives them, if the seat that revoked is told; with contract and result told also the
    result after it (`result_before`, `result_after`) and, with the vulnerability, both scores (Law 77).

    Nothing under Law 64A for a revoke told to be on one of the last two tricks, where it cannot apply (Law 62D, 64B6).
    """
    row = ruled.row
    if row is None or ruled.table.irregularity not in _TABLES or not row.law.startswith("64"):
        return {}
    if row.id in _WON:
        if any(note.kind == "trick_number" and note.value in _LATE for note in played.reading.notation):
            return {}
        won_by, later = _WON[row.id]
        count = transferred(won_by, later)
    elif row.law.startswith("64B"):
        count = transferred("opponents", 0, exempt=True)
    else:
        return {}
    told = played.revoke
    found = {"tricks": str(count), "tricks_law": row.law}
    if told is not None and told.side is not None and count:
        found["tricks_side"] = told.side.other.value
    return found | (_after(told, count, played.reading) if told is not None and count else {})


def _after(told: ToldRevoke, count: int, reading: Reading) -> dict[str, str]:
    """The result and the score before and after the transfer."""
    contract = contract_of(reading)
    made = tricks_made(reading, contract) if contract is not None else None
    declaring = told.declaring
    if declaring is None and told.seat is not None and contract is not None and contract.declarer is not None:
        declaring = contract.declarer.side is told.seat.side
    if contract is None or made is None or declaring is None:
        return {}
    after = made - count if declaring else made + count
    if not 0 <= after <= 13:
        return {}
    found = {"result_before": result(contract, made), "result_after": result(contract, after)}
    before, then = scored(reading, contract, made), scored(reading, contract, after)
    return found | ({"score_before": before, "score_after": then} if before and then else {})


def result(contract: Contract, made: int) -> str:
    """The contract with its result as it is written: `4S-1`, `3NT=`, `2HX+1`."""
    over = made - contract.needed
    return f"{contract.bid}{'X' * contract.doubled}{over:+d}" if over else f"{contract.bid}{'X' * contract.doubled}="
