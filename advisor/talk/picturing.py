"""What was understood, as a page with displaCy's pictures: the text with what was read in it, who did what, what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Final

from advisor.advising import Consultation, checked, consult
from advisor.base import paths, store
from advisor.read.picture import Deed, Mark, arcs, stretches
from advisor.read.reading import Reading
from advisor.say.words import Words

_NOTATION, _FACT, _DEED, _SCOPE = "#c9e4f5", "#c8ecc9", "#f7dfb0", "#f3c6cd"
_STYLE: Final = (
    "body{font:16px/1.5 sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}.deeds{display:flex;flex-wrap:wrap;gap:1rem}"
    ".facts li::marker{font-weight:bold}span>span>span{white-space:nowrap}"
    ".deeds svg{height:11rem;width:auto;max-width:100%}.answer{white-space:pre-line}"
)


def page(text: str, *, lang: str = "auto", edition: str = paths.EDITION) -> str:
    """The HTML page of one text, in the language of the answer. Raises UsageError as `advise` does."""
    found = consult(checked(text), lang=lang, edition=edition)
    words, reading = found.words, found.reading
    deeds = arcs(list(_deeds(reading, words)), _label("who", words), _label("what", words))
    title = _title(found)
    facts = [(name, known) for name, known in found.facts.known.items() if known.quotes and name in _asked(found)]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<h2>{escape(_label('told', words))}</h2>",
        stretches(
            reading.text, sorted(_marks(found, [known.quotes for _, known in facts]), key=lambda mark: (mark.start, -mark.end))
        ),
        _legend([words.value(name, known.value) for name, known in facts]),
        f"<h2>{escape(_label('story', words))}</h2><div class='deeds'>{''.join(deeds)}</div>" if deeds else "",
        f"<h2>{escape(_label('ruling', words))}</h2><p class='answer'>{escape(found.advice.answer)}</p>",
    ]
    head = f"<meta charset='utf-8'><title>{escape(title)}</title><style>{_STYLE}</style>"
    return f"<!DOCTYPE html>\n<html lang='{words.lang}'><head>{head}</head>\n<body>{''.join(parts)}</body></html>\n"


def _title(found: Consultation) -> str:
    """The governing law with the name of the situation, as far as they are known."""
    laws = found.advice.laws
    name = found.words.irregularity(found.ruled.table.irregularity) if found.ruled is not None else ""
    return " · ".join(part for part in (found.words.ref(laws[0]) if laws else "", name) if part) or "—"


def _label(name: str, words: Words) -> str:
    """A label in the language of the page; an id that has none is shown as it is."""
    labels = store.load("texts")["picture"]
    return str(labels[name][words.lang]) if name in labels else name.replace("_", " ")


def _asked(found: Consultation) -> Collection[str]:
    """The facts that decide the situation in hand."""
    return found.ruled.table.asks if found.ruled is not None else ()


def _legend(values: Sequence[str]) -> str:
    """What the numbers beneath the words mean."""
    return f"<ol class='facts'>{''.join(f'<li>{escape(value)}</li>' for value in values)}</ol>" if values else ""


def _marks(found: Consultation, facts: Sequence[Sequence[str]]) -> Iterator[Mark]:
    """The notation, the deeds, the facts (by number) with the words that prove them, and what is denied, supposed or hearsay."""
    reading, words = found.reading, found.words
    for note in reading.notation:
        yield Mark(note.start, note.end, _label(note.kind, words), _NOTATION)
    for event in reading.story.events:
        token = reading.tokens[event.first]
        yield Mark(token.start, token.end, _label(event.deed, words), _DEED)
    for number, quotes in enumerate(facts, start=1):
        for quote in quotes:
            start = reading.text.find(quote)
            if start >= 0:
                yield Mark(start, start + len(quote), str(number), _FACT)
    for flag, cue, end in reading.reach:
        yield Mark(reading.tokens[cue].start, reading.tokens[end].end, _label(flag, words), _SCOPE)


def _deeds(reading: Reading, words: Words) -> Iterator[Deed]:
    """The events in words."""
    concepts = store.load("texts")["concepts"]
    for event in reading.story.events:
        quote = reading.words(event.first, event.first)
        deed = ", ".join((_label(event.deed, words), *(_label(flag, words) for flag in event.flags)))
        doer = concepts[event.actor][words.lang] if event.actor in concepts else ""
        kind, _, value = event.object.partition(":")
        thing = words.symbol(value) if kind in ("call", "card") else value
        yield Deed(doer, deed, "…" if " " in quote else quote, thing)
