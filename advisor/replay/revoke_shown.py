"""A revoke that only the cards tell: a card of another suit than the one led, and later, by the same player, a card of that suit
(Laws 44C, 61A, 62C3, 64A)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import CARDS, SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.revoke_open import OPEN_SITUATIONS, TOO_LATE
from advisor.replay.revoke_trick import suit_of
from advisor.replay.revoking import NOTHING, OFFENDERS_ON, OPPONENTS_ON, revoking, since

_CORRECTED, _ESTABLISHED, BOTH = "revoke_corrected", "revoke_established", "both_sides_revoked"
SHOWN_SITUATIONS: Final = (*OPEN_SITUATIONS, BOTH)
STAGE: Final = "both_revoke_stage"
_TURNS_UP: Final = CARDS | {"notice", "produce", "arrive", "expose"}
_SUITS: Final = frozenset({"card", "suit"})


def shown_revokes(reading: Reading, untold: Collection[int] = ()) -> list[tuple[Event, Event]]:
    """The cards that did not follow suit, each with the later deed of the same player that shows a card of the suit led."""
    events = [e for e in reading.story.events if e.first not in untold and not UNTOLD & set(e.flags) and not e.when]
    missed = dict(_off_suit(events))
    shows: dict[tuple[str, str], Event] = {}  # of each player and suit the next deed that shows such a card
    found = []
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        then = shows.get((event.actor, missed[at])) if at in missed else None
        if then is not None:
            found.append((event, then))
        if event.deed in _TURNS_UP and _of_cards(event):
            shows[event.actor, suit_of(event)] = event
    return found[::-1]


def _of_cards(event: Event) -> bool:
    return event.object.partition(":")[0] in _SUITS


def _off_suit(events: list[Event]) -> Iterator[tuple[int, str]]:
    """The place of each card that is of another suit than the one led to its trick, and the suit led: cards told one after the
    other, each with its player."""
    trick: list[Event] = []
    for at, event in enumerate(events):
        card = event.deed in CARDS and _of_cards(event) and event.by == TOLD
        if not card:
            trick = [] if event.deed in CARDS else trick
            continue
        if event.deed == "lead" or len(trick) > 3 or event.actor in {e.actor for e in trick}:
            trick = []
        trick.append(event)
        if len(trick) > 1 and suit_of(event) != suit_of(trick[0]):
            yield at, suit_of(trick[0])


def shown_situation(reading: Reading) -> str:
    """Which of the situations of a revoke the cards tell (`SHOWN_SITUATIONS`), by what has been played since; nothing where they
    tell none."""
    shown = shown_revokes(reading)
    if not shown:
        return ""
    if _both(shown):
        return BOTH
    told = revoking(reading)
    stage = since(reading, told) if told is not None and told.deed == shown[0][0] else ""
    return {NOTHING: _CORRECTED, OPPONENTS_ON: _CORRECTED, OFFENDERS_ON: _ESTABLISHED}.get(stage, TOO_LATE)


def shown_facts(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`both_revoke_stage`, where both sides are shown to have revoked on one trick and one side has led to the next."""
    shown = shown_revokes(reading, untold)
    if not _both(shown):
        return {}
    first, last = shown[0][0].first, shown[-1][0].last
    apart = [e for e in reading.story.events if first < e.first < last and e.deed == "lead"]
    on = [e for e in reading.story.events if last < e.first < shown[0][1].first and e.deed in CARDS and e.object and e.by == TOLD]
    return {STAGE: "same_trick_one_side_on"} if on and not apart and len({_side(e) for e in on}) == 1 else {}


def _both(shown: list[tuple[Event, Event]]) -> bool:
    return len({_side(event) for event, _ in shown} - {""}) > 1


def _side(event: Event) -> str:
    if event.actor in SEAT_OF:
        return str(Seat(SEAT_OF[event.actor]).side)
    return ""
