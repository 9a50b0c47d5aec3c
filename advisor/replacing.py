"""What was put in place of an insufficient bid, by arithmetic (Law 27B): only the lowest sufficient bid in the same
denomination is "the lowest", whatever words it is told with."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.bridge.calls import Action, Bid, parse_call
from advisor.read.notation import Notation
from advisor.read.reading import Reading
from advisor.replay import Derived, findings

FACT, LOWEST = "ib_replacement", "lowest_same"


def contradicted(reading: Reading) -> bool:
    """Whether bids are told beside the insufficient one and the one before it, and the lowest sufficient is not among them."""
    found = findings(reading.notation, reading.story.played)
    if "lowest_sufficient_bid" not in found:
        return False
    others = set(_calls(reading.notation)) - {found[name].value for name in ("insufficient_call", "insufficient_over")}
    return bool(others) and found["lowest_sufficient_bid"].value not in others


def replacement(reply: Reading, story: Reading) -> str:
    """What the one call of a reply is as a replacement of the story's insufficient bid; nothing where meaning decides
    (another bid or a double may be comparable)."""
    found = findings(story.notation, story.story.played)
    calls = _calls(reply.notation)
    if len(calls) != 1 or "lowest_sufficient_bid" not in found:
        return ""
    if calls[0] == found["lowest_sufficient_bid"].value:
        return LOWEST
    call = parse_call(calls[0])
    if call is Action.PASS:
        return "other_call"
    return "insufficient_again" if isinstance(call, Bid) and not _sufficient(call, found["insufficient_over"]) else ""


def left_open(reply: Reading, story: Reading) -> tuple[str, ...]:
    """What the one call of a reply may be as a replacement where only its meaning tells (Law 23A): comparable, or not."""
    found = findings(story.notation, story.story.played)
    calls = _calls(reply.notation)
    if len(calls) != 1 or "lowest_sufficient_bid" not in found or replacement(reply, story):
        return ()
    return ("comparable_call", "double" if parse_call(calls[0]) in (Action.DOUBLE, Action.REDOUBLE) else "other_call")


def _sufficient(bid: Bid, over: Derived) -> bool:
    last = parse_call(over.value)
    return not isinstance(last, Bid) or bid.is_sufficient_over(last)


def _calls(notation: Sequence[Notation]) -> list[str]:
    """Every call told, without its seat."""
    words = [w for n in notation if n.kind in ("call", "call_by", "auction", "over") for w in n.value.replace("/", " ").split()]
    return [word.strip("()").rpartition(":")[2] for word in words if word != "?"]
