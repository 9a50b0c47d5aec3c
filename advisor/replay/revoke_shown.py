"""A revoke that only the cards tell: a card of another suit than the one led, and later, by the same player, a card of that suit
(Laws 44C, 61A, 62C3, 64A)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import CARDS, SEAT_OF, TOLD, Event
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.exposed import token_at
from advisor.replay.revoke_open import OPEN_SITUATIONS, TOO_LATE
from advisor.replay.revoke_trick import suit_of
from advisor.replay.revoking import NOTHING, OFFENDERS_ON, OPPONENTS_ON, Revoking, revoking, since

_CORRECTED, _ESTABLISHED, BOTH = "revoke_corrected", "revoke_established", "both_sides_revoked"
SHOWN_SITUATIONS: Final = (*OPEN_SITUATIONS, BOTH)
STAGE: Final = "both_revoke_stage"
_TURNS_UP: Final = CARDS | {"notice", "produce", "arrive", "expose"}
_SUITS: Final = frozenset({"card", "suit"})
_SAYS, _I_HOLD = ("say", "leave"), "i_hold_one"  # "and East goes: 'I've got one'"
_A_SUIT, _STEM = "<suit>", 3  # letters
_NEAR, _SOON = 3, 8  # words


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
    shown, told = shown_revokes(reading), revoking(reading)
    if not shown and (told is None or not _owned_up(reading, told)):
        return ""
    if _both(shown):
        return BOTH
    stage = since(reading, told) if told is not None and (not shown or told.deed == shown[0][0]) else ""
    return {NOTHING: _CORRECTED, OPPONENTS_ON: _CORRECTED, OFFENDERS_ON: _ESTABLISHED}.get(stage, TOO_LATE)


def _owned_up(reading: Reading, told: Revoking) -> bool:
    """Whether the player who did not follow is told to say, behind that, that a card of the suit led is there."""
    if not told.suit or not told.alone:
        return False
    spoken = spoken_tokens(reading.text, reading.tokens)
    says = [e.first for e in told.after if e.deed in _SAYS and e.actor == told.deed.actor and not UNTOLD & set(e.flags)]
    holds = {cue.last for cue in reading.cues if cue.what == _I_HOLD}
    suits = [token_at(reading, n.start) for n in reading.notation if n.kind in _SUITS and n.value[:1] == told.suit]
    named = {reading.tokens[at].form[:_STEM] for at in suits}  # what no notation tells again
    suits += [at for at, stem in enumerate(reading.stems) if stem == _A_SUIT and reading.tokens[at].form[:_STEM] in named]
    near = {hold for hold in holds if any(0 <= suit - hold <= _NEAR for suit in suits)}
    return any(0 < hold - at <= _SOON and (hold in spoken or reading.stems[at] == _SAYS[0]) for at in says for hold in near)


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
