"""The bracket notation of `hear`: what an author writes, and the token sequences it stands for.

`(a|b)` one of, `[a]` optional, both also inside a word; `{lead}` any inflection of the word; `<call>` any call told in
notation (also `<bid> <card> <suit> <rank> <holding> <auction> <contract> <trick_number> <result>` and the like,
`<ended>` for an auction told to its last pass, `<n>` for a number) and any word of a class of `lexicon/classes.yaml`
(`<partner>`, `<seat>`); `~` up to four other words of the same sentence.
Nothing cleverer.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from advisor.base.text import fold

GAP = "~"
_MOST = 3000
MOST_CHARACTERS, MOST_EXPANSIONS = 120, 64  # of a form of a concept or a fact: a person reads it aloud
SPECIALS = frozenset(
    f"<{name}>"
    for name in (
        *("call", "bid", "card", "suit", "rank", "holding", "n", "auction", "contract"),
        *("trick", "trick_number", "card_count", "result", "shape", "ended"),
    )
)
_PIECE = re.compile(r"\{[^}]*\}|<[a-z_]+>|~|[^\W_]+")
Sequence = tuple[str, ...]


class FormError(ValueError):
    """A form whose brackets do not close, that stands for too many sequences, or that waits for what nothing ever is."""


def expand(form: str) -> list[str]:
    """Every plain string a form stands for. Raises FormError."""
    results, end = _alternatives(form, 0, "")
    if end != len(form):
        raise FormError(f"'{form}' has a bracket that was never opened")
    return list(dict.fromkeys(results))


def _alternatives(form: str, at: int, closing: str) -> tuple[list[str], int]:
    options: list[str] = []
    current = [""]
    while at < len(form):
        char = form[at]
        if char in "([":
            inner, at = _alternatives(form, at + 1, ")" if char == "(" else "]")
            if char == "[":
                inner = [*inner, ""]
            current = [a + b for a in current for b in inner]
            if len(current) > _MOST:
                raise FormError(f"'{form}' stands for more than {_MOST} sequences")
        elif closing and char == closing:
            return options + current, at + 1
        elif closing and char == "|":
            options += current
            current = [""]
            at += 1
        elif char in ")]":
            return options + current, at
        else:
            current = [a + char for a in current]
            at += 1
    if closing:
        raise FormError(f"'{form}' has a bracket that is never closed")
    return options + current, at


def sequences(form: str, classes: Collection[str] = ()) -> list[Sequence]:
    """The folded token sequences of a form; specials and `classes` stay as they are, with lemmas folded. Raises FormError."""
    found = dict.fromkeys(tuple(_PIECE.findall(plain)) for plain in expand(fold(form)))
    if "<" in form:
        unknown = [
            token for tokens in found for token in tokens if token[0] == "<" and token not in SPECIALS and token not in classes
        ]
        if unknown:
            raise FormError(f"'{form}' waits for {unknown[0]}, which nothing ever is")
    return [tokens for tokens in found if tokens.count(GAP) < len(tokens)]


def is_word(token: str) -> bool:
    """A literal word, not a special."""
    return token[0] not in "{<~"


def lemma_of(token: str) -> str | None:
    """The folded lemma of `{lemma}`, or None."""
    return token[1:-1] if token[0] == "{" else None
