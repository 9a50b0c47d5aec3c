"""What is told and given held against the table of one situation: ruled, open, awaited, or as the words rather tell than not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from advisor.base import paths
from advisor.diagnose.facts import Facts
from advisor.diagnose.weigh import Weighed
from advisor.lawbook.cases import open_rows
from advisor.lawbook.models import STAGE_FACTS, Ask, Table
from advisor.lawbook.shelf import table
from advisor.rule.disputes import ruled_with_disputes
from advisor.rule.likely import likelihoods
from advisor.rule.pointing import pointing
from advisor.rule.regulated import regulated
from advisor.rule.ruling import Ruled, branched, divides
from advisor.rule.settings import IRREGULARITY

_FIRST, _OPEN = "first", "open"
_RIGHTS = "rights"
_FAINTLY = 0.45


@dataclass(frozen=True, slots=True)
class Given:
    """What is given beside the text: the facts answered (the irregularity picked among them), further irregularities of the
    story, the edition, the authority's switches, and whether somebody is there to be asked."""

    answers: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    edition: str = paths.EDITION
    switches: Mapping[str, str] = field(default_factory=dict)
    talking: bool = False

    @property
    def picked(self) -> str | None:
        """The irregularity that the user picked."""
        return self.answers.get(IRREGULARITY)


def held_against(weighed: Weighed, facts: Facts, given: Given) -> Ruled:
    """The facts held against the irregularity's table, with what the authority's options decide and what was told points to."""
    found = table(given.edition, weighed.irregularity)
    assert found is not None
    options = regulated(found, given.switches)
    points = pointing(found, facts)
    told = {name: value for name, value in facts.values().items() if name not in points.torn}
    pointed = (point.fact for point, _ in points.told)
    asked = [name for name, ask in found.asks.items() if given.talking and _asked_first(ask, name in facts.left)]
    torn = (*facts.conflicting, *facts.unsure, *options.doubtful, *_spoken_against(found, facts), *pointed, *asked)
    if asked:  # and all their values are offered
        facts = replace(facts, left={name: values for name, values in facts.left.items() if name not in asked})
    firm = {**options.decided, **facts.answered()}
    ruled = ruled_with_disputes(found, {**options.decided, **told}, points.leans, torn, firm, facts)
    decided = tuple((name, value) for name, value in options.decided.items() if name not in told)
    taken = {*dict(decided), *dict(ruled.presumed)}
    deciding = tuple(s for name, by in options.by.items() if name in taken for s in by)
    overruled = tuple(s for name, ask in found.asks.items() if name in told for s in ask.by)
    chances = likelihoods(found, ruled.rows, dict(ruled.taken), facts.chances)
    reached = tuple((name, known.value) for name, known in facts.known.items() if name in STAGE_FACTS)
    ruled = replace(
        ruled,
        pointing=points,
        decided=decided,
        deciding=deciding,
        overruled=overruled,
        chances=chances,
        past=facts.past,
        reached=reached,
    )
    return _as_heard(ruled, facts)


def awaiting(ruled: Ruled) -> Ruled:
    """The same with the question what was done, where the row rests on a presumption that a conversation asks about."""
    asks, presumed = ruled.table.asks, dict(ruled.presumed)
    if ruled.row is None:
        return ruled
    for name in (name for name in asks if asks[name].waits and presumed.get(name) == asks[name].presume):
        left = {fact: value for fact, value in ruled.taken if fact != name}
        branches = branched(ruled.table, left, name)
        if divides(branches):
            rest = tuple((fact, value) for fact, value in ruled.presumed if fact != name)
            waits = replace(ruled, row=None, until=ruled.row, question=name, branches=branches, chances=(), awaited=True)
            return replace(waits, rows=open_rows(ruled.table, left), presumed=rest, taken=tuple(left.items()))
    return ruled


def _as_heard(ruled: Ruled, facts: Facts) -> Ruled:
    """The same with the answer to its open question that the words rather tell than not: no other row governs until then."""
    value = facts.leaning(ruled.question)
    if ruled.row is not None or ruled.likely or all(branch.value != value for branch in ruled.branches):
        return ruled
    ruled = replace(ruled, heard=value)
    return ruled if ruled.until in ruled.as_heard() else replace(ruled, until=None)


def _asked_first(ask: Ask, left: bool) -> bool:
    """Whether nothing is presumed in a conversation of a fact that a table asks; `left`: the story leaves several values open."""
    return ask.talk == _FIRST or (ask.talk == _OPEN and left)


def _spoken_against(found: Table, facts: Facts) -> list[str]:
    """The facts whose presumed value something in the text speaks against, however faintly: they are asked, not presumed. Who
    asks about a right tells nothing by the words of the question."""
    chances = {} if found.kind == _RIGHTS else facts.chances

    def against(name: str, presumed: str) -> bool:
        heard = {value for value, chance in chances.get(name, {}).items() if chance >= _FAINTLY}
        return bool((heard | set(facts.said.get(name, ()))) - {presumed})

    presumed = ((name, ask) for name, ask in found.asks.items() if ask.presume and name not in facts.wordless)
    return [name for name, ask in presumed if len(facts.left.get(name, ())) >= len(ask.values) or against(name, ask.presume)]
