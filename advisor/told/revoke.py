"""A revoke as the story and the told tricks show it: who revoked, who won that trick, what that side won later (Laws 61-64)."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.bridge.seats import Seat, Side
from advisor.read.events import SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.told.tricks import ToldTrick, told_tricks

_BEHIND = 3
_DECLARING = frozenset({"declarer", "dummy"})


@dataclass(frozen=True, slots=True)
class ToldRevoke:
    """The one player who revoked, by seat or only by role, and what is told of the tricks.

    `won_by` is `offender`, `partner` or `opponents`; `later` is how many later tricks the offending side is seen to have
    won (0: none is told). Nothing is concluded from silence.
    """

    seat: Seat | None
    declaring: bool | None
    won_by: str = ""
    later: int = 0

    @property
    def side(self) -> Side | None:
        """The offending side."""
        return self.seat.side if self.seat else None


def told_revoke(reading: Reading) -> ToldRevoke | None:
    """The revoke of a text when exactly one player is told to have made one."""
    deeds = [event for event in reading.story.events if event.deed == "revoke" and not event.flags]
    actors = {event.actor for event in deeds if event.actor}
    if len(actors) != 1:
        return None
    actor = actors.pop()
    roles = {role for seat, role in reading.story.roles if seat == actor} | {actor}
    declaring = True if roles & _DECLARING else False if "defender" in roles else None
    if actor not in SEAT_OF:
        return ToldRevoke(None, declaring)
    seat = Seat(SEAT_OF[actor])
    tricks = told_tricks(reading)
    at = [i for i, told in enumerate(tricks) if _revoked(told, seat)]
    won_by, later = (_by_cards(tricks, at[0], seat)) if len(at) == 1 else ("", 0)
    return ToldRevoke(seat, declaring, won_by or _by_story(reading, deeds[0], seat), later)


def _revoked(told: ToldTrick, seat: Seat) -> bool:
    """Whether a player did not follow suit to a trick."""
    return any(told.trick.by(index) is seat for index in told.trick.off_suit())


def _by_cards(tricks: tuple[ToldTrick, ...], at: int, seat: Seat) -> tuple[str, int]:
    """Who won the trick of the revoke, and how many of the tricks told after it the offending side won."""
    winner = tricks[at].winner
    later = sum(told.winner is not None and told.winner.side is seat.side for told in tricks[at + 1 :])
    return (_relation(winner, seat) if winner else ""), later


def _relation(winner: Seat, seat: Seat) -> str:
    return "offender" if winner is seat else "partner" if winner is seat.partner else "opponents"


def _by_story(reading: Reading, revoke: Event, seat: Seat) -> str:
    """Who is told, by seat, to have won the trick, in the sentence of the revoke and before anything later is told."""
    for event in reading.story.events:
        if event.deed in ("win", "take_out") and event.first > revoke.first and event.actor in SEAT_OF:
            here = reading.sentences[event.first] == reading.sentences[revoke.first]
            said = {c.what for c in reading.cues if revoke.last < c.first <= event.last + _BEHIND}
            behind = {c.what for c in reading.cues if event.last < c.first <= event.last + _BEHIND}
            plain = event.deed == "win" and event.by == TOLD
            sure = here and not event.flags and not said & {"more_tricks", "later"} and (plain or "that_trick" in behind)
            return _relation(Seat(SEAT_OF[event.actor]), seat) if sure else ""
    return ""
