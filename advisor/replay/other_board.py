"""Cards that came from where they did not belong: a player bids on a hand of another board (Law 15A), or a missing card turns up
outside the tricks played (Law 14B)."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CALLS
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID

HAND_OF_ANOTHER: Final = (
    "wrong_hand_cards",
    "wrong_pocket_hand",
    "call_changed",
    "cards_returned_wrong",
    "wrong_board",
    "surplus_card",
    "wrong_pocket",
)
FOUND_ELSEWHERE: Final = ("missing_card", "defective_trick", "restored_card_information", "surplus_card")
_OUT_OF, _OTHER_ONE = "hand_out_of", "hand_of_another_board"
_LAY_ELSEWHERE, _PLAYED_ALL, _AMONG = "card_lay_elsewhere", "played_cards_complete", "among_the_played"


def hand_situation_of_boards(reading: Reading) -> str:
    """`wrong_hand_cards`, where a player is told to have taken the hand out of another board than the one in play, and then a
    call."""
    taken = [cue.last for cue in reading.cues if cue.what == _OTHER_ONE]
    boards = {note.value for note in reading.notation if note.kind == "board"}
    for cue in reading.cues:
        number = reading.tokens[cue.last + 1].form if cue.what == _OUT_OF and cue.last + 1 < len(reading.tokens) else ""
        if number.isdecimal() and boards - {number}:
            taken.append(cue.last)
    called = [e.first for e in reading.story.events if e.deed in CALLS and not UNSAID & set(e.flags)]
    return HAND_OF_ANOTHER[0] if taken and any(at > min(taken) for at in called) else ""


def missing_card_situation(reading: Reading) -> str:
    """`missing_card`, where the card that a hand lacks is told to have lain outside the tricks (on the floor, under a chair, in
    the pocket of the board), and not among the cards played."""
    told = {cue.what for cue in reading.cues}
    return FOUND_ELSEWHERE[0] if _LAY_ELSEWHERE in told and _AMONG not in told else ""
