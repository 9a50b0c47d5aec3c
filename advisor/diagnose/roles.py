"""Whose voice each clause is: told, a player's claim, a director's ruling told in the story, asked of us, supposed, only about to
happen, a rule recited, or talk about something else (design, finding 13).

The words of the lexicon that mark a voice, the words of the clause, its place and its marks are signs; their weights are
fitted on clauses that writers have marked. Facts come from what is told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from advisor.base import store
from advisor.base.kept import once
from advisor.read.events import PLAYERS
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE, QUESTION, SENTENCE

TOLD: Final = "told"
_NO_DEEDS = frozenset({"asked", "supposed", "about", "rule"})
_CLAIMED: Final = "claimed"
ROLES: Final = (TOLD, _CLAIMED, "ruled", "asked", "supposed", "about", "rule", "chatter")
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


def signs(ground: Ground[str], first: int, last: int) -> dict[str, float]:
    """The signs of one clause (it lies in one sentence), with the weight of their presence."""
    return {sign: weight for weight, there in _weighted(ground, first, last) for sign in there if sign is not None}


def _weighted(ground: Ground[T], first: int, last: int) -> Iterator[tuple[float, Iterable[T | None]]]:
    """The signs of a clause by weight; a sign that comes twice counts once."""
    text, tokens = ground.reading.text, ground.reading.tokens
    sentence = ground.sentences[ground.reading.sentences[first]]
    end = tokens[sentence.last].end
    after = last + 1
    alike = [*ground.words[first:after], *ground.pairs[first:last], *ground.stems[first:after]]
    alike += [*ground.reach.beginning(first, last), ground.firsts[first]]
    question, quote, ending, beginning = ground.marks
    if not _QUOTES.isdisjoint(text[max(0, tokens[first].start - 1) : tokens[last].end + 1]):
        alike += quote
    if sentence.last == len(tokens) - 1:
        alike += ending
    if sentence.first == 0:
        alike += beginning
    yield 1.0, alike
    yield 0.7, [*sentence.voices, *ground.mentions.beginning(first, last), *sentence.opening]
    yield 0.4, sentence.words[: ground.fresh[first]]
    yield 1.5, ground.voices.beginning(first, last, whole=True)
    yield 0.5, ground.lengths[min(_LONG, (after - first) // _STEP)]
    if not QUESTION.isdisjoint(text[end : end + 2]):
        yield 2.0, question


@dataclass(frozen=True, slots=True)
class _Sentence(Generic[T]):
    """The last token of a sentence and whether it is the first one; its different words in the order they first come, its first
    word, and the voices in it, as signs."""

    first: int
    last: int
    words: list[T | None]
    opening: list[T | None]
    voices: list[T | None]


@dataclass(frozen=True, slots=True)
class _Spread(Generic[T]):
    """What reaches over stretches of tokens, as signs: the first and last token of each, and those that begin at a token."""

    signs: list[T | None]
    lasts: list[int]
    at: Mapping[int, list[int]]

    def beginning(self, first: int, last: int, *, whole: bool = False) -> list[T | None]:
        """What begins at the tokens [first, last], in its own order; only what ends there too, if `whole`."""
        if not self.lasts:
            return []
        every = sorted(place for at in range(first, last + 1) if at in self.at for place in self.at[at])
        return [self.signs[place] for place in every if not whole or self.lasts[place] <= last]


@dataclass(frozen=True, slots=True)
class Ground(Generic[T]):
    """What all clauses share, laid out once (a text of n words may have n clauses), as signs or the numbers they have. `words`,
    `pairs` (with the next one), `stems` and `firsts` (of a clause) are those of each token, `fresh` is how many different words
    of its sentence come before it."""

    reading: Reading
    words: list[T | None]
    pairs: list[T | None]
    stems: list[T | None]
    firsts: list[T | None]
    fresh: list[int]
    sentences: list[_Sentence[T]]
    voices: _Spread[T]
    mentions: _Spread[T]
    reach: _Spread[T]
    lengths: list[list[T | None]]
    marks: list[list[T | None]]


def _named(kind: str, names: Iterable[str]) -> list[str | None]:
    """The signs of a kind: the kind and a name; None for an empty name."""
    return [f"{kind}{name}" if name else None for name in names]


def ground_of(reading: Reading) -> Ground[str]:
    """What the clauses of a reading share."""
    return _ground(reading, _named)


def _ground(reading: Reading, known: Callable[[str, Iterable[str]], list[T | None]]) -> Ground[T]:
    """What the clauses of a reading share; `known` gives the signs of a kind by their names."""
    forms = [token.form for token in reading.tokens]
    sentences: list[_Sentence[T]] = []
    fresh: list[int] = []
    near: dict[int, dict[str, None]] = {}
    for role, a, b in reading.voices:
        if reading.sentences[a] == reading.sentences[b]:
            near.setdefault(reading.sentences[a], {})[role] = None
    for number, (first, last) in enumerate(_stretches(reading.sentences)):
        different: dict[str, None] = {}
        for form in forms[first : last + 1]:
            fresh.append(len(different))
            different[form] = None
        voices = known("near:", near.get(number, ()))
        sentences.append(_Sentence(first, last, known("p:", different), known("S:", forms[first : first + 1]), voices))
    return Ground(
        reading,
        words=known("w:", forms),
        pairs=known("b:", [f"{a} {b}" for a, b in pairwise(forms)]),
        stems=known("s:", reading.stems),
        firsts=known("0:", forms),
        fresh=fresh,
        sentences=sentences,
        voices=_spread(known("cue:", [role for role, _, _ in reading.voices]), [(a, b) for _, a, b in reading.voices]),
        mentions=_spread(known("m:", [m.name for m in reading.mentions]), [(m.first, m.last) for m in reading.mentions]),
        reach=_spread(known("r:", [flag for flag, _, _ in reading.reach]), [(a, b) for _, a, b in reading.reach]),
        lengths=[known("long:", (str(size),)) for size in range(_LONG + 1)],
        marks=[known("", (mark,)) for mark in ("question", "quote", "end", "beginning")],
    )


def _stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The places [first, last] of each of the numbers, which rise."""
    first = 0
    while first < len(numbers):
        after = bisect_right(numbers, numbers[first], first)
        yield first, after - 1
        first = after


def _spread(signs: list[T | None], places: Iterable[tuple[int, int]]) -> _Spread[T]:
    found: dict[int, list[int]] = {}
    lasts = []
    for place, (first, last) in enumerate(places):
        found.setdefault(first, []).append(place)
        lasts.append(last)
    return _Spread(signs, lasts, found)


class RoleJudge:
    """The fitted weights (a row for each sign, by its kind and its name; a column for each role) and offsets."""

    def __init__(
        self, index: Mapping[str, Mapping[str, int]], weights: NDArray[np.floating[Any]], bias: NDArray[np.float32]
    ) -> None:
        self.index = index
        self.weights = np.vstack((weights, bias)).astype(np.float32)  # the last row: what is said of every clause

    def judge(self, reading: Reading) -> tuple[Clause, ...]:
        """The clauses of a reading with their roles."""
        every = spans(reading)
        ground: Ground[int] = _ground(reading, self._numbered)
        chances = self._chances(ground, every)
        return tuple(
            Clause(first, last, dict(zip(ROLES, each, strict=True))) for (first, last), each in zip(every, chances, strict=True)
        )

    def _numbered(self, kind: str, names: Iterable[str]) -> list[int | None]:
        """The rows of the signs of a kind."""
        return list(map(self.index.get(kind, {}).get, names))

    def _chances(self, ground: Ground[int], every: Iterable[tuple[int, int]]) -> list[list[float]]:
        """How likely each role is of each clause, all in one go: a story has many short clauses."""
        rows: list[int] = []
        weights: list[float] = []
        starts = []
        for span in every:
            starts.append(len(rows))
            rows.append(len(self.weights) - 1)
            weights.append(1.0)
            for weight, there in _weighted(ground, *span):
                found = set(there)
                found.discard(None)
                rows += found  # type: ignore[arg-type]
                weights += [weight] * len(found)
        scores = np.add.reduceat(self.weights[rows] * np.array(weights)[:, None], starts)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        share: list[list[float]] = (chances / chances.sum(axis=1, keepdims=True)).tolist()
        return share


@lru_cache(maxsize=1)
def role_judge() -> RoleJudge:
    """The judge of this installation."""
    data = store.load("roles")
    return RoleJudge(data["index"], data["weights"], data["bias"])


_SURE = 0.6
_NAME, _TWO, _CLAIM = 3, 2, 0.9
_ONE_PLAYER = PLAYERS - {"opponent"}
_WORDS = 4  # a clause of fewer words tells no ruling and no claim of its own


def spoken_as(reading: Reading, spoken: Iterable[Clause], role: str) -> tuple[str, ...]:
    """The words of the clauses that are surely of one role, neighbours drawn together."""
    return tuple(reading.words(a, b) for a, b in stretches(spoken, role, reading))


def stretches(spoken: Iterable[Clause], role: str, reading: Reading | None = None) -> list[tuple[int, int]]:
    """The first and last token of the clauses that are surely of one role, neighbours drawn together; claims of two sentences of
    the `reading` may be two players'."""
    found: list[tuple[int, int]] = []
    for clause in spoken:
        if clause.chances[role] < _SURE or clause.last - clause.first + 1 < _WORDS:
            continue
        apart = role == _CLAIMED and reading is not None and found and reading.parted(found[-1][1], clause.first, SENTENCE)
        if found and found[-1][1] + 1 == clause.first and not apart:
            found[-1] = (found[-1][0], clause.last)
        else:
            found.append((clause.first, clause.last))
    return found


def clauses(reading: Reading) -> tuple[Clause, ...]:
    """The clauses of a reading with their roles; where two players are told to speak, each behind the name and a colon, what they
    say are claims: "Lukas: it was at once. Declarer: he only spoke later"."""
    judged = role_judge().judge(reading) if reading.tokens else ()
    heads = {number: _heads(reading, before, each) for number, (before, each) in enumerate(pairwise(judged), 1)}
    speakers = {number: who for number, who in heads.items() if who}
    if len(set(speakers.values())) < _TWO:
        return judged
    return tuple(_as_claim(each) if number in speakers and each.role == TOLD else each for number, each in enumerate(judged))


@once
def _forms(reading: Reading) -> Counter[str]:
    """How often each word stands in a story."""
    return Counter(token.form for token in reading.tokens)


def _heads(reading: Reading, before: Clause, clause: Clause) -> str:
    """The player whose name with a colon is all that a clause is; nothing where it is something else."""
    if before.last - before.first >= _NAME or clause.last - clause.first + 1 < _WORDS:
        return ""
    name = reading.tokens[before.last]
    if ":" not in reading.text[name.end : reading.tokens[clause.first].start]:
        return ""
    inside = reading.beginning(before.first, before.last)
    named = [m.name for m in inside if m.name in _ONE_PLAYER and m.last <= before.last]
    again = reading.text[name.start].isupper() and _forms(reading)[name.form] > 1
    return named[0] if named else name.form if again else ""


def _as_claim(clause: Clause) -> Clause:
    """The clause as what a player claims."""
    others = (1 - _CLAIM) / (len(ROLES) - 1)
    return Clause(clause.first, clause.last, {role: _CLAIM if role == _CLAIMED else others for role in ROLES})


def not_told(spoken: Iterable[Clause]) -> frozenset[int]:
    """The tokens of what is not told as a deed: clauses that ask, suppose or recite a rule."""
    return frozenset(at for c in spoken if c.role in _NO_DEEDS for at in range(c.first, c.last + 1))


def only_claimed(spoken: Iterable[Clause]) -> frozenset[int]:
    """The tokens of what a player is told to claim or to want."""
    return frozenset(at for c in spoken if c.role == _CLAIMED for at in range(c.first, c.last + 1))
