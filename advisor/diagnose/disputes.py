"""What the story itself leaves in doubt: what the teller does not know, what is said to be in dispute, and what one player says
and another does not confirm. Words that would tell a fact there tell it of nobody: it is asked (Law 85A1, 85B)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from advisor.base import store
from advisor.base.kept import once
from advisor.read.cues import Cue
from advisor.read.reading import Reading
from advisor.read.tokens import QUESTION
from advisor.replay.contested import contested

_UNSURE: Final = "not_known"
_IN_DISPUTE: Final = "in_dispute"
_NOT_CONFIRMED: Final = "not_confirmed"
_OFFICIAL: Final = "director_word"
_CLAIMED: Final = "claimed"
_SUBJECT: Final = 3  # so many tokens before its verb a subject may begin
_FAR: Final = 30  # so many tokens at most from where a player begins to say something to where another does not confirm it


def in_doubt(reading: Reading) -> tuple[str, ...]:
    """The words of the clauses that say of something that the teller does not know it ("I cannot remember whether ..."), of the
    sentences in which it is said to be in dispute, with what follows, and of what a player says before another denies it."""
    found = []
    for cue in reading.cues:
        if cue.what == _UNSURE:
            found.append(reading.words(_asked_before(reading, cue.first), reading.clause_end(cue.last)))
        elif cue.what == _IN_DISPUTE:
            here = reading.sentences[cue.first]
            first, behind = bisect_left(reading.sentences, here), bisect_right(reading.sentences, here + 1)
            found.append(reading.words(first, behind - 1))
        elif cue.what == _NOT_CONFIRMED:
            found += _said_before(reading, cue)
    return tuple(found)


def told_differently(reading: Reading, asks: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Of these facts those that two voices tell differently, each with the words of both."""
    of: Mapping[str, Sequence[str]] = store.load("texts")["contested"]
    wanted, found = frozenset(asks), dict[str, tuple[str, ...]]()
    for topic, words in contested(reading).items():
        for name in of.get(topic, ()):
            if name in wanted:
                found.setdefault(name, words)
    return found


def _said_before(reading: Reading, denied: Cue) -> list[str]:
    """What a player says in the last clause that begins so before another does not confirm it, in that sentence or the one
    before; what the Director says is not a player's."""
    start = reading.clause_start(denied.first)
    claims = _claims(reading)
    near = claims[bisect_left(claims, (denied.first - _FAR,)) : bisect_left(claims, (start,))]
    said = [a for a, b in near if b < start]
    if not said or reading.sentences[said[-1]] < reading.sentences[start] - 1:
        return []
    begins = reading.clause_start(said[-1])
    verb = next(at for at in said if at >= begins)
    speakers = (*reading.cues_beginning(verb - _SUBJECT, verb - 1), *reading.cues_beginning(start, denied.last))
    official = any(cue.what == _OFFICIAL for cue in speakers)
    return [] if official else [reading.words(verb, start - 1)]


@once
def _claims(reading: Reading) -> list[tuple[int, int]]:
    """The words that mark what a player says, in their order."""
    return sorted((first, last) for role, first, last in reading.voices if role == _CLAIMED)


def _asked_before(reading: Reading, at: int) -> int:
    """The first token of a question that ends right before a token which begins a sentence ("had he played? some say yes"); else
    the token."""
    if not at or reading.sentences[at] == reading.sentences[at - 1]:
        return at
    between = reading.text[reading.tokens[at - 1].end : reading.tokens[at].start]
    return at if QUESTION.isdisjoint(between) else reading.sentences.index(reading.sentences[at - 1])
