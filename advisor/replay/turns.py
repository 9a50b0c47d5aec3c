"""Whose turn was it, seen from the player who acted? Worked out from the seats that a story tells (Laws 17A, 17C, 28, 29).

Only what is certain is asserted: one seat whose turn is told (in words, or as the dealer before any other call), and one
other seat that called. Everything else stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from advisor.base.kept import once
from advisor.bridge.seats import Seat, dealer_of
from advisor.read.events import SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.story import DROPPED
from advisor.read.tokens import CLAUSE
from advisor.replay.calls import believed
from advisor.replay.contract import board_of
from advisor.replay.players import own_seat

_CALLS = ("open", "bid", "pass", "double", "redouble")
_DOUBLES = ("double", "redouble")
_TURN, _OUT = "turn_told", ("out_of_turn", "bid_out_of_turn", "turn_not_theirs", "jumped_in")
_KINDS = {
    "P": "pass",
    "X": "double",
    **dict.fromkeys("1234567", "bid"),
    "pass": "pass",
    "open": "bid",
    "double": "double",
    "redouble": "double",
}
_DENIED = "turn_not_theirs"
MAYBE_OUT = (*_OUT, "bid_near_turn", "pass_near_turn")
_NEAR, _BESIDE = 2, 4
_COMPASS = ("N", "E", "S", "W")
_SEEN = {"speaker": 0, "lho": 1, "partner": 2, "rho": 3}
_PASSED_OVER = {1: "lho", 2: "partner", 3: "rho"}
_GREEN, _WHO_DEALT = "green_word", "dealer_unknown"
Place = tuple[str, int]
_LEAD, _OPENING = "lead", "opening_lead"


def turn_facts(reading: Reading) -> dict[str, str]:
    """`wrong_turn_of`: `rho`, `partner` or `lho` of the player who called out of turn, and `out_of_turn_kind`: `pass`, `bid`
    or `double`, what that call was; nothing when that is not certain.

    With the dealer's turn and no earlier call told, the call was the first of the auction: `offender_called_before` is `no`
    (Laws 30B1, 31B). A lead by another seat than the one whose turn is told was `led_out_of_turn` (Law 53),
    and `wrong_lead_kind` says whether it is told to have been the `opening` one (Law 54).
    """
    turn, offender = turn_to_call(reading), called_out_of_turn(reading)
    if turn is None or offender is None or turn is offender:
        return _kind(_beside(reading)) | _wrong_lead(reading, turn)
    relations = {offender.rho: "rho", offender.partner: "partner", offender.lho: "lho"}
    found = {"wrong_turn_of": relations[turn]} | _kind([e for e in _calls(reading) if SEAT_OF.get(e.actor) == offender.value])
    first = turn is dealer_told(reading) and _first_call(reading, offender)
    return found | ({"offender_called_before": "no"} if first else {})


def first_out_of_turn(reading: Reading) -> dict[str, str]:
    """The same where a call out of rotation is in hand already, so that no words need say so: somebody is told to have dealt,
    and the first call told (a pass by its green card too) is another's (Laws 17A, 17B), or one seat's turn is told and another
    alone calls. Nothing when the player told right after the dealer is a third one."""
    dealer, calls = _dealing(reading), _first_calls(reading)
    caller = _by_compass(reading, _place(calls[0]) if calls else None)
    if dealer is None:
        return _passed_over(turn_in_words(reading), {_place(who) for who in calls})
    if caller is None or caller[0] != dealer[0] or caller == dealer or _told_after(reading, dealer) not in (None, caller):
        return {}
    return {"wrong_turn_of": _PASSED_OVER[(dealer[1] - caller[1]) % 4], "offender_called_before": "no"}


def _by_compass(reading: Reading, place: Place | None) -> Place | None:
    """A place as the speaker sees it by the compass, where the speaker's own seat is told."""
    own = own_seat(reading) if place is not None and place[0] == "speaker" else ""
    return ("seat", (_COMPASS.index(own) + place[1]) % 4) if own and place is not None else place


def call_before_the_turn(reading: Reading) -> dict[str, str]:
    """The same without the turn of the caller's left-hand opponent where it was not the first call: then more likely the call
    before is meant, made in turn, after which that opponent was to call. Whose turn it was in so many words holds against the
    dealer's, whose turn is only worked out."""
    found = first_out_of_turn(reading)
    dealer, turn = _dealing(reading), turn_in_words(reading)
    if dealer is not None and turn is not None and dealer != _place(turn.value):
        found.pop("wrong_turn_of", None)
    return found if "offender_called_before" in found or found.get("wrong_turn_of") != "lho" else {}


def caller_out_of_turn(reading: Reading) -> Seat | None:
    """The seat that called out of rotation, where whose turn it was is certain too; nothing when two ways to it disagree."""
    told, first = turn_facts(reading), first_out_of_turn(reading)
    found = {called_out_of_turn(reading)} if "wrong_turn_of" in told else set()
    callers = [SEAT_OF[who] for who in _first_calls(reading) if who in SEAT_OF]
    found |= {Seat(callers[0])} if "wrong_turn_of" in first and callers else set()
    dealer = dealer_told(reading)
    if callers and dealer is not None and callers[0] == dealer.value:
        found.discard(dealer)  # who dealt and called first did so in turn
    return found.pop() if len(found) == 1 else None


def _passed_over(turn: Seat | None, callers: set[Place | None]) -> dict[str, str]:
    """`wrong_turn_of` where one seat's turn is told in words and one other seat alone calls."""
    caller = next(iter(callers)) if len(callers) == 1 else None
    if turn is None or caller is None or caller[0] != "seat" or caller == _place(turn.value):
        return {}
    return {"wrong_turn_of": _PASSED_OVER[(_COMPASS.index(turn.value) - caller[1]) % 4]}


def _dealing(reading: Reading) -> Place | None:
    """The place of the one player who is told to have dealt."""
    seat = dealer_told(reading)
    if seat is not None:
        return _place(seat.value)
    if any(cue.what == _WHO_DEALT for cue in reading.cues):
        return None
    found = {_place(e.actor) for e in _deals(reading)} - {None}
    before = {cue.first - 1 for cue in reading.cues if cue.what == "dealer"}
    found |= {_place(m.name) for m in reading.mentions if m.last in before and m.name in _SEEN and m.how != "derived"}
    return found.pop() if len(found) == 1 else None


def _first_calls(reading: Reading) -> list[str]:
    """The doers of the calls told, in their order; a green card is a pass by the doer of the deed it stands with."""
    told = [(e.first, e.actor) for e in _told_calls(reading)]
    for at, stem in enumerate(reading.stems):
        if stem == _GREEN:
            before = [e for e in reading.story.events if e.first <= at and reading.sentences[e.first] == reading.sentences[at]]
            told.append((at, before[-1].actor if before else ""))
    return [actor for _, actor in sorted(told)]


def _told_calls(reading: Reading) -> list[Event]:
    """The calls told, each once, without those that are denied or supposed."""
    calls = [e for e in _calls(reading) if not UNSAID & set(e.flags)]
    return [e for e, then in zip_longest(calls, calls[1:]) if not _same_deed(reading, e, then)]


def _same_deed(reading: Reading, event: Event, then: Event | None) -> bool:
    """Whether a word for a call, its doer only supposed, is told in full right after it, with doer and call ("opened first
    East 1♦", as Greek has it)."""
    if then is None or event.by != DROPPED or event.object or then.by != TOLD or not then.object:
        return False
    return then.first - event.last <= _BESIDE and reading.sentences[event.first] == reading.sentences[then.first]


def _place(who: str) -> Place | None:
    """A seat by the compass, or a player as the speaker sees it, with the number of steps to the left."""
    seat = SEAT_OF.get(who, who)
    if seat in _COMPASS:
        return "seat", _COMPASS.index(seat)
    return ("speaker", _SEEN[who]) if who in _SEEN else None


def _told_after(reading: Reading, dealer: Place) -> Place | None:
    """The first seat told after the dealer's that is another's."""
    seats = [_place(m.name) for m in reading.mentions if m.name in SEAT_OF and not m.flags]
    after = seats[seats.index(dealer) + 1 :] if dealer in seats else []
    return next((seat for seat in after if seat != dealer), None)


def _kind(calls: Iterable[Event]) -> dict[str, str]:
    """`out_of_turn_kind`, if these calls are all of one kind."""
    kinds = {_KINDS[value] for event in calls if (value := _what(event)) in _KINDS}
    return {"out_of_turn_kind": kinds.pop()} if len(kinds) == 1 else {}


def _beside(reading: Reading) -> list[Event]:
    """The calls of the sentence that says that one was out of turn."""
    said = {reading.sentences[m.first] for m in reading.mentions if m.name in _OUT and not m.flags}
    return [e for e in _calls(reading) if reading.sentences[e.first] in said and not e.flags]


def _wrong_lead(reading: Reading, turn: Seat | None) -> dict[str, str]:
    """`led_out_of_turn`, where one seat alone leads and the turn of another is told; whether those two are partners, and
    one of them dummy, is not looked at: who leads from the wrong hand is out of turn too (Law 55)."""
    leads = [e for e in reading.story.events if e.deed == _LEAD and not e.flags]
    seats = {SEAT_OF.get(e.actor) for e in leads}
    wrong = turn is not None and not _calls(reading) and len(seats) == 1 and None not in seats and seats != {turn.value}
    if not wrong:
        return {}
    opening = any(m.name == _OPENING and not m.flags for m in reading.mentions)
    return {"led_out_of_turn": "yes"} | ({"wrong_lead_kind": "opening"} if opening else {})


def _calls(reading: Reading) -> list[Event]:
    """The calls that are told; the "opening" of an opening lead is none."""
    led = {at for m in reading.mentions if m.name == _OPENING for at in range(m.first, m.last + 1)}
    return [e for e in reading.story.events if e.deed in _CALLS and e.first not in led]


def _what(event: Event) -> str:
    """The kind of a call: `P`, `X` or a level; its deed where no call is told, or where the call told is the one doubled."""
    kind, _, call = event.object.partition(":")
    return call[:1] if kind == "call" and event.deed not in _DOUBLES else event.deed if event.deed in _CALLS else ""


def turn_to_call(reading: Reading) -> Seat | None:
    """The seat whose turn it was when another called: told in words, or the dealer's (told, or by the number of the board,
    Law 2) when no call is told before the wrong one (Law 17B)."""
    turn = turn_in_words(reading)
    if turn is not None:
        return turn
    offender, dealer = called_out_of_turn(reading), dealer_told(reading)
    if offender is not None and dealer is not None and dealer is not offender and _first_call(reading, offender):
        return dealer
    return None


def turn_in_words(reading: Reading) -> Seat | None:
    """The one seat that stands in the words that tell whose turn it was, or else right beside them in their clause."""
    seats = [(m.first, m.last, SEAT_OF[m.name]) for m in reading.mentions if m.name in SEAT_OF and not m.flags]
    denied = {at for m in reading.mentions if m.name == _DENIED for at in range(m.first, m.last + 1)}
    told = [m for m in reading.mentions if m.name == _TURN and m.last not in denied]
    within = {seat for m in told for first, last, seat in seats if m.first <= first and last <= m.last}
    near = [(m, at, seat) for m in told for at, last, seat in seats if m.first - 1 <= at and last <= m.last + _NEAR]
    beside = {seat for m, at, seat in near if not any(t.after >= CLAUSE for t in reading.tokens[m.last : at])}
    found = within or beside
    return Seat(found.pop()) if len(found) == 1 else None


def dealer_told(reading: Reading) -> Seat | None:
    """The one seat that is told to have dealt, or that deals the one board told (Law 2); None when the two disagree, or where
    nobody is told to know who did."""
    if any(cue.what == _WHO_DEALT for cue in reading.cues):
        return None
    found = {Seat(SEAT_OF[e.actor]) for e in _deals(reading) if e.actor in SEAT_OF}
    found |= _called_dealer(reading)
    board = board_of(reading)
    found |= {dealer_of(board)} if board is not None else set()
    return found.pop() if len(found) == 1 else None


def _deals(reading: Reading) -> list[Event]:
    """The deeds of dealing, but for those that somebody only thought to be so."""
    dealt = [e for e in reading.story.events if e.deed == "deal" and not e.flags]
    thought = believed(reading) if dealt else ()
    return [e for e in dealt if e.first not in thought]


def _called_dealer(reading: Reading) -> set[Seat]:
    """The seats that stand beside a word for the dealer, in its clause ("Dealer: South" too)."""
    found = set()
    seats = {mention.first: mention.name for mention in reading.mentions if mention.name in SEAT_OF and not mention.flags}
    for cue in reading.cues:
        for at in range(cue.first - _NEAR, cue.first + _NEAR + 1) if cue.what == "dealer" else ():
            first, last = sorted((at, cue.first))
            breaks = at in seats and any(t.after >= CLAUSE and reading.folded[t.end] != ":" for t in reading.tokens[first:last])
            if at in seats and not breaks:
                found.add(Seat(SEAT_OF[seats[at]]))
    return found


@once
def called_out_of_turn(reading: Reading) -> Seat | None:
    """The seat whose call is said to be out of turn, or is told beside whose turn it was: the call told last before those words,
    or else the first after them."""
    said = [m for m in reading.mentions if m.name in MAYBE_OUT]
    calls = [e for e in _told_calls(reading) if e.actor and not e.flags]
    if not said:
        return None
    near = [e for e in calls if reading.sentences[e.first] == reading.sentences[said[0].first]]
    before = [e for e in near if e.first <= said[0].last]
    seat = SEAT_OF.get((before or near)[-1 if before else 0].actor) if near else None
    return Seat(seat) if seat else None


def _first_call(reading: Reading, offender: Seat) -> bool:
    """Whether no call of another player is told before the offender's."""
    calls = _calls(reading)
    return bool(calls) and SEAT_OF.get(calls[0].actor) == offender.value
