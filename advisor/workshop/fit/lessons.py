"""What teaches the hearing of facts: tellings with their proving quotes, and the lexicon's own questions and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from advisor.diagnose.clauses import gathered, placed_signs, within
from advisor.diagnose.traits import traits_of
from advisor.lexicon.models import Fact
from advisor.read.reader import Reader
from advisor.read.reading import Reading
from advisor.workshop.fit.evidence import SILENT, Lesson
from advisor.workshop.fit.net import Label, Sample

_WHOLE = 1.0


def of_telling(reading: Reading, asked: Mapping[str, str], proof: Mapping[str, str]) -> Iterator[Lesson]:
    """The lessons of one telling: `asked` is the truth of the facts its table asks, `proof` the quotes that tell them."""
    placed = placed_signs(reading)
    whole = gathered(placed)
    every = frozenset(range(len(reading.tokens)))
    for fact, value in asked.items():
        tokens = quoted(reading, proof[fact]) if fact in proof else frozenset()
        yield Lesson(fact, value if tokens else SILENT, whole, _WHOLE)
        if tokens:
            yield Lesson(fact, value, within(placed, tokens))
            yield Lesson(fact, SILENT, within(placed, every - tokens))


def in_order(reading: Reading, irregularity: str, asked: Mapping[str, str], proof: Mapping[str, str], *, real: bool) -> Sample:
    """The same telling as the net reads it: token by token, with the tokens that prove each fact; `real` if it is in the real
    form."""
    labels = []
    for fact, value in asked.items():
        tokens = tuple(sorted(quoted(reading, proof[fact]))) if fact in proof else ()
        labels.append(Label(fact, value if tokens else SILENT, tokens))
    return Sample(traits_of(reading), irregularity, tuple(labels), real=real)


def of_values(facts: Mapping[str, Fact], reader: Reader) -> Iterator[Lesson]:
    """The lessons of the lexicon: the words of a value tell it, the words of the question tell nothing."""
    for name, fact in facts.items():
        said = [(fact.ask.el, SILENT), (fact.ask.en, SILENT)]
        said += [(text, value) for value, entry in fact.values.items() for text in (entry.el, entry.en)]
        for text, value in said:
            yield Lesson(name, value, gathered(placed_signs(reader.read(text))))


def quoted(reading: Reading, quote: str) -> frozenset[int]:
    """The tokens that a quote takes."""
    start = reading.text.find(quote)
    end = start + len(quote)
    return frozenset(i for i, token in enumerate(reading.tokens) if start >= 0 and token.start < end and start < token.end)
