"""The rulings that a story itself tells: the words of each, what it came to (let stand, adjusted, cancelled, the same score for
both), and the facts it goes by. A clause in which nobody rules anything is none, however much the director is in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from advisor.base.kept import once, once_of_two
from advisor.diagnose.officials import officials
from advisor.diagnose.roles import Clause, stretches
from advisor.read.events import TOLD
from advisor.read.match import Mention
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import SUPPOSED
from advisor.read.tokens import SENTENCE

RULED: Final = "ruled"
_CLAIMED = "claimed"
OTHER: Final = "other"
CANCELLED: Final = "cancelled"
_LIKELY = 0.5  # how surely a clause that names a ruling is the director's
_SURELY = 0.85  # and where nothing else says so
_MARK = "ruling_"
_VERB = "ruling_verb"
_DIRECTOR_WORD = "director_word"
_I, _SOMEBODY, _I_RULED, _I_RULE = "person_i", "pronoun_other", "own_ruling", "verb_of_own_ruling"
_OFFICIAL = "official_deed"
_CALLED = "director_object"
_WAS_RULED = "was_ruled"
_UNTOLD = frozenset({"asked", "supposed", "rule", "chatter"})
_OTHERS = ("side_pair", "opponent", "declarer", "partner", "lho", "rho", "defender", "captain")
_SEAT, _SAY = "seat_", "say"
_NEAR, _BEHIND, _AT_ONCE = 8, 6, 3
_REPORTS = 12
_OPENS = 6  # tokens of a ruling that only says who speaks
_COLON = 2  # characters behind a name in which a colon makes what follows its words


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A ruling told: the user's words, its kind (`stands`, `adjusted`, `cancelled`, `alike`, or `other`), and the facts (fact ->
    value) that it goes by, as far as forms tell them in it. `plain` is one that only names who ruled, `faint` one that only
    sounds like a ruling: each is spoken of where a row decides it.
    """

    quote: str
    kind: str = OTHER
    takes: Mapping[str, str] = field(default_factory=dict)
    plain: bool = False
    faint: bool = False


class _Heard:
    """A reading with what is looked up once for all its clauses: whether the teller directs, where a director is named, whether
    one is told of at all, what is only supposed, what stands in quotation marks, and where words of a ruling begin."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        who = officials(reading)
        self.teller_directs, self.directors, self.told_of = who.teller, who.named, who.told_of
        self.supposed = {at for flag, cue, end in reading.reach if flag == SUPPOSED for at in range(cue, end + 1)}
        self.spoken = spoken_tokens(reading.text, reading.tokens)
        self.marks = [cue.first for cue in reading.cues if cue.what.startswith(_MARK)]

    def names_one(self, first: int, last: int) -> bool:
        """Whether a director is named at the tokens [first, last]."""
        return bisect_left(self.directors, first) < bisect_right(self.directors, last)

    def told_to_one(self, at: int) -> bool:
        """Whether what is said at a token is said to a director, who is named right behind it."""
        return not self.reading.cue_firsts(_CALLED).isdisjoint({at + 1, at + 2})

    def marked(self, first: int, last: int) -> bool:
        """Whether words of a ruling begin at the tokens [first, last]."""
        return bisect_left(self.marks, first) < bisect_right(self.marks, last)


@once
def _heard(reading: Reading) -> _Heard:
    return _Heard(reading)


@once_of_two
def told_rulings(reading: Reading, clauses: Sequence[Clause]) -> tuple[ToldRuling, ...]:
    """The rulings told, in their order: a director, or the teller who directs, says or decides something in its words or right
    before them, or what a ruling comes to is told. What a player does, wants or says to a director is none."""
    heard = _heard(reading)
    found = {span: _kind(heard, *span) for span in stretches(clauses, RULED) if _given(heard, *span)}
    plain: set[int] = set()
    faint: set[int] = set()
    begun, end = deque(sorted(found)), -1
    for clause, run in zip(clauses, _runs(clauses), strict=True):
        while begun and begun[0][0] <= clause.first:
            end = max(end, begun.popleft()[1])
        if clause.last <= end:
            continue
        kind = _kind(heard, clause.first, clause.last)
        if kind != OTHER and clause.chances[RULED] >= _LIKELY and not _wanted(heard, clause):
            found[clause.first, clause.last] = kind
            end = clause.last
        elif _plainly_given(heard, clause):
            end = run[1]
            found[clause.first, end] = _kind(heard, clause.first, end)
            plain.add(clause.first)
        elif clause.chances[RULED] >= _SURELY and heard.marked(*run) and not _players_word(reading, clause):
            found[run] = _kind(heard, *run)  # not "the director was away"
            faint.add(run[0])
            end = run[1]
    whole = {_whole(heard, *span): (span[0], kind) for span, kind in sorted(found.items(), reverse=True)}
    return tuple(
        ToldRuling(reading.words(first, last), kind, _takes(heard, first, last), begins in plain | faint, begins in faint)
        for (first, last), (begins, kind) in sorted(whole.items())
    )


def _whole(heard: _Heard, first: int, last: int) -> tuple[int, int]:
    """A ruling with all of the speech in quotation marks in which it ends or that stands right before it ("'One revoke, one
    trick,' says he")."""
    tokens, spoken = heard.reading.tokens, heard.spoken
    if last in spoken or (last + 1 in spoken and last + 1 - first <= _OPENS):
        last = next(at for at in range(last, len(tokens)) if at + 1 not in spoken)
    says = first in heard.reading.cue_firsts(_VERB) and not heard.reading.parted(first - 1, first, SENTENCE)
    if says and first - 1 in spoken and first not in spoken and last - first < _OPENS:
        first = next(at for at in range(first - 1, -1, -1) if at - 1 not in spoken)
    return first, last


def _runs(clauses: Sequence[Clause]) -> list[tuple[int, int]]:
    """For each clause the first token of a ruling that it goes on with (it began where the voice became the director's), and the
    last of one that it begins: it goes on while the voice is the director's ("..., so I am silenced")."""
    firsts, lasts = [clause.first for clause in clauses], [clause.last for clause in clauses]
    for number, clause in enumerate(clauses[:-1]):
        if clause.role == RULED:
            firsts[number + 1] = firsts[number]
    for number in range(len(clauses) - 1, 0, -1):
        if clauses[number].role == RULED:
            lasts[number - 1] = lasts[number]
    return list(zip(firsts, lasts, strict=True))


def _kinds(heard: _Heard, first: int, last: int) -> list[tuple[int, str]]:
    here = [cue for cue in heard.reading.cues_beginning(first, last) if cue.what.startswith(_MARK) and cue.what != _VERB]
    return [(cue.first, cue.what.removeprefix(_MARK)) for cue in here if cue.last <= last]


def _kind(heard: _Heard, first: int, last: int) -> str:
    """What the ruling in a stretch of the text came to."""
    return next((kind for _, kind in _kinds(heard, first, last) if kind != OTHER), OTHER)


def _wanted(heard: _Heard, clause: Clause) -> bool:
    """Whether a player is named before the ruling and no director: it is what that player says or wants."""
    if _names_director(heard.reading, clause):
        return False
    before = min(at for at, _ in _kinds(heard, clause.first, clause.last))
    named = (m.name for m in heard.reading.beginning(clause.first, before - 1))
    return any(_is_player(name) for name in named)


def _players_word(reading: Reading, clause: Clause) -> bool:
    """Whether a player is told to say what the clause says, and no director is named in it."""
    said = (e for e in reading.deeds_beginning(clause.first, clause.last) if e.deed == _SAY and e.by == TOLD)
    return not _names_director(reading, clause) and any(_is_player(e.actor) for e in said)


def _names_director(reading: Reading, clause: Clause) -> bool:
    return any(cue.what == _DIRECTOR_WORD for cue in reading.cues_beginning(clause.first, clause.last))


def _is_player(name: str) -> bool:
    return name in _OTHERS or name.startswith(_SEAT)


def _takes(heard: _Heard, first: int, last: int) -> dict[str, str]:
    """The facts told in a ruling by words of their own, each with its only value."""
    told: dict[str, set[str]] = {}
    for mention in heard.reading.beginning(first, last):
        name, is_fact, value = mention.name.partition("=")
        if is_fact and _plain(mention) and mention.last <= last and mention.last > mention.first:
            told.setdefault(name, set()).add(value)
    return {name: values.pop() for name, values in told.items() if len(values) == 1}


def _plain(mention: Mention) -> bool:
    """Whether words stand under no `not` and no `if`; that somebody said them is what makes a ruling."""
    return set(mention.flags) <= {"hearsay"}


def _plainly_given(heard: _Heard, clause: Clause) -> bool:
    """Whether a clause itself says that a director ruled something, goes on with what one named before in its sentence ruled,
    or has one named with a colon right before it, whatever the words around make of its voice."""
    if clause.role in _UNTOLD:
        return False
    alone = _alone(heard, clause)
    here = heard.reading.cues_beginning(clause.first, clause.last)
    kinds = (_VERB, *alone)
    rules = [cue for cue in here if cue.what in kinds and cue.first not in heard.supposed and not heard.told_to_one(cue.last)]
    named = [*_directors(heard, clause.first, clause.last), *_teller_directs(heard, clause.first, clause.last)]
    if any(cue.what in alone or any(_rules(heard, at, cue.first) for at in named) for cue in rules):
        return True
    reading = heard.reading
    start, before = bisect_left(reading.sentences, reading.sentences[clause.first]), clause.first - 1
    if any(cue.first - clause.first < _AT_ONCE for cue in rules) and heard.names_one(start, before):
        return True
    if clause.first in heard.supposed:
        return False
    return before in _directors(heard, before, before) and ":" in reading.text[reading.tokens[before].end :][:_COLON]


def _alone(heard: _Heard, clause: Clause) -> tuple[str, ...]:
    """The cues that say by themselves, without a director named beside them, that something was ruled."""
    alone = [_I_RULED] if clause.role == _CLAIMED else [_I_RULED, _WAS_RULED]
    if heard.teller_directs and clause.role != _CLAIMED:
        alone.append(_I_RULE)
    return (*alone, _OFFICIAL) if heard.told_of else tuple(alone)


def _rules(heard: _Heard, at: int, verb: int) -> bool:
    """Whether whoever is named last at a token rules with the verb at another: right behind it, and nobody else between."""
    return 0 < verb - at <= _BEHIND and not any(cue.what == _SOMEBODY for cue in heard.reading.cues_beginning(at + 1, verb - 1))


def _teller_directs(heard: _Heard, first: int, last: int) -> list[int]:
    """Where the teller is named in a stretch of the text, if it is the teller who directs."""
    if not heard.teller_directs or heard.names_one(first, last):
        return []
    return [cue.last for cue in heard.reading.cues_beginning(first, last) if cue.what == _I]


def _directors(heard: _Heard, first: int, last: int) -> list[int]:
    """The tokens that name a director (not one who is called or told something), or whoever rules in that place, in a stretch
    of the text."""
    return list(heard.directors[bisect_left(heard.directors, first) : bisect_right(heard.directors, last)])


def _given(heard: _Heard, first: int, last: int) -> bool:
    """Whether a stretch of the text tells what a director ruled."""
    directors = [*_directors(heard, first - _REPORTS, last), *_teller_directs(heard, first, last)]
    verbs = [cue.first for cue in heard.reading.cues_beginning(first - _REPORTS, last) if cue.what == _VERB]
    if any(_rules(heard, at, verb) and not heard.reading.parted(at, verb, SENTENCE) for at in directors for verb in verbs):
        return True
    return any(cue.what == "passive_ruling" for cue in heard.reading.cues_beginning(first - _NEAR, last))
