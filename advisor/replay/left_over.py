"""Whether a card left over is of the suit that was led to the trick it is missing from (Law 67B1), by the suits alone;
and whether a card too many may have been due to a later trick (Law 67B2).

The suit led is the one told right beside the trick's number; the card left is the one other suit told, in another clause.
"""

from __future__ import annotations

from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE
from advisor.replay.aftermath import EITHER

FACT, EXTRA_DUE = "defect_suit_held", "extra_card_due"
_OFF_SUIT, _FOLLOW = frozenset({"discard", "ruff", "revoke"}), "follow"
_NEAR = 3
_CARDS = frozenset({"suit", "card"})


_VOID = "defect_suit_held=no"


def left_over(reading: Reading) -> dict[str, str]:
    """`defect_suit_held` (`yes`, `no`) where one suit is told beside the one trick, and one more as that of the card left."""
    if any(mention.name == _VOID and not mention.flags for mention in reading.mentions):
        return {}
    led, others = _led(reading)
    again = len(others) > 1 and led is not None and {note.value[0] for note in others} == {led.value[0]}
    if led is None or not (len(others) == 1 or again) or not _apart(reading, led, others[0]):
        return {}
    return {FACT: "yes" if others[0].value[0] == led.value[0] else "no"}


def left_over_now(reply: Reading, story: Reading) -> dict[str, str]:
    """The same where a reply names the one suit of the card left, and the story the suit led."""
    led, _ = _led(story)
    named = _suits(reply)
    if led is None or len(named) != 1:
        return {}
    return {FACT: "yes" if named[0].value[0] == led.value[0] else "no"}


def _suits(reading: Reading) -> list[Notation]:
    return [note for note in reading.notation if note.kind in _CARDS]


def _led(reading: Reading) -> tuple[Notation | None, list[Notation]]:
    """The suit told right after the number of the first trick told, and the other suits told after it."""
    trick = next((note for note in reading.notation if note.kind == "trick_number"), None)
    named = _suits(reading)
    if trick is None:
        return None, []
    beside = [n for n in named if n.start >= trick.end and _between(reading, trick.end, n.start) < _NEAR]
    led = beside[0] if beside and beside[0].kind == "suit" else None
    return led, [n for n in named if led is not None and n.start > led.start]


def _between(reading: Reading, start: int, end: int) -> int:
    return sum(start <= token.start < end for token in reading.tokens)


def _apart(reading: Reading, led: Notation, other: Notation) -> bool:
    """Whether a clause ends between two notes."""
    return any(token.after >= CLAUSE for token in reading.tokens if led.start <= token.start and token.end <= other.start)


def extra_due_open(reading: Reading) -> dict[str, str]:
    """`extra_card_due`, left open where somebody is told to have discarded or ruffed, or not to have followed: the card that was
    one too many in an earlier trick may have been due to that one (Law 67B2)."""
    played = (e for e in reading.story.events if e.deed in _OFF_SUIT or (e.deed == _FOLLOW and e.flags))
    return {EXTRA_DUE: f"yes{EITHER}no"} if next(played, None) is not None else {}
