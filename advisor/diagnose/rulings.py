"""The rulings that a story itself tells: the clause of each, and what it came to (let stand, adjusted, cancelled, the same score
for both). A clause in which nobody rules anything is none, however much the director is in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from advisor.diagnose.roles import Clause
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading

_RULED: Final = "ruled"
_LIKELY = 0.5  # how surely a clause that names a ruling is the director's
_NAMED = 0.2  # and of one whose sentence names the director before it ("TD looked at the hands and rolled it back")
_LOOSE = frozenset({"other", "stands"})  # too many clauses say or leave something
_MARK = "ruling_"
_FIRST = attrgetter("first")
_DIRECTOR = "director_word"
_OTHERS = frozenset({"side_pair", "opponent", "declarer", "partner", "lho", "rho", "defender"})


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A ruling told: the user's words, and its kind (`stands`, `adjusted`, `cancelled`, `alike`, or `other`)."""

    quote: str
    kind: str


def told_rulings(reading: Reading, spoken: Iterable[Clause]) -> tuple[ToldRuling, ...]:
    """The rulings told, in their order; what a player wants ruled is none."""
    named: dict[int, int] = {}
    for cue in reading.cues:
        if cue.what == _DIRECTOR:
            named.setdefault(reading.sentences[cue.first], cue.first)
    others = sorted(m.first for m in reading.mentions if m.name in _OTHERS or m.name in SEAT_OF)
    found = []
    for clause in spoken:
        by_name = named.get(reading.sentences[clause.first], clause.last) < clause.first
        chance = clause.chances[_RULED]
        if chance < (_NAMED if by_name else _LIKELY):
            continue
        kinds, director = _told(reading, clause)
        of_others = not director and bool(kinds) and _between(others, clause.first, kinds[0][0])
        if not kinds or of_others or (chance < _LIKELY and all(kind in _LOOSE for _, kind in kinds)):
            continue
        kind = next((kind for _, kind in kinds if kind != "other"), "other")
        quote = reading.text[reading.tokens[clause.first].start : reading.tokens[clause.last].end]
        found.append(ToldRuling(quote, kind))
    return tuple(found)


def _told(reading: Reading, clause: Clause) -> tuple[list[tuple[int, str]], bool]:
    """The kinds of ruling told in a clause with their places, and whether it names the director."""
    first, last = (bisect_left(reading.cues, at, key=_FIRST) for at in (clause.first, clause.last + 1))
    here = [cue for cue in reading.cues[first:last] if cue.last <= clause.last]
    kinds = [(cue.first, cue.what.removeprefix(_MARK)) for cue in here if cue.what.startswith(_MARK)]
    return kinds, any(cue.what == _DIRECTOR for cue in here)


def _between(places: Sequence[int], first: int, before: int) -> bool:
    """Whether a player is named there, before the ruling: it is what that player says or wants."""
    at = bisect_left(places, first)
    return at < len(places) and places[at] < before
