"""Which suits declarer may forbid at the first lead of the offender's partner (Law 26B)."""

from __future__ import annotations

from advisor.replay.meanings import Meant, meant_calls
from advisor.replay.played import Played
from advisor.replay.substitution import Substitution
from advisor.rule.ruling import Ruled

_ALL = ("C", "D", "H", "S")
_ROWS = frozenset({"may_forbid_suit", "suit_already_shown", "still_on_lead", "other_bid_or_pass", "other_replacement"})


def forbidden(specified: frozenset[str]) -> tuple[str, ...]:
    """The suits of which one may be forbidden: those that the offender did not specify in the legal auction (Law 26B).

    A suit that only the withdrawn call named is not specified in the legal auction.
    """
    return tuple(suit for suit in _ALL if suit not in specified)


def prohibition(ruled: Ruled, played: Played) -> dict[str, str]:
    """`suits_forbidden` (`suits_if` while a restriction is not certain): the suits of which declarer may forbid one;
    `suits_free`: those that the offender's legal bids named.

    Only when the withdrawn call and a legal call of the offender (or the replacement, a pass too) are told. That the legal
    bids showed their suits is said as a condition.
    """
    name = _name(ruled)
    if not name:
        return {}
    told = played.changed
    if told is None:
        return {}
    legal = _legal(played, told)
    if not legal:
        return {}
    free = frozenset(suit for call in legal for suit in _specified(call))
    found = {name: " ".join(forbidden(free))}
    return found | ({"suits_free": " ".join(sorted(free))} if free else {})


def _name(ruled: Ruled) -> str:
    """`suits_forbidden` where a restriction stands, `suits_if` where it hangs on a fact not told; nothing where none can be."""
    if ruled.row is not None:
        return "suits_forbidden" if ruled.row.id in _ROWS else ""
    return "suits_if" if ruled.table.irregularity == "lead_restriction" and {row.id for row in ruled.rows} & _ROWS else ""


def _legal(played: Played, told: Substitution) -> list[Meant]:
    """The offender's calls in the legal auction, as far as they are told: those of that seat, and the replacement.

    Nothing when a bid is told that may be the offender's or not.
    """
    old, new = told.old.call, [told.new] if told.new is not None else []
    others = [m for m in meant_calls(played.reading, played.calls) if m.call != old and m not in new]
    if any(m.call.value[0].isdigit() and None in (m.call.seat, old.seat) for m in others):
        return []
    return [m for m in others if m.call.seat is old.seat and old.seat is not None] + new


def _specified(meant: Meant) -> frozenset[str]:
    """The suits that a legal call specified: those it is said to show, else its own; an asking bid or relay shows none."""
    if meant.meaning.suits or meant.meaning.asks or not meant.call.value[0].isdigit():
        return meant.meaning.suits
    return frozenset(meant.call.value[1]) & frozenset(_ALL)
