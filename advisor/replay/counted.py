"""Who is told to hold twelve or fourteen cards, and whether that player has called (Laws 13A, 13B)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from advisor.read.events import CARDS, OF_CARDS
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.tokens import SENTENCE
from advisor.replay.acts import acts
from advisor.replay.aftermath import EITHER
from advisor.replay.moment import CLOSED, OVER, moment
from advisor.replay.players import Player, cues, places, within

FOUND: Final = "surplus_found"
_MENTIONS = frozenset({"twelve_cards", "fourteen_cards", "wrong_card_count"})
_NUMBERS = "wrong_count_number"
_POINTS = "hcp"
_OF_PLAY, _ENDS = (*OF_CARDS, "call:", "contract:"), frozenset({"claim", "concede", "score"})
_TRICKS = frozenset({"trick_number", "trick_count", "trick"})
_NEAR = 6


def found_after_call(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`surplus_found`: `after_call`, where a player who is told to hold a wrong number of cards is told to have called; open
    between that and `before_call`, where only others are told to have called, nobody to have played, and no words tell when it
    was found (Laws 13A, 13B)."""
    everybody = places(reading)
    wrong: set[Player] = set()
    for at in _counts(reading):
        near = within(everybody, at - _NEAR, at - 1)
        named = [place for place in near if not reading.parted(place.last, at, SENTENCE)]
        if named:
            wrong.add(named[-1].player)
    made = [act for act in acts(reading, everybody) if act.at not in untold and act.caller is not None]
    called = {act.caller for act in made}
    if wrong & called:
        return {FOUND: "after_call"}
    calls = {act.at for act in made}
    said = [m for m in reading.mentions if m.name.startswith(f"{FOUND}=") and not m.flags]
    told = any(calls.isdisjoint(range(m.first, m.last + 1)) for m in said)  # "had opened" alone is only that call
    deeds = [e for e in reading.story.events if not UNSAID & set(e.flags)]
    played = any(e.deed in _ENDS or (e.deed in CARDS and e.object.startswith(_OF_PLAY)) for e in deeds)
    later = told or played or moment(reading, untold) in (OVER, CLOSED)
    return {FOUND: f"before_call{EITHER}after_call"} if wrong and called and not later else {}


def led_by_the_count(reading: Reading) -> dict[str, str]:
    """`opening_lead_faced` (`yes`), where a trick or a number of tricks is told: the play had begun when a card was missed (Law
    14B)."""
    return {"opening_lead_faced": "yes"} if any(note.kind in _TRICKS for note in reading.notation) else {}


def _counts(reading: Reading) -> list[int]:
    """Where a hand is told to have twelve or fourteen cards; a number of points is none."""
    points = {cue.first for cue in cues(reading, _POINTS)}
    said = {m.first for m in reading.mentions if m.name in _MENTIONS and not m.flags}
    said |= {cue.first for cue in cues(reading, _NUMBERS)}
    return sorted(at for at in said if not points & {at, at + 1})
