"""A call told wrong and put right: "he did not bid 1♥, he bid 2♥" changes the story, and with it perhaps what happened."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from advisor.base import store
from advisor.bridge.calls import Bid, parse_call
from advisor.diagnose.understanding import keyed_once, played_once, read_once
from advisor.read.events import OPEN, SEAT_OF
from advisor.read.match import Mention
from advisor.read.notation.reader import Notation, calls_of
from advisor.read.phrases import every_phrase
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.replay.low_bid import low_in_hand
from advisor.replay.players import cues
from advisor.replay.substitution import TooLow
from advisor.talk.letters import CALLS
from advisor.talk.models import State

INSUFFICIENT = "insufficient_bid"
_CALLS = ("call", "call_by", "contract")
_DEEDS = frozenset({"open", "bid", "pass", "double", "redouble"})
_PASS, _PASSED = "P", "pass_made"
_SEEING = ("notice", "ask")
_DOUBLES = {"double": "X", "redouble": "XX"}
_BY_KIND = "out_of_rotation"
_PASSING = ("pass", "<call>")
_NEW, _THEN, _FIRST_TIME = "new", "then_word", "first_time"
_FEW = 8  # words of a correction that only names the right call


class Spoken(NamedTuple):
    """A call as it stands in a text: where, which, and the seat that is told to have made it (N E S W, or nothing)."""

    start: int
    end: int
    value: str
    seat: str = ""


class _Told(NamedTuple):
    """A call of the story: the part that tells it, the call, and its words."""

    part: int
    call: Spoken
    words: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """The story with one call in place of another, the two as they were told, and whether what was told later stays."""

    story: tuple[str, ...]
    old: str
    new: str
    later: bool = False


def recalled(state: State, text: str, *, corrects: bool = False) -> Recalled | None:
    """The story with another call in place of the one that the message denies ("he did not pass, he bid 1♣"), or, where it only
    corrects, of the one it means ("sorry, it was 2♠"); None when no call of it is put right."""
    reading = read_once(text, greeklish=state.speaks == "el")
    spans = [(reading.tokens[first].start, reading.tokens[last].end) for flag, first, last in reading.reach if flag == NEGATED]
    calls = spoken(reading)
    spans = [span for span in spans if not _only_unseen(reading, span)]
    denied = [call for call in calls if any(start <= call.start < end for start, end in spans)]
    told = [call for call in calls if call not in denied]
    new = [call for call in told if denied and call.start > denied[0].start] or told
    if not denied:
        few = corrects and len(calls) == 1 and len(text.split()) <= _FEW
        earlier = few and (_of_the_first(state, reading) or any(event.deed == OPEN for event in reading.story.events))
        old = _meant(state, reading, calls[0]) if few and (earlier or _asks_no_call(state)) else None
        return _exchanged(state, old, reading, calls[0]) if old else None
    if len({call.value for call in denied}) != 1 or len({call.value for call in new}) != 1 or new[0].value == denied[0].value:
        return None
    if not _asks_no_call(state) and (cues(reading, _NEW) or not _told_first(state, denied[0].value)):
        return None  # the call meant may be the one that replaced the one withdrawn
    old = next((each for each in reversed(_story_calls(state)) if each.call.value == denied[0].value), None)
    return _exchanged(state, old, reading, new[0]) if old else None


def _only_unseen(reading: Reading, span: tuple[int, int]) -> bool:
    """Whether a "not" says that a call was not noticed ("not seeing the 2♦"): that call is not denied."""
    inside = [event.deed for event in reading.story.events if span[0] <= reading.tokens[event.first].start < span[1]]
    return bool(inside) and inside[0] in _SEEING


def _meant(state: State, reading: Reading, new: Spoken) -> _Told | None:
    """The call of the story that a correction means: that of the seat it names, the first where it speaks of opening, the last
    where it says "then" (and that came after the insufficient bid), and else the insufficient bid with which the story ends, or
    the last bid that is told."""
    every = _story_calls(state)
    bids = [each for each in every if _bid(each.call.value)]
    named = {new.seat} - {""} or {SEAT_OF[m.name] for m in reading.mentions if m.name in SEAT_OF}
    lone_call = state.irregularity.endswith(_BY_KIND) and len(every) == 1 and every[0].call.value != new.value
    if lone_call and named <= {every[0].call.seat}:
        return every[0]  # "no, he bid 1♥" of a pass out of turn: the kind makes the law (Laws 30 to 32)
    low = _low_bid(state)
    after = _after(bids, str(low.bid)) if low else bids
    if not bids or not _bid(new.value):
        return None
    if named:
        own = [each for each in bids if each.call.seat in named]
        again = any(each.call.value == new.value for each in own)
        lone = next((each for each in bids if low and each.call.value == str(low.bid) and not each.call.seat), None)
        return None if again else own[-1] if own else lone
    first_told = next((each for each in bids if low and each.call.value == str(low.bid)), None)
    if _of_the_first(state, reading):
        return first_told if first_told is not None and named <= {first_told.call.seat, ""} else None
    if any(event.deed == OPEN for event in reading.story.events):
        return next((each for each in bids if low is None or each.call.value != str(low.bid)), bids[0])
    if cues(reading, _THEN, _NEW):
        return after[-1] if after and low else None
    again = any(each.call.value == new.value for each in after)
    return after[-1] if after and not again else next((each for each in bids if low and each.call.value == str(low.bid)), None)


def _of_the_first(state: State, reading: Reading) -> bool:
    """Whether a message speaks of the call that was changed later ("the first time")."""
    keys = keyed_once(reading.text, greeklish=state.speaks == "el")[-1]
    return any(name == _FIRST_TIME for name, _, _ in every_phrase(store.load("talk")["others"], keys))


def _after(bids: list[_Told], value: str) -> list[_Told]:
    """The bids told after the first of this value that is not the first bid of all."""
    at = next((number for number, each in enumerate(bids) if number and each.call.value == value), len(bids))
    return bids[at + 1 :]


def _low_bid(state: State) -> TooLow | None:
    """The insufficient bid of the story."""
    played = played_once(". ".join(state.story), greeklish=state.speaks == "el")
    return played.low or (low_in_hand(played) if state.irregularity == INSUFFICIENT else None)


def _asks_no_call(state: State) -> bool:
    """Whether no call in place of the one withdrawn is asked for, or was told."""
    return state.question not in CALLS and not any(fact in state.answers for fact in CALLS)


def _told_first(state: State, value: str) -> bool:
    """Whether a call is of the auction first told, before what replaced the one withdrawn."""
    return any(each.part == 0 and each.call.value == value for each in _story_calls(state))


def _story_calls(state: State) -> list[_Told]:
    """The calls of the story, in the order of the telling; where its kind makes the law (Laws 30-32) those told by a verb too."""
    found = []
    for number, part in enumerate(state.story):
        told = read_once(part, greeklish=state.speaks == "el")
        calls = spoken(told)
        verbs = _in_verbs(told, calls) if state.irregularity.endswith(_BY_KIND) else set()
        found += [_Told(number, call, told.text[call.start : call.end]) for call in sorted([*calls, *verbs])]
    return found


def _exchanged(state: State, old: _Told, reading: Reading, new: Spoken) -> Recalled:
    """The story up to the part that tells this call, with the new one in its place: what was told later followed from the old,
    unless it is the call that another was too low over, or the one told to have been changed."""
    word = reading.text[new.start : new.end]
    part = read_once(state.story[old.part], greeklish=state.speaks == "el").text
    changed = f"{part[: old.call.start]}{word}{part[old.call.end :]}"
    low = _low_bid(state)
    later = low is not None and (old.call.value != str(low.bid) or _of_the_first(state, reading))
    return Recalled((*state.story[: old.part], changed, *(state.story[old.part + 1 :] if later else ())), old.words, word, later)


def spoken(reading: Reading) -> list[Spoken]:
    """The calls told, in order; of a call told with its player the words that are the call."""
    doers = {event.last: SEAT_OF.get(event.actor, "") for event in reading.story.events if event.deed in _DEEDS}
    seats = {reading.tokens[at].start: seat for at, seat in doers.items() if seat}
    found = {_passed(reading, mention, doers.get(mention.last, "")) for mention in reading.heard(_PASSED)}
    for note in reading.notation:
        if note.kind in ("over", "auction"):
            values = [(seat or "", call) for seat, _, call in calls_of(note.value.replace("/", " "))]
            if len(values) == len(note.parts):
                found |= {_call(reading, part, *each) for part, each in zip(note.parts, values, strict=True)}
        elif note.kind in _CALLS:
            seat, _, call = note.value.rpartition(":")
            found.add(_call(reading, note.parts[0] if note.kind == "call_by" else note, seat or seats.get(note.start, ""), call))
    of_somebody = {(each.start, each.value) for each in found if each.seat}
    return sorted(each for each in found if each.seat or (each.start, each.value) not in of_somebody)


def _in_verbs(reading: Reading, found: list[Spoken]) -> set[Spoken]:
    """The doubles told by a verb alone ("West doubled", «κόντραρε η Δύση»)."""
    told = set()
    for event in reading.story.events:
        token = reading.tokens[event.first]
        if event.deed in _DOUBLES and not any(call.start <= token.start < call.end for call in found):
            told.add(Spoken(token.start, token.end, _DOUBLES[event.deed], SEAT_OF.get(event.actor, "")))
    return told


def _passed(reading: Reading, told: Mention, seat: str) -> Spoken:
    """A pass told in words: of "passed out of turn" only what says that it was one."""
    said = range(told.first, told.last + 1)
    first = next((at for at in said if reading.stems[at] in _PASSING), told.first)
    last = first if reading.stems[first] in _PASSING else told.last
    return Spoken(reading.tokens[first].start, reading.tokens[last].end, _PASS, seat)


def _call(reading: Reading, note: Notation, seat: str, value: str) -> Spoken:
    """The words of a notation that are the call: the first of a contract."""
    if note.kind == "contract":
        return Spoken(note.start, note.start + len(reading.text[note.start : note.end].split()[0]), value[:-1], seat)
    return Spoken(note.start, note.end, value, seat)


def too_low_over_contract(reading: Reading) -> list[TooLow]:
    """The bids told one after the other of which the second is too low, a contract that is told first among them."""
    bids = [bid for call in spoken(reading) if (bid := _bid(call.value))]
    return [TooLow(bid, last) for last, bid in pairwise(bids) if not bid.is_sufficient_over(last)]


def enough(story: tuple[str, ...], new: str, *, greek: bool) -> TooLow | None:
    """The bid put right with the bid it was made over, where no bid of the story is too low any more (Law 18D); else None."""
    reading = read_once(". ".join(story), greeklish=greek)
    over = [note.value.split("/") for note in reading.notation if note.kind == "over"]
    pairs = [(lower, upper) for upper, lower in over] or list(
        pairwise(call.value for call in spoken(reading) if _bid(call.value))
    )
    bids = [(below, above) for lower, upper in pairs if (below := _bid(lower)) and (above := _bid(upper))]
    if not bids or any(not above.is_sufficient_over(below) for below, above in bids):
        return None
    named = {call.value for call in spoken(read_once(new, greeklish=greek))}
    again = (TooLow(above, below) for wanted in (1, 0) for below, above in bids if str((below, above)[wanted]) in named)
    return next(again, TooLow(bids[-1][1], bids[-1][0]))


def _bid(value: str) -> Bid | None:
    try:
        call = parse_call(value)
    except ValueError:
        return None
    return call if isinstance(call, Bid) else None
