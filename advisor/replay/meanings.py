"""What a call is told to mean: its strength, the suits it shows, and of what kind it is. Nothing is supplied from a system."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from advisor.base.text import number_in
from advisor.read.cues import Cue
from advisor.read.reading import Reading
from advisor.replay.calls import ToldCall, cues_of

LOWEST, HIGHEST = 0, 37
KINDS: Final = frozenset({"balanced", "weak", "strong", "takeout", "penalty", "transfer"})
SHAPES: Final = frozenset({"balanced"})
ASKS: Final = frozenset({"relay", "asks_aces", "asks_majors", "asks"})
_BOTH: Final = {"majors": ("H", "S"), "minors": ("C", "D")}
_RANGE = re.compile(r"(?<![\d\-–/.,+])(\d{1,2})\s?(?:[-–—]|\x00)\s?(\d{1,2})(?![\d\-–—/%])")
_PLUS = re.compile(r"(?<![\d\-–/.,])(\d{1,2})\s?\+(?!\d)")
_STRENGTH = 8  # a range that ends below is of lengths or of tricks
_FAR = 4


@dataclass(frozen=True, slots=True)
class Meaning:
    """A told meaning. `low` and `high` are points (None: not told), `kinds` and `asks` are cues, `suits` those shown.

    `own` is the strain of a bid (`C` to `N`) or `X` while nothing is told of its shape, so that it may be artificial.
    """

    low: int | None = None
    high: int | None = None
    suits: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    own: str = ""

    @property
    def told(self) -> bool:
        """Whether anything was said of what the call means."""
        return self.low is not None or bool(self.suits or self.kinds or self.asks)

    @property
    def strength(self) -> bool:
        """Whether its strength is told: in points, or by a kind that stands for one."""
        return self.low is not None or bool(self.kinds - SHAPES)


@dataclass(frozen=True, slots=True)
class Meant:
    """A told call with its meaning, and the cues that speak of it."""

    call: ToldCall
    meaning: Meaning
    cues: frozenset[str]


def meant_calls(reading: Reading, calls: tuple[ToldCall, ...]) -> tuple[Meant, ...]:
    """Every call with what is told of it."""
    owned, suits = cues_of(reading, calls), _suits_told(reading)
    found = []
    for number, (call, cues) in enumerate(zip(calls, owned, strict=True)):
        end = calls[number + 1].at if number + 1 < len(calls) else len(reading.tokens)
        found.append(Meant(call, _meaning(reading, call, cues, end, suits), frozenset(cue.what for cue in cues)))
    return tuple(found)


def _meaning(reading: Reading, call: ToldCall, cues: Sequence[Cue], end: int, suits: Sequence[tuple[int, str]]) -> Meaning:
    """What the cues of a call and the words up to token `end` say of it; `suits` as `_suits_told` finds them."""
    names = {cue.what for cue in cues}
    low, high = _strength(reading, call.at, end, cues)
    meaning = Meaning(low, high, _suits(suits, cues, end), frozenset(names & KINDS), frozenset(names & ASKS))
    strain = call.value[1] if call.value[0].isdigit() else call.value[0]
    if meaning.suits or meaning.asks or meaning.kinds & {"balanced", "takeout", "penalty"} or strain == "P":
        return meaning
    if strain == "N" and (low is not None or "natural" in names):
        return replace(meaning, kinds=meaning.kinds | {"balanced"})
    if strain in "CDHS" and "natural" in names:
        return replace(meaning, suits=frozenset(strain))
    return replace(meaning, own=strain)


def _strength(reading: Reading, at: int, end: int, cues: Sequence[Cue]) -> tuple[int | None, int | None]:
    """The points told between two tokens, when exactly one range is."""
    start = reading.tokens[at].end
    stop = reading.tokens[end].start if end < len(reading.tokens) else len(reading.folded)
    text = list(reading.folded[start:stop])
    for cue in cues:
        if cue.what == "range_to":
            for place in range(reading.tokens[cue.first].start - start, reading.tokens[cue.last].end - start):
                text[place : place + 1] = ["\x00"] if 0 <= place < len(text) else []
    told = re.sub("\x00+", "\x00", "".join(text))
    found = {(int(a), int(b)) for a, b in _RANGE.findall(told) if _STRENGTH <= int(b) <= HIGHEST and int(a) < int(b)}
    found |= {(int(a), HIGHEST) for a in _PLUS.findall(told) if _STRENGTH <= int(a) <= HIGHEST}
    found |= _bounds(reading, at, end, cues)
    return found.pop() if len(found) == 1 else (None, None)


def _bounds(reading: Reading, at: int, end: int, cues: Sequence[Cue]) -> set[tuple[int, int]]:
    """Ranges told by one end with points named: "at least 12 points", "up to 10 hcp"."""
    found = set()
    points = {cue.first for cue in cues if cue.what == "hcp"}
    for cue in cues:
        number = cue.last + 1
        if cue.what in ("at_least", "at_most") and at < number < end and number + 1 in points:
            form = reading.tokens[number].form
            told = number_in(form)
            if told is not None and told <= HIGHEST:
                found.add((told, HIGHEST) if cue.what == "at_least" else (LOWEST, told))
    return found


def _suits(every: Sequence[tuple[int, str]], cues: Sequence[Cue], end: int) -> frozenset[str]:
    """The suits told right behind a word for showing, and both majors or minors."""
    shown = sorted(cue.last for cue in cues if cue.what in ("show", "transfer", "weak", "strong", "natural"))
    found = {suit for cue in cues for suit in _BOTH.get(cue.what, ())}
    last = -1
    for number in range(bisect_left(every, (shown[0] + 1, "")) if shown else 0, len(every)):
        place, suit = every[number]
        before = bisect_left(shown, place - _FAR)
        if place >= end:
            break
        if (before < len(shown) and shown[before] < place) or (last >= 0 and 0 < place - last <= 2):
            found.add(suit)
            last = place
    return frozenset(found)


def _suits_told(reading: Reading) -> list[tuple[int, str]]:
    """The tokens at which a suit is told, with the suit."""
    starts = {token.start: place for place, token in enumerate(reading.tokens)}
    found = []
    for note in reading.notation:
        place = starts.get(note.start)
        suit = note.value if note.kind == "suit" else note.value[-1:] if note.kind == "suit_count" else ""
        if place is not None and len(suit) == 1 and suit in "CDHS":
            found.append((place, suit))
    return found
