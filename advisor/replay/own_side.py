"""A double of a bid of the own side, told by who called what and not by the word (Laws 19A1, 36): partner bid last, and nobody
has bid since."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from advisor.read.reading import Reading
from advisor.replay.acts import Act, acts
from advisor.replay.players import BARE, SPEAKER, cues, places

FACT: Final = "auction_inadmissible_double"
_SITUATION: Final = "inadmissible_double"
OWN_SIDE_SITUATIONS: Final = (
    _SITUATION,
    "double_out_of_rotation",
    "insufficient_bid",
    "call_changed",
    "call_when_must_pass",
    "bid_out_of_rotation",
)
_BIDS, _DOUBLE, _DOUBLES, _PASS = "1234567", "X", "double", "P"
_TABLE, _ACROSS = 4, 2


def doubled_partner(reading: Reading) -> dict[str, str]:
    """`auction_inadmissible_double`, where three calls are told one after the other: a bid, a pass by the left-hand opponent (or
    by nobody named), and a double by the partner."""
    return {FACT: "yes"} if _doubled(_told(reading)) else {}


def double_ends_it(reading: Reading) -> bool:
    """Whether the double of partner's bid is the last call told: nobody is told to have called over it."""
    told = _told(reading)
    if not _doubled(told):
        return False
    calls = [act.call for act in told]
    at = calls.index(_DOUBLE)
    return set(calls[at + 1 :]) <= {*calls[: at + 1], ""} - {_PASS}


def _told(reading: Reading) -> list[Act]:
    """The calls told, each once; not looked for where nothing is told of a double."""
    noted = any(_DOUBLE in told.value for note in reading.notation for told in (note, *note.parts))
    deeds = any(event.deed == _DOUBLES or _DOUBLE in event.object for event in reading.story.events)
    told = acts(reading, places(reading)) if noted or deeds or any(cues(reading, "double_by_card")) else ()
    again = {n for n, (one, two) in enumerate(pairwise(told), 1) if one.call == two.call and two.caller in (None, one.caller)}
    return [act for n, act in enumerate(told) if n not in again]  # the verb and the call beside it


def _doubled(told: Sequence[Act]) -> bool:
    """Whether a bid (or a double), a pass or a double by the left-hand opponent, and a double by the partner are among the calls,
    one after the other: neither partner's bid nor a double may be doubled (Law 19A1)."""
    for bid, passed, double in zip(told, told[1:], told[2:], strict=False):
        first = (bid.call[:1] in _BIDS and bid.call) or bid.call == _DOUBLE
        called = first and passed.call in (_PASS, _DOUBLE) and double.call == _DOUBLE
        nobody = passed.caller is None and passed.call == _PASS and bid.call != _DOUBLE  # "partner opened 1NT, pass, I doubled"
        in_turn = double.caller is None and _steps(bid, passed) == 1  # who is not named called in turn, and so is the partner
        if called and (in_turn or ((nobody or _steps(bid, passed) == 1) and _steps(bid, double) == _ACROSS)):
            return True
    return False


def own_side_situation(reading: Reading) -> str:
    """`inadmissible_double`, where that is what the players are told to have called."""
    return _SITUATION if doubled_partner(reading) else ""


def _steps(one: Act, other: Act) -> int:
    """How many places one caller sits to the left of another, as one player sees both; 0 where that is not told."""
    if one.caller is None or other.caller is None:
        return 0
    frames = {one.caller.frame, other.caller.frame}
    seen = len(frames) == 1 or frames == {BARE, SPEAKER}
    return (other.caller.step - one.caller.step) % _TABLE if seen else 0
