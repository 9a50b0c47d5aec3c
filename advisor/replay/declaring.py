"""Who declares and who defends, as far as a story tells it beside its deeds: a seat by the contract, by the role told beside it,
by the card it plays from hand; anybody who is told beside a declarer who is somebody else; the side of the teller by the contract
that it plays or defends against, and then that of the others (Law 41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from advisor.base.kept import once
from advisor.bridge.seats import Seat
from advisor.read.events import CARDS, OF_CARDS, PLAYERS, SEAT_OF, TOLD
from advisor.read.reading import Reading
from advisor.replay.contract import contract_of
from advisor.replay.players import own_seat

DECLARER, DEFENDER = "declarer", "defender"
_DECLARING: Final = frozenset({"declarer", "dummy"})
_DEFENDING: Final = frozenset({"defender", "opening_leader", "lho", "rho"})
_SPEAKER: Final = "speaker"
_OWN: Final = frozenset({"partner", _SPEAKER})
_PEOPLE: Final = PLAYERS - {"declarer"}
_FACING: Final = frozenset({"lho", "rho"})
_OTHER: Final = {DECLARER: DEFENDER, DEFENDER: DECLARER}
_DEFEND: Final = "we_defend_it"
_OF_CUE: Final = {"we_play": DECLARER, "they_play": DEFENDER, "against_it": DEFENDER, _DEFEND: DEFENDER}
_BIDS: Final = frozenset({"call", "call_by", "contract"})
THAT_IS: Final = "that_is"
_PLAYS_IT: Final = "plays_the_contract"
_NEAR, _BESIDE, _HAND, _FEW = 2, 1, 4, 3


@once
def side_of(reading: Reading, who: str) -> str:
    """The side of a doer: `declarer` (with dummy), `defender`, or nothing where that is not told. Beside a declarer who seems to
    be somebody else a player defends."""
    found = plain_side(reading, who)
    if found or not (who in SEAT_OF or who in _OWN):
        return found
    apart = any(m.name == DECLARER and m.how != "derived" for m in reading.mentions) and not _speaks_as_declarer(reading)
    return DEFENDER if apart else ""


@once
def plain_side(reading: Reading, who: str) -> str:
    """The side of a doer as far as it is plainly told: by the role, the contract, or the side of the teller."""
    role = dict(reading.story.roles).get(who, who)
    if role in _DECLARING:
        return DECLARER
    seat = declaring_seat(reading)
    if seat is not None and (own := SEAT_OF.get(who) or (own_seat(reading) if who in _OWN else "")):
        return DECLARER if Seat(own).side is seat.side else DEFENDER
    ours = tellers_side(reading) if who in _OWN or who in _FACING or who in SEAT_OF else ""
    mine = own_seat(reading) if ours and who in SEAT_OF else ""
    if mine:
        return ours if Seat(SEAT_OF[who]).side is Seat(mine).side else _OTHER[ours]
    if who in _OWN and ours:
        return ours
    if who in _FACING and ours == DEFENDER and not any(cue.what == "of_other" for cue in reading.cues):
        return DECLARER
    if role in _DEFENDING:
        return DEFENDER
    facing = bool(ours) and who in SEAT_OF and not _seat_told(reading) and (speaker_declares(reading) or _one_pair(reading))
    return _OTHER[ours] if facing else ""


@once
def tellers_side(reading: Reading) -> str:
    """The side of the teller: `declarer` or `defender`, by what the teller plays, or by the contract that one side is told to
    play; nothing where that is not told, or told both ways."""
    if speaker_declares(reading):
        return DECLARER
    meant = _meant(reading)
    starts = {note.start for note in reading.notation if note.kind in _BIDS}
    bids = {at for at, token in enumerate(reading.tokens) if token.start in starts and at + 1 not in meant} if starts else set()
    told = set()
    for cue in reading.cues:
        if cue.what in _OF_CUE and (cue.what == _DEFEND or not bids.isdisjoint(range(cue.last + 1, cue.last + _NEAR + 1))):
            told.add(_OF_CUE[cue.what])
    return told.pop() if len(told) == 1 else ""


@once
def _meant(reading: Reading) -> set[int]:
    """Where words begin that say what a call means, right behind it: it is no contract then."""
    return {cue.first for cue in reading.cues if cue.what == "call_means"}


@once
def _one_pair(reading: Reading) -> bool:
    """Whether all who are named by their seats are of one side."""
    return len({Seat(SEAT_OF[m.name]).side for m in reading.mentions if m.name in SEAT_OF}) == 1


@once
def declaring_seat(reading: Reading) -> Seat | None:
    """The seat that declares: the one called declarer (or the partner of the one called dummy), else the one of the contract, the
    one named right before (or after) the only bid told, or the one who leads a card from hand; None where these tell two."""
    told = {_partner_if(role == "dummy", seat) for seat, role in _named(reading)}
    if not told:
        contract = contract_of(reading, asked=any(note.kind == "contract" for note in reading.notation))
        named = {contract.declarer} if contract and contract.declarer else set()
        told = named or beside_bid(reading) or _from_hand(reading) or calls_for(reading)
    return next(iter(told)) if len(told) == 1 else None


def _partner_if(dummy: bool, seat: str) -> Seat:
    return Seat(SEAT_OF[seat]).partner if dummy else Seat(SEAT_OF[seat])


def _named(reading: Reading) -> set[tuple[str, str]]:
    """The seats that stand right beside the word for declarer or dummy, each with it, and those whose role is told."""
    found = {(seat, role) for seat, role in reading.story.roles if role in _DECLARING and seat in SEAT_OF}
    seats = {m.first: m.name for m in reading.mentions if m.name in SEAT_OF}
    for m in reading.mentions:
        if m.name in _DECLARING and m.how != "derived" and not m.flags:
            for at in (m.first - _BESIDE, m.last + _BESIDE):
                if at in seats and (not reading.parted(min(at, m.last), max(at, m.first)) or _bracketed(reading, m.last, at)):
                    found.add((seats[at], m.name))
    for cue in reading.cued(THAT_IS):
        roles = [m.name for m in reading.mentions if m.name in _DECLARING and m.last + 1 == cue.first and m.how != "derived"]
        found |= {(seats[cue.last + 1], role) for role in roles if cue.last + 1 in seats}
    plays = (cue.first - _BESIDE for cue in reading.cues if cue.what == _PLAYS_IT)
    found |= {(seats[at], DECLARER) for at in plays if at in seats}
    return found


def _bracketed(reading: Reading, word: int, seat: int) -> bool:
    """Whether a seat stands in brackets right behind a word: "declarer (South)"."""
    return word < seat and reading.text[reading.tokens[word].end : reading.tokens[seat].start].strip() == "("


@once
def beside_bid(reading: Reading) -> set[Seat]:
    """The seat told beside the only bid of a story of play: "South in 2H"."""
    bids = [note for note in reading.notation if note.kind in ("call", "contract")]
    if len({note.value for note in bids}) != 1 or not any(e.deed in CARDS for e in reading.story.events):
        return set()
    at = next((i for i, token in enumerate(reading.tokens) if token.start >= bids[0].start), 0)
    says = {cue.first for cue in reading.cues if cue.what in ("declares", "done_by")}
    seats = [m for m in reading.mentions if m.name in SEAT_OF and 0 < abs(m.first - at) <= _NEAR + 1]
    before = {Seat(SEAT_OF[m.name]) for m in seats if m.first < at and says & set(range(m.last + 1, at))}
    joins = {cue.first for cue in reading.cues if cue.what == "joined"}
    behind = [m for m in seats if m.first > at and not joins & set(range(at, m.first))]
    plays = {cue.first for cue in reading.cues if cue.what == "to_play"}
    after = {Seat(SEAT_OF[m.name]) for m in behind if says & set(range(max(0, at - _NEAR), m.first)) or m.last + 1 in plays}
    return before or after


def _from_hand(reading: Reading) -> set[Seat]:
    """The seats that are told to lead a card from hand, as only declarer is."""
    places = {cue.first for cue in reading.cues if cue.what == "from_hand"}
    return {
        Seat(SEAT_OF[e.actor])
        for e in reading.story.events
        if e.deed == "lead" and e.actor in SEAT_OF and e.by == TOLD and not e.flags
        if any(at in places and not reading.parted(e.last, at) for at in range(e.last + 1, e.last + _HAND + 1))
    }


@once
def calls_for(reading: Reading) -> set[Seat]:
    """The seats that are told to call for a card of dummy, as only declarer does."""
    places = {cue.first for cue in reading.cues if cue.what in ("in_dummy_hand", "from_dummy")}
    places.update(m.first for m in reading.mentions if m.name == "dummy" and m.how != "derived")
    return {
        Seat(SEAT_OF[e.actor])
        for e in reading.story.events
        if e.deed == "call_card" and e.actor in SEAT_OF and e.object.startswith(OF_CARDS) and not e.flags
        if not places.isdisjoint(range(e.first, e.first + _HAND + 2))
    }


@once
def _seat_told(reading: Reading) -> bool:
    """Whether the speaker may tell the own seat."""
    return any(cue.what == "seat_of_me" for cue in reading.cues)


@once
def speaker_declares(reading: Reading) -> bool:
    """Whether the speaker says so, or says to have played a contract ("I was declarer", "I play 4S", or "playing 4S" to begin
    with)."""
    meant = _meant(reading)
    plays = [
        e
        for e in reading.story.events
        if e.deed == "play" and e.object.partition(":")[0] in ("call", "contract") and e.last + 1 not in meant
    ]
    says = any(cue.what == "i_declare" for cue in reading.cues) or any(e.first == 0 and not e.actor for e in plays)
    return says or _speaks_as_declarer(reading) or any(e.actor == _SPEAKER and not e.flags for e in plays) or _me_in(reading)


def _me_in(reading: Reading) -> bool:
    """Whether the speaker stands right before a bid that is played: "Me in 4S", "I as declarer"."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    bids = {starts.get(n.start, -1) for n in reading.notation if n.kind in ("call", "contract")}
    mine = [cue.last for cue in reading.cues if cue.what == "person_i"]
    into = {cue.first: cue.last for cue in reading.cues if cue.what == "declares"}
    return any(into.get(at + 1, -2) + 1 in bids for at in mine)


@once
def _speaks_as_declarer(reading: Reading) -> bool:
    """Whether the speaker may be the one called declarer: "I was declarer", "I (declarer)", "I was dummy's partner"."""
    mine = [cue.last for cue in reading.cues if cue.what in ("person_i", "of_me")]
    being = {cue.first for cue in reading.cues if cue.what == "sits_as"}
    places = [m.first for m in reading.mentions if m.name in _DECLARING]
    ends = set(mine)
    steps = [(step, step <= _NEAR) for step in range(1, _HAND + 1)]
    deeds = {e.first for e in reading.story.events}  # "I say dummy is not allowed to" names no place of the speaker
    close = any(
        at - step in ends and (near or at - step + 1 in being) and deeds.isdisjoint(range(at - step + 1, at))
        for at in places
        for step, near in steps
    )
    beside = [at for at in places if at - 1 in being][:_FEW]
    return close or any(_told_of_speaker(reading, at, mine) for at in beside)


def _told_of_speaker(reading: Reading, at: int, mine: Sequence[int]) -> bool:
    """Whether the speaker is the last who is told in the sentence before a token ("I dropped the nine as declarer")."""
    number = reading.sentences[at]
    own = [last for last in mine if last < at and reading.sentences[last] == number]
    others = [m.first for m in reading.mentions if m.name in _PEOPLE and m.first < at and reading.sentences[m.first] == number]
    return bool(own) and max(own) > max(others, default=-1)
