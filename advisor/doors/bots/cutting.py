"""A long text in pieces that a chat takes: cut between paragraphs, sentences or words, never inside a citation or a card."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal

from advisor.doors.bots.house import find_citations

Unit = Literal["utf16", "chars", "bytes"]
_CARD = re.compile(r"[♠♥♦♣]\ufe0e?\s?\w{1,13}|\w{1,2}\s?[♠♥♦♣]\ufe0e?")
_WORD_BEFORE = re.compile(r"\S+\s$")
_BREAKS = (re.compile(r"\n\s*"), re.compile(r"(?<=[.!?;·:])[»\"”)]*\s+"), re.compile(r"\s+"))


def length(text: str, unit: Unit) -> int:
    """The length of a text as a chat counts it."""
    if unit == "chars":
        return len(text)
    return len(text.encode()) if unit == "bytes" else len(text.encode("utf-16-le")) // 2


def whole_spans(text: str) -> list[tuple[int, int]]:
    """What must not be cut: citations with the word before them, cards and calls with their suit."""
    spans = [(match.start(), match.end()) for match in _CARD.finditer(text)]
    for start, end, _ in find_citations(text):
        before = _WORD_BEFORE.search(text[:start].rsplit("\n", 1)[-1])
        spans.append((start - len(before[0]) if before else start, end))
    return sorted(spans)


def pieces(text: str, most: int, unit: Unit = "chars") -> list[str]:
    """The text in pieces of at most `most` units each. A piece breaks at the end of a line if one is in its last two thirds,
    else of a sentence, else of a word; where even a word is longer, anywhere."""
    text = text.strip()
    out = []
    while length(text, unit) > most:
        at, after = _break(text, _reach(text, most, unit))
        out.append(text[:at].rstrip())
        text = text[after:].lstrip()
    return [*out, text] if text else out


def _reach(text: str, most: int, unit: Unit) -> int:
    """How many characters of the text are within the limit."""
    if unit == "chars":
        return most
    sizes, total = [], 0
    for char in text:
        total += length(char, unit)
        sizes.append(total)
    return bisect_right(sizes, most)


def _break(text: str, reach: int) -> tuple[int, int]:
    """Where a piece ends and where the next begins."""
    whole = [(a, b) for a, b in whole_spans(text[: reach + 200]) if a < reach]
    for at_least, breaks in zip((reach // 3, reach // 3, 1), _BREAKS, strict=True):
        found = [m for m in breaks.finditer(text, 0, reach + 1) if at_least <= m.start() <= reach]
        free = [m for m in found if not any(a < m.end() and m.start() < b for a, b in whole)]
        if free:
            return free[-1].start(), free[-1].end()
    inside = [a for a, b in whole if a < reach < b and a > 0]
    return (inside[0], inside[0]) if inside else (reach, reach)
