"""What a reply puts in place of the story's insufficient bid, by arithmetic (Law 27B): only the lowest sufficient bid in the
same denomination is "the lowest", whatever words it is told with."""

from __future__ import annotations

from advisor.bridge.calls import Action, Bid, Call, parse_call
from advisor.read.reading import Reading
from advisor.told.calls import told_calls
from advisor.told.substitution import too_low

FACT, LOWEST = "ib_replacement", "lowest_same"


def replacement(reply: Reading, story: Reading) -> str:
    """What the one call of a reply is as a replacement of the story's insufficient bid; nothing where meaning decides
    (another bid or a double may be comparable)."""
    low, call = too_low(story), _only_call(reply)
    if low is None or low.lowest is None or call is None:
        return ""
    if call == low.lowest:
        return LOWEST
    if call is Action.PASS:
        return "other_call"
    return "insufficient_again" if isinstance(call, Bid) and not call.is_sufficient_over(low.over) else ""


def left_open(reply: Reading, story: Reading) -> tuple[str, ...]:
    """What the one call of a reply may be as a replacement where only its meaning tells (Law 23A): comparable, or not."""
    low, call = too_low(story), _only_call(reply)
    if low is None or low.lowest is None or call is None or replacement(reply, story):
        return ()
    return ("comparable_call", "double" if call in (Action.DOUBLE, Action.REDOUBLE) else "other_call")


def _only_call(reply: Reading) -> Call | None:
    calls = told_calls(reply)
    return parse_call(calls[0].value) if len(calls) == 1 else None
