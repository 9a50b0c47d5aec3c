"""How long an answer may be: one rule. What does not fit stands in the details, what matters least first.

The ruling, what its row says, what holds meanwhile, the question with what follows from each answer and what else is in the story
always stay. Above `WANTED` words the steps go, the last first, and what only explains; above `MORE` words who is who at the
table, and what follows if a presumption is wrong, above `MOST` also what is presumed: a list of legal options takes no room from
these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

WANTED, MORE, MOST = 90, 130, 140  # words


class Worth(IntEnum):
    """How much a part of an answer matters: the least goes first."""

    STEP = 0
    EXPLAINS = 1
    SEATS = 2
    OTHERWISE = 3
    PRESUMED = 4
    DECIDES = 5


_LIMITS = {Worth.STEP: WANTED, Worth.EXPLAINS: WANTED, Worth.SEATS: MORE, Worth.OTHERWISE: MORE}


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of an answer with what it is worth; a `listed` one is one of the legal options."""

    line: str
    worth: Worth = Worth.DECIDES
    listed: bool = False


def count(lines: Sequence[str]) -> int:
    """The words of some lines."""
    return sum(len(line.split()) for line in lines)


def within(pieces: Sequence[Piece]) -> tuple[list[str], list[Piece]]:
    """The lines that have room, in their order, and the pieces that have none."""
    left: list[Piece] = []
    size = count([piece.line for piece in pieces])
    options = count([piece.line for piece in pieces if piece.listed])
    for worth in Worth:
        limit = _LIMITS.get(worth, MOST) + (options if worth >= Worth.OTHERWISE else 0)
        for piece in reversed([piece for piece in pieces if piece.worth == worth and worth != Worth.DECIDES]):
            if size > limit:
                left.insert(0, piece)
                size -= count([piece.line])
    return [piece.line for piece in pieces if not any(piece is gone for gone in left)], left
