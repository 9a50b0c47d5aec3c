"""What stands in quotation marks: the words of a player, who need not be the one of whom the sentence goes on to tell."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from advisor.base.kept import of_texts
from advisor.read.tokens import Token

_ONE_LINE = (
    r"«([^«»\n]{{1,{n}}})»|“([^“”\n]{{1,{n}}})”|\"([^\"\n]{{1,{n}}})\"|‘([^‘’\n]{{1,{n}}})’|"
    r"(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){{1,{n}}})'(?!\w)"  # "you're" within
)
AT_LENGTH = 80  # characters of what a player says in a sentence, more than the name of a card
_SPEECH = 120


@lru_cache(maxsize=4)
def _pattern(longest: int) -> re.Pattern[str]:
    return re.compile(_ONE_LINE.format(n=longest))


@of_texts(64)
def quoted_spans(text: str, longest: int = 40) -> tuple[tuple[int, int], ...]:
    """The spans (characters) of what stands in quotation marks, of one line and at most `longest` characters."""
    return tuple(match.span(match.lastindex or 0) for match in _pattern(longest).finditer(text))


def spoken_tokens(text: str, tokens: Sequence[Token], longest: int = _SPEECH) -> frozenset[int]:
    """The tokens that stand in quotation marks, in at most `longest` characters."""
    spans = quoted_spans(text, longest)
    starts = [token.start for token in tokens] if spans else []
    return frozenset(n for start, end in spans for n in range(bisect_left(starts, start), bisect_left(starts, end)))
