"""What can be computed for the case at hand: the very card, the lowest sufficient bid. Only what is certain; else nothing."""

from __future__ import annotations

from advisor.bridge.cards import Suit, parse_holding
from advisor.read.notation import Notation
from advisor.read.reading import Reading
from advisor.replay import findings
from advisor.rule import Ruled

LOWEST, HIGHEST = "46B2", "46B1(a)"
_HOLDERS = ("dummy", "declarer", "defender", "seat_north", "seat_south", "seat_east", "seat_west", "partner")


def specifics(ruled: Ruled, reading: Reading) -> dict[str, str]:
    """Blank -> canonical value (`card`: `S5`; `call`: `2S`) for what this ruling names and the text makes certain."""
    found: dict[str, str] = {}
    card = _designated(ruled, reading)
    if card:
        found["card"] = card
    lowest = findings(reading.notation, reading.story.played).get("lowest_sufficient_bid")
    if lowest is not None and ruled.table.irregularity.startswith("insufficient_bid"):
        found["call"] = lowest.value
    return found


def _designated(ruled: Ruled, reading: Reading) -> str:
    """The card of dummy that an incomplete designation means (Law 46B1(a), 46B2), when dummy's suit is told."""
    row = ruled.row or ruled.until
    if row is None or row.law not in (LOWEST, HIGHEST):
        return ""
    suits = {note.value for note in reading.notation if note.kind == "suit"}
    held = {note.value for note in reading.notation if note.kind == "holding" and _holder(note, reading) == "dummy"}
    if len(suits) != 1:
        return ""
    suit = suits.pop()
    mine = [value.partition(":")[2] for value in held if value.partition(":")[0] == suit]
    if len(mine) != 1:
        return ""
    try:
        holding = parse_holding(Suit(suit), mine[0])
    except ValueError:
        return ""
    card = holding.lowest() if row.law == LOWEST else holding.highest()
    return str(card) if card is not None else ""


def _holder(note: Notation, reading: Reading) -> str:
    """Whose holding it is: the person named last before it."""
    before = [m.name for m in reading.mentions if m.name in _HOLDERS and reading.tokens[m.first].start <= note.start]
    return before[-1] if before else ""
