"""Who is who: lone seat letters, and which seat is declarer, dummy or a defender once the text tells who declares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from advisor.read.cues import Cue
from advisor.read.match import Mention
from advisor.read.tokens import CLAUSE, SENTENCE, Token, parted

_ROUND = ("north", "east", "south", "west")
_REACH = 3
_BELIEVED = "believed"
_SPEAKER = "speaker"
_PLACED, _NAMED = "placed_by", 3  # the cue of where somebody sits, and how near before it that player is named
_SMALL, _SIDEWAYS = frozenset("nesw"), frozenset("ew")


@dataclass(frozen=True, slots=True)
class Seats:
    """The letters that name seats (as typed, script-strict)."""

    letters: Mapping[str, str]

    def lone(self, text: str, tokens: Sequence[Token]) -> list[Mention]:
        """A mention for every capital letter that stands alone and names a seat, and for small Latin ones where several do ("3nt
        s, w leads, e ruffs")."""
        if text.isupper():
            return []
        alone = {i: text[token.start] for i, token in enumerate(tokens) if token.end - token.start == 1}
        before = {i: text[max(0, tokens[i].start - 1) : tokens[i].start] for i in alone}
        behind = {i: text[tokens[i].end : tokens[i].end + 1] for i in alone}
        alone = {i: letter for i, letter in alone.items() if before[i] not in ("'", "’")}
        small = {letter for i, letter in alone.items() if letter in _SMALL and behind[i] not in (".", "/", "&")}
        if len(small) > 1 and small & _SIDEWAYS:
            alone = {i: letter.upper() if letter in small else letter for i, letter in alone.items()}
        seats = {i: self.letters[letter] for i, letter in alone.items() if letter in self.letters}
        return [Mention(f"seat_{seat}", i, i) for i, seat in seats.items()]


@dataclass(frozen=True, slots=True)
class _Places:
    """The seats that are named, by the tokens that they begin and end with."""

    first: Mapping[int, Sequence[Mention]]
    last: Mapping[int, Sequence[Mention]]

    @classmethod
    def of(cls, seats: Sequence[Mention]) -> _Places:
        first, last = defaultdict[int, list[Mention]](list), defaultdict[int, list[Mention]](list)
        for seat in seats:
            first[seat.first].append(seat)
            last[seat.last].append(seat)
        return cls(dict(first), dict(last))

    def beginning(self, first: int, last: int) -> list[Mention]:
        return [seat for at in range(first, last + 1) for seat in self.first.get(at, ())]

    def ending(self, first: int, last: int) -> list[Mention]:
        return [seat for at in range(first, last + 1) for seat in self.last.get(at, ())]


@dataclass(frozen=True, slots=True)
class Declaring:
    """The words by which a text tells who declares, as (kind, first, last token), and the small words that may stand between a
    name and a seat (`fillers`) or bind the name to what stands before it (`binding`), and those that tell whose lead or turn it
    was (`belonging`, with the article of the `genitive`), as they are typed, folded."""

    told: Sequence[tuple[str, int, int]] = ()
    fillers: frozenset[str] = frozenset()
    binding: frozenset[str] = frozenset()
    belonging: frozenset[str] = frozenset()
    genitive: frozenset[str] = frozenset()

    def seats(self, seats: Sequence[Mention], tokens: Sequence[Token]) -> set[str]:
        """The seats that are told to declare: as the one who plays a contract, or by the name beside the seat."""
        ways = {"plays": self._before, "close": self._close, "named": self._beside, "within": self._within}
        places = _Places.of(seats)
        return {seat.name for kind, first, last in self.told for seat in ways[kind](places, tokens, first, last)}

    def _before(self, seats: _Places, tokens: Sequence[Token], first: int, _: int) -> list[Mention]:
        """As in "South plays in 4♠": the seat stands before the words, and no full stop between."""
        near = seats.ending(first - _REACH, first)
        return [seat for seat in near if not parted(tokens, seat.last, first, SENTENCE)]

    def _close(self, seats: _Places, tokens: Sequence[Token], first: int, _: int) -> list[Mention]:
        """As in "South in 4♠": the seat stands right before, and is not the one whose lead or turn it was."""
        near = [seat for seat in seats.ending(first - 1, first - 1) if not parted(tokens, seat.last, first)]
        return [seat for seat in near if not self._belongs(tokens, seat)]

    def _belongs(self, tokens: Sequence[Token], seat: Mention) -> bool:
        at = seat.first - 1
        return at > 0 and tokens[at].form in self.genitive and tokens[at - 1].form in self.belonging

    def _within(self, seats: _Places, _: Sequence[Token], first: int, last: int) -> list[Mention]:
        """As in "παίζει ο Νότος 4♠": the seat stands inside."""
        return [seat for seat in seats.beginning(first + 1, last - 1) if seat.last < last]

    def _beside(self, seats: _Places, tokens: Sequence[Token], first: int, last: int) -> list[Mention]:
        """As in "South, declarer,", "declarer (South)", "declarer is South": the name and the seat say the same, unlike "West
        led, declarer ducked" and "from declarer West got"."""
        before, behind = seats.ending(first - _REACH, first - 1), seats.beginning(last + 1, last + _REACH)
        ahead = [seat for seat in before if self._ahead(tokens, seat, first, last)]
        return ahead + [seat for seat in behind if self._behind(tokens, seat, first, last)]

    def _ahead(self, tokens: Sequence[Token], seat: Mention, first: int, last: int) -> bool:
        if not self._filled(tokens, seat.last + 1, first) or parted(tokens, seat.last, first, SENTENCE):
            return False
        return tokens[last].after >= CLAUSE or not parted(tokens, seat.last, first)

    def _behind(self, tokens: Sequence[Token], seat: Mention, first: int, last: int) -> bool:
        if not self._filled(tokens, last + 1, seat.first) or parted(tokens, last, seat.first, SENTENCE):
            return False
        if parted(tokens, last, seat.first):
            return tokens[seat.last].after >= CLAUSE
        says_so = any(token.form not in self.binding for token in tokens[last + 1 : seat.first])
        return says_so or first == 0 or tokens[first - 1].after >= CLAUSE or tokens[first - 1].form not in self.binding

    def _filled(self, tokens: Sequence[Token], start: int, end: int) -> bool:
        return end - start < _REACH and all(token.form in self.fillers for token in tokens[start:end])


def roles(mentions: Sequence[Mention], declaring: Declaring, derived: str = "", tokens: Sequence[Token] = ()) -> list[Mention]:
    """The mentions with, beside each seat, the role it has; `derived` is the seat (N E S W) that the told calls make declarer.

    Nothing is added when nobody, or more than one seat, is said to declare: unknown stays unknown.
    """
    seats = [m for m in mentions if m.name.removeprefix("seat_") in _ROUND]
    told = declaring.seats(seats, tokens)
    told = told or {f"seat_{seat}" for seat in _ROUND if derived and seat[0] == derived.lower()}
    if len(told) != 1:
        return list(mentions)
    declarer = _ROUND.index(told.pop().removeprefix("seat_"))
    named = {_ROUND[declarer]: "declarer", _ROUND[(declarer + 2) % 4]: "dummy"}
    extra = [Mention(named.get(m.name.removeprefix("seat_"), "defender"), m.first, m.last, "derived", m.flags) for m in seats]
    return sorted([*mentions, *extra], key=lambda m: (m.first, -m.last, m.name))


def seated_beside(places: Sequence[int], cues: Sequence[Cue]) -> Iterator[int]:
    """The places of those beside whom somebody named right before sits: they do nothing ("West, on South's left, played")."""
    for cue in (cue for cue in cues if cue.what == _PLACED):
        if any(cue.first - _NAMED <= place < cue.first for place in places):
            yield from (place for place in places if cue.first <= place <= cue.last)


def believers(people: Mapping[int, Mention], cues: Sequence[Cue]) -> dict[int, str]:
    """Who is told right before a word that only tells a belief ("East thought it was her lead"), at the last token of that word:
    the pronouns behind it mean that person."""
    found = (
        (cue.last, people[at]) for cue in cues if cue.what == _BELIEVED for at in (cue.first - 1, cue.first - 2) if at in people
    )
    return {last: person.name for last, person in found}


def told_of_oneself(small: Sequence[str], at: int) -> bool:
    """Whether a Greek verb is the teller's by its form, or by the word for "had" before it (`small`: the kinds of the words)."""
    had = at - 2 if at and small[at - 1] == "already" else at - 1
    return small[at] == "own" or (had >= 0 and small[had] == "own_had")


def opinion(small: Sequence[str], at: int) -> bool:
    """Whether a word only gives the teller's opinion ("he was asleep, I think"), and is no deed."""
    return small[at] == "opinion" and at > 0 and small[at - 1] == _SPEAKER
