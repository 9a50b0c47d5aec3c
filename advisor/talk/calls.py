"""A call told wrong and put right: "he did not bid 1♥, he bid 2♥" changes the story, and with it perhaps what happened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from advisor.bridge.calls import Bid, parse_call
from advisor.diagnose.understanding import played_once, read_once
from advisor.read.notation.reader import Notation, calls_of
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.replay.substitution import TooLow
from advisor.talk.letters import CALLS
from advisor.talk.models import State

INSUFFICIENT = "insufficient_bid"
_CALLS = ("call", "call_by", "contract")
_PASS, _PASSED = "P", "pass_made"
_LAST = re.compile(r"\d\W*\w*\W*$|\S+$")  # a level with its denomination, or the last word
_FEW = 8  # words of a correction that only names the right call


class Spoken(NamedTuple):
    """A call as it stands in a text: where, and which."""

    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """The story with one call in place of another, and the two as they were told."""

    story: tuple[str, ...]
    old: str
    new: str


def recalled(state: State, text: str, *, corrects: bool = False) -> Recalled | None:
    """The story with another call in place of the one that the message denies ("he did not pass, he bid 1♣"), or, where it only
    corrects, of the insufficient bid ("sorry, it was 2♠"); None when no call of it is put right."""
    greek = state.speaks == "el"
    reading = read_once(text, greeklish=greek)
    spans = [(reading.tokens[first].start, reading.tokens[last].end) for flag, first, last in reading.reach if flag == NEGATED]
    calls = spoken(reading)
    denied = [call for call in calls if any(start <= call.start < end for start, end in spans)]
    told = [call for call in calls if call not in denied]
    new = [call for call in told if denied and call.start > denied[0].start] or told
    if not denied and corrects and len(calls) == 1 and len(text.split()) <= _FEW and _asks_no_call(state):
        low = played_once(". ".join(state.story), greeklish=greek).low
        return _exchanged(state, str(low.bid), str(low.bid), text[calls[0].start : calls[0].end]) if low else None
    if len({call.value for call in denied}) != 1 or len({call.value for call in new}) != 1:
        return None
    if not _asks_no_call(state) and not _told_first(state, denied[0].value):
        return None  # the call meant may be the one that replaced the one withdrawn
    word = reading.text[new[0].start : new[0].end]
    return _exchanged(state, denied[0].value, reading.text[denied[0].start : denied[0].end], word)


def _asks_no_call(state: State) -> bool:
    """Whether no call in place of the one withdrawn is asked for, or was told."""
    return state.question not in CALLS and not any(fact in state.answers for fact in CALLS)


def _told_first(state: State, value: str) -> bool:
    """Whether a call is of the auction first told, before what replaced the one withdrawn."""
    first = read_once(state.story[0], greeklish=state.speaks == "el") if state.story else None
    return first is not None and any(call.value == value for call in spoken(first))


def _exchanged(state: State, value: str, old: str, new: str) -> Recalled | None:
    """The story up to the part that tells this call, with the new one in its place: what was told later followed from the old."""
    parts: list[str] = []
    for part in state.story:
        told = read_once(part, greeklish=state.speaks == "el")
        found = next((call for call in spoken(told) if call.value == value), None)
        if found is not None:
            return Recalled((*parts, f"{told.text[: found.start]}{new}{told.text[found.end :]}"), old, new)
        parts.append(part)
    return None


def spoken(reading: Reading) -> list[Spoken]:
    """The calls told, in order; of a call told with its player the words that are the call."""
    found = {Spoken(reading.tokens[m.first].start, reading.tokens[m.last].end, _PASS) for m in reading.heard(_PASSED)}
    for note in reading.notation:
        if note.kind in ("over", "auction"):
            values = [call for _, _, call in calls_of(note.value)] if note.kind == "auction" else note.value.split("/")
            if len(values) == len(note.parts):
                found |= {_call(reading, part, value) for part, value in zip(note.parts, values, strict=True)}
        elif note.kind in _CALLS:
            found.add(_call(reading, note, note.value.rpartition(":")[2]))
    return sorted(found)


def _call(reading: Reading, note: Notation, value: str) -> Spoken:
    """The words of a notation that are the call: the first of a contract, the last where a seat goes before."""
    text = reading.text[note.start : note.end]
    if note.kind == "contract":
        return Spoken(note.start, note.start + len(text.split()[0]), value[:-1])
    found = _LAST.search(text) if note.kind == "call_by" else None
    return Spoken(note.start + (found.start() if found else 0), note.end, value)


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
    return next((TooLow(above, below) for below, above in bids if str(above) in named), TooLow(bids[-1][1], bids[-1][0]))


def _bid(value: str) -> Bid | None:
    try:
        call = parse_call(value)
    except ValueError:
        return None
    return call if isinstance(call, Bid) else None
