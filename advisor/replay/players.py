"""Who is meant, as a place at the table: a seat by the compass, a player as the speaker sees it, or one as the player in
hand sees it ("his partner"). Where the speaker tells the own seat, the first two are one table (Law 5)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final, NamedTuple

from advisor.base.kept import once
from advisor.bridge.seats import Seat
from advisor.read.cues import Cue
from advisor.read.events import SEAT_OF
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.story import DIRECTOR
from advisor.read.tokens import CLAUSE, SENTENCE

COMPASS, SPEAKER, OWN, BARE, ORDER = "compass", "speaker", "own", "bare", "order"
RELATIONS: Final[Mapping[int, str]] = {1: "lho", 2: "partner", 3: "rho"}
_STEPS: Final = {"lho": 1, "partner": 2, "rho": 3}
_ROUND: Final = "NESW"
_SITS, _ASIDE = 2, 3
_OPPONENTS: Final = frozenset({"lho", "rho"})
_HANDS: Final = {"hand_first": 0, "hand_second": 1, "hand_third": 2, "hand_fourth": 3}


class Player(NamedTuple):
    """A player: `frame` is the table as it is seen (`compass`, from the `speaker`, from the `own` place of the player in hand,
    `bare`: from one of these two, or by the `order` of their first calls), `step` how many places to the left of North, of the
    speaker, of that player, or of the first who called."""

    frame: str
    step: int


class Place(NamedTuple):
    """A player with the tokens [first, last] that name the player."""

    first: int
    last: int
    player: Player


@once
def places(reading: Reading) -> tuple[Place, ...]:
    """Everybody who is named, in the order of the text, each once; the speaker's own seat is known if it is told."""
    spoken = _spoken(reading)
    named: dict[int, Place] = {}
    for m in reading.mentions:
        if m.name in SEAT_OF:
            named[m.first] = Place(m.first, m.last, Player(COMPASS, _ROUND.index(SEAT_OF[m.name])))
        elif m.name in _STEPS and m.how != "derived" and m.first not in named:
            named[m.first] = Place(m.first, m.last, Player(_seen_by(reading, m.first, m.last), _STEPS[m.name]))
    hands = {cue.first: Place(cue.first, cue.last, Player(ORDER, _HANDS[cue.what])) for cue in cues(reading, *_HANDS)}
    if len({place.player for place in hands.values()}) > 1:  # "the second bid 1♥": one alone may be anything
        named = hands | named
    own = _own_seat(reading, spoken, named)
    every = sorted((spoken | named).values())
    every = [p for before, p in zip([None, *every], every, strict=False) if not _beside(reading, before, p)]
    return tuple(place._replace(player=_by_compass(place.player, own)) for place in every)


def _beside(reading: Reading, before: Place | None, place: Place) -> bool:
    """Whether a player between commas only says who the one told just before is: "the lady on my left, Trevor's partner, bid"."""
    near = before is not None and before.player.step and place.player.frame != COMPASS and place.first - before.last <= _ASIDE
    return bool(near and before and reading.tokens[before.last].after == CLAUSE == reading.tokens[place.last].after)


def own_seat(reading: Reading) -> str:
    """The seat (N E S W) that the speaker tells to be the own one; nothing where none or two are told."""
    compass = ((m, Player(COMPASS, _ROUND.index(SEAT_OF[m.name]))) for m in reading.mentions if m.name in SEAT_OF)
    step = _own_seat(reading, _spoken(reading), {m.first: Place(m.first, m.last, player) for m, player in compass})
    return "" if step is None else _ROUND[step]


def _spoken(reading: Reading) -> dict[int, Place]:
    return {cue.first: Place(cue.first, cue.last, Player(SPEAKER, 0)) for cue in cues(reading, "person_i", "call_by_me")}


def cues(reading: Reading, *names: str) -> tuple[Cue, ...]:
    """The cues of these kinds."""
    return reading.cued(*names)


def opposite(one: str, other: str) -> bool:
    """Whether two doers who are told by their seats sit opposite one another."""
    return one in SEAT_OF and other in SEAT_OF and Seat(SEAT_OF[one]).partner is Seat(SEAT_OF[other])


def partners(one: str, other: str) -> bool:
    """The same, also of the teller's two opponents."""
    return {one, other} == _OPPONENTS or opposite(one, other)


@once
def directors_words(reading: Reading) -> frozenset[int]:
    """The tokens in quotation marks of sentences in which the Director speaks: what may or must be done, and no deed."""
    quoted = spoken_tokens(reading.text, reading.tokens)
    here = {reading.sentences[e.first] for e in reading.story.events if e.actor == DIRECTOR} if quoted else set()
    return frozenset(at for at in quoted if reading.sentences[at] in here)


@once
def players_words(reading: Reading) -> frozenset[int]:
    """The tokens of what players are quoted to say, the Director not among them."""
    return spoken_tokens(reading.text, reading.tokens) - directors_words(reading)


def within(everybody: tuple[Place, ...], first: int, last: int) -> list[Place]:
    """Those named at the tokens [first, last]."""
    return list(everybody[bisect_left(everybody, (first,)) : bisect_left(everybody, (last + 1,))])


def relation(caller: Player | None, other: Player) -> str:
    """How one player stands to another: `lho`, `partner` or `rho` of the caller; nothing where the two are not of one table,
    or are the same. A caller who is not told is the one whose partner
    and opponents are named, or the speaker."""
    frame, step = other
    if frame == BARE and caller is not None and caller.frame == BARE:
        return RELATIONS.get((step - caller.step) % 4, "")  # both as the same player sees them
    if frame == BARE:
        frame = SPEAKER if caller is not None and caller.frame == SPEAKER else OWN
    if frame == OWN or (frame == SPEAKER and caller is None and step):
        return RELATIONS.get(step, "")
    if caller is None or (caller.frame != frame and (caller.frame, frame) != (BARE, SPEAKER)):
        return ""
    return RELATIONS.get((step - caller.step) % 4, "")


def _seen_by(reading: Reading, first: int, last: int) -> str:
    """The frame of a partner or an opponent, by the possessive in or beside the words: "my", "his", none."""
    beside = [cue for cue in reading.cues_beginning(first - 1, last + 1) if cue.what in ("of_me", "of_other")]
    mine = {cue.what == "of_me" for cue in beside if not reading.parted(min(cue.first, last), max(cue.first, first))}
    return BARE if len(mine) != 1 else SPEAKER if mine.pop() else OWN


def _own_seat(reading: Reading, spoken: Mapping[int, Place], named: Mapping[int, Place]) -> int | None:
    """The step of the speaker's seat: "I (South)", "I was South", "North here"; None when none or two are told."""
    sits = reading.cue_tokens("sits_as")
    spoken_to = {speaker.last: speaker for speaker in spoken.values()}
    found = set()
    for place in named.values():
        if place.player.frame != COMPASS:
            continue
        for speaker in (spoken_to[at] for at in range(place.first - _SITS - 1, place.first) if at in spoken_to):
            between = range(speaker.last + 1, place.first)
            if sits.issuperset(between) and not reading.parted(speaker.first, place.first, SENTENCE):
                found.add(place.player.step)
        found |= {place.player.step} if place.first - 1 in reading.cue_lasts("i_sit") else set()
    compass = [place for place in named.values() if place.player.frame == COMPASS]
    found = found or {p.player.step for p in compass if p.last + 1 in reading.cue_firsts("seat_of_me")}
    return found.pop() if len(found) == 1 else None


def _by_compass(player: Player, own: int | None) -> Player:
    """The player by the compass, where the seat of the speaker is known."""
    if own is None or player.frame != SPEAKER:
        return player
    return Player(COMPASS, (own + player.step) % 4)
