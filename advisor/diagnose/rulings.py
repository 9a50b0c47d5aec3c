"""A ruling that the story itself tells: the clauses that sound like one, where a director is told to have given it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from advisor.diagnose.roles import Clause, stretches
from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE

_DIRECTOR, _VERB, _I, _DIRECTS, _OTHER = "director", "ruling_verb", "person_i", "teller_directs", "pronoun_other"
_NEAR, _BEHIND = 8, 6
_REPORTS = 12


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """The words of a ruling, and the facts (fact -> value) that it goes by, as far as forms tell them in it."""

    quote: str
    takes: Mapping[str, str]


def told_rulings(reading: Reading, spoken: Iterable[Clause]) -> tuple[ToldRuling, ...]:
    """Each ruling told: a director, or the teller who directs, says or decides something in its words or right before them. What
    a player does, or says to a director, is none."""
    found = [(first, last) for first, last in stretches(spoken, "ruled") if _given(reading, first, last)]
    return tuple(
        ToldRuling(reading.text[reading.tokens[first].start : reading.tokens[last].end], _takes(reading, first, last))
        for first, last in found
    )


def _takes(reading: Reading, first: int, last: int) -> dict[str, str]:
    """The facts told in a ruling by words of their own, each with its only value."""
    told: dict[str, set[str]] = {}
    for mention in reading.mentions:
        name, is_fact, value = mention.name.partition("=")
        if is_fact and _plain(mention) and first <= mention.first and mention.last <= last and mention.last > mention.first:
            told.setdefault(name, set()).add(value)
    return {name: values.pop() for name, values in told.items() if len(values) == 1}


def _plain(mention: Mention) -> bool:
    """Whether words stand under no `not` and no `if`; that somebody said them is what makes a ruling."""
    return set(mention.flags) <= {"hearsay"}


def _given(reading: Reading, first: int, last: int) -> bool:
    """Whether a stretch of the text tells what a director ruled."""
    directors = [m.last for m in reading.mentions if m.name == _DIRECTOR and first - _REPORTS <= m.first <= last]
    if any(cue.what == _DIRECTS for cue in reading.cues):
        directors += [cue.last for cue in reading.cues if cue.what == _I and first <= cue.first <= last]
    verbs = [cue.first for cue in reading.cues if cue.what == _VERB and cue.first <= last]
    others = [cue.first for cue in reading.cues if cue.what == _OTHER]
    for at in directors:
        for verb in verbs:
            between = range(at + 1, verb)
            apart = any(token.after >= SENTENCE for token in reading.tokens[at:verb])
            if 0 < verb - at <= _BEHIND and not apart and not any(other in between for other in others):
                return True
    return any(cue.what == "passive_ruling" and first - _NEAR <= cue.first <= last for cue in reading.cues)
