"""Which situation cannot be: what is told disproves it, however the words sound.

Only what is certain is asserted: both sides did not revoke where everybody named is of one side (Law 64B7); no trick is
defective where all are told to have played to every trick (Law 67); a trick told by another number is not the twelfth (Law
62D); the call out of rotation that is told is of one kind (Laws 30-32)."""

from __future__ import annotations

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading
from advisor.replay.rotation import call_out_of_turn, tells_of_turns

_OTHERS = frozenset({"defender", "opponent", "lho", "rho", "non_offender"})
_DECLARING = frozenset({"declarer", "dummy"})
_SPOKEN = frozenset({"partner", "speaker", "side_pair"})
_ANYBODY = frozenset({"both_of_them", "anybody"})
_TWELFTH, _LATE = "revoke_trick_twelve", frozenset({"12", "13"})
_BOTH, _DEFECTIVE = "both_sides_revoked", "defective_trick"
_OVER, _BARRED = "called_over_wrong_call", frozenset({"rho_bound_to_pass", "in_rotation_because=rho_must_pass"})
_OUT_OF_TURN = {"P": "pass_out_of_rotation", "X": "double_out_of_rotation", "bid": "bid_out_of_rotation"}


def denied(reading: Reading) -> frozenset[str]:
    """The situations that the story disproves."""
    cues = {cue.what for cue in reading.cues}
    found = {_DEFECTIVE} if "all_tricks_played" in cues else set[str]()
    if not cues & _ANYBODY and _one_side(reading):
        found.add(_BOTH)
    tricks = {note.value for note in reading.notation if note.kind == "trick_number"}
    if tricks and not tricks & _LATE:
        found.add(_TWELFTH)
    return frozenset(found | _other_calls(reading))


def _other_calls(reading: Reading) -> set[str]:
    """The calls out of rotation that the one told is not: a bid is no pass and no double (Laws 30, 31, 32), and nobody called
    over one with which the telling ends (Law 28B)."""
    if not tells_of_turns(reading):
        return set()
    call, went_on = call_out_of_turn(reading)
    kind = call[:1] if call[:1] in _OUT_OF_TURN else "bid" if call[:1].isdigit() else ""
    barred = any(mention.name in _BARRED for mention in reading.mentions)
    over = set[str]() if went_on or barred or not kind else {_OVER}
    return (set(_OUT_OF_TURN.values()) - {_OUT_OF_TURN[kind]} if kind else set()) | over


def _one_side(reading: Reading) -> bool:
    """Whether somebody is named, and all who are belong to one side by the compass (roles where their seats are told)."""
    named = {m.name for m in reading.mentions if m.how != "derived"}
    sides = {Seat(SEAT_OF[name]).side for name in named if name in SEAT_OF}
    known = {role for _, role in reading.story.roles}
    return len(sides) == 1 and not named & (_OTHERS | _SPOKEN) and named & _DECLARING <= known - _OTHERS
