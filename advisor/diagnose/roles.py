"""Whose voice each clause is: told, a player's claim, a director's ruling told in the story, asked of us, supposed, only about to
happen, a rule recited, or talk about something else (design, finding 13).

The words of the lexicon that mark a voice, the words of the clause, its place and its marks are signs; their weights are
fitted on clauses that writers have marked. Facts come from what is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from advisor.base import store
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE

TOLD: Final = "told"
ROLES: Final = (TOLD, "claimed", "ruled", "asked", "supposed", "about", "rule", "chatter")
_QUESTION = "?;\u037e"
_QUOTES = frozenset("\"“”«»'’")
_LONG, _STEP = 6, 3
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clause:
    """The tokens [first, last] of a clause, and how likely each role is (0 to 1)."""

    first: int
    last: int
    chances: Mapping[str, float]

    @property
    def role(self) -> str:
        """The likeliest role."""
        return max(self.chances, key=self.chances.__getitem__)


def spans(reading: Reading) -> list[tuple[int, int]]:
    """The tokens [first, last] of each clause."""
    end = len(reading.tokens) - 1
    ends = [at for at, token in enumerate(reading.tokens) if token.after >= CLAUSE or at == end]
    return [(before + 1, last) for before, last in pairwise([-1, *ends])]


def signs(ground: Ground, first: int, last: int) -> dict[str, float]:
    """The signs of one clause (it lies in one sentence), with the weight of their presence."""
    reading, tokens = ground.reading, ground.reading.tokens
    sentence = ground.sentences[reading.sentences[first]]
    start, end = sentence.first, sentence.last
    here = range(first, last + 1)
    forms = [token.form for token in tokens[first : last + 1]]
    found = {f"w:{form}": 1.0 for form in forms}
    found |= {f"b:{a} {b}": 1.0 for a, b in pairwise(forms)}
    found |= {f"s:{stem}": 1.0 for stem in reading.stems[first : last + 1] if stem}
    found |= {f"p:{form}": 0.4 for form in sentence.forms[: ground.fresh[first]]}
    found |= {f"cue:{role}": 1.5 for role, _, b in _in_order(reading.voices, ground.voices, here) if b <= last}
    found |= {f"near:{role}": 0.7 for role in sentence.voices}
    found |= {f"m:{mention.name}": 0.7 for mention in _in_order(reading.mentions, ground.mentions, here)}
    found |= {f"r:{flag}": 1.0 for flag, _, _ in _in_order(reading.reach, ground.reach, here)}
    found[f"0:{forms[0]}"] = 1.0
    found[f"S:{tokens[start].form}"] = 0.7
    found[f"long:{min(_LONG, len(forms) // _STEP)}"] = 0.5
    mark = reading.text[tokens[end].end : tokens[end].end + 2]
    text = reading.text[max(0, tokens[first].start - 1) : tokens[last].end + 1]
    if any(sign in mark for sign in _QUESTION):
        found["question"] = 2.0
    if not _QUOTES.isdisjoint(text):
        found["quote"] = 1.0
    if end == len(tokens) - 1:
        found["end"] = 1.0
    if start == 0:
        found["beginning"] = 1.0
    return found


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The tokens [first, last] of a sentence, its different words in the order they first come, and the voices in it."""

    first: int
    last: int
    forms: list[str]
    voices: list[str]


@dataclass(frozen=True, slots=True)
class Ground:
    """What all clauses share, laid out once: a text of n words may have n clauses. `fresh` is how many different words of its
    sentence come before a token; the others are the places of the voices, mentions and spans that begin at a token."""

    reading: Reading
    sentences: list[_Sentence]
    fresh: list[int]
    voices: Mapping[int, list[int]]
    mentions: Mapping[int, list[int]]
    reach: Mapping[int, list[int]]


def ground_of(reading: Reading) -> Ground:
    """What the clauses of a reading share."""
    sentences: list[_Sentence] = []
    fresh: list[int] = []
    for _, group in groupby(range(len(reading.tokens)), key=reading.sentences.__getitem__):
        within = list(group)
        forms: dict[str, None] = {}
        for at in within:
            fresh.append(len(forms))
            forms.setdefault(reading.tokens[at].form)
        sentences.append(_Sentence(within[0], within[-1], list(forms), []))
    for role, a, b in reading.voices:
        if reading.sentences[a] == reading.sentences[b]:
            sentences[reading.sentences[a]].voices.append(role)
    for sentence in sentences:
        sentence.voices[:] = dict.fromkeys(sentence.voices)
    return Ground(
        reading,
        sentences,
        fresh,
        voices=_beginning(a for _, a, _ in reading.voices),
        mentions=_beginning(mention.first for mention in reading.mentions),
        reach=_beginning(cue for _, cue, _ in reading.reach),
    )


def _beginning(firsts: Iterable[int]) -> dict[int, list[int]]:
    """Token -> the places of what begins there."""
    found: dict[int, list[int]] = {}
    for place, first in enumerate(firsts):
        found.setdefault(first, []).append(place)
    return found


def _in_order(things: Sequence[T], beginning: Mapping[int, list[int]], here: Iterable[int]) -> list[T]:
    """What begins at these tokens, in its own order."""
    return [things[place] for place in sorted(place for at in here for place in beginning.get(at, ()))]


class RoleJudge:
    """The fitted weights (a row for each sign, a column for each role) and offsets."""

    def __init__(self, index: Mapping[str, int], weights: NDArray[np.float32], bias: NDArray[np.float32]) -> None:
        self.index, self.weights, self.bias = index, weights, bias

    def judge(self, reading: Reading) -> tuple[Clause, ...]:
        """The clauses of a reading with their roles."""
        ground, every = ground_of(reading), spans(reading)
        chances = self._chances([signs(ground, *span) for span in every])
        return tuple(
            Clause(first, last, dict(zip(ROLES, each, strict=True))) for (first, last), each in zip(every, chances, strict=True)
        )

    def _chances(self, clauses: Sequence[Mapping[str, float]]) -> list[list[float]]:
        """How likely each role is of each clause, all in one go: a story has many short clauses."""
        get, wide = self.index.get, len(ROLES)
        known = [
            (n, at, value) for n, there in enumerate(clauses) for sign, value in there.items() if (at := get(sign)) is not None
        ]
        numbers, rows, values = ([each[part] for each in known] for part in range(3))
        weights = self.weights[np.array(rows, np.intp)] * np.array(values, np.float64)[:, None]
        cells = np.array(numbers, np.intp)[:, None] * wide + np.arange(wide)
        found = np.bincount(cells.ravel(), weights=weights.ravel(), minlength=len(clauses) * wide)
        scores = found.reshape(len(clauses), wide) + self.bias
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        share: list[list[float]] = (chances / chances.sum(axis=1, keepdims=True)).tolist()
        return share


@lru_cache(maxsize=1)
def role_judge() -> RoleJudge:
    """The judge of this installation."""
    data = store.load("roles")
    return RoleJudge(data["index"], data["weights"], data["bias"])


_SURE = 0.6
_WORDS = 4  # a clause of fewer words tells no ruling and no claim of its own


def spoken_as(reading: Reading, spoken: Iterable[Clause], role: str) -> tuple[str, ...]:
    """The words of the clauses that are surely of one role, neighbours drawn together."""
    return tuple(reading.text[reading.tokens[a].start : reading.tokens[b].end] for a, b in stretches(spoken, role))


def stretches(spoken: Iterable[Clause], role: str) -> list[tuple[int, int]]:
    """The first and last token of the clauses that are surely of one role, neighbours drawn together."""
    found: list[tuple[int, int]] = []
    for clause in spoken:
        if clause.chances[role] < _SURE or clause.last - clause.first + 1 < _WORDS:
            continue
        if found and found[-1][1] + 1 == clause.first:
            found[-1] = (found[-1][0], clause.last)
        else:
            found.append((clause.first, clause.last))
    return found


def clauses(reading: Reading) -> tuple[Clause, ...]:
    """The clauses of a reading with their roles."""
    return role_judge().judge(reading) if reading.tokens else ()
