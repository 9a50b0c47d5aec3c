"""How well the words that prove a fact are found: the proving quotes of the tellings kept aside against those heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from advisor.advising import consult
from advisor.base import paths
from advisor.lawbook.models import Table
from advisor.lawbook.shelf import table
from advisor.read.spans import Figures, Stretch, scores
from advisor.workshop.corpus.load import whole
from advisor.workshop.corpus.models import Incident, Telling

_IRREGULARITY = "irregularity"
Labelled = tuple[str, list[Stretch], list[Stretch]]


def span_scores(every: int = 1) -> tuple[Figures, dict[str, Figures], Counter[str]]:
    """Figures in all and of each `fact=value`, and how many tellings prove each, over every n-th telling kept aside.

    Raises DataError when the corpus is broken."""
    told = list(_kept_aside(every))
    count = Counter(label for _, right, _ in told for label in {label for _, _, label in right})
    return *scores(told), count


def _kept_aside(every: int) -> Iterator[Labelled]:
    number = 0
    for incident in whole(paths.CORPUS).incidents.values():
        known = table(paths.EDITION, incident.truth["irregularity"])
        if known is None:
            continue
        for telling in incident.tellings:
            if telling.is_test and telling.proof.keys() & known.asks.keys():
                number += 1
                if number % every == 0:
                    yield telling.text, _proved(incident, telling, known.asks), _heard(telling, known)


def _proved(incident: Incident, telling: Telling, asks: Collection[str]) -> list[Stretch]:
    """The quotes that prove the facts of the truth."""
    proofs = [(name, quote) for name, quote in telling.proof.items() if name in asks and name in incident.truth]
    return [s for name, quote in proofs for s in _place(telling.text, quote, f"{name}={incident.truth[name]}")]


def _heard(telling: Telling, asked: Table) -> list[Stretch]:
    """The quotes of the facts that are heard where the situation is known."""
    known = consult(telling.text, answers={_IRREGULARITY: asked.irregularity}).facts.known
    quotes = [(name, quote) for name in asked.asks if name in known for quote in known[name].quotes]
    return [s for name, quote in quotes for s in _place(telling.text, quote, f"{name}={known[name].value}")]


def _place(text: str, quote: str, label: str) -> list[Stretch]:
    start = text.find(quote)
    return [(start, start + len(quote), label)] if start >= 0 else []
