"""People told by their names ("Lorraine throws a spade", «ο Νίκος κόβει») or beside what they are: where each is named, and who
that is where the text puts a seat or a role beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from advisor.read.cues import Cue
from advisor.read.events import SEAT_OF
from advisor.read.match import Mention
from advisor.read.tokens import CLAUSE, SENTENCE, Token

NAMED: Final = "named"
_SHORTEST = 3  # letters
_BESIDE = 2  # small words between a name and the role: "Barry was dummy", «μορ ήταν η Ειρήνη»
_SITS: Final = "sits_as"
_SIDES: Final = ("lho", "rho")
_OWNER = 3  # letters of whose it is


def name_tokens(text: str, tokens: Sequence[Token], known: Collection[int]) -> frozenset[int]:
    """The tokens that are names: capitalised within a sentence, or where one begins if they are so elsewhere. `known` are the
    tokens that are something else. Nothing in a text that is all capitals."""
    if text.isupper():
        return frozenset()
    capital = [at for at, token in enumerate(tokens) if at not in known and capitalised(text, token)]
    within = {tokens[at].form for at in capital if at and tokens[at - 1].after < SENTENCE}
    return frozenset(at for at in capital if tokens[at].form in within)


def capitalised(text: str, token: Token) -> bool:
    """Whether a word is written as a name: three letters or more, the first a capital."""
    word = text[token.start : token.end]
    return len(word) >= _SHORTEST and word[0].isupper() and word[1:].islower()


def named_people(
    tokens: Sequence[Token], names: Collection[int], people: Iterable[Mention], cues: Iterable[Cue]
) -> list[Mention]:
    """A mention for every place of a name that the text puts right beside one seat or role, and beside no other."""
    small = {at for cue in cues if cue.what == _SITS for at in range(cue.first, cue.last + 1)}
    firsts = {person.first: person for person in people}
    lasts = {person.last: person for person in people}
    found: dict[str, set[str]] = {}
    example: dict[str, Mention] = {}
    for at in names:
        for person in _beside(tokens, at, firsts, lasts, small):
            found.setdefault(tokens[at].form, set()).add(person.name)
            example[tokens[at].form] = person
    sure = {form: example[form] for form, roles in found.items() if len(roles) == 1}
    return [replace(sure[tokens[at].form], first=at, last=at, how=NAMED) for at in sorted(names) if tokens[at].form in sure]


def _beside(
    tokens: Sequence[Token], at: int, firsts: Mapping[int, Mention], lasts: Mapping[int, Mention], small: Collection[int]
) -> list[Mention]:
    """Who stands right behind a name ("Sheila on my left", "Ron, on my right,") or right before it ("declarer Petros"), with only
    words for being between."""
    found = []
    for step in range(1, _BESIDE + 2):
        between = set(range(at + 1, at + step))
        if at + step in firsts and between <= set(small) and all(tokens[i].after < SENTENCE for i in range(at, at + step)):
            found.append(firsts[at + step])
            break
    for step in range(1, _BESIDE + 2):
        between = set(range(at - step + 1, at))
        joined = all(not tokens[i].after for i in range(max(0, at - step), at))
        if at - step in lasts and joined and between <= set(small) and (step == 1 or between):
            found.append(lasts[at - step])
            break
    return found or _set_off(tokens, at, lasts, small)


def _set_off(tokens: Sequence[Token], at: int, lasts: Mapping[int, Mention], small: Collection[int]) -> list[Mention]:
    """Who stands before a name that is set off on both sides: "South, Tom, says", «ο Νότος, ο Αντώνης.»"""
    before = at - 2 if at - 1 in small else at - 1
    person = lasts.get(before)
    apart = person is not None and tokens[before].after == CLAUSE and tokens[at].after >= CLAUSE
    return [person] if person is not None and apart else []


def in_apposition(tokens: Sequence[Token], people: Mapping[int, Mention], person: Mention) -> bool:
    """Whether a person only says who the one at a seat is, set off on both sides: "East (my partner) passes", "South, dummy,";
    Greek has the owner after it, in two or three letters."""
    after = tokens[person.last : person.last + 2]
    own = len(after) > 1 and after[0].after < CLAUSE and len(after[1].form) <= _OWNER and after[1].after == CLAUSE
    if person.name in SEAT_OF or not (own or after[0].after == CLAUSE):
        return False
    ends = (at for at in range(person.first - 1, max(-1, person.first - 3), -1) if tokens[at].after >= CLAUSE)
    before = people.get(next(ends, -1))
    return before is not None and before.name in (*SEAT_OF, *_SIDES) and tokens[before.last].after == CLAUSE
