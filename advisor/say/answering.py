"""The answer of a decision as other programs and people get it: its JSON, and its words in the order in which a director
needs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from advisor.advice import Advice, Candidate, Choice, FactHeard, Irregularity, Question, Remedy, Status
from advisor.diagnose.facts import Facts
from advisor.rule.deciding import Decision, Incident, NotHeld, NothingTold, Several, WorkedOut
from advisor.rule.ruling import Ruled
from advisor.rule.settings import IRREGULARITY
from advisor.say import compose, situations
from advisor.say.found import found
from advisor.say.specific import computed
from advisor.say.words import Words

_LAWS_OF_CHOICE = 3


def answer(decision: Decision, facts: Facts, words: Words, edition: str) -> Advice:
    """The answer of each case that a text may come to."""
    match decision:
        case Incident():
            return _incident(decision, facts, words, edition)
        case Several():
            return _several(decision, facts, words, edition)
        case WorkedOut(values, laws):
            return Advice(
                lang=_lang(words), edition=edition, status="rights", laws=laws, answer=found(values, laws, words, edition)
            )
        case NothingTold(values, near):
            text = "\n".join([words.frame("none"), *situations.near_to(near, words), *computed(values, words)])
            return Advice(lang=_lang(words), edition=edition, status="none", answer=text)
        case NotHeld(first):
            name = words.irregularity(first.irregularity)
            text = words.frame("no_edition", law=words.ref(first.law), situation=name, edition=edition)
            return Advice(lang=_lang(words), edition=edition, status="unclear", answer=text)


def _several(decision: Several, facts: Facts, words: Words, edition: str) -> Advice:
    status: Status = "question" if decision.asked else "choose" if decision.sure else "unclear"
    likeliest = decision.plain if decision.shown else None
    meant, unlikely = decision.found[: decision.meant], decision.found[decision.meant :]
    if decision.asked:
        head, tail = situations.told_apart(decision.asked, decision.found, facts, words, decision.values)
    else:
        head, tail = situations.several(status, meant, likeliest, facts, words, decision.values, unlikely)
    told: dict[str, Any] = {
        "lang": _lang(words),
        "edition": edition,
        "status": status,
        "candidates": tuple(_candidate(ruled, words) for ruled in decision.found),
        "answer": head,
        "details": tail,
    }
    if not decision.sure:
        return Advice(**told)
    choices = tuple(_choice(ruled, decision.asked, words) for ruled in decision.found)
    further = likeliest.laws() if likeliest is not None else ()
    laws = tuple(dict.fromkeys([*(choice.laws[0] for choice in choices), *further]))
    asks = words.apart(decision.asked) if decision.asked else words.frame("choose")
    one = tuple(_likeliest(ruled) for ruled in decision.found[:1]) if decision.asked else ()
    return Advice(**told, laws=laws, irregularities=one, question=Question(fact=IRREGULARITY, text=asks, choices=choices))


def _likeliest(ruled: Ruled) -> Irregularity:
    """The incident of which it is asked what it was: the likeliest of its situations stands for it."""
    return Irregularity(id=ruled.table.irregularity, laws=ruled.laws(), status="question", row=None, remedies=())


def _choice(ruled: Ruled, asked: str, words: Words) -> Choice:
    """A situation to pick, by its name or as the answer to what is asked."""
    name = ruled.table.irregularity
    text = words.apart(asked, name) if asked else words.irregularity(name)
    return Choice(value=name, text=text, laws=ruled.laws()[:_LAWS_OF_CHOICE])


def _incident(decision: Incident, facts: Facts, words: Words, edition: str) -> Advice:
    ruled = decision.ruled
    first = _irregularity(ruled, words, decision.values)
    irregularities = (first, *(_irregularity(other, words, {}) for other in decision.others))
    head, tail = compose.ruling(ruled, facts, words, decision.others, decision.values, decision.handled)
    return Advice(
        lang=_lang(words),
        edition=edition,
        status=first.status,
        laws=tuple(dict.fromkeys([*first.laws, *(entry.laws[0] for entry in irregularities[1:])])),
        irregularities=irregularities,
        facts=_facts(facts, ruled),
        question=_question(ruled, words),
        answer=head,
        details=tail,
    )


def _lang(words: Words) -> Literal["el", "en"]:
    return "el" if words.lang == "el" else "en"


def _candidate(ruled: Ruled, words: Words) -> Candidate:
    name, law = ruled.table.irregularity, ruled.table.law_number
    return Candidate(law=law, title=words.title(law), situation=words.irregularity(name))


def _irregularity(ruled: Ruled, words: Words, values: Mapping[str, str]) -> Irregularity:
    row = ruled.row or ruled.until
    lines = row.then if row is not None else ()
    return Irregularity(
        id=ruled.table.irregularity,
        laws=ruled.laws(),
        status=_status(ruled),
        row=ruled.table.row_id(ruled.row) if ruled.row is not None else None,
        remedies=tuple(Remedy(id=name, values=dict(values), text=words.line(name)) for name in lines),
    )


def _status(ruled: Ruled) -> Status:
    if ruled.row is None and not (ruled.awaited and ruled.table.asks[ruled.question].talk == "next"):
        return "question"
    return "rights" if ruled.table.kind == "rights" or (ruled.asked and ruled.table.asked) else "ruling"


def _facts(facts: Facts, ruled: Ruled) -> dict[str, FactHeard]:
    """The facts of the table in hand: heard, decided by an option of the authority, presumed."""
    told = {
        name: FactHeard(value=k.value, how=k.how, quotes=k.quotes, from_=k.sources)
        for name, k in facts.known.items()
        if name in ruled.table.asks and name not in ruled.pointing.torn
    }
    for name, value in ruled.decided:
        told[name] = FactHeard(value=value, how="derived", from_=tuple(ruled.table.asks[name].by))
    for name, value in ruled.presumed:
        told.setdefault(name, FactHeard(value=value, how="presumed"))
    return told


def _question(ruled: Ruled, words: Words) -> Question | None:
    if ruled.row is not None or not ruled.question:
        return None
    choices = tuple(
        Choice(
            value=b.value,
            text=words.value(ruled.question, b.value),
            laws=tuple(dict.fromkeys(row.law for row in b.rows)),
        )
        for b in ruled.branches
    )
    return Question(fact=ruled.question, text=words.ask(ruled.question), choices=choices)
