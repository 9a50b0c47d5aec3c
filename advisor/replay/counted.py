"""Who is told to hold twelve or fourteen cards, and whether that player has called (Laws 13A, 13B)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE
from advisor.replay.acts import acts
from advisor.replay.players import Player, cues, places, within

FOUND: Final = "surplus_found"
_MENTIONS = frozenset({"twelve_cards", "fourteen_cards", "wrong_card_count"})
_NUMBERS = "wrong_count_number"
_POINTS = "hcp"
_NEAR = 6


def found_after_call(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`surplus_found` (`after_call`), where a player who is told to hold a wrong number of cards is told to have called."""
    everybody = places(reading)
    wrong: set[Player] = set()
    for at in _counts(reading):
        near = within(everybody, at - _NEAR, at - 1)
        named = [place for place in near if not reading.parted(place.last, at, SENTENCE)]
        if named:
            wrong.add(named[-1].player)
    called = {act.caller for act in acts(reading, everybody) if act.at not in untold and act.caller is not None}
    return {FOUND: "after_call"} if wrong & called else {}


def _counts(reading: Reading) -> list[int]:
    """Where a hand is told to have twelve or fourteen cards; a number of points is none."""
    points = {cue.first for cue in cues(reading, _POINTS)}
    said = {m.first for m in reading.mentions if m.name in _MENTIONS and not m.flags}
    said |= {cue.first for cue in cues(reading, _NUMBERS)}
    return sorted(at for at in said if not points & {at, at + 1})
