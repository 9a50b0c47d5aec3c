"""What somebody in the story says must be ruled, held against this ruling: what a director ruled, what a player claims.

The same, another (a director's is put right, Law 82C), hanging on the open fact, or open: then no row decides it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from advisor.base import store
from advisor.diagnose.facts import Facts, Known
from advisor.diagnose.rulings import ToldRuling
from advisor.diagnose.understanding import keyed_once
from advisor.lawbook.models import Row, Table
from advisor.rule.ruling import Ruled
from advisor.say.replies import Question, questions, value_of
from advisor.say.words import Words, beginning, quoted

_NEVER, _BESIDE = "never", "beside"
_WEIGHED = "judgement"
_OTHER = "other"
_ALLOWED, _CONDITION = "allowed", "condition"
_OF_RULINGS = 81  # from this law on the Laws speak of directors and their rulings themselves
_IMPOSE_NOTHING = frozenset({"acceptance", "stands", "play", "chooser", "board"})
_BOTH_WAYS = "disagree"  # two defenders who answer differently


class Held(StrEnum):
    """How what is said must be ruled compares with what is ruled here; `LIKELY` where it does as the story is read, or as long
    as nobody has answered."""

    SAME = "same"
    DIFFERS = "differs"
    HANGS = "hangs"
    LIKELY = "likely"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Compared:
    """The sentence about what is said, how it compares, and whether it is likely that it `differs`."""

    text: str = ""
    held: Held = Held.OPEN
    differs: bool = False

    @property
    def decided(self) -> bool:
        """Whether the sentence is an answer, be it the fact that it hangs on, and not only a reminder."""
        return self.held not in (Held.OPEN, Held.LIKELY)


_WRONG_IF = "told_ruling_wrong_if"
# What is said of a told ruling by how the answers to the open question take it: where some leave it open, only of the others.
_WHOLE = frozenset({Held.SAME, Held.DIFFERS})
_HANGS: Mapping[frozenset[Held], str] = {
    _WHOLE: "told_ruling_hangs",
    frozenset({Held.SAME, Held.DIFFERS, Held.OPEN}): "told_ruling_right_if",
    frozenset({Held.SAME, Held.OPEN}): "told_ruling_right_if",
    frozenset({Held.DIFFERS, Held.OPEN}): _WRONG_IF,
}
_FIRST = (Held.DIFFERS, Held.HANGS, Held.LIKELY, Held.OPEN, Held.SAME)  # all must be the same to be called right


def told_ruling(ruled: Ruled, facts: Facts, words: Words, asked: bool = False) -> Compared:
    """The ruling that the story tells against this one; of several the one that differs first, and the same last; a reminder
    where none of them comes to anything, or where it is `asked` whether somebody was right and a director may be among them."""
    if ruled.table.undoes:
        return Compared()  # that it was wrong is what the table is about
    each_one = [(told.quote, _compared(told, ruled, facts, words)) for told in facts.rulings]
    unheard = [quote for quote, each in each_one if not each.text]
    right = [quote for quote, each in each_one if each.held == Held.SAME]
    more = [quote for quote in unheard if not any(quote in other or other in quote for other in right)]
    found = [each for _, each in each_one if each.text and not (more and each.held == Held.SAME)]
    if not any(each.decided for each in found):
        found += _done_against(ruled, facts, words)
    if found:
        return min(found, key=lambda each: (_FIRST.index(each.held), not each.differs))
    speaks = any(not each.plain or heard(each.quote, words) for each in facts.rulings)
    reminds = speaks or (asked and (facts.maybe_ruled or bool(facts.rulings)))
    told_of = reminds and int(ruled.table.law_number) < _OF_RULINGS
    return Compared(words.frame("told_ruling_unheard", law=words.ref("82C"))) if told_of else Compared()


def _done_against(ruled: Ruled, facts: Facts, words: Words) -> list[Compared]:
    """What was done at the table under a director although the row does not allow it ("refused the lead"): where the director's
    words are told, only what stands among them."""
    odds: Mapping[str, Mapping[str, str]] = store.load("texts")["rulings"]["at_odds"]
    key = f"{ruled.table.irregularity}/{ruled.row.id}" if ruled.row is not None and facts.maybe_ruled else ""
    done = [facts.known[name] for name, value in odds.get(key, {}).items() if facts.values().get(name) == value]
    longest = (max(each.quotes, key=len) for each in done if each.quotes)
    quotes = [quote for quote in longest if not facts.rulings or any(quote in each.quote for each in facts.rulings)]
    frame = "told_ruling_differs"
    return [Compared(words.frame(frame, quote=quoted(quotes, words), law=words.ref("82C")), Held.DIFFERS)] if quotes else []


def put_right(ruled: Ruled, others: Sequence[Ruled], facts: Facts, words: Words) -> list[Ruled]:
    """The further irregularities without those whose row is what a director ruled who is told to have been wrong."""

    def upheld(other: Ruled) -> bool:
        said = (_Said(tuple(heard(told.quote, words)), told.kind) for told in facts.rulings)
        return other.row is not None and any(_against(each, other, (other.row,)) == Held.SAME for each in said)

    return [other for other in others if not (ruled.table.undoes and (upheld(other) or _acceptance_denied(other)))]


def _acceptance_denied(other: Ruled) -> bool:
    """Whether a row tells what came after a choice that a wrong ruling may have denied: it is not what should have been ruled."""
    row, table = other.row, other.table
    return row is not None and _value(table, row, "acceptance") == "choice" and _value(table, row, "stands") != "by_choice"


def claimed(ruled: Ruled, facts: Facts, words: Words) -> Compared:
    """What the players claim must be ruled against this ruling: the last claim that it decides."""
    for quote in reversed(facts.claimed):
        said = heard(quote, words)
        held = _against(_Said(tuple(said)), ruled, _left(ruled))
        covered = {at for each in said for at in range(each.first, each.last + 1)}
        if held == Held.SAME and 2 * len(covered) < len(quote.split()):
            continue  # "first the 6, since it is a penalty card" says more than that it is one
        if held != Held.OPEN and ruled.table.kind != _WEIGHED:
            return Compared(words.frame(f"claim_{held}", quote=quoted([quote], words)), held)
    return Compared()


def heard(quote: str, words: Words, of: str = "ruled") -> list[Question]:
    """What the words of a ruling or claim come to, by the matters of a ruling, without what it says for another case ("any other
    bid bars partner"); or how they ask whether one is `right`."""
    found = questions(keyed_once(quote, greeklish=words.lang == "el")[-1], of)
    case = min((each.first for each in found if each.matter == _CONDITION), default=len(quote))
    return [each for each in found if each.last < case]


@dataclass(frozen=True, slots=True)
class _Said:
    """What a ruling or claim comes to: by its words, and by its kind (the score stands, is adjusted ...); `plain` as told."""

    matters: tuple[Question, ...]
    kind: str = _OTHER
    plain: bool = False


def _compared(told: ToldRuling, ruled: Ruled, facts: Facts, words: Words) -> Compared:
    """One told ruling against this one; where its words come to nothing, by a fact that it goes by."""
    quote, law = quoted([beginning(told.quote)], words), words.ref("82C")
    said = _Said(tuple(heard(told.quote, words)), told.kind, told.plain)
    held = _against(said, ruled, _left(ruled))
    if held == Held.SAME and _by_itself(told, ruled, facts):
        return Compared()
    if ruled.row is None and held == Held.OPEN:
        return _as_far_as_known(said, ruled, words, quote, law)
    if ruled.table.kind == _WEIGHED and held != Held.OPEN and not _never(said, ruled):
        return _if_so(held, words, quote, law)
    by = _goes_by(told, ruled, words) if held == Held.OPEN or (held != Held.SAME and not said.matters) else None
    if by is not None:
        return Compared(words.frame("ruling_differs", quote=quote, theirs=by[0], ours=by[1], law=law), Held.DIFFERS)
    if held == Held.OPEN and said.plain:
        return Compared()
    frame = "told_ruling_agrees" if held == Held.SAME else f"told_ruling_{held}"  # the rest of it may not have been told
    return Compared(words.frame(frame, quote=quote, law=law), held)


def _by_itself(told: ToldRuling, ruled: Ruled, facts: Facts) -> bool:
    """Whether the row rests on what the told ruling itself says to be so: that it agrees with it then proves nothing."""
    known = ruled.told()
    return ruled.row is not None and any(
        name in ruled.row.when and known.get(name) == value and not _told_beside(facts.known.get(name), told)
        for name, value in told.takes.items()
    )


def _told_beside(fact: Known | None, told: ToldRuling) -> bool:
    """Whether a fact is told by other words than those of the ruling too."""
    return fact is not None and any(quote not in told.quote for quote in fact.quotes)


def _as_far_as_known(said: _Said, ruled: Ruled, words: Words, quote: str, law: str) -> Compared:
    """A told ruling while a fact is open: against the answer that the story rather tells or that governs meanwhile, else the
    answers at which it is right, where each answer decides it."""
    meanwhile = (ruled.until,) if ruled.until is not None else ()
    likely = next((branch.rows for branch in ruled.branches if branch.value == ruled.heard), meanwhile)
    held = _against(said, ruled, likely) if likely else Held.OPEN
    if held != Held.OPEN:
        return _if_so(held, words, quote, law)
    by_answer = {branch.value: _against(said, ruled, branch.rows) for branch in ruled.branches}
    frame = _HANGS.get(frozenset(by_answer.values()))
    if frame is not None and (frame == _HANGS[_WHOLE] or ruled.table.kind != _WEIGHED):
        wanted = Held.DIFFERS if frame == _WRONG_IF else Held.SAME
        when = quoted([words.value(ruled.question, value) for value, each in by_answer.items() if each == wanted], words)
        return Compared(words.frame(frame, quote=quote, when=when, law=law), Held.HANGS)
    return Compared(words.frame("told_ruling_open", quote=quote, law=law)) if not said.plain else Compared()


def _if_so(held: Held, words: Words, quote: str, law: str) -> Compared:
    """The verdict on a told ruling under what is not settled: a judgement, or how the story is read."""
    text = words.frame(f"told_ruling_{held}", quote=quote, law=law)
    return Compared(f"{words.frame('if_so')}, {text[:1].lower()}{text[1:]}", Held.LIKELY, held == Held.DIFFERS)


def _left(ruled: Ruled) -> tuple[Row, ...]:
    """The row ruled, or all those that are left."""
    return (ruled.row,) if ruled.row is not None else ruled.rows


def _against(said: _Said, ruled: Ruled, rows: Sequence[Row]) -> Held:
    """How what is said compares with all of some rows of this ruling."""
    if _never(said, ruled):
        return Held.DIFFERS
    found = {_of_row(said, ruled.table, row) for row in rows}
    return found.pop() if len(found) == 1 else Held.OPEN


def _never(said: _Said, ruled: Ruled) -> bool:
    """Whether what is said is no ruling that this table can come to, whatever is judged."""
    never: Mapping[str, Sequence[str]] = store.load("texts")["rulings"][_NEVER]
    return said.kind in never.get(ruled.table.irregularity, ())


def _of_row(said: _Said, table: Table, row: Row) -> Held:
    """How what is said compares with a row: one thing that differs makes another ruling, everything must be the same for the
    same; where the words leave it open, by the kind of the row's lines."""
    found = [(each.matter, _of_matter(each, table, row)) for each in said.matters]
    if any(held == Held.DIFFERS for _, held in found):
        return Held.DIFFERS
    same = {matter for matter, held in found if held == Held.SAME}  # what is said of it more loosely decides nothing
    whole = same and all(matter in same or _free(matter, table, row) for matter, _ in found)
    return Held.SAME if whole else _of_kind(said.kind, row)


def _free(matter: str, table: Table, row: Row) -> bool:
    """Whether nothing is imposed on anybody by what is said of a matter of which the row does not speak."""
    return set(matter.split()) <= _IMPOSE_NOTHING and not any(_value(table, row, each) for each in matter.split())


def _of_matter(said: Question, table: Table, row: Row) -> Held:
    """How one thing that is said compares with a row: by the first of its matters that the row, or the law, speaks of."""
    values = (_value(table, row, matter) for matter in said.matter.split())
    value = next(filter(None, values), "")
    return Held.SAME if value in said.affirms else Held.DIFFERS if value in said.denies else Held.OPEN


def _value(table: Table, row: Row, matter: str) -> str:
    """What a row says of a matter; of what is allowed also its own answer."""
    answer = row.answer if matter == _ALLOWED and row.answer in ("yes", "no") else ""
    return value_of(table, row, matter) or answer


def _of_kind(kind: str, row: Row) -> Held:
    data: Mapping[str, Mapping[str, Sequence[str]]] = store.load("texts")["rulings"]
    ours = {each for line in row.then for each in data["lines"].get(line, ())} if kind != _OTHER else set()
    return Held.OPEN if not ours or ours & set(data[_BESIDE].get(kind, ())) else Held.SAME if kind in ours else Held.DIFFERS


def _goes_by(told: ToldRuling, ruled: Ruled, words: Words) -> tuple[str, str] | None:
    """The fact that a told ruling goes by and this one does not, and what is known instead; None where they agree."""
    known = ruled.told()
    for name, value in told.takes.items():
        differs = known.get(name, value) not in (value, _BOTH_WAYS)  # who plays next may have said so
        if ruled.row is not None and name in ruled.row.when and differs:
            return quoted([words.value(name, value)], words), quoted([words.value(name, known[name])], words)
    return None
