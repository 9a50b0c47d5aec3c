"""What the deeds of a story make of a revoke: whose card it was, what had been played when it was noticed, what the offending
side won afterwards (Laws 62B, 63A, 64A). The revoke is the first deed that may be one, told with its doer; nothing is concluded
from silence where somebody may have played untold."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from advisor.base.kept import once
from advisor.base.numbers import typed_number
from advisor.read.events import CARDS, SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.declaring import DECLARER, DEFENDER, side_of
from advisor.replay.dummys_revoke import dummy_held_the_suit
from advisor.replay.others_too import others_too, spent
from advisor.replay.revoke_since import ASKED, PLAYED_ON, first_asked, moved_on, pairs
from advisor.replay.revoke_trick import (
    OFFENDER,
    OPPONENTS,
    PARTNER,
    idle,
    may_revoke,
    off_suit,
    relation,
    suit_of,
    with_doer,
)

FROM, SINCE, LATER, EXCEPTION = "revoke_card_from", "revoke_since", "later_trick_won", "revoke_exception"
NOTHING, OPPONENTS_ON, OFFENDERS_ON, OWN_CLAIM = "nothing", "opponents_played", "offending_side_played", "own_claim"
_CLAIMS: Final = frozenset({"spread", "claim", "concede"})
_CLAIMING: Final = frozenset({"claim", "claim_rest_mine", "claim_hand_laid", "concession"})
_FACED: Final = frozenset({"penalty_card", "revoke_card_from=defender_faced"})
_FAILED: Final = "follow_suit_failed"
_REVOKED: Final = frozenset({"revoke", _FAILED, "other_suit_while_holding"})
_ARGUED: Final = frozenset({"object", "refuse", "accept"})
_DUMMY: Final = "dummy"
_NOBODY: Final = "nobody"
_OPEN: Final = "revoke_trick_open"
_DOWN: Final = frozenset({"play", "spread", "produce"})
_LAYS: Final = frozenset({"put", "lay"})
_PUT_RIGHT: Final = "replace"
_PRONOUN: Final = "pronoun"
_DROPPED: Final = "dropped"
_TAKES: Final = frozenset({"win", "take_out"})
_OWN: Final = frozenset({OFFENDER, PARTNER})
_SETTLED: Final = frozenset({"after_round", "after_next_call"})
_MANY: Final = "both_of_them"
_CASH: Final = "cash"
_OPPONENT, _TELLER = "opponent", "person_i"
_NEAR, _SOON, _FEW = 3, 3, 2
_REACH, _FEW_WORDS = 5, 20
_NEXT_ONE_SIDE: Final = "next_trick_one_side"
_ON: Final = frozenset({"next_trick_both", "revoke_found_at_end"})
_SAID: Final = 12
BOARD_BEFORE, _TWELFTH = "board_before", "revoke_trick_twelve_words"
ON_BOARD_BEFORE: Final = "revoke_board_before"
_ADMITS, _NOT_KNOWN, _AT_ONCE = "admits_holding", "not_known", "seen_at_once"
_LATER_ON: Final = frozenset({"later_on", "later"})


@dataclass(frozen=True, slots=True)
class Revoking:
    """The revoke of a story with the deeds told after it; `suit` is that of the card which should have been followed, if it is
    told; `alone` says that nobody else is told to do what may be one, `led` is the token of the first lead after it (a token
    behind the story where there is none)."""

    deed: Event
    after: tuple[Event, ...]
    suit: str
    alone: bool
    led: int


@once
def revoking(reading: Reading, untold: Collection[int] = ()) -> Revoking | None:
    """The first deed that may be a revoke: called so, a ruff, a discard, no following suit, or a card of another suit than the
    one led just before; None where a revoke is told of somebody else too."""
    events = [with_doer(reading, e) for e in reading.story.events if e.first not in untold and not e.when]
    failed = {at for m in reading.mentions if m.name == _FAILED for at in range(m.first, m.last + 1)}
    own = [e.actor != _DUMMY or e.deed in ("revoke", "follow") for e in events]
    may = [mine and (may_revoke(e) or (e.deed == "follow" and e.first in failed)) for mine, e in zip(own, events, strict=True)]
    at = next((n for n, e in enumerate(events) if may[n] or off_suit(events[n - 1] if n else None, e)), None)
    if at is None or not events[at].actor:
        return None
    deed = events[at]
    if {e.actor for e in events if e.deed == "revoke" and e.by == TOLD and e.actor} - {deed.actor}:
        return None
    led = next((suit_of(e) for e in reversed(events[:at]) if e.deed in ("lead", "play") and suit_of(e)), "")
    named = suit_of(deed) if deed.deed == "revoke" else ""
    ruffed = suit_of(deed) if deed.deed == "ruff" and deed.object.startswith("suit") else ""
    told = {reading.sentences[m.first] for m in reading.mentions if m.name in _REVOKED}
    many = any(cue.what == _MANY and reading.sentences[cue.first] in told and not spent(reading, cue) for cue in reading.cues)
    others = any(may[n] and e.actor != deed.actor and e.by == TOLD for n, e in enumerate(events) if n > at)
    after = tuple(events[at + 1 :])
    then = min((e.first for e in after if e.by == TOLD and _leads(reading, e)), default=len(reading.tokens))
    return Revoking(deed, after, named or ruffed or led, not many and not others, then)


@once
def revoke_facts(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """The facts of the tables that follow: `revoke_card_from`, `revoke_since`, `later_trick_won`, `revoke_exception` (`none`
    where the revoker is told to play the suit later in the same play)."""
    told = revoking(reading, untold)
    if _of_dummy(reading, told, untold):
        return {EXCEPTION: "dummy_card"}
    if told is None:
        return {}
    found = {FROM: _from(reading, told.deed), SINCE: since(reading, told), LATER: _later(reading, told)}
    if told.deed.actor == _DUMMY and told.alone:
        found[EXCEPTION] = "dummy_card"  # a card of dummy's transfers no trick (Law 64B3)
    elif _played_it(reading, told) and not any(m.name == f"{EXCEPTION}={value}" for m in reading.mentions for value in _SETTLED):
        found[EXCEPTION] = "none"
    return {name: value for name, value in found.items() if value}


def _of_dummy(reading: Reading, told: Revoking | None, untold: Collection[int]) -> bool:
    """Whether dummy is told to have revoked, and nobody else to have done so by a doing of their own (Law 64B3)."""
    if told is not None and told.deed.actor not in (_DUMMY, "") and told.deed.by != _DROPPED:
        return False
    return dummy_held_the_suit(reading, untold)


def _from(reading: Reading, deed: Event) -> str:
    """Whose card was played; nothing of a defender where a card is told to have lain open."""
    side = side_of(reading, deed.actor) or _beside_defender(reading, deed)
    if side == DEFENDER and any(m.name in _FACED and _of_the_card(reading, deed, m.first) for m in reading.mentions):
        return ""
    return {DEFENDER: "defender_hand", DECLARER: "declaring_side"}.get(side, "")


def _of_the_card(reading: Reading, deed: Event, at: int) -> bool:
    """Whether words for a card that lay open may be about the one revoked with: told before the revoke, or in its sentence."""
    return at < deed.first or reading.sentences[at] == reading.sentences[deed.first]


def came_from_a_defender(reading: Reading, told: Revoking) -> bool:
    """Whether the revoke is told to have been a defender's."""
    return side_of(reading, told.deed.actor) == DEFENDER


def _beside_defender(reading: Reading, deed: Event) -> str:
    """A partner who is told right after a defender's lead defends too."""
    before = [e for e in reading.story.events if e.first < deed.first]
    near = bool(before) and before[-1].actor == DEFENDER and reading.sentences[before[-1].first] == reading.sentences[deed.first]
    return DEFENDER if deed.actor == PARTNER and near else ""


def since(reading: Reading, told: Revoking) -> str:
    """What is told to have been played to the next trick before the revoke was asked about or put right, soon after it; or that
    the offending side has played since, as the revoker's card of that suit shows."""
    if _nobody_knows(reading, told):
        return ""
    if _played_it(reading, told):
        return OFFENDERS_ON
    if _claimed(reading, told):
        return OWN_CLAIM
    ends = [*_asked(reading, told), *(e.first for e in told.after if puts_right(reading, told, e))]
    admitted = _admitted(reading, told)
    if not ends and admitted and not _moved_on(reading, told, min(admitted)):
        stage = _between(reading, told, min(admitted))
        if stage != NOTHING:  # that nothing was told between proves nothing
            return stage
    if not ends or _moved_on(reading, told, min(ends)):
        return _still_open(reading, told) or _noticed(reading, told) or _they_led(reading, told)
    return _between(reading, told, min(ends))


def _nobody_knows(reading: Reading, told: Revoking) -> bool:
    """Whether it is told that nobody can say if a player led or played by then."""
    unsure = {cue.last for cue in reading.cues if cue.what == _NOT_KNOWN and cue.first > told.deed.last}
    return any(e.deed in CARDS and not unsure.isdisjoint(range(e.first - _SAID, e.first)) for e in reading.story.events)


def _claimed(reading: Reading, told: Revoking) -> bool:
    """Whether the offending side is told to have laid down its cards or claimed before anybody led again (Law 63A3)."""
    for event in told.after:
        if _leads(reading, event) and event.by == TOLD:
            return False
        if event.deed in _CLAIMS and stands(reading, told, event) in _OWN and not UNTOLD & set(event.flags):
            near = range(reading.sentences[event.first], reading.sentences[event.first] + 2)
            return any(m.name in _CLAIMING and reading.sentences[m.first] in near for m in reading.mentions)
    return False


def _asked(reading: Reading, told: Revoking) -> list[int]:
    """Where the revoke is asked about, soon after it."""
    asked = [m.first for m in reading.mentions if m.name in ASKED and m.first > told.deed.last and not UNTOLD & set(m.flags)]
    return [at for at in asked if _soon(reading, told, at)]


def _admitted(reading: Reading, told: Revoking) -> list[int]:
    """Where the revoker, named just before it, says to have a card of the suit, soon after the revoke and after another deed."""
    named = {e.first for e in told.after if e.actor == told.deed.actor}
    said = [cue.first for cue in reading.cues if cue.what == _ADMITS and told.after and cue.first > told.after[0].first]
    return [at for at in said if _soon(reading, told, at) and named & set(range(at - _NEAR, at))]


def _soon(reading: Reading, told: Revoking, at: int) -> bool:
    return reading.sentences[at] - reading.sentences[told.deed.last] <= _SOON


def _moved_on(reading: Reading, told: Revoking, until: int) -> bool:
    """Whether another trick, or a later time, is told between the revoke and a token, or that the play went on."""
    return until > moved_on(reading, told.deed.last)


def _still_open(reading: Reading, told: Revoking) -> str:
    """`nothing` where the next trick is told not to have begun, the revoke to have been owned up to at once, or its trick to lie
    open yet, or somebody is on lead to the next while the revoker speaks."""
    if any(_leads(reading, e) and e.by == TOLD for e in told.after) or not told.alone:
        return ""
    went_on = [m.first for m in reading.mentions if m.name in PLAYED_ON and not m.flags]
    still = [m for m in reading.mentions if m.name == _OPEN and m.first > told.deed.last and not UNTOLD & set(m.flags)]
    at_once = any(cue.what == _AT_ONCE and cue.first > told.deed.last and _soon(reading, told, cue.first) for cue in reading.cues)
    if not went_on and (at_once or any(_NOBODY in reading.stems[max(0, m.first - 1) : m.last + 1] for m in still)):
        return _opponents_on(reading, told)
    waits = [cue.last for cue in reading.cues if cue.what == "on_lead" and cue.first > told.deed.last]
    speaks = [e.first for e in told.after if e.deed == "say" and e.actor == told.deed.actor and e.by == TOLD and not e.flags]
    spoken = min(speaks, default=0)
    return NOTHING if waits and min(waits) < spoken and not any(at < spoken for at in went_on) else ""


def _opponents_on(reading: Reading, told: Revoking) -> str:
    """`opponents_played` where the other side is told to put down a card once the trick was taken, else `nothing`."""
    taken = next((n for n, e in enumerate(told.after) if e.deed in _TAKES), len(told.after))
    cards = [e for e in told.after[taken + 1 :] if e.deed in CARDS and e.object and e.by == TOLD and not UNTOLD & set(e.flags)]
    return OPPONENTS_ON if any(stands(reading, told, e) == OPPONENTS for e in cards) else NOTHING


def _they_led(reading: Reading, told: Revoking) -> str:
    """`opponents_played` where a few words tell of one card since, to the next trick, and that it was the other side's
    ("declarer revoked at trick four, opponents led to trick five")."""
    cards = [e for e in told.after if e.deed in CARDS and not UNTOLD & set(e.flags)]
    if len(reading.tokens) > _FEW_WORDS or not told.alone or told.deed.by != TOLD or len(cards) != 1:
        return ""
    card, near = cards[0], range(cards[0].first, cards[0].last + _REACH)
    first, *then = [typed_number(note.value) for note in reading.notation if note.kind == "trick_number"] or [None]
    next_one = any(m.name == _NEXT_ONE_SIDE and m.first in near for m in reading.mentions) or (
        first is not None and then == [first + 1]
    )
    on = any(m.name in _ON and not m.flags for m in reading.mentions) or any(cue.what in _LATER_ON for cue in reading.cues)
    went_on = any(e.deed in _TAKES for e in told.after)
    return OPPONENTS_ON if next_one and not on and not went_on and stands(reading, told, card) == OPPONENTS else ""


def _noticed(reading: Reading, told: Revoking) -> str:
    """Who is told to have led before somebody saw it; nothing from silence."""
    seen = [e.first for e in told.after if e.deed == "notice" and not UNTOLD & set(e.flags)]
    stage = _between(reading, told, min(seen)) if seen else NOTHING
    return "" if stage == NOTHING else stage


def _between(reading: Reading, told: Revoking, until: int) -> str:
    """Who is told to have led to the next trick, or played to it, before a token."""
    until_then = [e for e in told.after if e.first < until and not UNTOLD & set(e.flags)]
    at = next((n for n, e in enumerate(until_then) if _leads(reading, e) and not _that_lead(told, e)), None)
    if at is None:
        return NOTHING
    sides = {stands(reading, told, e) for e in until_then[at:] if e.deed in CARDS and not _that_lead(told, e)}
    if "" in sides:
        return ""
    return OFFENDERS_ON if sides & _OWN else OPPONENTS_ON


def stands(reading: Reading, told: Revoking, event: Event) -> str:
    """How the doer of a later deed stands to the revoker, by the seats or else by the sides."""
    found = relation(reading, told.deed.actor, event.actor)
    if not found and event.actor == _OPPONENT and event.by == TOLD and not reading.cued(_TELLER):
        return OPPONENTS  # of the revoker, where no teller is heard
    one, other = side_of(reading, told.deed.actor), side_of(reading, event.actor)
    by_side = PARTNER if one == other else OPPONENTS
    return found or (by_side if one and other else "")


def puts_right(reading: Reading, told: Revoking, event: Event) -> bool:
    """Whether a deed puts the revoke right: soon after it and before any lead, the revoker changes the card, or puts down one of
    the suit."""
    asked = first_asked(reading, told.deed.last) < event.first
    own = event.actor == told.deed.actor or (asked and event.by != TOLD)
    if not own or UNTOLD & set(event.flags) or not _soon(reading, told, event.first) or _moved_on(reading, told, event.first):
        return False
    same = bool(told.suit) and suit_of(event) == told.suit and (asked or event.by != _DROPPED)
    laid = event.by == _PRONOUN and reading.stems[event.first] in _LAYS and not suit_of(event)
    down = event.deed in _DOWN and (same or laid)
    return (event.deed == _PUT_RIGHT and event.by != _DROPPED) or (down and event.first <= told.led)


def _that_lead(told: Revoking, event: Event) -> bool:
    """Whether a lead without a doer of its own is the one that was not followed to ("the spade that had been led")."""
    return event.by != TOLD and bool(told.suit) and suit_of(event) == told.suit


def _leads(reading: Reading, event: Event) -> bool:
    """Whether a deed is a lead to a trick, and not only being on lead."""
    cashed = event.deed == "play" and reading.stems[event.first] == _CASH
    noun = event.by == _DROPPED and not event.object
    return not idle(reading, event) and not noun and not UNTOLD & set(event.flags) and (event.deed == "lead" or cashed)


def _played_it(reading: Reading, told: Revoking) -> bool:
    """Whether the revoker is told to play, to another trick, a card of the suit that was not followed to."""
    tricks = [note.start for note in reading.notation if note.kind == "trick_number"]
    behind = reading.tokens[told.deed.last].end
    trick = min((start for start in tricks if behind < start), default=len(reading.text))
    lead = min((e.first for e in told.after if _leads(reading, e) and not _that_lead(told, e)), default=len(reading.tokens))
    late = reading.cue_firsts("later")
    later = [
        e
        for e in told.after
        if trick < reading.tokens[e.first].start
        or lead < e.first
        or not late.isdisjoint(range(e.first - _NEAR - 2, e.last + _NEAR))
    ]
    return told.alone and any(
        e.actor == told.deed.actor and e.deed in CARDS and suit_of(e) == told.suit and not UNTOLD & set(e.flags)
        for e in later
        if told.suit
    )


def _later(reading: Reading, told: Revoking) -> str:
    """Whether the offending side won a trick after that of the revoke: a card cashed, one taken after a lead, all the rest."""
    rest = {at for cue in reading.cues if cue.what == "the_rest" for at in range(cue.first - _NEAR, cue.last + 1)}
    none = reading.cue_firsts("none_won")  # "won none later"
    to_partner = reading.cue_firsts("to_partners_top")  # "a heart to partner's ace"
    led = False
    for event in told.after:
        who = stands(reading, told, event)
        said = not UNTOLD & set(event.flags)
        if event.deed in _TAKES and who in _OWN and not none.isdisjoint(range(event.last + 1, event.last + _FEW + 1)):
            return "no"
        if said and who in _OWN and (_wins(reading, event, led) or _across(event, to_partner)):
            return "yes"
        taken = said and event.deed in _TAKES
        if taken and (others_too(reading, event, who in _OWN) or _of_the_pair(reading, told, event)):
            return "yes"
        if said and event.deed in _TAKES and rest & set(range(event.first, event.last + 1)) and who:
            return "yes" if who in _OWN else "no"
        led = led or _leads(reading, event)
    return ""


def _of_the_pair(reading: Reading, told: Revoking, event: Event) -> bool:
    """Whether a pair told by its seats, the revoker's, is told to have won a trick besides ("EW won trick eleven too")."""
    seat = SEAT_OF.get(told.deed.actor, "-")
    return any(seat in pair for pair in pairs(reading).get(event.first - 1, ()))


def _across(event: Event, to_partner: frozenset[int]) -> bool:
    """Whether a card is led to a top card of the same side."""
    return event.deed in ("lead", "play") and not to_partner.isdisjoint(range(event.last + 1, event.last + _NEAR + 1))


def _wins(reading: Reading, event: Event, led: bool) -> bool:
    """Whether a deed wins a later trick: a card is cashed, or a trick is taken once a lead has been told."""
    if event.deed == "play":
        return reading.stems[event.first] == _CASH
    if event.deed not in _TAKES or not led or event.by != TOLD or event.actor not in (*SEAT_OF, DEFENDER):
        return False
    near = reading.cues_beginning(event.first - _NEAR + 1, event.last + _NEAR - 1)
    return all(cue.what != "that_trick" for cue in near)


def proven(reading: Reading) -> dict[str, str]:
    """What the deeds prove of a revoke, whatever the words sound like: `revoke_put_right` where it is asked about, or called
    one, and put right before anything else is led, and nobody argues about who may ask; `revoke_found_later` where the revoker,
    who had ruffed or discarded on a suit, is told to play a card of that suit later, or to find one after the next lead;
    `revoke_board_before` beside it where the revoke is told of the board before."""
    told = revoking(reading)
    if told is not None and told.deed.deed == "revoke" and reading.cued_with(told.deed, BOARD_BEFORE):
        return {"revoke_found_later": "yes", ON_BOARD_BEFORE: "yes"}
    if told is None or told.deed.actor == _DUMMY or not told.alone:
        return {}
    found = any(e.deed == "notice" and e.actor == told.deed.actor and told.suit and suit_of(e) == told.suit for e in told.after)
    found = found and since(reading, told) == OFFENDERS_ON
    later = found or _played_it(reading, told)
    if later and not reading.heard(_TWELFTH):  # what comes after that trick puts nothing beyond mending (Law 62D)
        return {"revoke_found_later": "yes"}
    argued = any(e.deed in _ARGUED for e in told.after) or any(
        m.name == _DUMMY and m.first in _beside(told) for m in reading.mentions
    )
    spoken = any(m.name in ASKED | _REVOKED | {_OPEN} and not UNTOLD & set(m.flags) for m in reading.mentions)
    mended = any(puts_right(reading, told, event) for event in told.after)
    return {"revoke_put_right": "yes"} if spoken and mended and not argued and since(reading, told) == NOTHING else {}


def _beside(told: Revoking) -> range:
    """The tokens where somebody may be named who asks about the revoke."""
    then = told.after[0].last if told.after else told.deed.last
    return range(told.deed.last + 1, then + 1)
