"""Dummy put down another card than declarer named, or declarer took back a card of the own hand: worked out from the cards told
one after the other (Laws 45C2, 45D)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF, TOLD
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.tokens import CLAUSE, Token
from advisor.replay.declaring import DECLARER, side_of
from advisor.replay.dummys_revoke import dummy_held_the_suit

NEXT, EFFECT = "next_trick", "wrong_card_effect"
_CARDS: Final = frozenset({"play", "follow", "discard", "ruff"})
_TRICK: Final = frozenset({"lead", "win", "claim", "concede"})
_PEOPLE: Final = frozenset({"declarer", "dummy", "defender", "lho", "rho", "partner", "opponent", "opening_leader"})
_SAYING: Final = frozenset({"say", "call_card", "ask", "suggest", "bid", "answer", "notice"})
_BACK: Final = frozenset({"withdraw", "take_out", "replace", "expose", "produce"})
_DUMMY: Final = "dummy"
_REVOKE: Final = "revoke"
_NAMED: Final = frozenset({"card", "suit", "rank", "holding"})
_MOVES: Final = frozenset(
    {
        "play",
        "put",
        "move",
        "push",
        "lay",
        "give",
        "lift",
        "take",
        "produce",
        "pull",
        "draw",
        "choose",
        "throw",
        "touch",
        "collect",
        "lead",
        "grab",
    }
)
_SUITED: Final = frozenset({"card", "suit", "holding"})
_ANY_EFFECT: Final = "led|legal_in_trick|dummy_revoked"
_EVERYBODY: Final = "everybody"
_COMING: Final = frozenset({"next_word", "following"})
_TRICK_WORD: Final = "trick"
_CARD, _NEAR, _HAND, _OTHERS, _AFTER = "card:", 6, 4, 2, 4


def proven_card(reading: Reading) -> dict[str, str]:
    """`dummy_misplaced` (`yes`) where dummy is told to play another card than the one ordered right before; `own_card_back` where
    declarer puts a card down from hand, takes it back and shows another, and nobody says anything of dummy's."""
    found = {"dummy_misplaced": "yes"} if _misplaced(reading) is not None else {}
    return found | ({"own_card_back": "yes"} if _own_back(reading) else {})


@dataclass(frozen=True, slots=True)
class Misplaced:
    """The card that was ordered, the one that dummy put down instead, and the token of the latter."""

    named: str
    put: str
    at: int


def _misplaced(reading: Reading) -> Misplaced | None:
    """The first two cards told one after the other of which the first is ordered, and dummy alone stands before the second; or of
    which dummy put the first instead of the second."""
    orders = [cue.last for cue in reading.cues if cue.what == "orders_card"]
    orders += [e.first for e in reading.story.events if e.deed == "call_card" and side_of(reading, e.actor) == DECLARER]
    cards = [(bisect_left(reading.tokens, n.start, key=_start), n.value) for n in reading.notation if n.kind == "card"]
    people = [m for m in reading.mentions if m.how != "derived" and (m.name in SEAT_OF or m.name in _PEOPLE)]
    instead = [cue.first for cue in reading.cues if cue.what == "instead_of"]
    for (first, put), (then, named) in pairwise(cards):
        dummy = any(_puts(reading, m.last, first) for m in people if m.name == _DUMMY and not m.flags)
        if dummy and named != put and any(first < at < then for at in instead) and then - first <= _NEAR:
            return Misplaced(named, put, first)
    for (first, named), (then, put) in pairwise(cards):
        ordered = any(0 < first - order <= _NEAR for order in orders)
        between = {m.name for m in people if first < m.first < then}
        near = any(_puts(reading, m.last, then) for m in people if m.name == _DUMMY and not m.flags)
        if ordered and named != put and between == {_DUMMY} and near:
            return Misplaced(named, put, then)
    return None


def _puts(reading: Reading, dummy: int, card: int) -> bool:
    """Whether dummy is told right before a card to put it down, by a word for that between the two."""
    return 0 < card - dummy <= _NEAR + 1 and bool(_MOVES & set(reading.stems[dummy + 1 : card]))


def _start(token: Token) -> int:
    return token.start


def _own_back(reading: Reading) -> bool:
    events = reading.story.events
    if any(e.deed in _SAYING for e in events):
        return False
    hand = [cue.first for cue in reading.cues if cue.what == "from_hand"]
    for number, event in enumerate(events):
        own = side_of(reading, event.actor) == DECLARER and event.actor != _DUMMY and event.object.startswith(_CARD)
        if own and event.deed == "play" and any(0 < at - event.last <= _HAND for at in hand):
            return any(e.deed in _BACK and e.actor == event.actor for e in events[number + 1 :])
    return False


def misplaced_facts(reading: Reading) -> dict[str, str]:
    """`wrong_card_effect` (`legal_in_trick`: nobody failed to follow to the right suit) where both cards are of one suit, or
    `dummy_revoked` where that is told in so many words;
    `next_trick`: `both_sides` where a trick is told to be won, the next one led, and everybody to follow to that, `none` where
    the telling ends before the trick of the wrong card is complete."""
    told = _misplaced(reading)
    same = told is not None and told.named[0] == told.put[0]
    found = {EFFECT: "legal_in_trick"} if same else {EFFECT: "led"} if told is not None and _led(reading, told) else {}
    own = any(e.deed == _REVOKE and e.actor == _DUMMY and not UNSAID & set(e.flags) for e in reading.story.events)
    if own or dummy_held_the_suit(reading):
        found = {EFFECT: "dummy_revoked"}
    after = [e for e in reading.story.events if told is not None and e.first > told.at and not UNSAID & set(e.flags)]
    cards = [e for e in after if e.deed in _CARDS and e.actor != _DUMMY and e.by == TOLD]
    coming = any(one in _COMING and two == _TRICK_WORD for one, two in pairwise(reading.stems))
    named = [
        n.kind for n in reading.notation if told is not None and n.kind in _NAMED and n.start > reading.tokens[told.at].start
    ]
    more = len(named) > _OTHERS or set(named) - {"card"}
    ends = told is not None and not coming and not more and 0 < len(cards) <= _OTHERS and not any(e.deed in _TRICK for e in after)
    return found | ({NEXT: "none"} if ends else _followed_on(reading))


def effect_open(reading: Reading) -> dict[str, str]:
    """`wrong_card_effect`, left open where several suits are told of: dummy may have failed to follow, or the trick been led."""
    suits = {n.value[0] for n in reading.notation if n.kind in _SUITED}
    return {EFFECT: _ANY_EFFECT} if len(suits) > 1 else {}


def _led(reading: Reading, told: Misplaced) -> bool:
    """Whether dummy's card was the lead: the three others are told to play to that trick before the next is spoken of."""
    then = next((at for at, (one, two) in enumerate(pairwise(reading.stems)) if one in _COMING and two == _TRICK_WORD), -1)
    cards = [bisect_left(reading.tokens, n.start, key=_start) for n in reading.notation if n.kind == "card"]
    return len([at for at in cards if told.at < at < then - _AFTER]) == _OTHERS + 1


def _followed_on(reading: Reading) -> dict[str, str]:
    """Who is told to have played to the next trick, called so or led to after one was won."""
    sides = _next_sides(reading)
    if sides:
        return {NEXT: "both_sides" if len(sides) > 1 else "one_side"}
    won = False
    led = None
    for event in reading.story.events:
        if UNSAID & set(event.flags):
            continue
        if led is not None and event.deed in ("follow", "play"):
            between = reading.stems[led.last + 1 : event.first]
            return {NEXT: "both_sides"} if _EVERYBODY in between else {}
        won = won or event.deed == "win"
        led = event if won and event.deed == "lead" and event.by == TOLD else led
    return {}


def _next_sides(reading: Reading) -> set[str]:
    """The sides that are told, by their seats, to play to what is called the next trick, and after that."""
    pairs_of = enumerate(pairwise(reading.stems))
    there = [at for at, (one, two) in pairs_of if one in _COMING and two == _TRICK_WORD]
    plays = [e for e in reading.story.events if e.deed in (*_CARDS, "lead") and e.actor in SEAT_OF and e.by == TOLD]
    plays = [e for e in plays if not UNSAID & set(e.flags) and not e.when]
    first = next((e for e in plays if any(0 < at - e.last <= _HAND and _one_clause(reading, e.last, at) for at in there)), None)
    if first is None:
        return set()
    return {Seat(SEAT_OF[e.actor]).side.value for e in plays if e.first >= first.first and e.object}


def _one_clause(reading: Reading, first: int, last: int) -> bool:
    return all(token.after < CLAUSE for token in reading.tokens[first:last])
