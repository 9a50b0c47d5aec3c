"""Which situation cannot be: what is told disproves it, however the words sound.

Only what is certain is asserted: both sides did not revoke where everybody named is of one side (Law 64B7); no trick is
defective where all are told to have played to every trick (Law 67); a trick told by another number is not the twelfth (Law
62D); a revoke asked about or put right before its side has played on is not established, and one that is found when the revoker
plays the suit later is (Law 63A1); where only declarer claims, no defender's claim is ruled (Law 70D2)."""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.replay.declaring import DECLARER, side_of
from advisor.replay.revoking import NOTHING, OFFENDERS_ON, proven, revoking, since

_OTHERS = frozenset({"defender", "opponent", "lho", "rho", "non_offender"})
_DECLARING = frozenset({"declarer", "dummy"})
_SPOKEN = frozenset({"partner", "speaker", "side_pair"})
_ANYBODY = frozenset({"both_of_them", "anybody"})
_TWELFTH, _LATE = "revoke_trick_twelve", frozenset({"12", "13"})
_ESTABLISHED = frozenset({"revoke_established", "revoke_equity", "both_sides_revoked"})
_IN_TIME = frozenset({"revoke_corrected", "card_after_revoke"})
_CONCEDED, _OBJECTED = frozenset({"concede", "claim_you_get"}), "defender_concession_objected"
_CLAIMS, _DEFENDERS_CLAIM = frozenset({"claim", "concede", "spread"}), "defender_claim_partner"
_REVOKE, _MOVING = "revoke", frozenset({"end_of_round", "moving_boards"})
_BOTH, _DEFECTIVE = "both_sides_revoked", "defective_trick"


def denied(reading: Reading) -> frozenset[str]:
    """The situations that the story disproves."""
    cues = {cue.what for cue in reading.cues}
    found = {_DEFECTIVE} if "all_tricks_played" in cues else set[str]()
    if not cues & _ANYBODY and _one_side(reading):
        found.add(_BOTH)
    tricks = {note.value for note in reading.notation if note.kind == "trick_number"}
    if tricks and not tricks & _LATE:
        found.add(_TWELFTH)
    told = {m.name for m in reading.mentions if not m.flags}
    if _REVOKE in told:
        found |= _MOVING
    if _claims(reading) == {DECLARER}:
        found |= {_DEFENDERS_CLAIM} if _CONCEDED & told else {_DEFENDERS_CLAIM, _OBJECTED}
    return frozenset(found) | _by_stage(reading)


def _by_stage(reading: Reading) -> frozenset[str]:
    """What a revoke is not, by what is told to have been played after it."""
    told = revoking(reading)
    stage = since(reading, told) if told is not None else ""
    if told is None or stage not in (NOTHING, OFFENDERS_ON) or not told.alone:
        return frozenset()
    if stage == OFFENDERS_ON:
        late = any(note.kind == "trick_number" and note.value in _LATE for note in reading.notation)
        return _IN_TIME if late else _IN_TIME | {_TWELFTH}
    return _ESTABLISHED if proven(reading) else frozenset()


def _claims(reading: Reading) -> set[str]:
    """The sides of those who are told to claim, concede or lay down a hand; nothing stands for a side that is not certain."""
    return {side_of(reading, e.actor) for e in reading.story.events if e.deed in _CLAIMS and not e.object}


def _one_side(reading: Reading) -> bool:
    """Whether somebody is named, and all who are belong to one side by the compass (roles where their seats are told)."""
    named = {m.name for m in reading.mentions if m.how != "derived"}
    sides = {Seat(SEAT_OF[name]).side for name in named if name in SEAT_OF}
    known = {role for _, role in reading.story.roles}
    return len(sides) == 1 and not named & (_OTHERS | _SPOKEN) and named & _DECLARING <= known - _OTHERS
