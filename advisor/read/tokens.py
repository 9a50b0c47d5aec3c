"""One small tokenizer for both languages: words, numbers, and where clauses and sentences end (design, finding 3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from advisor.base.kept import of_texts
from advisor.base.text import clean, fold

# Phones write 3, 4, 6 and 8 for letters inside a Greek word, and 3, 4 or 8 at its head.
_PIECE = re.compile(r"(?:[348](?=[^\W\d_]{3}))?[^\W\d_]+(?:[3468][^\W\d_]+)*|\d+|\n+|[^\w\s]", re.UNICODE)
QUESTION = frozenset("?;\u037e")  # the Greek mark is the semicolon, as one sign or the other
_HARD = frozenset(".!") | QUESTION
_SOFT = frozenset(",:()[]\u2013\u2014\u00b7\u0387")
_SUITS = frozenset("\u2660\u2665\u2666\u2663")
NONE, CLAUSE, SENTENCE = 0, 1, 2


@dataclass(slots=True)  # never changed once the text is cut up; not frozen, since that takes three times as long to make
class Token:
    """One word or number: its span in the text, its folded form, and the break that follows it (0, 1 clause, 2 sentence)."""

    start: int
    end: int
    form: str
    after: int = NONE


class Cut(NamedTuple):
    """A text as it is read (`clean`), its folded twin, and its words."""

    text: str
    folded: str
    words: tuple[Token, ...]


def _strength(mark: str, before: str, text: str, at: int) -> int:
    if mark[0] == "\n":
        return SENTENCE
    if mark in _HARD:
        following = text[at + 1 : at + 2]
        if mark == "." and (len(before) <= 1 or following.isalnum()):
            return NONE if following.isalnum() else CLAUSE
        return SENTENCE
    if mark in _SOFT:
        return CLAUSE
    if mark == "-" and text[at - 1 : at] == " ":
        return CLAUSE
    return NONE


def tokenize(folded: str) -> list[Token]:
    """Tokens of a folded text in order. Spans are those of the user's text, since folding keeps the length."""
    tokens: list[Token] = []
    last: Token | None = None
    for match in _PIECE.finditer(folded):
        piece = match[0]
        if piece[0].isalnum():
            start = match.start()
            last = Token(start, start + len(piece), piece)
            tokens.append(last)
        elif last is not None and last.after < SENTENCE:
            whole = max(last.start - (folded[last.start - 1 : last.start] in _SUITS), 0)  # "♠9." ends a sentence, "1." a number
            last.after = max(last.after, _strength(piece, folded[whole : last.end], folded, match.start()))
    return tokens


@of_texts()
def cut(raw: str) -> Cut:
    """A text cut up, once for all who look at it."""
    text = clean(raw)
    folded = fold(text)
    return Cut(text, folded, tuple(tokenize(folded)))


def parted(tokens: Sequence[Token], first: int, last: int, mark: int = CLAUSE) -> bool:
    """Whether a clause (or, with SENTENCE, a sentence) ends between two tokens."""
    return any(token.after >= mark for token in tokens[first:last])


def sentence_ends(tokens: Sequence[Token]) -> list[int]:
    """For each token the last token of its sentence."""
    ends: list[int] = []
    for end in [at for at, token in enumerate(tokens) if token.after >= SENTENCE] + [len(tokens) - 1]:
        ends += [end] * (end + 1 - len(ends))
    return ends
