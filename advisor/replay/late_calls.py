"""What the calls told one after the other settle of calls that may not be made: was the double in turn, has LHO called over
it, on which side is the one who called after the final pass, did a pass cost a player the turn (Laws 17D3, 36, 37, 38, 39)?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.acts import Act, acts
from advisor.replay.own_side import double_ends_it
from advisor.replay.players import cues, places, relation
from advisor.replay.sides import FACT, OF_ROLE

_PASS, _DOUBLES = "P", ("X", "XX")
_LHO, _PARTNER = "lho", "partner"
_THREE = 3
KIND: Final = "late_call_kind"
_ENDED: Final = frozenset({"after_last_pass", "final_pass"})
_OVER, _CALL, _PASSING, _PASSES = "after_last_pass", "call:", "call:P", "pass"
_CALLING = frozenset({"bid", "double", "redouble", _PASSES})
_NEAR = 4
_LATE: Final = "call_after_final_pass"
LATE_SITUATIONS: Final = (_LATE, "inadmissible_double", "double_out_of_rotation", "bid_out_of_rotation", "call_changed")


def double_in_turn(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`inadmissible_in_turn` (`yes`) where the last double told is by the left-hand opponent of the player who called before."""
    told = _known(reading, untold)
    at = max((n for n, act in enumerate(told) if act.call in _DOUBLES), default=-1)
    before = [act for act in told[: max(at, 0)] if act.caller != told[at].caller]
    return {"inadmissible_in_turn": "yes"} if before and _seen(before[-1], told[at]) == _LHO else {}


def called_over_it(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`lho_called` (`yes`) where the last call told is made over a bid or a double by the left-hand opponent of its maker."""
    told = _told(reading, untold)
    if len(told) <= 1 or told[-2].call in ("", _PASS) or told[-2].caller is None or double_ends_it(reading):
        return {}
    return {"lho_called": "yes"} if _seen(told[-2], told[-1]) == _LHO else {}


def side_of_late_call(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`offender_side` where one who is told by a role calls when the auction is told to be over, or where three passes are told
    after the last bid, and then another call: that of the last bidder's side or of the other one."""
    by_role = _late_caller(reading, untold)
    if by_role:
        return {FACT: by_role}
    told = _told(reading, untold)
    for at in range(_THREE, len(told)):
        passes = told[at - _THREE : at]
        bids = [act for act in told[: at - _THREE] if act.call[:1].isdigit()]
        known = bids and bids[-1].caller is not None and told[at].caller is not None
        if known and all(act.call == _PASS for act in passes) and told[at].call:
            seen = _seen(bids[-1], told[at])
            own = bids[-1].caller == told[at].caller or seen == _PARTNER
            doubled = told[at].call in _DOUBLES and not own  # nobody doubles the own side's bid
            return {FACT: "declaring" if own else "defending"} if own or seen or doubled else {}
    return {}


def kind_of_late_call(reading: Reading) -> dict[str, str]:
    """`late_call_kind` (`bid_or_double`), where one call alone is told behind the words for the last pass (Law 39)."""
    ended = [m.last for m in reading.mentions if m.name in _ENDED and not m.flags]
    since = reading.tokens[min(ended)].end if ended else len(reading.text)
    calls = {note.value for note in reading.notation if note.kind == "call" and note.start >= since}
    return {KIND: "bid_or_double"} if len(calls) == 1 and calls != {_PASS} else {}


def _late_caller(reading: Reading, untold: Collection[int]) -> str:
    """The side of the first player told by a role who calls, and does not pass, when the auction is told to be over."""
    over = min((m.first for m in reading.mentions if m.name == _OVER and not m.flags), default=len(reading.tokens))
    calls = (event for event in reading.story.events if event.deed in _CALLING or event.object.startswith(_CALL))
    passes = 0
    for event in calls:
        if event.object == _PASSING or event.deed == _PASSES:
            passes += 1
            continue
        told = event.first not in untold and UNSAID.isdisjoint(event.flags)
        if told and (passes >= _THREE or event.first > over):
            return OF_ROLE.get(event.actor, "")
        passes = 0
    return ""


def turn_lost(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`early_end_cause` (`pass_out_of_turn`) where passes are told, and one of them is not by the left-hand opponent of the
    player who called before."""
    told = _known(reading, untold)
    turns = [(act, then) for act, then in pairwise(told) if then.caller != act.caller]
    skips = [then for act, then in turns if then.call == _PASS and _seen(act, then) != _LHO]
    passes = sum(act.call == _PASS for act in told)
    return {"early_end_cause": "pass_out_of_turn"} if len(skips) == 1 and passes > 1 else {}


def passed_round(reading: Reading) -> bool:
    """Whether three passes in rotation, each with its player, are told right after the last bid: then the auction is over (Law
    22A)."""
    told = [act for act in acts(reading, places(reading)) if act.call]
    last = max((n for n, act in enumerate(told) if act.call[:1].isdigit()), default=len(told))
    round_told = told[last : last + 1 + _THREE]
    passes = [act for act in round_told[1:] if act.call == _PASS]
    return len(passes) == _THREE and all(_seen(act, then) == _LHO for act, then in pairwise(round_told))


def late_situation(reading: Reading) -> str:
    """`call_after_final_pass`, where a bid, three passes in rotation (or by nobody who is named) and then somebody's bid or
    double are told one after the other (Laws 22A, 39)."""
    told = [act for act in acts(reading, places(reading)) if act.call]
    for at in range(_THREE + 1, len(told)):
        around = told[at - _THREE - 1 : at]
        passes = all(act.call == _PASS for act in around[1:])
        unsaid = all(act.caller is None for act in around[1:])  # "4♠ by South, pass, pass, pass"
        in_turn = unsaid or all(_seen(act, then) == _LHO for act, then in pairwise(around))
        if around[0].call[:1].isdigit() and passes and in_turn and told[at].call != _PASS and told[at].caller is not None:
            return _LATE
    return ""


def suit_forbidden(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`offender_named_suit` (`yes`) where declarer forbids a suit that a bid after the withdrawn call names: that of the same
    player, or of nobody else who is told (Law 26B)."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    suits = [(starts.get(n.start, -1), n.value[:1]) for n in reading.notation if n.kind == "suit"]
    ends = [cue.last for cue in cues(reading, "forbids_suit")]
    forbidden = {suit for at, suit in suits if any(0 < at - end <= _NEAR for end in ends)}
    bids = [act for act in acts(reading, places(reading)) if act.call[:1].isdigit() and act.at not in untold]
    later = [act for act in bids[1:] if act.call[1:] in forbidden and act.caller in (None, bids[0].caller)]
    return {"offender_named_suit": "yes"} if len(forbidden) == 1 and later else {}


def _known(reading: Reading, untold: Collection[int]) -> Sequence[Act]:
    return [act for act in _told(reading, untold) if act.caller is not None]


def _told(reading: Reading, untold: Collection[int]) -> Sequence[Act]:
    return [act for act in acts(reading, places(reading)) if act.at not in untold]


def _seen(act: Act, other: Act) -> str:
    return relation(act.caller, other.caller) if other.caller is not None else ""
