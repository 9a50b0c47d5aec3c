"""A seat or a role put right: the story is ruled again, and where the player named had the turn after all, there is nothing wrong
(Laws 17B, 41A)."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.base import store
from advisor.bridge.seats import Seat
from advisor.diagnose.understanding import read_once
from advisor.replay.in_turn import called_in_turn, led_in_turn
from advisor.talk.incident import answered, consulted, offering, plain, words_of
from advisor.talk.models import Button, Reply, State

Step = tuple[State, Reply]
_LIKELY = 0.2
_CALLS, _OPENING = "out_of_rotation", "opening_lead_out_of_turn"
_ANY_LEAD = frozenset({_OPENING, "lead_out_of_turn", "defender_lead_out_of_turn"})


def ruled_again(state: State, ahead: Sequence[str]) -> Step:
    """The ruling for the story put right, or that nobody acted out of turn in it."""
    seat = _had_the_turn(state)
    if seat is None:
        return answered(state, ahead=ahead)
    words = words_of(state)
    name = store.load("texts")["specifics"][f"name_{seat.value}"][words.lang]
    said = words.frame("talk_in_turn", seat=name)
    menu = Button(label=words.frame("talk_menu_button"), send="#menu")
    reply = plain(state, "advice", "\n".join([*ahead, said]), (menu,), status="none", ahead=tuple(ahead))
    fine = {"irregularity": "", "also": (), "fine": state.story, "question": "", "put": (), "unknown": (), "answers": {}}
    return offering(state.model_copy(update=fine), reply)


def _had_the_turn(state: State) -> Seat | None:
    """The player who called or led in turn, where the story is, or most likely is, of a call or a lead out of turn."""
    reading = read_once(". ".join(state.story), greeklish=state.speaks == "el")
    found = consulted(state)
    likely = {weighed.irregularity for weighed in found.diagnosis.weighed if weighed.share >= _LIKELY}
    names = {state.irregularity} if state.irregularity else likely
    if any(name.endswith(_CALLS) for name in names):
        return called_in_turn(reading)
    return led_in_turn(reading) if names & _ANY_LEAD else None
