"""The rulings that a story itself tells: the clause of each, and what it came to (let stand, adjusted, cancelled, the same score
for both). A clause in which nobody rules anything is none, however much the director is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from advisor.diagnose.roles import Clause
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading

_RULED: Final = "ruled"
_LIKELY = 0.5  # how surely a clause that names a ruling is the director's
_NAMED = 0.2  # and of one whose sentence names the director before it ("TD looked at the hands and rolled it back")
_LOOSE = frozenset({"other", "stands"})  # too many clauses say or leave something
_MARK = "ruling_"
_DIRECTOR = "director_word"
_OTHERS = frozenset({"side_pair", "opponent", "declarer", "partner", "lho", "rho", "defender"})


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A ruling told: the user's words, and its kind (`stands`, `adjusted`, `cancelled`, `alike`, or `other`)."""

    quote: str
    kind: str


def told_rulings(reading: Reading, spoken: Iterable[Clause]) -> tuple[ToldRuling, ...]:
    """The rulings told, in their order; what a player wants ruled is none."""
    found = []
    named = [cue.first for cue in reading.cues if cue.what == _DIRECTOR]
    for clause in spoken:
        by_name = any(at < clause.first and reading.sentences[at] == reading.sentences[clause.first] for at in named)
        if clause.chances[_RULED] < (_NAMED if by_name else _LIKELY):
            continue
        here = [cue for cue in reading.cues if clause.first <= cue.first and cue.last <= clause.last]
        kinds = [(cue.first, cue.what.removeprefix(_MARK)) for cue in here if cue.what.startswith(_MARK)]
        director = min((cue.first for cue in here if cue.what == _DIRECTOR), default=None)
        if not kinds or (director is None and _by_others(reading, clause.first, kinds[0][0])):
            continue
        if clause.chances[_RULED] < _LIKELY and all(kind in _LOOSE for _, kind in kinds):
            continue
        kind = next((kind for _, kind in kinds if kind != "other"), "other")
        quote = reading.text[reading.tokens[clause.first].start : reading.tokens[clause.last].end]
        found.append(ToldRuling(quote, kind))
    return tuple(found)


def _by_others(reading: Reading, first: int, before: int) -> bool:
    """Whether a player is named before the ruling: it is what that player says or wants."""
    named = (m.name for m in reading.mentions if first <= m.first < before)
    return any(name in _OTHERS or name in SEAT_OF for name in named)
