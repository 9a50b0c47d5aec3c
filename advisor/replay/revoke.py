"""A revoke as the story and the told tricks show it: who revoked, who won that trick, what that side won later (Laws 61-64)."""

from __future__ import annotations

from dataclasses import dataclass

from advisor.bridge.seats import Seat, Side
from advisor.read.events import SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE
from advisor.replay.revoke_trick import may_revoke
from advisor.replay.tricks import ToldTrick

_BEHIND = 3
_COUNTED = 6
_DECLARING = frozenset({"declarer", "dummy"})
_PLAYED_ON = frozenset({"next_trick_both", "both_played_next=yes", "next_trick=both_sides"})
_QUIET = frozenset({"play", "win", "lead", "follow"})
_SHORT = 25  # words


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


def told_revoke(reading: Reading, tricks: tuple[ToldTrick, ...]) -> ToldRevoke | None:
    """The revoke of a text when exactly one player is told to have made one; `tricks` are those told card by card."""
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
    at = [i for i, told in enumerate(tricks) if _revoked(told, seat)]
    won_by, later = (_by_cards(tricks, at[0], seat)) if len(at) == 1 else ("", 0)
    return ToldRevoke(seat, declaring, won_by or _by_story(reading, deeds[0], seat), later or _later(reading, deeds[0], seat))


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
            end = _clause_end(reading, event.last)
            said = {c.what for c in reading.cues_beginning(revoke.last + 1, end)}
            around = {c.what for c in reading.cues_beginning(event.first - _BEHIND, end)}
            plain = event.deed == "win" and event.by == TOLD
            sure = here and not event.flags and not said & {"more_tricks", "later"} and (plain or "that_trick" in around)
            return _relation(Seat(SEAT_OF[event.actor]), seat) if sure else ""
    return ""


def _clause_end(reading: Reading, at: int) -> int:
    """The last of the few tokens behind a deed that stand in its clause."""
    end = at
    while end + 1 < len(reading.tokens) and end - at < _BEHIND and reading.tokens[end].after < CLAUSE:
        end += 1
    return end


def _later(reading: Reading, revoke: Event, seat: Seat) -> int:
    """1 when the offending side is told to have won further tricks ("EW took three more tricks"), else 0."""
    for event in reading.story.events:
        if event.deed not in ("win", "take_out") or event.first <= revoke.last or event.flags:
            continue
        told = {c.what for c in reading.cues_beginning(event.last + 1, event.last + _COUNTED)}
        before = {c.what for c in reading.cues_ending(event.first - 2, event.first - 1)}
        side = Seat(SEAT_OF[event.actor]).side if event.actor in SEAT_OF else None
        own = side is seat.side or (side is None and f"side_{seat.side.value.lower()}" in before)
        if own and "trick" in told and told & {"more_tricks", "later"} and "none_won" not in told | before:
            return 1
    return 0


def only_established(reading: Reading) -> tuple[int, int] | None:
    """The words that tell the next trick played to by both sides, where a short text tells nothing but that and one player's
    revoke: the revoke is established (Law 63A1), whatever those words sound like. In a longer story the revoke may be a deed
    beside the one that is asked about, so nothing is concluded there; dummy's is another matter (Laws 45D, 64B3)."""
    events = reading.story.events
    deeds = [event for event in events if event.deed == "revoke"]
    if len(reading.tokens) > _SHORT or len(deeds) != 1 or {e.deed for e in events} - _QUIET - {"revoke"}:
        return None
    revoke = deeds[0]
    if revoke.flags or revoke.actor in ("", "dummy", "side_pair") or (revoke.actor, "dummy") in reading.story.roles:
        return None
    later = [m for m in reading.mentions if m.name in _PLAYED_ON and m.first > revoke.last]
    if not later or any(m.flags for m in later):
        return None
    tricks = {cue.first - 1 for cue in reading.cues if cue.what == "trick"}
    next_trick = {m.name for m in reading.mentions if m.last in tricks}  # the Greek "next trick" is no player
    doers = {e.actor for e in events if later[0].first <= e.first <= later[0].last and e.by == TOLD}
    if doers - next_trick - {revoke.actor, "side_pair", ""}:
        return None  # one player, or one side, has played on
    return later[0].first, later[0].last


def dummys_revoke_denied(reading: Reading) -> bool:
    """Whether the one revoke told is a player's own: its doer is not dummy, and no dummy stands in the clause of the deed, or is
    the one that the card came from."""
    deeds = [event for event in reading.story.events if event.deed == "revoke" and event.actor]
    dummies = [m.first for m in reading.mentions if m.name == "dummy" and m.how != "derived"]
    if dummies and not deeds and all(_won_by_dummy(reading, at) for at in dummies):
        return True
    deeds = deeds or [event for event in reading.story.events if may_revoke(event) and event.actor][:1]
    if len(deeds) != 1 or deeds[0].actor == "dummy" or (deeds[0].actor, "dummy") in reading.story.roles:
        return False
    return not any(-_COUNTED <= at - deeds[0].last <= _BEHIND and _joined(reading, deeds[0], at) for at in dummies)


def _joined(reading: Reading, deed: Event, at: int) -> bool:
    """Whether no sentence ends between a deed and a token."""
    return reading.sentences[deed.first] == reading.sentences[at]


def _won_by_dummy(reading: Reading, at: int) -> bool:
    """Whether dummy is named only as the hand that won a trick."""
    wins = [e for e in reading.story.events if e.deed in ("win", "take_out") and e.actor == "dummy"]
    return any(0 <= event.first - at <= _BEHIND or 0 <= at - event.last <= _BEHIND for event in wins)
