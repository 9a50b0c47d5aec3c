"""Who led and who played since, deed by deed, on the model of the table (Laws 44, 53, 56, 57).

Only what is certain is asserted: a trick that is told to be won, then a lead by a player who has not won it, then the card of a
player who sits right after or right before that one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from advisor.base.kept import once
from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED, UNSAID
from advisor.read.story import DROPPED
from advisor.read.tokens import SENTENCE
from advisor.replay.aftermath import EITHER
from advisor.replay.hands import DECLARER, DUMMY, HANDS, LAST, LEADER, hand_told
from advisor.replay.on_lead import LEAD_DUE, due_leader, later_trick, opening_told
from advisor.replay.seating import Seating, seating

PLAYED_SINCE: Final = ("lead_answer", "loot_followed_by")  # the facts that cards played since settle
_LOOT, _DEFENDERS, _DECLARERS = "lead_out_of_turn", "defender_lead_out_of_turn", "declarer_lead_wrong_hand"
LEAD_SITUATIONS: Final = (_LOOT, "opening_lead_out_of_turn", _DECLARERS, _DEFENDERS, "wrong_hand_line")
_CHOICES: Final = {"accept": "accepted", "refuse": "refused", "object": "refused"}
WIN, LEAD, PLAY, CALL, HOLD = "win", "lead", "play", "call_card", "hold"
_KINDS: Final = {WIN: WIN, LEAD: LEAD, CALL: CALL, **dict.fromkeys((PLAY, "follow", "discard", "ruff"), PLAY)}
_HOLDS, _NAMED, _RISES = ("lead_in_dummy", "lead_in_hand"), "lead_named", "comes_up_with"
_NAME: Final = {Seat(letter): name for name, letter in SEAT_OF.items()}
_BUT, _SIDES = "but_word", ("lho", "rho")
_WHILE: Final = frozenset({_BUT, "meanwhile", "when_word"})
_ALTHOUGH = "although"
_PARTNER, _OWN_SIDE = "partner", frozenset({"", "partner", "speaker"})
_THOUGHT, _DESIGNATES = "believed", frozenset({"said_low", "said_high", "said_win", "said_anything"})
_ANSWER_NO = "answer_no"
_WON_BEFORE: Final = "won_before"
_CONTRACT, _SEATED = "contract:", ("plays_next_to", "plays_next")
_NEAR, _FAR = 4, 5
_NEXT, _BEFORE = 1, 3  # steps to the left: the player right after, the one right before


@dataclass(frozen=True, slots=True)
class Move:
    """A trick won, a lead, a card played or called for, or the lead told to lie in a hand: by whom (a place counted from
    declarer, as far as known, and as told), whether that is a defender, and the token where it is told."""

    kind: str
    place: int | None
    defends: bool | None
    at: int
    who: str = ""


@dataclass(frozen=True, slots=True)
class WrongLead:
    """A lead by a player who was not to lead: who was, who led, the first card of an opponent since, if one is told, and whether
    it is certain that it was not the opening lead."""

    turn: Move
    led: Move
    then: Move | None = None
    later: bool = True

    @property
    def steps(self) -> int | None:
        """How many places to the left of the lead the opponent sits who played since; None where that is not known."""
        if self.then is None:
            return None
        if self.then.place is None or self.led.place is None:
            return _seats_between(self.led, self.then)
        if self.then.who in _SIDES and self.led.place != DECLARER:
            return None  # whose left or right hand is meant is not certain
        return (self.then.place - self.led.place) % 4


def wrong_lead_facts(reading: Reading) -> dict[str, str]:
    """`lead_belonged_to` (Law 55B), `which_lead`, and where an opponent has played since `lead_answer` and `loot_followed_by`
    (Laws 53A, 53B, 53C), of the first lead that is proven to be out of turn."""
    wrong = wrong_lead(reading)
    answered, since = PLAYED_SINCE
    if wrong is None or wrong.led.defends is None:
        return {since: "next_hand_played"} if wrong is not None and accepted_by_play(wrong) else {}
    found = {"which_lead": "later_by_defender" if wrong.led.defends else "later_by_declarer"} if wrong.later else {}
    if not wrong.led.defends and wrong.turn.defends is not None:
        found["lead_belonged_to"] = "defender" if wrong.turn.defends else "declaring_side"
    then = _of_the_right_hand(wrong)
    if then == LEAD:
        return found | {since: "proper_leader_led"}
    if then == CALL and wrong.turn.kind == HOLD:
        return found | {since: EITHER.join(("proper_leader_led", "next_hand_played"))}  # which it was is the player's to say
    if wrong.steps == _NEXT and wrong.then is not None and wrong.then.kind != LEAD:
        return found | dict.fromkeys(PLAYED_SINCE, "next_hand_played")
    if not wrong.led.defends and wrong.then is not None and wrong.then.kind == PLAY:
        found[answered] = "next_hand_played"  # whichever defender it was, declarer's lead stands (Laws 53A, 53C)
    if wrong.then is None:
        return found | _chosen(reading, wrong)
    return found | ({since: "wrong_defender_played"} if wrong_defender(wrong) else {})


def _of_the_right_hand(wrong: WrongLead) -> str:
    """How the first card of an opponent since is told to have come, where it came from the hand that had the lead (Law 53B)."""
    then = wrong.then
    return then.kind if then is not None and then.place == wrong.turn.place is not None else ""


def _chosen(reading: Reading, wrong: WrongLead) -> dict[str, str]:
    """`lead_answer`, where the defender next in turn after declarer's lead is told to accept or to refuse it: that choice
    prevails (Law 55A)."""
    declarer = seating(reading).declarer
    if declarer is None or wrong.led.defends or wrong.led.place is None:
        return {}
    name = _NAME[declarer.turns(wrong.led.place + _NEXT)]
    chosen = {
        _CHOICES[e.deed] for e in reading.story.events if e.deed in _CHOICES and e.actor == name and not UNSAID & set(e.flags)
    }
    return {PLAYED_SINCE[0]: chosen.pop()} if len(chosen) == 1 else {}


def wrong_defender(wrong: WrongLead) -> bool:
    """Whether the defender on the right of declarer's lead out of turn has played to it (Law 53C)."""
    return wrong.steps == _BEFORE and wrong.led.defends is False and wrong.then is not None and wrong.then.kind == PLAY


@once
def wrong_lead(reading: Reading) -> WrongLead | None:
    """The first lead told by a player who cannot have been on lead: another won the trick, held the lead, or is told to have had
    it."""
    table = seating(reading)
    told = list(moves(reading, table))
    for number, (turn, move) in enumerate(pairwise(told), start=1):
        if turn.kind in (WIN, HOLD) and (move.kind == LEAD or _from_wrong_hand(reading, turn, move)) and _another(turn, move):
            return WrongLead(turn, move, _answered(move, told[number + 1 :]))
        if (
            move.kind == HOLD
            and (turn.kind in (LEAD, CALL) or _while_in_other_hand(reading, turn, move))
            and _another(move, turn)
            and not reading.parted(turn.at, move.at, SENTENCE)
        ):
            return WrongLead(move, turn, _answered(turn, told[number + 1 :]))  # "led a heart off dummy, but was in hand"
        if move.kind == WIN and turn.kind in (LEAD, PLAY) and _although_another_won(reading, turn, move):
            return WrongLead(move, turn, _answered(turn, told[number + 1 :]))
    due = due_leader(reading)
    whose = {at for cue in reading.cues if cue.what in LEAD_DUE for at in range(cue.first, cue.last + 1)}
    leads = [number for number, move in enumerate(told) if move.kind == LEAD and move.at not in whose]
    if due is None or {told[number].who for number in leads} & {"", _NAME[due]} or len({told[n].who for n in leads}) != 1:
        return None
    led, name = told[leads[0]], _NAME[due]
    turn = Move(HOLD, table.place(name), table.defends(name), led.at, name)
    return WrongLead(turn, led, _answered(led, told[leads[0] + 1 :]), later=_later(turn, led) or later_trick(reading))


def _answered(led: Move, since: Iterable[Move]) -> Move | None:
    """The first card of an opponent after a lead, to the same trick."""
    for move in since:
        if move.kind == WIN:
            return None
        if move.kind in (LEAD, PLAY, CALL) and move.defends is not None and move.defends is not led.defends:
            return move
        if move.kind == PLAY and move.defends is led.defends is None and (_seats_between(led, move) or 0) % 2:
            return move
    return None


def _seats_between(led: Move, then: Move) -> int | None:
    """How many places to the left of one player the other sits, where both are told by their seats."""
    if led.who not in SEAT_OF or then.who not in SEAT_OF:
        return None
    across = 2 if led.place == DUMMY else 0  # declarer, told by the seat, leads from dummy
    return (Seat(SEAT_OF[led.who]).distance(Seat(SEAT_OF[then.who])) - across) % 4


def _later(turn: Move, led: Move) -> bool:
    """Whether a lead at the turn of another cannot be the opening one: that is due from declarer's left."""
    return turn.place not in (None, LEADER) or led.place == LEADER


def _from_wrong_hand(reading: Reading, turn: Move, move: Move) -> bool:
    """Whether a card told without a word for leading is one: from the other hand of declarer's side, right after the hand that
    had the lead is told, or in another clause than the trick won ("wins in hand, and now calls a club")."""
    if move.place not in (DECLARER, DUMMY) or turn.place not in (DECLARER, DUMMY):
        return False
    apart = reading.parted(turn.at, move.at) or _BUT in reading.stems[turn.at : move.at]
    return turn.kind == HOLD or (apart and move.kind == CALL)


def _while_in_other_hand(reading: Reading, move: Move, turn: Move) -> bool:
    """Whether a card of one hand of declarer's side is told to come while the other had the lead ("played off dummy but was in
    hand")."""
    if move.kind != PLAY or {move.place, turn.place} != {DECLARER, DUMMY}:
        return False
    although = any(cue.what == _ALTHOUGH for cue in reading.cues_beginning(move.at, turn.at))
    return although or not _WHILE.isdisjoint(reading.stems[move.at : turn.at])


def _although_another_won(reading: Reading, move: Move, won: Move) -> bool:
    """Whether a card is told to come although another had won the trick ("puts a diamond down although his partner took it")."""
    if reading.parted(move.at, won.at, SENTENCE) or (not _another(won, move) and (won.who != _PARTNER or move.who in _OWN_SIDE)):
        return False
    although = any(cue.what == _ALTHOUGH for cue in reading.cues_beginning(move.at, won.at))
    return although or "meanwhile" in reading.stems[move.at : won.at]


def _another(turn: Move, move: Move) -> bool:
    """Whether a lead is surely made by another than the player on lead."""
    if turn.place is not None and move.place is not None:
        return turn.place != move.place
    if turn.defends is move.defends and turn.defends is not False:
        return turn.who in SEAT_OF and move.who in SEAT_OF and turn.who != move.who
    return None not in (turn.defends, move.defends) and turn.defends is not move.defends


def moves(reading: Reading, table: Seating, untold: Collection[int] = ()) -> Iterator[Move]:
    """The deeds of play that are told, in the order in which they happened."""
    events = reading.story.events
    told = [(number, events[number]) for number in reading.story.happened()]
    seats = {m.first for m in reading.mentions if m.name in SEAT_OF}
    whose = {cue.last for cue in reading.cues if cue.what == _NAMED and cue.first in seats}
    named = {cue.last for cue in reading.cues if cue.what == _NAMED} - whose
    seated = {at for cue in reading.cues if cue.what in _SEATED for at in range(cue.first, cue.last + 1)}
    rises = {cue.first for cue in reading.cues if cue.what == _RISES}
    earlier = {at for cue in reading.cues if cue.what == _WON_BEFORE for at in range(cue.first, cue.last + 1)}
    believes, spoken = "", spoken_tokens(reading.text, reading.tokens)
    said = {at for cue in reading.cues if cue.what == _ANSWER_NO for at in range(cue.first, cue.last + 1)}
    thought, asks = [cue.last for cue in reading.cues if cue.what == _THOUGHT], _designates(reading)
    holds = sorted((cue for cue in reading.cues if cue.what in _HOLDS and cue.first not in untold), key=lambda cue: cue.first)
    due = {at for cue in holds for at in range(cue.first, cue.last + 1)}  # "should have led from hand" is no lead
    for number, event in told:
        while holds and holds[0].first < event.first:
            cue = holds.pop(0)
            yield Move(HOLD, HANDS[cue.what], defends=False, at=cue.first)
        if event.object.startswith(_CONTRACT) or event.first in seated:
            continue  # "was playing 3NT", "East, who plays after dummy"
        kind = PLAY if event.first in rises else CALL if event.first in asks else _KINDS.get(event.deed)
        if event.first in said or event.first in due or (event.first in spoken and kind != CALL):
            continue  # what a player says to another ("put it back")
        if kind == WIN and any(0 < event.first - at <= _NEAR and not reading.parted(at, event.first) for at in thought):
            believes = event.actor
            continue  # "thinks that he won it"
        if kind == PLAY and believes == event.actor != "":
            kind = LEAD  # and plays on
        if kind in (PLAY, CALL) and event.when == "after" and events[event.to].deed != WIN:
            continue  # "spoke up before playing": that card need not have been played
        if event.first in whose and hand_told(reading, number) is None:
            continue  # "S lead", which is a deed with the hand that it comes from
        if kind is not None and event.first not in named and event.first not in untold and _plain(reading, number):
            if kind == WIN and earlier & set(range(event.first, event.last + 1)):
                kind = HOLD  # that trick was won before the lead
            place = _place(reading, table, number)
            defends = table.defends(event.actor) if place is None else place in (LEADER, LAST)
            yield Move(kind, place, defends, event.first, event.actor)


def _designates(reading: Reading) -> set[int]:
    """The deeds of saying that call for a card of dummy without naming it: "tells dummy 'low'"."""
    words = [cue.first for cue in reading.cues if cue.what in _DESIGNATES]
    says = [event for event in reading.story.events if event.deed == "say"] if words else []
    return {
        event.first
        for event in says
        if any(0 < at - event.last <= _FAR and not reading.parted(event.last, at, SENTENCE) for at in words)
    }


def _plain(reading: Reading, number: int) -> bool:
    """Whether a deed is told as done, by somebody or from a hand; a doer only carried over is believed within a sentence."""
    event = reading.story.events[number]
    if UNSAID & set(event.flags) or any(what == NEGATED and event.first == cue for what, cue, _ in reading.reach):
        return False  # the "won" of "won't" too
    if not event.actor:
        return hand_told(reading, number) is not None
    before = reading.story.events[number - 1] if number else event
    return event.by != DROPPED or not reading.parted(before.first, event.first, SENTENCE)


def _place(reading: Reading, table: Seating, number: int) -> int | None:
    """The place of a card, or of a trick won: a card of declarer's side by the hand that is told with it."""
    event = reading.story.events[number]
    place = table.place(event.actor)
    if place in (LEADER, LAST):
        return place
    hand = hand_told(reading, number)
    side = False if event.deed == LEAD and hand is not None else table.defends(event.actor)  # a defender leads from no "hand"
    if place is None and event.actor and side is not False:
        return None
    if hand is not None:
        return hand
    if event.deed == CALL or event.actor == "dummy":
        return DUMMY
    return None


def lead_situation(reading: Reading) -> str:
    """Which of the situations of a lead out of turn is told (`LEAD_SITUATIONS`): a later one by a defender, by declarer's
    side, one to which the wrong defender has played, or the hand that had the lead, or one at an opponent's turn where it is
    not told who declares; nothing where that is not certain."""
    wrong = wrong_lead(reading)
    if wrong is None:
        return ""
    if wrong.led.defends is None:
        return _LOOT if (crossed(wrong) or accepted_by_play(wrong)) and not opening_told(reading) else ""
    if not wrong.later:
        return ""
    if wrong.led.defends:
        return _LOOT if _of_the_right_hand(wrong) else _DEFENDERS
    return _LOOT if wrong_defender(wrong) else _DECLARERS


def from_other_hand(reading: Reading) -> bool:
    """Whether declarer is told to lead from one hand while the lead is told to lie in the other."""
    wrong = wrong_lead(reading)
    return wrong is not None and wrong.turn.kind == HOLD and {wrong.turn.place, wrong.led.place} == {DECLARER, DUMMY}


def although_won(reading: Reading) -> bool:
    """Whether a card is told to come although another had won the trick: whatever it sounds like beside, it was a lead."""
    wrong = wrong_lead(reading)
    return wrong is not None and wrong.turn.kind == WIN and wrong.turn.at > wrong.led.at


def accepted_by_play(wrong: WrongLead) -> bool:
    """Whether the next hand is told to have played to the lead of a player whose partner, or another, won the trick before: that
    accepts it, whoever declares (Law 53A)."""
    return wrong.turn.kind == WIN and wrong.steps == _NEXT


def crossed(wrong: WrongLead) -> bool:
    """Whether the one who led and the one whose turn it was are told to be opponents."""
    seats = [Seat(SEAT_OF[who]) for who in (wrong.turn.who, wrong.led.who) if who in SEAT_OF]
    return len({seat.side for seat in seats}) > 1
