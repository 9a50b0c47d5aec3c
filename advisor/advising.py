"""The one sentence the doors know: a text in, an `Advice` out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from advisor import paths, store
from advisor.advice import Advice, Candidate, Choice, FactHeard, Irregularity, Question, Remedy, Status
from advisor.diagnose.together import meeting
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.errors import UsageError
from advisor.facts import Facts, gather
from advisor.heard import heard
from advisor.inquiry import inquiry
from advisor.lawbook.models import Handled
from advisor.lawbook.shelf import editions, table, tables
from advisor.pointing import pointing
from advisor.read.reading import Reading
from advisor.regulated import regulated
from advisor.rule import Ruled, rule
from advisor.say import compose
from advisor.say.found import found as worked_out
from advisor.say.found import held
from advisor.say.specific import computed
from advisor.say.words import Words
from advisor.specifics import general, specifics

LONGEST = 20_000
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SURE = 0.5
_FIRM = 0.86
_MARGIN = 0.2
_HEARD = 0.035
_LIKELY = 0.3
_CANDIDATES = 5
_MAY, _HOW = "may_question", "how_rule"
_SHORT = 30


def checked(text: str) -> str:
    """The text as it may be read. Raises UsageError when there is nothing in it, or far too much."""
    plain = _CONTROL.sub(" ", text.encode("utf-8", "replace").decode("utf-8"))
    if not plain.strip():
        raise UsageError("EMPTY", "There is no text: tell in a line or two what happened at the table.")
    if len(plain) > LONGEST:
        raise UsageError("LONG", f"The text has {len(plain)} characters: tell it in at most {LONGEST}.")
    return plain


def advise(
    text: str,
    *,
    lang: str = "auto",
    edition: str = paths.EDITION,
    authority: str | None = None,
    answers: Mapping[str, str] | None = None,
) -> Advice:
    """The ruling (or the missing fact) for one description.

    `lang` is the language of the answer (`auto`, `el`, `en`), `edition` the code of laws, `authority` the profile of a
    Regulating Authority, `answers` the facts already answered. Raises UsageError for text or options that cannot be used.
    """
    return consult(checked(text), lang=lang, edition=edition, authority=authority, answers=answers).advice


@dataclass(frozen=True, slots=True)
class Consultation:
    """An answer with all it rests on: `ruled` is the irregularity in hand held against its table (None when there is none),
    `others` the further ones of the same story, `handled` how they change one another (when the lawbook says so)."""

    advice: Advice
    reading: Reading
    diagnosis: Diagnosis
    facts: Facts
    words: Words
    ruled: Ruled | None = None
    others: tuple[Ruled, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    handled: Handled | None = None

    def taken(self) -> dict[str, str]:
        """Fact -> value of everything known or presumed."""
        return dict((*self.ruled.presumed, *self.ruled.decided) if self.ruled is not None else ()) | self.facts.values()


def consult(
    text: str,
    *,
    lang: str = "auto",
    edition: str = paths.EDITION,
    authority: str | None = None,
    answers: Mapping[str, str] | None = None,
    also: Sequence[str] = (),
    again: bool = False,
) -> Consultation:
    """The same as `advise`, with the steps kept. The text may be empty when `answers` name the irregularity; `also` names
    further irregularities of the story; `again` keeps the reading for the next call with the same text.
    Raises UsageError as `advise` does."""
    if lang not in ("auto", "el", "en"):
        raise UsageError("LANG", f"There is no language '{lang}': use auto, el or en.")
    if edition not in editions():
        raise UsageError("EDITION", f"There is no edition '{edition}': use one of {', '.join(editions())}.")
    profile = _profile(authority)
    reading, derived, diagnosis = (_kept if again else heard)(text)
    answered = _answers(answers or {})
    code = reading.language.code if lang == "auto" else lang
    facts = gather(reading, derived, answered, asks_in_hand(diagnosis, answered.get("irregularity"), also, edition))
    return _answer(_Asked(diagnosis, reading, facts, Words(code, switches=profile), edition), answered, also)


_kept = lru_cache(maxsize=256)(heard)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an answer is made from."""

    diagnosis: Diagnosis
    reading: Reading
    facts: Facts
    words: Words
    edition: str

    def ends(
        self,
        advice: Advice,
        ruled: Ruled | None = None,
        others: tuple[Ruled, ...] = (),
        values: Mapping[str, str] | None = None,
        handled: Handled | None = None,
    ) -> Consultation:
        return Consultation(advice, self.reading, self.diagnosis, self.facts, self.words, ruled, others, values or {}, handled)


def _profile(authority: str | None) -> dict[str, str]:
    """The values of all switches under a profile: the Laws' own defaults, then what the profile establishes."""
    data = store.load("authorities")
    name = authority or "neutral"
    if name not in data["profiles"]:
        raise UsageError("AUTHORITY", f"There is no authority '{name}': use one of {', '.join(data['profiles'])}.")
    values: dict[str, str] = {switch: entry["default"] for switch, entry in data["switches"].items()} | data["profiles"][name][
        "values"
    ]
    return values


def _answers(answers: Mapping[str, str]) -> dict[str, str]:
    facts = store.load("texts")["facts"]
    for name, value in answers.items():
        if name == "irregularity":
            continue
        if name not in facts:
            raise UsageError("FACT", f"There is no fact '{name}': answer the fact that the question names.")
        if value not in facts[name]["values"]:
            raise UsageError("VALUE", f"'{value}' is no value of '{name}': use one of {', '.join(facts[name]['values'])}.")
    return dict(answers)


def _answer(asked: _Asked, answers: Mapping[str, str], also: Sequence[str]) -> Consultation:
    picked = answers.get("irregularity")
    diagnosis = asked.diagnosis
    first = diagnosis.first
    asks = inquiry(asked.reading) if picked is None and not also else None
    if asks is not None and held(asks.laws, asked.edition):
        text = worked_out(asks.values, asks.laws, asked.words, asked.edition)
        advice = Advice(lang=asked.words.lang, edition=asked.edition, status="rights", laws=asks.laws, answer=text)
        return asked.ends(advice, values=asks.values)
    if picked is not None:
        found = table(asked.edition, picked)
        if found is None:
            raise UsageError("VALUE", f"There is no irregularity '{picked}' in the {asked.edition} laws.")
        first = Weighed(picked, 1.0, found.law_number)
    elif diagnosis.door != "incident":
        values = general(asked.reading)
        return asked.ends(_without(diagnosis, asked.words, asked.edition, values), values=values)
    elif diagnosis.law_share < _HEARD:
        return asked.ends(_several("unclear", diagnosis, asked.facts, asked.words, asked.edition))
    if table(asked.edition, first.irregularity) is None:
        return _stood_in(first, asked)
    besides = diagnosis.besides(first) if not also else tuple(w for name in also for w in _further(name, first, asked))
    met = meeting(asked.reading, diagnosis, first, besides, asked.edition)
    if met is not None and picked in (None, met.first.irregularity):
        return _ruled(met.first, met.others, replace(asked, facts=asked.facts.without(met.doubtful)), met.handled)
    if picked is None and diagnosis.twin_share < _FIRM:
        plain = _rule(first, asked.facts, asked.words, asked.edition)
        unsure = diagnosis.twin_share < _SURE and diagnosis.twin_share - diagnosis.rival < _MARGIN
        if unsure or plain.row is not None:
            values = specifics(plain, asked.reading)
            several = _several("choose", diagnosis, asked.facts, asked.words, asked.edition, values)
            return asked.ends(several, plain, values=values)
    return _ruled(first, tuple(w for w in besides if table(asked.edition, w.irregularity) is not None), asked)


def asks_in_hand(diagnosis: Diagnosis, picked: str | None, also: Sequence[str], edition: str) -> list[str]:
    """The facts that the tables in hand ask: that of the situation picked or firmly believed in, and of those named besides it.

    Nothing is in hand before that: words weighed for a table that may be the wrong one would only make it look decided.
    """
    if picked is None and not diagnosis.tells_incident(_FIRM):
        return []
    found = (table(edition, name) for name in dict.fromkeys([picked or diagnosis.first.irregularity, *also]))
    return [fact for each in found if each is not None for fact in each.asks]


def _further(name: str, first: Weighed, asked: _Asked) -> tuple[Weighed, ...]:
    found = table(asked.edition, name)
    return (Weighed(name, 1.0, found.law_number),) if found is not None and name != first.irregularity else ()


def _stood_in(first: Weighed, asked: _Asked) -> Consultation:
    """What is said when the edition has no table of the irregularity: the table that stands for it, said aloud, when a fact
    that decides there was told; else the one sentence."""
    every = (table(asked.edition, name) for name in tables(asked.edition))
    stand = next((t for t in every if t is not None and first.irregularity in t.stands_for), None)
    if stand is None or not any(name in asked.facts.known for name in (*stand.asks, *stand.stands_on)):
        return asked.ends(_not_held(first, asked.words, asked.edition))
    taken = Weighed(stand.irregularity, 1.0, stand.law_number)
    return _ruled(
        taken, (), asked, Handled(order=(stand.irregularity,), how=(stand.stands_for[first.irregularity],), neighbours=())
    )


def _not_held(first: Weighed, words: Words, edition: str) -> Advice:
    """The one sentence when an edition holds nothing on what was told: no neighbour of it is ruled instead."""
    name = words.irregularity(first.irregularity)
    text = words.frame("no_edition", law=words.ref(first.law), situation=name, edition=edition)
    return Advice(lang=words.lang, edition=edition, status="unclear", answer=text)


def _without(diagnosis: Diagnosis, words: Words, edition: str, values: Mapping[str, str]) -> Advice:
    if diagnosis.door == "none":
        text = "\n".join([words.frame("none"), *computed(values, words)])
        return Advice(lang=words.lang, edition=edition, status="none", answer=text)
    found = candidates(diagnosis, words, edition)
    text = compose.choices("unclear", [(c.law, c.situation) for c in found], words)
    return Advice(lang=words.lang, edition=edition, status="unclear", candidates=_named(found, words), answer=text)


def candidates(diagnosis: Diagnosis, words: Words, edition: str = paths.EDITION) -> tuple[Candidate, ...]:
    """The likeliest situation of each of the edition's likeliest laws; `situation` holds the irregularity's id."""
    found: dict[str, Candidate] = {}
    for weighed in diagnosis.weighed:
        if len(found) == _CANDIDATES:
            break
        if table(edition, weighed.irregularity) is None:
            continue
        found.setdefault(weighed.law, Candidate(law=weighed.law, title=words.title(weighed.law), situation=weighed.irregularity))
    return tuple(found.values())


def _named(candidates: tuple[Candidate, ...], words: Words) -> tuple[Candidate, ...]:
    return tuple(c.model_copy(update={"situation": words.irregularity(c.situation)}) for c in candidates)


def _several(
    status: Status,
    diagnosis: Diagnosis,
    facts: Facts,
    words: Words,
    edition: str,
    values: Mapping[str, str] | None = None,
) -> Advice:
    nearest = candidates(diagnosis, words, edition)
    names = [(c.law, c.situation) for c in nearest]
    text = compose.choices(status, names, words)
    if status == "unclear":
        return Advice(lang=words.lang, edition=edition, status=status, candidates=_named(nearest, words), answer=text)
    laws: list[str] = []
    choices = []
    for _, name in names:
        found = table(edition, name)
        if found is not None:
            there = rule(found, facts.values(), both_ways=facts.conflicting).laws()
            laws.append(there[0])
            choices.append(Choice(value=name, text=words.irregularity(name), laws=there[:3]))
    if diagnosis.law_share > _LIKELY:
        likeliest = compose.ruling(_rule(diagnosis.first, facts, words, edition), facts, words, values=values)
        text = f"{text}\n\n{words.frame('likeliest')}\n{likeliest}"
    question = Question(fact="irregularity", text=words.frame("choose"), choices=tuple(choices))
    return Advice(
        lang=words.lang,
        edition=edition,
        status=status,
        laws=tuple(dict.fromkeys(laws)),
        question=question,
        candidates=_named(nearest, words),
        answer=text,
    )


def _ruled(first: Weighed, besides: tuple[Weighed, ...], asked: _Asked, handled: Handled | None = None) -> Consultation:
    facts, words, edition = asked.facts, asked.words, asked.edition
    ruled = replace(_rule(first, facts, words, edition), asked=_asks(asked.reading))
    others = tuple(_rule(other, facts, words, edition) for other in besides)
    values = specifics(ruled, asked.reading)
    irregularities = (_irregularity(ruled, words, values), *(_irregularity(other, words, {}) for other in others))
    laws = tuple(
        dict.fromkeys(law for entry in irregularities for law in entry.laws[: None if entry is irregularities[0] else 1])
    )
    text = compose.ruling(ruled, facts, words, others, values, handled)
    advice = Advice(
        lang=words.lang,
        edition=edition,
        status=irregularities[0].status,
        laws=laws,
        irregularities=irregularities,
        facts=_facts(facts, ruled),
        question=_question(ruled, words),
        answer=text,
    )
    return asked.ends(advice, ruled, others, values, handled)


def _rule(weighed: Weighed, facts: Facts, words: Words, edition: str) -> Ruled:
    found = table(edition, weighed.irregularity)
    assert found is not None
    options = regulated(found, words.switches)
    points = pointing(found, facts)
    known = {name: value for name, value in facts.values().items() if name not in points.torn}
    torn = (*facts.conflicting, *options.doubtful)
    ruled = rule(found, {**options.decided, **known}, points.leans, torn, {**options.decided, **facts.answered()})
    decided = tuple((name, value) for name, value in options.decided.items() if name not in known)
    taken = {*dict(decided), *dict(ruled.presumed)}
    deciding = tuple(s for name, by in options.by.items() if name in taken for s in by)
    overruled = tuple(s for name, ask in found.asks.items() if name in known for s in ask.by)
    return replace(ruled, pointing=points, decided=decided, deciding=deciding, overruled=overruled)


def _asks(reading: Reading) -> bool:
    """Whether a short text asks if something is allowed, and not how to rule: a long one tells a story first."""
    heard = {mention.name for mention in reading.mentions}
    return _MAY in heard and _HOW not in heard and len(reading.tokens) <= _SHORT


def _irregularity(ruled: Ruled, words: Words, values: Mapping[str, str]) -> Irregularity:
    row = ruled.row or ruled.until
    rows = (row,) if row is not None else ()
    status: Status = (
        "question"
        if ruled.row is None
        else ("rights" if ruled.table.kind == "rights" or (ruled.asked and ruled.table.asked) else "ruling")
    )
    return Irregularity(
        id=ruled.table.irregularity,
        laws=ruled.laws(),
        status=status,
        row=ruled.table.row_id(ruled.row) if ruled.row is not None else None,
        remedies=tuple(Remedy(id=name, values=dict(values), text=words.line(name)) for row in rows for name in row.then),
    )


def _facts(facts: Facts, ruled: Ruled) -> dict[str, FactHeard]:
    found = {
        name: FactHeard(value=k.value, how=k.how, quotes=k.quotes, from_=k.sources)
        for name, k in facts.known.items()
        if name in ruled.table.asks and name not in ruled.pointing.torn
    }
    for name, value in ruled.decided:
        found[name] = FactHeard(value=value, how="derived", from_=tuple(ruled.table.asks[name].by))
    for name, value in ruled.presumed:
        found.setdefault(name, FactHeard(value=value, how="presumed"))
    return found


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
