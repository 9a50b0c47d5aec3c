"""Who speaks as the director: where one is named, by the word, by a name that the text gives to whoever directs ("Teresa, who
was running it, said ...; Teresa made her ..."), by a pronoun or a verb without a subject right behind; and whether it is the
teller who directs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from advisor.base.kept import once
from advisor.read.events import PLAYERS
from advisor.read.names import capitalised
from advisor.read.reading import Reading
from advisor.read.story import DIRECTOR
from advisor.read.tokens import SENTENCE

_WORD, _DEPUTY, _DIRECTS, _FETCHED = "director_word", "director_deputy", "who_directs", "fetched_over"
_CALLED, _TELLER = "director_object", "teller_directs"
_MEANS, _VERB = "means_director", "ruling_verb"
_OTHERS: Final = PLAYERS | {"side_pair", "captain"}
_NEAR = 2  # small words between a name and what says that its bearer directs
_BACK = 1  # sentences before, in which whoever a pronoun means is looked for
_SOON = 3  # tokens of a clause within which its verb stands where it has no subject


@dataclass(frozen=True, slots=True)
class Officials:
    """The last tokens of all that names who directs and is not only called or told something (`named`), whether one is told of
    at all (`told_of`), and whether the teller directs."""

    named: tuple[int, ...]
    told_of: bool
    teller: bool


@once
def officials(reading: Reading) -> Officials:
    """Who directs in a story, and where that one is named."""
    called = reading.cue_tokens(_CALLED)
    words = {m.last for m in reading.mentions if m.name == DIRECTOR}
    named = (words - called) | reading.cue_firsts(_DEPUTY)
    names = _names(reading)
    bearers = {at for at, token in enumerate(reading.tokens) if token.form in names and _capital(reading, at)}
    everybody = words | named | bearers
    meant = _meant(reading, everybody) if everybody else set()
    teller = bool(reading.cued(_TELLER))
    return Officials(tuple(sorted(named | bearers | meant)), bool(everybody), teller)


def _names(reading: Reading) -> set[str]:
    """The names of those who are told to direct: right before or behind the word for it, or fetched to the table."""
    if reading.text.isupper():
        return set()
    taken = _taken(reading)
    found = set[str]()
    for cue in reading.cued(_WORD, _DEPUTY, _DIRECTS):
        for at in _beside(reading, cue.first, cue.last):
            if _capital(reading, at) and at not in taken:
                found.add(reading.tokens[at].form)
                break
    for cue in reading.cued(_FETCHED):
        found |= {reading.tokens[at].form for at in range(cue.first + 1, cue.last) if _capital(reading, at) and at not in taken}
    return found


def _beside(reading: Reading, first: int, last: int) -> list[int]:
    """The tokens right before words and right behind them, in the same sentence: "Tom the playing TD", "our TD, Marek"."""
    before = [at for at in range(first - 1, first - 1 - _NEAR, -1) if at >= 0 and not reading.parted(at, first, SENTENCE)]
    behind = [last + 1] if last + 1 < len(reading.tokens) and not reading.parted(last, last + 1, SENTENCE) else []
    return behind + before


def _capital(reading: Reading, at: int) -> bool:
    return capitalised(reading.text, reading.tokens[at])


def _taken(reading: Reading) -> set[int]:
    """The tokens that are heard as something, and no names."""
    return {at for m in reading.mentions for at in range(m.first, m.last + 1)}


def _meant(reading: Reading, everybody: Collection[int]) -> set[int]:
    """Where a pronoun that opens a clause, or a verb of ruling without a subject, means the director: nobody else is named
    since. The token given is that of the pronoun, or the one before the verb."""
    people = _people(reading, everybody)
    found = set[int]()
    for at in sorted(reading.cue_firsts(_MEANS)):
        if at - reading.clause_start(at) <= 1 and _last_is_director(reading, people, everybody, at):
            found.add(at)
    for at in sorted(reading.cue_firsts(_VERB)):
        start = reading.clause_start(at)
        if at > 0 and at - start < _SOON and _last_is_director(reading, people, everybody, at):
            found.add(at - 1)
    return found


def _people(reading: Reading, everybody: Collection[int]) -> list[int]:
    """The tokens that name somebody, a player by seat, role or name, or a director."""
    seats = {m.last for m in reading.mentions if m.name in _OTHERS}
    taken = _taken(reading) | reading.cue_tokens(_VERB)
    upper = reading.text.isupper()
    others = {
        at
        for at in range(len(reading.tokens))
        if not upper and at not in taken and at and _capital(reading, at) and reading.tokens[at - 1].after < SENTENCE
    }
    return sorted(seats | others | set(everybody) | reading.cue_firsts("person_i"))


def _last_is_director(reading: Reading, people: Sequence[int], everybody: Collection[int], at: int) -> bool:
    """Whether whoever is named last before a token is the director, not too far back."""
    here = bisect_right(people, at - 1)
    if not here or people[here - 1] not in everybody:
        return False
    return reading.sentences[at] - reading.sentences[people[here - 1]] <= _BACK
