"""What the very next call, or a later trick, settles: a call by the offender's left-hand opponent accepts an insufficient bid
(Law 27A1); a trick told by a later number shows that both sides have played on (Laws 62A, 67B), and so do further tricks that are
told to be won; the card that dummy showed, named next by declarer, is the one that was suggested (Law 45F)."""

from __future__ import annotations

from itertools import pairwise

from advisor.base.numbers import typed_number
from advisor.bridge.calls import Bid, parse_call
from advisor.bridge.seats import Seat
from advisor.read.events import CALLS, CARDS, SEAT_OF, TOLD, Event
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.story import PRONOUN
from advisor.read.tokens import SENTENCE
from advisor.replay.aftermath import REFUSED
from advisor.replay.played import Played
from advisor.replay.substitution import places_too_low

_OTHER_WAY = 2  # tricks told, in whichever order
_LATER, _TRICKS, _BESIDE, _OTHERS = 2, 13, 3, 3
_OVER, _DOER = "over_call", 2  # how far before its deed a player is named
_TAKES = frozenset({"win", "take_out"})
_NAMES = frozenset({"call_card", "play"})


def accepted_by_call(played: Played) -> dict[str, str]:
    """`accepted` (`yes`) where the deed told right after the insufficient bid is a call by the offender's LHO; nothing where a
    refusal is told anywhere."""
    reading, low = played.reading, played.low
    if low is None or any(mention.name in REFUSED for mention in reading.mentions):
        return {}
    events = reading.story.events
    breath = [part for note in played.breath for part in note.parts]
    for part, call in pairwise(breath):
        if _same(part.value.rpartition(":")[2], low.bid) and _worded(reading, call):
            return {"accepted": "yes"}
    summons = {cue.first for cue in reading.cues if cue.what == "calls_director"}
    events = tuple(event for event in events if event.first not in summons)
    over = next((event for event in events if _makes(reading, event, low.over)), None) if low.over == low.bid else None
    for event, then in pairwise(events):
        if (
            event is not over
            and _makes(reading, event, low.bid)
            and _calls(then)
            and SEAT_OF[then.actor] == Seat(SEAT_OF[event.actor]).lho.value
        ):
            end = reading.tokens[min(then.last + 1, len(reading.tokens) - 1)].end
            worded = then.deed != "pass" or (bool(then.object) and told_as_pass(reading, reading.tokens[then.first].start, end))
            return {"accepted": "yes"} if then.first > event.last and not then.when and worded else {}
    return {}


def called_before_low(played: Played) -> frozenset[int]:
    """The tokens of the calls told before the bid that is too low over the last one: none of them answers that one."""
    found = [
        (over, low)
        for over, low, pair in places_too_low(played.calls)
        if pair == played.low or (played.low is None and pair.bid != pair.over)
    ]
    if len(found) != 1:
        return frozenset()
    over, low = found[0]
    if any(cue.what == _OVER and over < cue.first < low for cue in played.reading.cues):
        return frozenset()  # "West passed over the 1♦"
    before = [event for event in played.reading.story.events if event.deed in CALLS and event.last < low]
    told = {at for event in before for at in range(event.first - _DOER, event.last + 1)}
    return frozenset(told.union(range(over, low)))


def _worded(reading: Reading, call: Notation) -> bool:
    return not call.value.endswith(":P") or told_as_pass(reading, call.start, call.end)


def told_as_pass(reading: Reading, start: int, end: int) -> bool:
    """Whether a pass is told as one between two places of the text: a bare "no" after a seat is read as a pass too,
    and may be a refusal."""
    told = [m for m in reading.mentions if m.name == "pass_made"]
    return any(reading.tokens[m.first].start < end and start < reading.tokens[m.last].end for m in told)


def _makes(reading: Reading, event: Event, bid: Bid) -> bool:
    """Whether a deed is the bid, by a seat that is told: the bid itself, or the call right behind its verb."""
    if not _calls(event):
        return False
    if event.object:
        return event.object.rpartition(":")[2] == str(bid)
    after = reading.tokens[event.last].end
    told = next((part for note in reading.notation for part in (note.parts or (note,)) if part.start >= after), None)
    return told is not None and told.kind in ("call", "over", "part") and _same(told.value, bid)


def _same(value: str, bid: Bid) -> bool:
    try:
        return parse_call(value) == bid
    except ValueError:
        return False


def _calls(event: Event) -> bool:
    return event.deed in CALLS and event.actor in SEAT_OF and event.by == TOLD and not UNSAID & set(event.flags)


def played_on(reading: Reading) -> dict[str, str]:
    """`both_played_next` (`yes`) where a trick is told that comes at least two after the first one told by its number (by its
    own, or by how many are left): the next one was played by all; or where further tricks are told to be won after that one."""
    told = [typed_number(note.value) for note in reading.notation if note.kind == "trick_number"]
    numbers = [number for number in told if number is not None] + _left(reading)
    first = min(numbers) if len(numbers) == _OTHER_WAY else numbers[0] if numbers else 0  # "trick 8 is over, none to trick 4"
    on = bool(told) and len(numbers) > 1 and max(numbers) - first >= _LATER
    return {"both_played_next": "yes"} if on or _further(reading) else {}


def two_tricks_won(reading: Reading) -> dict[str, str]:
    """`next_trick` (`both_sides`, Law 45D2) where two tricks are told to have been won one after the other, by two players, or
    four cards to have been played to the second: both sides have played to it."""
    told = [event for event in reading.story.events if not event.when and not UNSAID & set(event.flags)]
    takes = [number for number, event in enumerate(told) if event.deed == "win" or (event.deed in _TAKES and event.object)]
    wins = [number for number in takes if told[number].by in (TOLD, PRONOUN) and told[number].actor]
    for one, other in pairwise(wins):
        apart = reading.parted(told[one].first, told[other].first, SENTENCE)
        if told[other].deed == "win" and told[one].actor != told[other].actor and apart:
            return {"next_trick": "both_sides"}
    won = next((number for number in wins if told[number].deed == "win"), len(told))
    led = next((number for number in range(won, len(told)) if told[number].deed == "lead" and told[number].by == TOLD), len(told))
    all_four = len(told) > led + _OTHERS and all(event.deed in CARDS for event in told[led + 1 : led + 1 + _OTHERS])
    return {"next_trick": "both_sides"} if all_four else {}


def _left(reading: Reading) -> list[int]:
    """The numbers of the tricks at which so many are told to be left: "with three tricks to go" is trick eleven."""
    left = {cue.first for cue in reading.cues if cue.what == "to_go"}
    ends = {token.end: at for at, token in enumerate(reading.tokens)}
    counts = [(typed_number(n.value), ends.get(n.end, -1)) for n in reading.notation if n.kind in ("trick_count", "card_count")]
    return [_TRICKS + 1 - count for count, at in counts if count is not None and at >= 0 and at + 1 in left]


def _further(reading: Reading) -> bool:
    """Whether somebody is told to have won more tricks later ("and then made another three")."""
    for event in reading.story.events:
        near = {cue.what for cue in reading.cues if event.first - _BESIDE <= cue.first <= event.last + _BESIDE}
        if event.deed in _TAKES and event.by == TOLD and not event.flags and {"more_tricks", "later"} <= near:
            return True
    return False


def suggested_played(reading: Reading) -> dict[str, str]:
    """`suggestion_followed` (`yes`) where declarer names or plays a card of the rank that was told of dummy's hand before."""
    dummies = [m.first for m in reading.mentions if m.name == "dummy" and m.how != "derived"]
    notes = [n for n in reading.notation if n.kind in ("card", "rank")]
    for event in reading.story.events:
        kind, _, value = event.object.partition(":")
        if event.deed not in _NAMES or event.actor != "declarer" or kind not in ("card", "rank") or event.flags:
            continue
        start = reading.tokens[event.first].start
        same = [n for n in notes if n.end <= start and n.value[-1] == value[-1]]
        if any(reading.tokens[at].start < note.start for note in same for at in dummies):
            return {"suggestion_followed": "yes"}
    return {}
