"""From a text to what was heard in it, on spaCy: `pipeline()` is the reader as a `Language`, for anyone to use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language


def pipeline() -> Language:
    """A blank spaCy pipeline with our tokenizer and our components in order: its Docs hold mentions, facts, notation, scope and
    events as span groups, and typed extensions beside (`doc._.bridge_story`). spaCy is loaded when this is called first."""
    from advisor.read.reader import pipeline as built

    return built()
