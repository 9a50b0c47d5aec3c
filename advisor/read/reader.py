"""Reads texts with the compiled lexicon, through one spaCy pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import spacy
from spacy.language import Language as Pipeline

from advisor.read.components import NAMES, PARTS
from advisor.read.frame import TOKENIZER, reading_of
from advisor.read.language import Language
from advisor.read.parts import Parts, installed
from advisor.read.reading import Reading
from advisor.read.tokens import Token
from advisor.read.walker import Keys

_LAYING_OUT = ("bridge_spans",)
_MOST_WORDS = 8_000  # what a pipeline's vocabulary may grow to before it is begun anew


def pipeline(parts: Parts | None = None) -> Pipeline:
    """A blank pipeline with our tokenizer and our components in order; with the parts of this installation, unless told."""
    nlp = spacy.blank("xx", config={"nlp": {"tokenizer": {"@tokenizers": TOKENIZER}}})
    PARTS[nlp] = parts or installed()
    for name in NAMES:
        nlp.add_pipe(name)
    return nlp


class Reader:
    """Reads texts with the compiled lexicon. Build once, use from many threads."""

    def __init__(self, compiled: Mapping[str, Any]) -> None:
        self.parts = Parts(compiled)
        self._nlp = self._pipeline()

    def _pipeline(self) -> Pipeline:
        """The pipeline of this reader. Nobody looks here at what spaCy works out of each new word (its shape, its likeness
        to a number), and that takes longer than to read the word."""
        nlp = pipeline(self.parts)
        nlp.vocab.lex_attr_getters = {}  # type: ignore[attr-defined]  # a public attribute that the stub leaves out
        return nlp

    def read(self, raw: str, *, greeklish: bool = False, bold: bool = False) -> Reading:
        """Read one text. Any text can be read; nothing is ever raised.

        `greeklish` reads Latin letters also as Greek ones, whatever the language seems to be (a short reply does not show);
        `bold` takes a word that nobody knows for the usual word nearest to it. The span groups are not laid out: nobody who
        holds a `Reading` sees them."""
        if len(self._nlp.vocab) > _MOST_WORDS:
            self._nlp = self._pipeline()
        how = {"bridge_mentions": {"greeklish": greeklish, "bold": bold}} if greeklish or bold else None
        return reading_of(self._nlp(raw, disable=_LAYING_OUT, component_cfg=how))

    def mends(self, plain: Reading) -> bool:
        """Whether a bold reading takes a word of this text for another than the plain one did."""
        return self.parts.lookup.mends([token.form for token in plain.tokens], plain.language.greeklish)

    def keyed(self, raw: str, *, greeklish: bool = False) -> tuple[str, Language, tuple[Token, ...], list[Keys]]:
        """The same as `Parts.keyed`, with the parts of this reader."""
        return self.parts.keyed(raw, greeklish=greeklish)

    def keys_of(self, tokens: Sequence[Token], *, greeklish: bool = False) -> list[Keys]:
        """What each of these words of a reading may be; with `greeklish`, Latin letters are read as Greek ones too."""
        return [self.parts.matcher.keys(token.form, greeklish) for token in tokens]

    def gist(self, raw: str, *, greeklish: bool = False, sounds: bool = True) -> frozenset[str]:
        """The same as `Parts.gist`, with the parts of this reader."""
        return self.parts.gist(raw, greeklish=greeklish, sounds=sounds)
