"""Facts that are the relation between two players: where East revoked, "West won it" says that the partner did.

Only in a reply, which speaks to the point (in a story other tricks are told too). Seats are compared on the model of the table;
a role (dummy, declarer, partner, the others) stands where the story says who holds it. Everything else stays unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from advisor.base import store
from advisor.bridge.seats import Seat
from advisor.diagnose.understanding import read_once
from advisor.read.events import PLAYERS, SEAT_OF, TOLD, Event
from advisor.read.reading import Reading
from advisor.replay.followed import told_as_pass
from advisor.replay.played import Played
from advisor.replay.turns import called_out_of_turn

SELF, PARTNER, LHO, RHO = "self", "partner", "lho", "rho"
DECLARING, DEFENDING = "declaring", "defending"
_ROLES = {"declarer": DECLARING, "dummy": DECLARING, "defender": DEFENDING}
_OTHERS = "opponent"
_HONOURS = "AKQJT"
_SEVERAL = 2
_PASS, _OVERRUFFED = "pass", "overruffed"
_SEAT_NAMES = {letter: name for name, letter in SEAT_OF.items()}
_CALLING = frozenset({"bid", "call"})
_WHAT_WAS_DONE = frozenset(
    {"claim", "concession", "revoke", "lead", "opening_lead", "hesitation", "penalty_card", "card_dropped"}
)
_ASKED_OF = frozenset({"win", "call", "bid", "pass", "play", "say", "accept", "refuse"})


def done_by_another(story: Reading, reply: Reading) -> bool:
    """Whether a reply tells of another player a deed that the story tells ("it was West who claimed"), or names one as who it
    was ("it was West", "declarer revoked, not East"); a trick won may be asked for and is no such deed."""
    said = [e for e in reply.story.events if e.actor in PLAYERS and e.by == TOLD and not e.flags and e.deed not in _ASKED_OF]
    said = none_on_top(reply, said)
    done = [e for e in story.story.events if e.actor and not e.flags]
    if any(e.deed == then.deed and e.actor != then.actor for e in said for then in done):
        return True
    before, now = ({m.name for m in reading.mentions if "=" not in m.name} for reading in (story, reply))
    return bool((now & PLAYERS) - before) and bool(now & before & _WHAT_WAS_DONE)


def none_on_top(reading: Reading, events: Sequence[Event]) -> list[Event]:
    """The events without a ruff that goes over another's ("declarer overruffed"): it tells who won that trick, and not who alone
    ruffed."""
    over = [cue for cue in reading.cues if cue.what == _OVERRUFFED]
    return [e for e in events if not any(cue.first <= e.last and e.first <= cue.last for cue in over)] if over else [*events]


def relation_facts(reading: Reading, story: Played, asked: Collection[str] = (), question: str = "") -> dict[str, str]:
    """Fact -> value (`advisor/laws/relations.yaml`) that a reply tells. `story` is what was told so far, with the offender;
    `asked` are the facts that the reply may be about, `question` the open one: a player named alone did what it asks for."""
    specs: dict[str, Any] = store.load("talk")["relations"]
    before = story.reading
    found = {}
    for fact, spec in specs.items():
        deeds = spec.get("asked", spec.get("done", [])) if fact in asked else spec.get("done", [])
        other = (
            _beside(reading, spec.get("named", ()))
            or _doer(reading, deeds, spec.get("near", ""))
            or (_alone(reading, deeds) if fact == question and spec.get("alone") != "no" else "")
        )
        if not other:
            continue
        relation = (
            _side(other, before)
            if DECLARING in spec
            else _relation(_wrong_caller(story, spec["of"]) or _offender(before, spec["of"]), other, before)
        )
        if value := spec.get(relation, ""):
            found[fact] = value
    return found


def card_facts(reading: Reading, question: str = "") -> dict[str, str]:
    """Fact -> value (`advisor/laws/ranks.yaml`) that the cards named in a reply tell, without those that stand under a not. Where
    a card is asked for, "7 hearts" is one, and no call."""
    specs: dict[str, dict[str, str]] = store.load("talk")["ranks"]
    kinds = ("card", "rank", "call") if question in specs else ("card", "rank")
    negated = {i for m in reading.mentions if "negated" in m.flags for i in range(m.first, m.last + 1)}
    ranks, suits = [], []
    for note in reading.notation:
        first = next((i for i, token in enumerate(reading.tokens) if token.end > note.start), 0)
        if note.kind in ("card", "suit") and first not in negated:
            suits.append(note.value[0])
        if note.kind in kinds and first not in negated:
            ranks.append(next((c for c in reversed(note.value) if c in "AKQJT98765432"), ""))
    names = [] if len(suits) < _SEVERAL else ["one_suit" if len(set(suits)) == 1 else "more_suits"]
    if ranks and "" not in ranks:
        names.append("several" if len(ranks) > 1 else "honour" if ranks[0] in _HONOURS else "low")
    return {fact: values[name] for name in names for fact, values in specs.items() if name in values}


def relation_answer(player: str, story: Played, fact: str) -> str:
    """The value of an open fact where this player (a seat or a role) did what it asks for: "West did"; nothing where that proves
    none."""
    spec: dict[str, Any] = store.load("talk")["relations"].get(fact, {})
    offender = _wrong_caller(story, spec.get("of", ())) or _offender(story.reading, spec.get("of", []))
    relation = player if player in (LHO, RHO, PARTNER) else _relation(offender, player, story.reading) if offender else ""
    return str(spec.get(relation, ""))


def told_of_another(reading: Reading, story: Played) -> set[str]:
    """The facts that a reply tells of a player of whom they cannot be told: partner accepts nothing for the others."""
    specs: dict[str, Any] = store.load("talk")["relations"]
    found = set()
    for fact, spec in specs.items():
        doer = _doer(reading, spec.get("only", ()))
        offender = _wrong_caller(story, spec.get("of", ()))
        relation = _relation(offender, doer, story.reading) if doer and offender else ""
        if relation and relation not in spec:
            found.add(fact)
    return found


def relation_named(reading: Reading, story: Played, deeds: Sequence[str]) -> str:
    """What the one seat that a text names is to the one player who did one of these deeds in the story; nothing where several
    are named, or the table does not say."""
    seats = {m.name for m in reading.mentions if m.name in SEAT_OF}
    if len(seats) != 1:
        return ""
    doers = {e.actor for e in story.reading.story.events if e.deed in deeds and e.actor in SEAT_OF and not e.flags}
    offender = _wrong_caller(story, deeds) or (doers.pop() if len(doers) == 1 else "")
    return _relation(offender, seats.pop(), story.reading)


def _wrong_caller(story: Played, deeds: Collection[str]) -> str:
    """The player whose bid was too low, or who called out of turn, where these are deeds of the auction."""
    if not _CALLING & set(deeds):
        return ""
    low = next((c.seat for c in reversed(story.calls) if story.low is not None and c.value == str(story.low.bid)), None)
    seat = low or called_out_of_turn(story.reading)
    return _SEAT_NAMES[seat.value] if seat is not None else ""


def _offender(before: Reading, deeds: list[str]) -> str:
    """The player who did one of these deeds, or else the first one told of."""
    told = [e.actor for e in before.story.events if e.deed in deeds and e.actor and not e.flags]
    named = [m.name for m in sorted(before.mentions, key=lambda m: m.first) if m.name in SEAT_OF]
    return next(iter([*(name for name in told if name in SEAT_OF), *named, *told]), "")


def _doer(reading: Reading, deeds: Collection[str], near: str = "") -> str:
    """The one player (seat or role) that is told to have done one of these deeds, in a sentence with the sense `near`."""
    told_near = {reading.sentences[i] for i, stem in enumerate(reading.stems) if stem == near}
    doing = [e for e in reading.story.events if e.deed in deeds and e.actor and not e.flags and not _contracted(reading, e)]
    doing = [e for e in doing if e.deed != _PASS or _said_pass(reading, e)]
    events = [e for e in doing if not near or reading.sentences[e.first] in told_near]
    named = _places(reading)
    actors = {_named_beside(reading, event, *named) or event.actor for event in events}
    known = {actor for actor in actors if actor in SEAT_OF or actor in _ROLES or actor in (PARTNER, _OTHERS)}
    return known.pop() if len(known) == 1 else ""


def _said_pass(reading: Reading, event: Event) -> bool:
    last = min(event.last + 1, len(reading.tokens) - 1)
    return told_as_pass(reading, reading.tokens[event.last].start, reading.tokens[last].end)


def _contracted(reading: Reading, event: Event) -> bool:
    """Whether the deed's word is only the head of a contracted "not" ("won't")."""
    cues = {first for _, first, _ in reading.reach}
    return (
        event.first + 1 in cues
        and reading.tokens[event.first + 1].start - reading.tokens[event.first].end == 1
        and not (reading.text[reading.tokens[event.first].end].isspace())
    )


def says_who_is_who(text: str) -> bool:
    """Whether a text says of somebody to be declarer, dummy or a defender."""
    return _who_is_who(read_once(text))


def _who_is_who(reading: Reading) -> bool:
    return any(cue.what == "is_a" for cue in reading.cues)


def _alone(reading: Reading, deeds: Collection[str] = ()) -> str:
    """The one player that a text names; nothing where it only says who is declarer, dummy or a defender, or tells another deed
    than those asked for ("they have played to the next trick" says nothing of who won the one before)."""
    if _who_is_who(reading) or any(event.deed not in deeds for event in reading.story.events):
        return ""
    told = [m for m in reading.mentions if m.name in SEAT_OF or m.name in (PARTNER, _OTHERS, "dummy", "declarer")]
    names = {m.name for m in told if not m.flags}
    return names.pop() if len(names) == 1 else ""


def _beside(reading: Reading, concepts: Collection[str]) -> str:
    """The seat nearest to one of these concepts, in its sentence."""
    pairs = [
        (min(abs(m.first - seat.last), abs(seat.first - m.last)), seat.name)
        for m in reading.mentions
        if m.name in concepts
        for seat in reading.mentions
        if seat.name in SEAT_OF and reading.sentences[seat.first] == reading.sentences[m.first]
    ]
    return min(pairs)[1] if pairs else ""


def _named_beside(reading: Reading, event: Event, roles: Mapping[str, Sequence[int]], seats: Mapping[int, str]) -> str:
    """The seat that a role is put beside: in "East, a defender, revoked" the defender is East; else nothing."""
    if event.actor in SEAT_OF:
        return ""
    number = bisect_right(roles.get(event.actor, []), event.first)
    found = ""
    for at in range(roles[event.actor][number - 1] - 1 if number else -1, -1, -1):
        if at in seats and reading.tokens[at].after:
            found = seats[at]
        if reading.stems[at]:  # a word that tells something parts them
            break
    return found


def _places(reading: Reading) -> tuple[dict[str, list[int]], dict[int, str]]:
    """Where each id begins, in order, and the seats by the token they end at."""
    roles: dict[str, list[int]] = {}
    for mention in reading.mentions:
        roles.setdefault(mention.name, []).append(mention.first)
    return roles, {m.last: m.name for m in reading.mentions if m.name in SEAT_OF}


def _relation(offender: str, other: str, before: Reading) -> str:
    """What the other player is to the offender; nothing where the table does not say."""
    if other == PARTNER:
        return PARTNER
    if other == _OTHERS:
        return LHO
    if other in SEAT_OF and offender in SEAT_OF:
        seat, there = Seat(SEAT_OF[offender]), Seat(SEAT_OF[other])
        return {seat: SELF, seat.partner: PARTNER, seat.lho: LHO, seat.rho: RHO}[there]
    if other in _ROLES:
        return _by_role(offender, other, before)
    return ""


def _by_role(offender: str, role: str, before: Reading) -> str:
    mine = _side(offender, before, told=True) or _pronouns_side(before)
    if not mine:
        return ""
    if _ROLES[role] != mine:
        return LHO
    if role == offender or role == "declarer":
        return SELF
    return PARTNER if role == "dummy" else ""


def _pronouns_side(before: Reading) -> str:
    """The side that the one spoken of is told to be on ("he's declarer"), no seat being named beside it."""
    seats = {m.last for m in before.mentions if m.name in SEAT_OF}
    roles = {m.first: m.name for m in before.mentions if m.name in _ROLES and m.how != "derived"}
    told = [cue for cue in before.cues if cue.what == "is_a" and not seats & set(range(cue.first - 2, cue.first))]
    return next((_ROLES[roles[at]] for cue in told for at in range(cue.first, cue.last + 1) if at in roles), "")


def _side(player: str, before: Reading, *, told: bool = False) -> str:
    """The side of a player: as the story tells it, else (unless it must be `told`) defending: declarer's own seat is named."""
    if player in _ROLES:
        return _ROLES[player]
    seats = {Seat(seat[:1].upper() if len(seat) > 1 else seat): role for seat, role in _roles(before)}
    here = Seat(SEAT_OF[player]) if player in SEAT_OF else None
    if here is not None and (role := seats.get(here)):
        return _ROLES.get(role, "")
    if here is not None and (role := seats.get(here.partner)):
        return _ROLES.get(role, "")
    if here is not None and seats and DECLARING in {_ROLES.get(role) for role in seats.values()}:
        return DEFENDING
    names = {m.name for m in before.mentions if not m.flags}
    if told:
        return DEFENDING if not names & {"declarer", "dummy"} else ""
    return DEFENDING if here is not None else ""


def _roles(before: Reading) -> list[tuple[str, str]]:
    """(seat letter, role) told in the story."""
    return [(SEAT_OF.get(seat, seat), role) for seat, role in before.story.roles]
