"""What an understood text comes to: a value worked out, nothing told, nothing held, several to choose from, or an incident
ruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from advisor.base.errors import UsageError
from advisor.diagnose.facts import Facts, gather
from advisor.diagnose.roles import not_told
from advisor.diagnose.together import meeting
from advisor.diagnose.understanding import Understood
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.lawbook.models import Handled, Table
from advisor.lawbook.shelf import law_said, table, tables
from advisor.read.reading import Reading
from advisor.replay.played import Played
from advisor.replay.revoke_open import OPEN_SITUATIONS, TOO_LATE, stage_told
from advisor.rule.disputes import asking_of_dispute
from advisor.rule.holding import Given, awaiting, held_against
from advisor.rule.inquiry import inquiry
from advisor.rule.ruling import Ruled
from advisor.rule.specifics import general, specifics
from advisor.rule.standing import apart, belief_in_ruling, meant, presumes_too_much
from advisor.rule.undone import undone

_NEAR_TO = 0.3  # the belief in a law from which a story without an irregularity is told what it comes nearest to
_IN_HAND = 0.45  # the belief in a law from which the facts that its table asks are weighed
_FIRM, _FIRMER = 0.8, 0.9  # how firmly a law must be believed in where the signs alone put it first, and where they do not
_FIRM_IN_FEW, _FEW = 0.7, 12  # and in so few words: nineteen of twenty are right, on writers that nothing was fitted on
_MARGIN = 0.5  # three of four situations that lead every other one by so much are right, of those below not half
_OF_THREE, _MARGIN_OF_THREE = 0.1, 0.45  # by how much less firmly where three judges agree, and by which lead there
_HEARD = 0.035
_LIKELY = 0.45  # two of three situations believed in so far are right: it is shown whole, the others beside it
_APART = 0.6  # up to this belief the question that tells two situations apart is put instead of the likelier one
_FAMILY = 0.85  # the belief in all the laws of one revoke from which none but them is meant (14 of 14, on writers never met)
_OPEN_YET = 0.2  # and in Law 62 among them
_REVOKE_LAWS, _CORRECTED_LAW = ("61", "62", "63", "64"), "62A"
_CANDIDATES = 5
_NEAR = 2
_MAY, _HOW = "may_question", "how_rule"
_SHORT = 30


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """A bare question for a value: the values computed, and the laws that say so."""

    values: Mapping[str, str]
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NothingTold:
    """A story without an irregularity: what could be computed of it, and the situations that it comes nearest to, if it comes
    near to any."""

    values: Mapping[str, str]
    near: tuple[Ruled, ...] = ()


@dataclass(frozen=True, slots=True)
class NotHeld:
    """The edition holds nothing on what was told: no neighbour of it is ruled instead."""

    first: Weighed


@dataclass(frozen=True, slots=True)
class Several:
    """Several situations fit (`sure`), or the text was not understood well enough to name one: those to pick from, each held
    against its table; `plain` is the likeliest one, `shown` whether it is believed in enough to stand whole before the others,
    `meant` how many of them the text has words for, `asked` the fact that decides between them (`lexicon/apart.yaml`)."""

    sure: bool
    found: tuple[Ruled, ...]
    plain: Ruled | None = None
    shown: bool = False
    values: Mapping[str, str] = field(default_factory=dict)
    meant: int = _CANDIDATES
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity held against its table; `others` are the further ones of the story, `values` what was computed for this
    case, `handled` how they change one another (when the lawbook says so)."""

    ruled: Ruled
    others: tuple[Ruled, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    handled: Handled | None = None


Decision = WorkedOut | NothingTold | NotHeld | Several | Incident


def known(understood: Understood, given: Given) -> Facts:
    """Everything known of an understood text, with the facts that the tables in hand ask."""
    asks = [*asks_in_hand(understood.diagnosis, given), *_asks_together(understood, given)]
    return gather(understood.played, understood.spoken, given.answers, asks, understood.diagnosis.sensed)


def _known_of(understood: Understood, given: Given, situations: Iterable[Weighed]) -> Facts:
    """Everything known, with the facts that the tables of these situations ask: each is read as if it were the one."""
    tabled = [table(given.edition, each.irregularity) for each in situations]
    asks = dict.fromkeys(fact for each in tabled if each is not None for fact in each.asks)
    return gather(understood.played, understood.spoken, given.answers, list(asks), understood.diagnosis.sensed)


def asks_in_hand(diagnosis: Diagnosis, given: Given) -> list[str]:
    """The facts that the tables in hand ask: that of the situation picked or firmly believed in, and of those named besides it.

    Nothing is in hand before that: words weighed for a table that may be the wrong one would only make it look decided.
    """
    if given.picked is None and not diagnosis.tells_incident(_IN_HAND):
        return []
    first = given.picked or diagnosis.first.irregularity
    besides = [weighed.irregularity for weighed in diagnosis.besides(diagnosis.first)]
    found = (table(given.edition, name) for name in dict.fromkeys([first, *given.also, *besides]))
    return [fact for each in found if each is not None for fact in each.asks]


def _asks_together(understood: Understood, given: Given) -> list[str]:
    """The facts asked by the tables of irregularities that the story tells together, where they are not in hand already."""
    diagnosis = understood.diagnosis
    if given.picked is not None or given.also or diagnosis.door != "incident":
        return []
    met = meeting(understood.reading, diagnosis, diagnosis.first, _besides(diagnosis.first, diagnosis, given), given.edition)
    found = (table(given.edition, name) for name in (met.handled.order if met is not None else ()))
    return [fact for each in found if each is not None for fact in each.asks]


def decide(understood: Understood, given: Given, facts: Facts) -> Decision:
    """The case that the text amounts to. Raises UsageError when the irregularity picked is none of the edition's."""
    found = picked_table(given)
    if found is None:
        return _unpicked(understood, given, facts)
    return _met(Weighed(found.irregularity, 1.0, found.law_number), understood, given, facts)


def picked_table(given: Given) -> Table | None:
    """The table of the irregularity picked, if one was. Raises UsageError when it is none of the edition's."""
    if given.picked is None:
        return None
    found = table(given.edition, given.picked)
    if found is None:
        raise UsageError("VALUE", f"There is no irregularity '{given.picked}' in the {given.edition} laws.")
    return found


def _unpicked(understood: Understood, given: Given, facts: Facts) -> Decision:
    diagnosis, first = understood.diagnosis, understood.diagnosis.first
    asks = inquiry(understood.reading) if not given.also else None
    if asks is not None and asks.laws and law_said(asks.laws[0], given.edition) is not None:
        return WorkedOut(asks.values, tuple(asks.laws))
    if diagnosis.door == "none":
        near = _candidates(diagnosis, given, facts)[:_NEAR] if diagnosis.law_share >= _NEAR_TO else ()
        return NothingTold(general(understood.played), near)
    if diagnosis.door != "incident" or diagnosis.law_share < _HEARD:
        return Several(False, _candidates(diagnosis, given, facts))
    if table(given.edition, first.irregularity) is None:
        return _stood_in(first, understood.played, given, facts)
    return _met(first, understood, given, facts)


def _firm(understood: Understood, asked: Table, facts: Facts) -> float:
    """How firmly a law must be believed in to be ruled without others beside it: less so where two voices differ about what its
    table asks."""
    if any(name in asked.asks for name in facts.contested):
        return _APART
    few = len(understood.reading.tokens) <= _FEW
    firm = _FIRMER if not understood.diagnosis.backed else _FIRM_IN_FEW if few else _FIRM
    return firm if understood.diagnosis.sensed is None else firm - _OF_THREE


def _met(first: Weighed, understood: Understood, given: Given, facts: Facts) -> Decision:
    """The irregularity, alone or as one of several that change one another."""
    diagnosis, edition = understood.diagnosis, given.edition
    besides = _besides(first, diagnosis, given)
    met = meeting(understood.reading, diagnosis, first, besides, edition)
    if met is not None and met.unless.items() & facts.values().items():
        besides, met = _apart(first, besides, edition), None
    if met is not None and given.picked in (None, met.first.irregularity):
        kept = facts.without(_said_only(met.doubtful, facts))
        return _incident(met.first, met.others, understood.played, given, kept, met.handled)
    open_yet = _open_between(first, besides, understood, given, facts) if given.picked is None else None
    if open_yet is not None:
        return open_yet
    others = tuple(w for w in besides if table(edition, w.irregularity) is not None)
    others = others if given.also else _apart(first, others, edition)
    found = _incident(first, others, understood.played, given, facts)
    if not found.ruled.table.undoes:
        return found
    known_of_all = _known_of(understood, given, _likeliest(diagnosis, given))
    return replace(found, others=undone(_candidates(diagnosis, given, known_of_all), known_of_all) or found.others)


def _open_between(
    first: Weighed, besides: Sequence[Weighed], understood: Understood, given: Given, facts: Facts
) -> Decision | None:
    """The situations between which it is open, or the question that tells them apart; None where the likeliest is ruled."""
    diagnosis = understood.diagnosis
    plain = held_against(first, facts, given)
    in_few = len(understood.reading.tokens) <= _SHORT  # what is usual is left out there
    if belief_in_ruling(diagnosis, plain) >= _firm(understood, plain.table, facts) and (
        in_few or not presumes_too_much(diagnosis, plain)
    ):
        return None
    if plain.row is None and diagnosis.lead_over(besides) >= (_MARGIN if diagnosis.sensed is None else _MARGIN_OF_THREE):
        return None
    if not given.talking:
        close = diagnosis.twin_share < _APART
        between = _of_one_family(understood, given) or (_told_apart(understood, given) if close else None)
        if between is not None:
            return between
    shown = diagnosis.twin_share >= _LIKELY
    if not diagnosis.tells_incident(_IN_HAND):  # its own table was not in hand yet
        plain = held_against(first, _known_of(understood, given, [first]), given)
    likeliest = _likeliest(diagnosis, given)
    few = meant(diagnosis, likeliest)
    asked, answers = apart(diagnosis, likeliest[:few])
    known_of = _known_of(understood, given, answers or likeliest)
    found = tuple(held_against(each, known_of, given) for each in answers or likeliest)
    fits = None if shown or asked else asking_of_dispute(found, known_of, diagnosis)
    if fits is not None:
        found, plain, shown = (fits, *(each for each in found if each is not fits)), fits, True
    return Several(True, found, plain, shown and not asked, specifics(plain, understood.played), few, asked)


def _said_only(names: Iterable[str], facts: Facts) -> list[str]:
    """Of facts that a second irregularity makes doubtful those that words tell: what the deeds tell stays."""
    return [name for name in names if name not in facts.known or facts.known[name].how != "derived"]


def _told_apart(understood: Understood, given: Given) -> Incident | None:
    """The table whose question tells the two likeliest situations apart, where the edition has one and the text leaves that
    question open: better asked than picked from a list."""
    likeliest = {weighed.irregularity for weighed in _likeliest(understood.diagnosis, given)[:_NEAR]}
    held = {weighed.irregularity for weighed in understood.diagnosis.weighed}
    every = (table(given.edition, name) for name in tables(given.edition))
    between = next((t for t in every if t is not None and likeliest <= set(t.tells_apart)), None)
    if between is None or between.irregularity not in held:
        return None
    if between.irregularity == TOO_LATE and stage_told(understood.reading, not_told(understood.spoken)):
        return None
    found = _of_table(between, understood, given)
    return found if found.ruled.row is None else None


def _of_table(asking: Table, understood: Understood, given: Given) -> Incident:
    """What a text comes to by one table, whatever was diagnosed."""
    facts = gather(understood.played, understood.spoken, given.answers, list(asking.asks), understood.diagnosis.sensed)
    return _incident(Weighed(asking.irregularity, 1.0, asking.law_number), (), understood.played, given, facts)


def _of_one_family(understood: Understood, given: Given) -> Incident | None:
    """Where nearly all that is believed in are the situations of one revoke (Laws 61 to 64), between which only what happened
    since decides: that is ruled as far as it is told, and else asked."""
    diagnosis, too_late = understood.diagnosis, table(given.edition, TOO_LATE)
    open_yet = diagnosis.first.irregularity in OPEN_SITUATIONS and diagnosis.belief_in(_REVOKE_LAWS[1]) >= _OPEN_YET
    if too_late is None or not open_yet or sum(map(diagnosis.belief_in, _REVOKE_LAWS)) < _FAMILY:
        return None
    found = _of_table(too_late, understood, given)
    if found.ruled.row is not None:
        return found if found.ruled.row.law.startswith(_CORRECTED_LAW) else None
    return None if stage_told(understood.reading, not_told(understood.spoken)) else found


def _besides(first: Weighed, diagnosis: Diagnosis, given: Given) -> tuple[Weighed, ...]:
    """The further irregularities: those named, or those that the text speaks for as well."""
    if not given.also:
        return diagnosis.besides(first)
    tabled = ((name, table(given.edition, name)) for name in given.also if name != first.irregularity)
    return tuple(Weighed(name, 1.0, found.law_number) for name, found in tabled if found is not None)


def _apart(first: Weighed, others: Sequence[Weighed], edition: str) -> tuple[Weighed, ...]:
    """The further irregularities that the words alone suggest, without those that the lawbook names as the tempting neighbour
    of the first, or the first as theirs: what is ruled as one of two is not the other as well."""
    found = {w.irregularity: held for w in (first, *others) if (held := table(edition, w.irregularity)) is not None}
    tempting = {name: {n.not_ for n in held.neighbours} for name, held in found.items()}
    mine = tempting.get(first.irregularity, set())
    return tuple(w for w in others if w.irregularity not in mine and first.irregularity not in tempting[w.irregularity])


def _incident(
    first: Weighed,
    besides: Sequence[Weighed],
    played: Played,
    given: Given,
    facts: Facts,
    handled: Handled | None = None,
) -> Incident:
    held = held_against(first, facts, given)
    ruled = replace(awaiting(held) if given.talking else held, asked=_asks(played.reading))
    others = tuple(held_against(other, facts, given) for other in besides)
    return Incident(ruled, others, specifics(ruled, played), handled)


def _stood_in(first: Weighed, played: Played, given: Given, facts: Facts) -> Decision:
    """What is said when the edition has no table of the irregularity: the table that stands for it, when a fact that decides
    there was told; else that nothing is held."""
    every = (table(given.edition, name) for name in tables(given.edition))
    stand = next((t for t in every if t is not None and first.irregularity in t.stands_for), None)
    if stand is None or not any(name in facts.known for name in (*stand.asks, *stand.stands_on)):
        return NotHeld(first)
    handled = Handled(order=(stand.irregularity,), how=(stand.stands_for[first.irregularity],), neighbours=())
    return _incident(Weighed(stand.irregularity, 1.0, stand.law_number), (), played, given, facts, handled)


def _candidates(diagnosis: Diagnosis, given: Given, facts: Facts) -> tuple[Ruled, ...]:
    """The likeliest situation of each of the edition's likeliest laws, held against its table."""
    return tuple(held_against(weighed, facts, given) for weighed in _likeliest(diagnosis, given))


def _likeliest(diagnosis: Diagnosis, given: Given) -> tuple[Weighed, ...]:
    """The likeliest situation of each of the edition's likeliest laws."""
    found: dict[str, Weighed] = {}
    for weighed in diagnosis.weighed:
        if len(found) < _CANDIDATES and table(given.edition, weighed.irregularity) is not None:
            found.setdefault(weighed.law, weighed)
    return tuple(found.values())


def _asks(reading: Reading) -> bool:
    """Whether a short text asks if something is allowed, and not how to rule: a long one tells a story first."""
    heard = {mention.name for mention in reading.mentions}
    return _MAY in heard and _HOW not in heard and len(reading.tokens) <= _SHORT
