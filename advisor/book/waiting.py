"""To which incident a message belongs that was asked about: "a new incident, or part of this one?"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from advisor.talk.models import Standing, State
from advisor.talk.moving import UNDO


class Waiting(NamedTuple):
    """A message that waits or has waited: the number (in its conversation) of the incident that it became or was added to, None
    while that is open or when it came to nothing; the turn that settled it (0: none did); whether it was the last of those that
    this turn settled."""

    incident: int | None = None
    settled: int = 0
    last: bool = True


def waiting(stood: Sequence[Standing]) -> dict[int, Waiting]:
    """The messages that waited, by their numbers. `stood` is what stood on top at the beginning and after each turn, in order."""
    own = {top.number: top for top in stood}
    found = {number: Waiting() for number, top in own.items() if number and _waits(top.state, own[top.below].state)}
    above = stood[-1]
    while above.number:  # what was taken back settles nothing
        below = own[above.below]
        incident = _settled(below.state, above.state)
        if incident is not None:
            _found(found, own, below, Waiting(incident, above.number))
        above = below
    return found


def _waits(state: State, before: State) -> bool:
    """Whether a message with this state after it waits itself, and does not only come while another does."""
    return state.pending not in ("", UNDO, before.pending)


def _settled(before: State, after: State) -> int | None:
    """The number of the incident that now holds what waited before, if any."""
    if before.pending in ("", UNDO) or after.pending:
        return None
    return after.number if any(before.pending.strip() in part for part in after.story) else None


def _found(found: dict[int, Waiting], own: dict[int, Standing], top: Standing, settled: Waiting) -> None:
    """Note for each of the messages that waited together, the last one first, what became of them."""
    while top.state.pending not in ("", UNDO):
        if top.number in found:
            found[top.number] = settled
            settled = settled._replace(last=False)
        top = own[top.below]
