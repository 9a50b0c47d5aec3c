"""What somebody in the story says must be ruled, held against this ruling: what a director ruled there, and what a player claims.

The same, another (a director's is put right, Law 82C), hanging on the open fact, or open: then no row decides it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from advisor.base import store
from advisor.diagnose.facts import Facts
from advisor.diagnose.rulings import ToldRuling
from advisor.diagnose.understanding import reader
from advisor.lawbook.models import Row, Table
from advisor.rule.ruling import Ruled
from advisor.say.replies import Question, questions, usual_value, value_of
from advisor.say.words import Words, quoted

_NEVER = "never"
_WEIGHED = "judgement"
_OTHER = "other"
_ALLOWED = "allowed"


class Held(StrEnum):
    """How what is said must be ruled compares with what is ruled here."""

    SAME = "same"
    DIFFERS = "differs"
    HANGS = "hangs"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Compared:
    """The sentence about what is said, how it compares, and whether it is `decided`: so, not so, or the fact that it hangs on."""

    text: str = ""
    held: Held = Held.OPEN

    @property
    def decided(self) -> bool:
        """Whether the sentence is an answer and not only a reminder."""
        return self.held != Held.OPEN


def told_ruling(ruled: Ruled, facts: Facts, words: Words) -> Compared:
    """The ruling that the story tells against this one: of several the one that differs, else the one that hangs on the open
    fact; all must be the same to be called right."""
    found = [_compared(told, ruled, words) for told in facts.rulings]
    for held in (Held.DIFFERS, Held.HANGS):
        one = next((each for each in found if each.held == held), None)
        if one is not None:
            return one
    found = [each for each in found if each.text]
    still_open = next((each for each in found if each.held == Held.OPEN), None)
    return still_open or next(iter(found), Compared())


def claimed(ruled: Ruled, facts: Facts, words: Words) -> Compared:
    """What the players claim must be ruled against this ruling: the last claim that it decides."""
    for quote in reversed(facts.claimed):
        held, _ = _by_matters(heard(quote, words), ruled)
        if held in (Held.SAME, Held.DIFFERS):
            return Compared(words.frame(f"claim_{held}", quote=quoted([quote], words)), held)
    return Compared()


def _compared(told: ToldRuling, ruled: Ruled, words: Words) -> Compared:
    """One told ruling against this one: by what its words come to, else by its kind, else by a fact that it goes by."""
    quote, law = quoted([told.quote], words), words.ref("82C")
    said = heard(told.quote, words)
    held, right = _by_matters(said, ruled)
    if told.plain and not said:
        return Compared()
    if held == Held.HANGS:
        when = quoted([words.value(ruled.question, value) for value in right], words)
        return Compared(words.frame("told_ruling_hangs", quote=quote, when=when, law=law), held)
    if held == Held.OPEN:
        held = _by_kind(ruled, told.kind)
    by = _goes_by(told, ruled, words) if held != Held.SAME and not said else None
    if by is not None:
        return Compared(words.frame("ruling_differs", quote=quote, theirs=by[0], ours=by[1], law=law), Held.DIFFERS)
    return Compared(words.frame(f"told_ruling_{held}", quote=quote, law=law), held)


def heard(quote: str, words: Words, of: str = "ruled") -> list[Question]:
    """What the words of a ruling or claim come to, by the matters of a ruling; or how they ask whether one is `right`."""
    return questions(reader().keyed(quote, greeklish=words.lang == "el")[-1], of)


def _by_matters(said: Sequence[Question], ruled: Ruled) -> tuple[Held, tuple[str, ...]]:
    """How what is heard compares with all that is left of this ruling, and the answers to its open question at which they are right.
    A judgement is nobody's to call right or wrong from here."""
    if not said or ruled.table.kind == _WEIGHED:
        return Held.OPEN, ()
    held = _together(said, ruled.table, (ruled.row,) if ruled.row is not None else ruled.rows)
    if held != Held.OPEN or ruled.row is not None or not ruled.question:
        return held, ()
    by_answer = {branch.value: _together(said, ruled.table, branch.rows) for branch in ruled.branches}
    if set(by_answer.values()) != {Held.SAME, Held.DIFFERS}:
        return Held.OPEN, ()
    return Held.HANGS, tuple(value for value, each in by_answer.items() if each == Held.SAME)


def _together(said: Sequence[Question], table: Table, rows: Sequence[Row]) -> Held:
    """How all that is heard compares with all of some rows: one thing that differs is enough for another ruling, every one must
    be the same for the same."""
    of_rows = {_of_row(said, table, row) for row in rows}
    return of_rows.pop() if len(of_rows) == 1 else Held.OPEN


def _of_row(said: Sequence[Question], table: Table, row: Row) -> Held:
    found = {_of_matter(each, table, row) for each in said}
    if Held.DIFFERS in found:
        return Held.DIFFERS
    return Held.SAME if found == {Held.SAME} else Held.OPEN


def _of_matter(said: Question, table: Table, row: Row) -> Held:
    """How one thing that is heard compares with a row: by the first of its matters that the row, or the law, speaks of."""
    values = (_value(table, row, matter) for matter in said.matter.split())
    value = next(filter(None, values), "")
    return Held.SAME if value in said.affirms else Held.DIFFERS if value in said.denies else Held.OPEN


def _value(table: Table, row: Row, matter: str) -> str:
    """What a row says of a matter; of what is allowed also its own answer."""
    answer = row.answer if matter == _ALLOWED and row.answer in ("yes", "no") else ""
    return value_of(table, row, matter) or answer or usual_value(table, matter)


def _goes_by(told: ToldRuling, ruled: Ruled, words: Words) -> tuple[str, str] | None:
    """The fact that a told ruling goes by and this one does not, and what is known instead; None where they agree."""
    known = ruled.told()
    for name, value in told.takes.items():
        if ruled.row is not None and name in ruled.row.when and known.get(name, value) != value:
            return quoted([words.value(name, value)], words), quoted([words.value(name, known[name])], words)
    return None


def _by_kind(ruled: Ruled, kind: str) -> Held:
    """How a ruling of a kind (it let the score stand, adjusted it, cancelled ...) compares with the lines of this one."""
    kinds: Mapping[str, Sequence[str]] = store.load("texts")["rulings"]["lines"]
    never: Mapping[str, Sequence[str]] = store.load("texts")["rulings"][_NEVER]
    if kind in never.get(ruled.table.irregularity, ()):
        return Held.DIFFERS
    if ruled.row is None or ruled.table.kind == _WEIGHED or kind == _OTHER:
        return Held.OPEN
    ours = {each for line in ruled.row.then for each in kinds.get(line, ())}
    return Held.OPEN if not ours else Held.SAME if kind in ours else Held.DIFFERS
