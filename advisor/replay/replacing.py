"""What a reply puts in place of the story's insufficient bid, by arithmetic (Law 27B): only the lowest sufficient bid in the
same denomination is "the lowest", whatever words it is told with."""

from __future__ import annotations

from collections.abc import Collection

from advisor.bridge.calls import Action, Bid, Call, parse_call
from advisor.read.reading import Reading
from advisor.replay.aftermath import REFUSED
from advisor.replay.played import Played
from advisor.replay.substitution import TooLow

_CONVENTIONS = frozenset({"transfer", "relay", "asks", "asks_aces", "asks_majors", "call_conventional"})
_NEAR = 12  # words behind the new call
FACT, LOWEST = "ib_replacement", "lowest_same"


def replacement(reply: Played, story: Played) -> str:
    """What the one call of a reply is as a replacement of the story's insufficient bid; nothing where meaning decides
    (another bid or a double may be comparable)."""
    low, call = story.low, _only_call(reply)
    return "" if low is None or low.lowest is None or call is None else _settled(low, call)


def _settled(low: TooLow, call: Call) -> str:
    """What a call is as a replacement, as far as arithmetic tells."""
    if call == low.lowest:
        return LOWEST
    if call is Action.PASS:
        return "other_call"
    return "insufficient_again" if isinstance(call, Bid) and not call.is_sufficient_over(low.over) else ""


def told_replacement(played: Played, untold: Collection[int] = ()) -> dict[str, str]:
    """`ib_replacement` where the story tells what came in place of the insufficient bid, and arithmetic settles what it is: the
    lowest sufficient bid in the same denomination, a pass, or too low again; a double may be comparable (Law 23A). `untold` are
    the tokens of what is only asked, supposed or recited."""
    return _marked(played, untold) or _after_refusal(played, untold) or _by_the_same(played, untold)


def _marked(played: Played, untold: Collection[int]) -> dict[str, str]:
    """The same, where words mark the call as the new one."""
    low, told = played.low, played.changed
    if low is None or told is None or told.new is None or told.old.call.value != str(low.bid) or told.new.call.at in untold:
        return {}
    call = parse_call(told.new.call.value)
    if told.old.meaning.told or told.new.meaning.told or any(cue.what in _CONVENTIONS for cue in played.reading.cues):
        return {}  # what the calls mean may make it a comparable call (Law 23A)
    marked = "new" in told.new.cues or "instead_of" in told.old.cues
    if call == low.bid or not marked:
        return {}
    found = _settled(low, call)
    return {FACT: found} if found else {}


def _after_refusal(played: Played, untold: Collection[int]) -> dict[str, str]:
    """The same, where after a refusal one call alone is told, by nobody else than the offender: a pass, or the lowest sufficient
    bid of the same denomination; where more are told, that bid if it is the first of them."""
    reading, low = played.reading, played.low
    refused = [m.last for m in reading.mentions if m.name in REFUSED]
    if low is None or not refused:
        return {}
    before = [call for call in played.calls if call.at < min(refused)]
    after = [call for call in played.calls if call.at > max(refused)]
    later = [call for call in played.calls if call.at > min(refused) and call.at not in untold and call.value != str(low.bid)]
    offender = next((call for call in reversed(before) if call.value == str(low.bid)), None)
    if not before or (offender is not None and _conventional(reading, offender.at, max(refused))):
        return {}
    own = None if offender is None else offender.seat
    first = later[0] if later else None
    if first is not None and parse_call(first.value) == low.lowest and first.seat in (None, own):
        return {FACT: LOWEST}
    if len({call.value for call in after}) != 1 or after[0].at in untold or any(call.seat not in (None, own) for call in after):
        return {}
    found = _settled(low, parse_call(after[0].value))
    return {FACT: found} if found in (LOWEST, "other_call") else {}


def _conventional(reading: Reading, since: int, until: int) -> bool:
    """Whether something is told of what the calls mean, near them, so that the new one may be comparable (Law 23A)."""
    return any(since <= cue.first <= until + _NEAR for cue in reading.cues if cue.what in _CONVENTIONS)


def _by_the_same(played: Played, untold: Collection[int]) -> dict[str, str]:
    """The same, where whoever made the insufficient bid is told to have made the lowest sufficient one of its denomination
    later."""
    low = played.low
    if low is None:
        return {}
    told = [event for event in played.reading.story.events if not event.flags and event.actor and event.first not in untold]
    first = next((event for event in told if event.object == f"call:{low.bid}"), None)
    if first is None or _conventional(played.reading, first.first, first.last):
        return {}
    again = any(e.first > first.last and e.actor == first.actor and e.object == f"call:{low.lowest}" for e in told)
    return {FACT: LOWEST} if again else {}


def left_open(reply: Played, story: Played) -> tuple[str, ...]:
    """What the one call of a reply may be as a replacement where only its meaning tells (Law 23A): comparable, or not."""
    low, call = story.low, _only_call(reply)
    if low is None or low.lowest is None or call is None or replacement(reply, story):
        return ()
    return ("comparable_call", "double" if call in (Action.DOUBLE, Action.REDOUBLE) else "other_call")


def _only_call(reply: Played) -> Call | None:
    return parse_call(reply.calls[0].value) if len(reply.calls) == 1 else None
