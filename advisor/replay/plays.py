"""Who had the lead, and who held the suit after all? Worked out from the tricks and the hands a story tells (Laws 44, 53).

Only what the telling makes plain is asserted: a trick with a known leader and a known winner, and then a lead by a player
who cannot be on lead; a card of another suit played by a player whose hand, as told, still holds the suit led.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from advisor.bridge.cards import Card, parse_card
from advisor.bridge.seats import Seat
from advisor.bridge.tricks import revokes
from advisor.read.events import SEAT_OF, Event
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.replay.contract import contract_of
from advisor.replay.tricks import ToldTrick

_LEADS, _PLAYS = ("lead",), ("lead", "play", "follow", "discard")
_NEAR = 2
_LENGTH = 13


def play_facts(reading: Reading, tricks: Sequence[ToldTrick]) -> dict[str, str]:
    """`led_out_of_turn` and `trick_revoke`, each `yes` where the told tricks prove it; nothing when they do not."""
    found = {}
    if _led_out_of_turn(reading, tricks):
        found["led_out_of_turn"] = "yes"
    if tricks and revokes([told.trick for told in tricks], _held(reading)):
        found["trick_revoke"] = "yes"
    return found


def _led_out_of_turn(reading: Reading, tricks: Sequence[ToldTrick]) -> bool:
    """Whether the deed right after a won trick, or after a told win, is the lead of a player who has not won it."""
    events = reading.story.events
    contract = contract_of(reading)
    declarer = contract.declarer if contract else None
    due = {n: _seat(event, declarer) for n, event in enumerate(events) if event.deed == "win" and not event.flags}
    complete = {}
    for told in tricks:
        during = [n for n, event in enumerate(events) if reading.tokens[event.first].start < told.end]
        if during:
            complete[during[-1]] = told.winner
    due |= complete
    for number, event in enumerate(events[1:], start=1):
        holder, player = due.get(number - 1), _seat(event, declarer)
        deeds = _PLAYS if number - 1 in complete else _LEADS
        if event.deed not in deeds or event.flags or event.when or holder is None or player is None:
            continue
        if player is not holder and not (declarer and {player, holder} == {declarer, declarer.partner}):
            return True
    return False


def _seat(event: Event, declarer: Seat | None) -> Seat | None:
    """The seat of a deed's doer, if it is told or follows from where declarer sits."""
    if event.actor in SEAT_OF:
        return Seat(SEAT_OF[event.actor])
    if declarer and event.actor in ("declarer", "dummy"):
        return declarer if event.actor == "declarer" else declarer.partner
    return None


def _held(reading: Reading) -> Mapping[Seat, list[Card]]:
    """The cards told right after a seat, as that player's."""
    found: dict[Seat, list[Card]] = {}
    for note in reading.notation:
        if note.kind not in ("holding", "hand"):
            continue
        before = [m for m in reading.mentions if reading.tokens[m.last].end <= note.start and not m.flags]
        last = max(before, key=lambda m: m.last, default=None)
        near = last is not None and sum(reading.tokens[last.last].end <= t.start < note.start for t in reading.tokens) <= _NEAR
        seat = next((SEAT_OF[m.name] for m in before if last and m.last == last.last and m.name in SEAT_OF), "")
        if near and seat:
            found.setdefault(Seat(seat), []).extend(_holding(note))
    return found


def _holding(note: Notation) -> Iterator[Card]:
    """The cards of a holding (`S:KJ5`) or of a whole hand (`AK.QJ2.A432.K432`)."""
    suit, _, ranks = note.value.rpartition(":")
    parts = [(suit, ranks)] if note.kind == "holding" else list(zip("SHDC", ranks.split("."), strict=False))
    for name, told in parts:
        if name and len(told) <= _LENGTH:
            yield from (parse_card(f"{name}{rank}") for rank in told if rank in "AKQJT98765432")
