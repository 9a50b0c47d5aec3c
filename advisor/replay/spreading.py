"""Whether it was declarer, or dummy, who laid the hand on the table after an opening lead out of turn (Laws 54A, 54C)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from advisor.bridge.seats import Seat
from advisor.read.events import PLAYERS, SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import SUPPOSED, UNSAID
from advisor.read.story import DROPPED, SPEAKER
from advisor.replay.aftermath import EITHER
from advisor.replay.declaring import DECLARER, THAT_IS, declaring_seat, side_of, tellers_side
from advisor.replay.hands import DECLARER as PLAYS
from advisor.replay.hands import DUMMY
from advisor.replay.seating import Seating, seating

CHOICE, SEEN = "olead_choice", "dummy_seen"
_CARD, _SUIT, _LATER = "card:", "suit:", "after"
_SPREAD, _NOTICE = "spread", "notice"
_DUMMY, _PARTNER = "dummy", "partner"
_FOR_DUMMY, _COMES_DOWN, _FAR = "taken_for_dummy", "hand_comes_down", 25
_LED = frozenset({"lead", "opening_lead", "led_card", "out_of_turn", "lead_out_of_turn", "wrong_player_led", "faced=yes"})
_OPPOSITE, _BEGINS = "opposite_spreads", "begins_to_spread"
_LAYS, _WAITS = frozenset({"put", "lay", "spread"}), "hand_not_down"
_ANSWERS = frozenset({"accept", "refuse"})
_SAID = frozenset({"lead_accepted", f"{CHOICE}=accepts"})
_PUTS = frozenset({"play", "discard", "expose", "produce"})


def spread_facts(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`olead_choice` (`spreads_hand`) where declarer alone is told to spread, or to begin to, outside of the `untold` tokens: by
    the role, or by the seat that the contract or the role names; then no card of dummy was seen (`dummy_seen`), unless dummy
    spread too."""
    if took_own_hand_for_dummy(reading, untold):
        return {CHOICE: "spreads_hand", SEEN: "no"}
    begun = {at for cue in reading.cues if cue.what == _BEGINS for at in range(cue.first, cue.last + 1)}
    down = [e for e in reading.story.events if e.deed == _SPREAD or e.first in begun]
    told = [e for e in down if not e.object.startswith(_CARD) and (e.when != _LATER or e.first in begun)]
    said = [e for e in told if e.by == TOLD or (e.actor == SPEAKER and e.first in begun)]
    plain = [e for e in said if not UNSAID & set(e.flags) and e.first not in untold]
    table = seating(reading)
    if not plain or any(table.place(e.actor) != PLAYS for e in plain):
        return {}
    others = any(e.actor == _DUMMY for e in told)
    return {CHOICE: "spreads_hand"} | ({} if others else {SEEN: "no"})


def took_own_hand_for_dummy(reading: Reading, untold: Collection[int] = ()) -> bool:
    """Whether a hand is told to have come down beside words by which its player took it for dummy's, and somebody had led: an
    opening lead out of turn, however it is told (Law 54A)."""
    beside = [cue.first for cue in reading.cues if cue.what == _FOR_DUMMY and cue.first not in untold]
    down = [cue.first for cue in reading.cues if cue.what == _COMES_DOWN and cue.first not in untold]
    lays = [e for e in reading.story.events if reading.stems[e.first] in _LAYS and not e.object.startswith(_CARD)]
    down += [e.first for e in lays if not UNSAID & set(e.flags) and e.first not in untold]
    led = any(m.name in _LED and not m.flags for m in reading.mentions)
    later = any(note.kind == "trick_number" for note in reading.notation)  # in the middle of the play it is Law 48B
    return led and not later and any(abs(one - other) <= _FAR for one in beside for other in down)


def dummy_shown(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`dummy_seen` (`yes`) where the player who sits opposite declarer is told, by the seat or as the teller or the teller's
    partner, to have put the hand down after a lead and before anybody answered it; or who is only told to sit opposite."""
    table, events = seating(reading), reading.story.events
    led = next((e.first for e in events if e.deed == "lead" or (e.deed in _PUTS and e.object.startswith(_CARD))), None)
    waits = {at for cue in reading.cues if cue.what == _WAITS for at in range(cue.first, cue.last + 1)} | set(untold)
    until = _answered(reading)
    nearly = False  # went to put the hand down: a card may have been seen
    for number, event in enumerate(events) if led is not None else ():
        goes_on = event.by == DROPPED and _goes_on(reading, events[:number], event)
        said = event.by == TOLD or event.actor == SPEAKER or goes_on
        plain = said and event.when != _LATER and not UNSAID & set(event.flags) and event.first not in waits
        lays = (reading.stems[event.first] in _LAYS or event.deed in _LAYS) and not event.object.startswith(_CARD)
        opposite = _is_opposite(reading, table, event.actor)
        if plain and lays and (led or 0) < event.first < until and event.actor != _DUMMY and opposite:
            return {SEEN: "yes"}
        nearly = nearly or (said and lays and opposite and SUPPOSED in event.flags and (led or 0) < event.first < until)
    if led is not None and _looked(reading, table, led, until):
        return {SEEN: "yes"}
    across = (cue.last for cue in reading.cues if cue.what == _OPPOSITE)
    if led is not None and any(led < at < until and at not in waits for at in across):
        return {SEEN: "yes"}
    return {SEEN: f"yes{EITHER}no"} if nearly or _spread_by_another(reading) else {}


def _is_opposite(reading: Reading, table: Seating, who: str) -> bool:
    """Whether a player sits opposite declarer, by the table as it is told, or since the seat is said to be dummy's."""
    declarer = declaring_seat(reading) if who in SEAT_OF and reading.cued(THAT_IS) else None
    across = declarer is not None and Seat(SEAT_OF[who]) is declarer.partner
    return across or table.place(who) == DUMMY or (who == _PARTNER and (_speaker_plays(reading) or _tellers_dummy(reading)))


def _tellers_dummy(reading: Reading) -> bool:
    """Whether the teller's side declares, dummy is spoken of, the teller is not told to be dummy, nor the partner declarer."""
    roles = {m.name for m in reading.mentions if m.name in ("declarer", _DUMMY) and not m.flags}
    return tellers_side(reading) == DECLARER and roles == {_DUMMY} and not reading.cued("i_am_dummy")


def _looked(reading: Reading, table: Seating, led: int, until: int) -> bool:
    """Whether dummy is told to have put down cards after a lead, and declarer to have seen them, before the lead was answered."""
    told = [e for e in reading.story.events if led < e.first < until and not UNSAID & set(e.flags) and e.when != _LATER]
    own = (e for e in told if e.actor == _DUMMY or table.place(e.actor) == DUMMY)
    laid = next((e.first for e in own if e.deed == _SPREAD or (e.deed in _PUTS and e.object.startswith(_SUIT))), until)
    saw = (e for e in told if e.deed == _NOTICE and e.first > laid)
    return any(e.actor == DECLARER or table.place(e.actor) == PLAYS for e in saw)


def _answered(reading: Reading) -> int:
    """The token at which the lead is told to be accepted or refused: what dummy does then comes too late to matter."""
    deeds = (e.first for e in reading.story.events if e.deed in _ANSWERS and not UNSAID & set(e.flags))
    said = (m.first for m in reading.mentions if m.name in _SAID and not UNSAID & set(m.flags))
    return min((*deeds, *said), default=len(reading.tokens))


def _speaker_plays(reading: Reading) -> bool:
    """Whether the teller is told to play the contract."""
    return any(e.actor == SPEAKER and e.object.startswith("contract:") for e in reading.story.events)


def _spread_by_another(reading: Reading) -> bool:
    """Whether the teller or the partner is told to have laid the hand down, and neither is known to declare: it may be dummy."""
    told = [
        e for e in reading.story.events if e.deed == "spread" and not e.object.startswith(_CARD) and not UNSAID & set(e.flags)
    ]
    either = all(e.actor in (SPEAKER, _PARTNER) for e in told)
    return bool(told) and either and not any(side_of(reading, e.actor) == DECLARER for e in told)


def _goes_on(reading: Reading, before: Sequence[Event], event: Event) -> bool:
    """Whether a deed goes on in the sentence of what its doer is told to have done before, nobody else doing anything between; or
    its doer is the one named last in that sentence."""
    number = reading.sentences[event.first]
    same = [e for e in before if reading.sentences[e.first] == number]
    last = next((e for e in reversed(same) if e.by != DROPPED), None)
    if last is not None and last.actor == event.actor and last.by == TOLD:
        return True
    named = [
        m.name for m in reading.mentions if m.name in PLAYERS and m.first < event.first and reading.sentences[m.first] == number
    ]
    return event.actor in SEAT_OF and [name for name in named if name in SEAT_OF or name == _PARTNER][-1:] == [event.actor]
