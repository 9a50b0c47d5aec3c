"""spaCy's own precision, recall and F over stretches of texts: what proves a fact against what was heard for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import spacy
from spacy.scorer import Scorer
from spacy.tokens import Doc, Span
from spacy.training import Example

from advisor.read.frame import TOKENIZER

_KEY: Final = "facts"
Stretch = tuple[int, int, str]  # characters [start, end) and the label
Figures = tuple[float, float, float]


def scores(texts: Iterable[tuple[str, Sequence[Stretch], Sequence[Stretch]]]) -> tuple[Figures, dict[str, Figures]]:
    """(precision, recall, F) in all and of each label, 0 to 1, of (text, right, heard).

    A stretch counts by its words: two people never quote from the same letter to the same letter."""
    nlp = spacy.blank("xx", config={"nlp": {"tokenizer": {"@tokenizers": TOKENIZER}}})
    examples = []
    for text, right, heard in texts:
        told, known = nlp(text), nlp(text)
        told.spans[_KEY], known.spans[_KEY] = _words(told, heard), _words(known, right)
        examples.append(Example(told, known))
    found: dict[str, Any] = Scorer.score_spans(examples, _KEY, getter=_laid_out, allow_overlap=True, labeled=True)
    each = {label: _figures(figures) for label, figures in (found[f"{_KEY}_per_type"] or {}).items()}
    return _figures({name: found[f"{_KEY}_{name}"] for name in "prf"}), each


def _figures(found: dict[str, float | None]) -> Figures:
    return found["p"] or 0.0, found["r"] or 0.0, found["f"] or 0.0


def _laid_out(doc: Doc, key: str) -> list[Span]:
    return list(doc.spans.get(key, ()))


def _words(doc: Doc, stretches: Sequence[Stretch]) -> list[Span]:
    """Each word of each stretch as a span of its own."""
    found: dict[tuple[int, str], Span] = {}
    for start, end, label in stretches:
        whole = doc.char_span(start, end, alignment_mode="expand")
        for token in whole if whole is not None else ():
            if token.text.strip() and not token.is_punct:
                found[token.i, label] = Span(doc, token.i, token.i + 1, label=label)
    return list(found.values())
