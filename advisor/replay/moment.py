"""How far the hand has got when the question is put: the auction goes on, it is closed and nobody has led, or the play is over.

The latest moment told counts, since a story ends where its teller stands: a result, or words for the end, tell that the play is
over; a turn still to come tells that the auction goes on. Who tells it another day, or away from the table, and no more, tells it
later. What is only supposed, or belongs to another table, tells nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from advisor.base import store
from advisor.base.kept import once
from advisor.read.cues import Cue
from advisor.read.events import CALLS, CARDS
from advisor.read.notation.reader import calls_of
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED, UNTOLD
from advisor.read.story import DIRECTOR
from advisor.read.tokens import QUESTION
from advisor.replay.ended import ends
from advisor.replay.players import directors_words

AUCTION, CLOSED, OVER, LATER = "auction", "closed", "over", "later"
LATEST: Final = frozenset({"ui_stage", "partner_error_stage"})  # they ask how far it has got, not when something was noticed
_OPEN = frozenset({"auction_still_live"})
_NO_LEAD = frozenset({"opening_lead_faced=no", "no_lead_yet", "lead_not_faced_yet"})
_SOONER = _NO_LEAD | {"auction_still_live", "lho_not_called"}
_LED = frozenset({"lead_was_faced", "middle_of_play", "opening_lead_faced=yes", "declarer", "dummy", "opening_lead"})
_CALLS = frozenset({"call", "call_by", "contract", "auction"})
_IN_PLAY = CARDS | {"win", "revoke"}
_FACED, _PLAY, _CALL = "opening_lead_faced", "play", "call:"
_WISHED = "call_change_done=no"
_OF_A_CALL = frozenset({"change_call", "slip_lho_question=take_back", "pass_made", "bid_made", "call_word"})
_FEW, _MARKS = 3, 2
_AWAY, _LATE, _LATE_FACTS = "told_later", "found_late", "found"


def moment_facts(reading: Reading, untold: Collection[int]) -> Mapping[str, str]:
    """The stage as each table calls it (fact -> value), where it is told; `untold` are the tokens of what is no deed."""
    told, moments = moment(reading, untold), store.load("texts")["moments"]
    found: Mapping[str, str] = moments.get(told, {})
    if told in (OVER, LATER) and any(cue.what == _LATE and cue.first not in untold for cue in reading.cues):
        return {**found, **moments[_LATE_FACTS]}
    if found.get(_FACED) != "yes":
        return found
    if _ruled_before(reading):
        return {**found, _FACED: "no"}  # it came to light before the lead, whatever has happened since
    return {name: value for name, value in found.items() if name != _FACED or not _noticed_before(reading)}


def past(reading: Reading, untold: Collection[int]) -> frozenset[str]:
    """The facts whose presumed value ("not yet") the stage contradicts, as it stands."""
    return frozenset(store.load("texts")["past"].get(moment(reading, untold), ()))


def _noticed_before(reading: Reading) -> bool:
    """Whether it is told somewhere that nobody had led yet, or that the auction went on: a result told later is no sign that it
    came to light after the lead."""
    heard = {mention.name for mention in reading.mentions if not UNTOLD & set(mention.flags)}
    return bool(heard & _SOONER) or any(cue.what in ("before_the_lead", "turn_to_call") for cue in reading.cues)


def _ruled_before(reading: Reading) -> bool:
    """Whether somebody is told to have called after the Director spoke: it came to light while the auction lasted."""
    spoke = next((e.first for e in reading.story.events if e.actor == DIRECTOR), None)
    others = (e for e in reading.story.events if e.actor != DIRECTOR and e.object and not UNTOLD & set(e.flags))
    later = (e for e in others if e.deed in CALLS or (e.deed == _PLAY and e.object.startswith(_CALL)))  # "I put 4♠ out"
    return spoke is not None and any(e.first > spoke for e in later)


def moment(reading: Reading, untold: Collection[int]) -> str:
    """The latest moment told; nothing where none is, or where cards are told to lie on the table and no result."""
    return _latest(reading, frozenset(untold))


@once
def _latest(reading: Reading, untold: frozenset[int]) -> str:
    away = any(cue.what == _AWAY and cue.first not in untold for cue in reading.cues)
    return _moment(reading, untold) or (LATER if away else "")


def _moment(reading: Reading, untold: Collection[int]) -> str:
    """The same without when it is told."""
    ended = [at for at in ends(reading) if at not in untold]
    if ended:
        spoken = directors_words(reading) | spoken_tokens(reading.text, reading.tokens)
        ended = [at for at in ended if at not in spoken]
    closed = [
        cue.first for cue in reading.cues if cue.what == "before_the_lead" and cue.first not in untold and _said(reading, cue)
    ]
    to_call = [cue.first for cue in reading.cues if cue.what == "turn_to_call"]
    if ended:
        told = {max(ended): OVER, max(closed, default=-1): CLOSED, max(to_call, default=-1): AUCTION}
        return told[max(told)]
    heard = {mention.name for mention in reading.mentions if not UNTOLD & set(mention.flags)}
    if to_call or heard & _OPEN or _still_to_call(reading):
        return AUCTION
    if closed and heard & _NO_LEAD:
        return CLOSED
    if heard & _LED:
        return ""
    if any(cue.what == "at_this_point" for cue in reading.cues) and _bidding(reading):
        return AUCTION
    return CLOSED if closed or _all_passed(reading) else ""


def call_wished_back(reading: Reading, untold: Collection[int]) -> Mapping[str, str]:
    """That no lead is faced (`opening_lead_faced`: `no`): a player is told to want another call for one made, and nobody to have
    played; once a lead is faced no call is changed (Law 21B1(a)), and nobody asks for it."""
    heard = {mention.name for mention in reading.mentions if not UNTOLD & set(mention.flags) and mention.first not in untold}
    played = any(e.deed in _IN_PLAY and not UNTOLD & set(e.flags) for e in reading.story.events)
    wished = _WISHED in heard and not _OF_A_CALL.isdisjoint(heard)
    return {_FACED: "no"} if wished and not played and not heard & _LED else {}


def board_over(reading: Reading, untold: Collection[int] = ()) -> bool:
    """Whether the board is told to be over, also by who tells it long after."""
    return moment(reading, untold) == OVER or any(cue.what == "long_after" for cue in reading.cues)


def _still_to_call(reading: Reading) -> bool:
    """Whether somebody is told not to have called yet ("my partner hasn't bid") since the last call told, and nothing of play."""
    events = reading.story.events
    called = [e.first for e in events if e.deed in CALLS and not UNTOLD & set(e.flags)]
    waits = [e.first for e in events if e.deed in CALLS and NEGATED in e.flags and e.actor and not e.object]
    played = any(e.deed in _IN_PLAY for e in events) or any(n.kind in ("trick", "trick_number") for n in reading.notation)
    return bool(waits) and not played and max(waits) > max(called, default=-1) and _told_perfect(reading, max(waits))


def _told_perfect(reading: Reading, at: int) -> bool:
    """Whether a call that was not made is told as not made yet, and not as one that a player chose not to make."""
    return any(cue.what == "not_yet_done" and cue.first <= at <= cue.last for cue in reading.cues)


def _said(reading: Reading, cue: Cue) -> bool:
    """Whether the sentence of a cue is no question: "should he not have told us before the lead?" tells no moment."""
    last = bisect_right(reading.sentences, reading.sentences[cue.first]) - 1
    end = reading.tokens[last].end
    return not any(mark in reading.text[end : end + _MARKS] for mark in QUESTION)


def _all_passed(reading: Reading) -> bool:
    """Whether the last calls told are three passes, and no card is told to have been played."""
    calls = [note for note in reading.notation if note.kind in _CALLS]
    tricks = any(note.kind in ("trick", "trick_number") for note in reading.notation)
    played = any(e.deed in _IN_PLAY and not UNTOLD & set(e.flags) for e in reading.story.events)
    if not calls or calls[-1].kind != "auction" or tricks or played:
        return False
    last = calls_of(calls[-1].value)
    return _passes(last) and (len(calls) > 1 or len(last) > _FEW)


def _passes(calls: Sequence[tuple[str | None, bool, str]]) -> bool:
    return len(calls) >= _FEW and all(call == "P" for *_, call in calls[-_FEW:])


def _bidding(reading: Reading) -> bool:
    """Whether an auction of some calls is told, and no three passes end it."""
    told = [calls_of(note.value) for note in reading.notation if note.kind == "auction"]
    return any(len(calls) >= _FEW and not _passes(calls) for calls in told)
