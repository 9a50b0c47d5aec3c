"""Pictures of what was read, drawn by displaCy: stretches of a text with their labels, and who did what as arcs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import spacy
from spacy import displacy

from advisor.read.frame import TOKENIZER

_KEY: Final = "read"


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the text: its characters [start, end), what it was read as, and the colour it is shown in."""

    start: int
    end: int
    label: str
    colour: str


@dataclass(frozen=True, slots=True)
class Deed:
    """Who did what, in words: the doer and the object may be empty."""

    doer: str
    deed: str
    quote: str
    thing: str


def stretches(text: str, marks: Sequence[Mark]) -> str:
    """HTML: the text with its marks beneath the words."""
    doc = spacy.blank("xx", config={"nlp": {"tokenizer": {"@tokenizers": TOKENIZER}}})(text)
    spans = [doc.char_span(m.start, m.end, label=escape(m.label), alignment_mode="expand") for m in marks]
    doc.spans[_KEY] = [span for span in spans if span is not None]
    colours = {escape(mark.label): mark.colour for mark in marks}
    return str(displacy.render(doc, style="span", jupyter=False, options={"spans_key": _KEY, "colors": colours}))


def arcs(deeds: Sequence[Deed], who: str, what: str) -> list[str]:
    """SVG: the deeds one after the other, each with an arc from its doer and one to its object; a picture for each deed."""
    return [str(displacy.render(_drawn(deed, who, what), style="dep", manual=True, jupyter=False)) for deed in deeds]


def _drawn(deed: Deed, who: str, what: str) -> dict[str, Any]:
    """A deed as displaCy's words and arcs."""
    words = [(deed.doer, ""), (deed.quote, deed.deed), (deed.thing, "")]
    told = [(text, tag) for text, tag in words if text]
    place = next(at for at, (text, tag) in enumerate(told) if (text, tag) == (deed.quote, deed.deed))
    found = []
    if deed.doer:
        found.append({"start": 0, "end": place, "label": escape(who), "dir": "left"})
    if deed.thing:
        found.append({"start": place, "end": place + 1, "label": escape(what), "dir": "right"})
    options = {"compact": True, "distance": 110, "bg": "transparent"}
    return {"words": [{"text": escape(t), "tag": escape(tag)} for t, tag in told], "arcs": found, "settings": options}
