"""What the stage or a missing alert says of which law a story is about: a card that falls during the auction is Law 24, in
the play Law 48 or 49; a call that is to be changed for a missing alert is Law 21."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from advisor.read.events import CALLS
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.declaring import tellers_side
from advisor.replay.exposed import shown_by_defenders

_DEFENDERS, _DECLARERS = "penalty_card_created", "exposed_card_declarer"
FALLEN_SITUATIONS: Final = (_DEFENDERS, _DECLARERS, "card_exposed_in_auction")
ALERT_SITUATIONS: Final = ("call_changed", "misinformation")
_IN_AUCTION, _AUCTION = "card_exposed_in_auction", "during_auction"
_MISINFORMED, _ALERT = "misinformation", "alert_missed"
_FORGET, _STEM, _NEAR = "forget", "alert", 5
_CALL, _SHOWN = "call:", frozenset({"expose", "spread"})
_IN_PLAY: Final = frozenset({"dummy", "declarer", "defender", "opening_leader"})
_PLAY: Final = frozenset({"lead", "follow", "discard", "ruff", "win"})


def fallen_situation(reading: Reading) -> str:
    """`card_exposed_in_auction`, where the auction is told as the time, and nobody to have led or won anything; where the side of
    the teller is told to play a contract or to defend it, that of a declarer's or of a defender's card, by whose card it was."""
    told = any(cue.what == _AUCTION for cue in reading.cues) or _after_a_call(reading)
    played = any(e.deed in _PLAY and e.actor and e.object and not UNSAID & set(e.flags) for e in reading.story.events)
    if told:
        return _IN_AUCTION if not played else ""
    if not tellers_side(reading) or any(note.kind == "auction" for note in reading.notation):
        return ""
    defends = shown_by_defenders(reading)
    return "" if defends is None else _DEFENDERS if defends else _DECLARERS


def _after_a_call(reading: Reading) -> bool:
    """Whether the card is told to have come into view right after a call, where no contract, lead or dummy is told."""
    if (
        tellers_side(reading)
        or any(note.kind == "contract" for note in reading.notation)
        or any(m.name in _IN_PLAY for m in reading.mentions)
    ):
        return False
    deeds = [e for e in reading.story.events if not UNSAID & set(e.flags) and (e.deed in CALLS or e.deed in _SHOWN)]
    return any(
        before.deed in CALLS
        and before.object.startswith(_CALL)
        and e.deed in _SHOWN
        and reading.sentences[e.first] - reading.sentences[before.last] <= 1
        for before, e in pairwise(deeds)
    )


def alert_situation(reading: Reading) -> str:
    """`misinformation`, where an alert is told to have been owed and not given."""
    stems = reading.stems
    forgot = any(stem == _FORGET and _STEM in stems[at : at + _NEAR] for at, stem in enumerate(stems))
    return _MISINFORMED if forgot or any(cue.what == _ALERT for cue in reading.cues) else ""
