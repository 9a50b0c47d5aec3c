"""A condition and the sentence that follows from it, without saying the condition twice.

Many sentences of the lawbook can stand alone and so begin with their condition: `LHO accepted it: the auction goes on.` Under the
answer `LHO accepted it` that is said twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from advisor.base.text import fold

_LEAD_IN = re.compile(r"([^.;:·?()«“\"]{1,110}): (?=\w)")  # the clause before the first colon of a sentence
_WORD = re.compile(r"[^\W\d_]+")
_SHORT = 3  # letters of words that may tell one answer from another,
_SMALL = 4  # of words that carry meaning,
_STEM = 5  # and those of a word that are compared


@dataclass(frozen=True, slots=True)
class Joined:
    """A sentence under its condition: whether the condition has to be named before it, and what is said then."""

    named: bool
    text: str


def joined(condition: str, text: str, question: str = "") -> Joined:
    """The text under a condition (a value in words, the answer to the `question`): its first clause is left out where condition
    and question hold all of its words, the condition where that clause holds all the words of it."""
    found = _LEAD_IN.match(text)
    if found is None:
        return Joined(True, text)
    clause, rest = found[1], text[found.end() :]
    if _stems(clause, _SMALL) and _stems(clause, _SMALL) <= _stems(f"{condition} {question}", _SMALL):
        return Joined(True, rest)
    return Joined(not _stems(condition, _SHORT) or not _stems(condition, _SHORT) <= _stems(clause, _SHORT), text)


def tells_again(text: str, said: str) -> bool:
    """Whether a sentence says hardly more than what is `said`: half of its words that carry meaning stand there."""
    stems = _stems(text, _SMALL)
    return len(stems & _stems(said, _SMALL)) * 2 >= len(stems)


def _stems(text: str, least: int) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(fold(text)) if len(word) >= least)


def led_in(text: str) -> str:
    """The text without its first clause, where a colon ends that."""
    found = _LEAD_IN.match(text)
    return text[found.end() :] if found else text
