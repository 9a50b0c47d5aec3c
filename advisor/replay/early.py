"""What is told of a card played too early: at whose turn it came, whether declarer had played from both hands, and whether the
card follows suit (Laws 57A, 57C1, 57D)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, pairwise

from advisor.read.events import SEAT_OF, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.story import SPEAKER
from advisor.replay.hands import DECLARER, DUMMY
from advisor.replay.leads import CALL, LEAD, PLAY, Move, moves
from advisor.replay.players import opposite
from advisor.replay.seating import seating

_DONE, _CARD, _RANK, _SUIT = "done_already", "card:", "rank:", "suit:"
_PLAYS = frozenset({"play", "follow", "discard"})
_NEAR = 2
_OWN_PAIR = frozenset({"partner", SPEAKER})


def both_hands_played(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`premature_excuse` (`declarer_played_both`) where declarer led from one hand, and the other hand is told to have played
    before the last card of a defender."""
    told = [move for move in moves(reading, seating(reading)) if move.at not in untold]
    led = next((move for move in told if move.kind == LEAD), None)
    if led is None or led.defends is not False:
        return {}
    early = max((move.at for move in told if move.kind == PLAY and move.defends is not False), default=0)
    done = {cue.last for cue in reading.cues if cue.what == _DONE}
    hands = {move.place for move in told if move.kind in (PLAY, CALL) and _before(move, early, done)}
    other = {DUMMY: DECLARER, DECLARER: DUMMY}.get(led.place, DUMMY) if led.place is not None else DUMMY
    return {"premature_excuse": "declarer_played_both"} if other in hands else {}


def _before(move: Move, early: int, done: set[int]) -> bool:
    """Whether a card was played before the one at a token: told before it, or as done already."""
    return move.at < early or any(move.at - _NEAR <= at < move.at for at in done)


def partner_had_led(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`premature_by` (`at_rho_turn`) where the early card is told right after the lead of that defender's own partner: it is the
    turn of the one in between, who sits on the right of it (Law 57D)."""
    doers = {event.actor for event in reading.story.events}
    if not any(_own_side(one, other) for one, other in combinations(doers, 2)):
        return {}
    told = [move for move in moves(reading, seating(reading)) if move.at not in untold]
    pairs = [(led, then) for led, then in pairwise(told) if led.kind == LEAD and then.kind == PLAY and led.who and then.who]
    if not pairs or pairs[-1][1] is not told[-1]:
        return {}
    led, then = pairs[-1]
    declares = led.who in SEAT_OF and (led.defends is False or then.defends is False)
    return {"premature_by": "at_rho_turn"} if not declares and _own_side(led.who, then.who) else {}


def _own_side(one: str, other: str) -> bool:
    """Whether two doers are partners, told by their seats, or the teller and partner."""
    return opposite(one, other) or {one, other} == _OWN_PAIR


def early_card_legal(reading: Reading) -> dict[str, str]:
    """`premature_card_legal` (`yes`) where the last card told as played is of the suit that was led, or is named by its rank
    alone."""
    events = [event for event in reading.story.events if not UNSAID & set(event.flags)]
    led = next((suit for event in events if event.deed == "lead" and (suit := _suit(event))), "")
    cards = [event for event in events if event.deed in _PLAYS and event.object.startswith((_CARD, _RANK))]
    if not led or not cards:
        return {}
    alike = cards[-1].object.startswith(_RANK) or _suit(cards[-1]) == led
    return {"premature_card_legal": "yes"} if alike else {}


def _suit(event: Event) -> str:
    """The suit of a deed's card; nothing where it is not told."""
    kind, _, value = event.object.partition(":")
    return value[:1] if f"{kind}:" in (_CARD, _SUIT) else ""
