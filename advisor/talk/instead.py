"""One player or one card that a message puts in the place of what was told ("no, it was West", «όχι, του μορ ήταν», "no, the
queen"): that is put right in the story, and nothing that is asked is answered by it."""

from __future__ import annotations

from advisor.base import store
from advisor.diagnose.understanding import read_once
from advisor.read.events import PLAYERS, SEAT_OF
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.talk.alone import else_filled, says_did, tokens_of
from advisor.talk.calls import recalled, spoken
from advisor.talk.cards import replaced
from advisor.talk.correcting import bare, led_elsewhere, other_call, other_role, other_story
from advisor.talk.hearing import Heard
from advisor.talk.incident import answered, consulted, words_of
from advisor.talk.models import Reply, State
from advisor.talk.relations import card_facts, says_who_is_who
from advisor.talk.seats import ROLES, SEATS, redone, rerole, reseat, reseated, spoken_seats, swapped
from advisor.talk.taps import settled

Step = tuple[State, Reply]
_FEW = 9  # words
_BESIDE = 3  # characters between a player and the call: "East's 2♣"
_SEAT_AND_ROLE = (SEATS, ROLES)
_YES_NO = frozenset({"yes", "no"})
_CARDS, _CALLS = ("card", "rank", "suit"), ("call", "call_by")


def instead(state: State, heard: Heard) -> Step | None:
    """The incident with the one player, card or call that a "no" is followed by in place of the one told; None where the message
    says anything else, or where nothing of the kind was told."""
    if not state.at_hand or not heard.leads("no", "correction"):
        return None
    rest = bare(state, heard)
    if not rest.tokens or len(rest.tokens) > _FEW or rest.text.rstrip().endswith("?"):
        return None
    reading = read_once(rest.text, greeklish=state.speaks == "el")
    taken = _caller(state, reading) or _player(state, rest, reading) or _same_thing(state, rest)
    taken = taken or _card(state, rest, reading) or _call(state, rest, reading)
    return taken or (led_elsewhere(state, rest) if state.irregularity else None)


def _player(state: State, rest: Heard, reading: Reading) -> Step | None:
    """The player named alone, in place of the one who did what was told."""
    players = [m for m in reading.mentions if m.name in (*SEATS, *ROLES) and m.how != "derived"]
    roles = [m for m in players if m.name in ROLES]
    in_one = len({m.name for m in roles}) == 1 and len({m.name for m in players}) <= len(_SEAT_AND_ROLE)  # "the defender West"
    if not (in_one or len({m.name for m in players}) == 1) or any(NEGATED in m.flags for m in players):
        return None
    named = {at for m in players for at in range(m.first, m.last + 1)}
    if not else_filled(state, rest, named) or _answers(state, rest) or says_who_is_who(rest.text):
        return None
    one = (roles or players)[0]
    parts = rerole(state, reading.quote(one))
    if parts:
        return other_role(state, parts, rest)
    moved = reseat(state, rest.text) if one.name in SEATS else None
    return moved or _nobody_yet(state, rest)


def _nobody_yet(state: State, rest: Heard) -> Step | None:
    """The player named, where the story tells nobody who did anything: said back, and part of it from now on."""
    greek = state.speaks == "el"
    if any(event.actor in PLAYERS for part in state.story for event in read_once(part, greeklish=greek).story.events):
        return None
    head = words_of(state).frame("talk_corrected", fact=rest.text.rstrip(" .!"))
    after, reply = answered(state.model_copy(update={"story": (*state.story, rest.text)}), ahead=[head])
    if after.question == state.question:
        return after, reply
    again, asked = answered(state)  # who it was answers nothing that is asked
    return again, asked.model_copy(update={"text": f"{head}\n{asked.text}", "ahead": (head, *asked.ahead)})


def _caller(state: State, reading: Reading) -> Step | None:
    """The player who made a call that the story tells of another, named there once: "no, it was West who bid 2♣"."""
    calls, seats = spoken(reading), {m.name for m in reading.mentions if m.name in SEATS and not m.flags}
    if len(calls) != 1 or len(seats) != 1:
        return None
    new, story = seats.pop(), read_once(". ".join(state.story), greeklish=state.speaks == "el")
    same = [call for call in spoken(story) if call.value == calls[0].value]
    told = {call.seat for call in same if call.seat}
    named = [m for m in story.mentions if m.name in SEATS]
    told |= {SEAT_OF[m.name] for m in named for c in same if not c.seat and 0 <= c.start - story.tokens[m.last].end <= _BESIDE}
    old = [m for m in named if SEAT_OF[m.name] in told - {SEAT_OF[new]}]
    if len(told) != 1 or len(old) != 1:
        return None
    word = next(reading.quote(m) for m in reading.mentions if m.name == new)
    return swapped(state, story.quote(old[0]), word)


def _answers(state: State, rest: Heard) -> bool:
    """Whether the player named alone answers what is asked after all: "no, South did" where the question is of yes or no, or a
    question who it was that the reading had answered."""
    ruled = consulted(state).ruled if state.question and state.irregularity else None
    if ruled is None or ruled.question != state.question:
        return False
    if says_did(state, rest) and {branch.value for branch in ruled.branches} >= _YES_NO:
        return True
    return bool(ruled.heard) and ruled.question in store.load("talk")["relations"]


def _same_thing(state: State, rest: Heard) -> Step | None:
    """Another seat for what the story tells in the same few words of one seat, named there once: «λάθος, σειρά είχε ο Βορράς»."""
    if not reseated(state, rest.text) or redone(state, rest.text)[0]:
        return None
    new = next(iter(spoken_seats(rest.text)))
    story = ". ".join(state.story)
    reading = read_once(story)
    told = [m for m in reading.mentions if m.name in SEATS and m.name != new]
    changed = reseated(state, rest.text)
    gone = spoken_seats(story).keys() - spoken_seats(". ".join(changed)).keys()
    if len(gone) != 1 or sum(m.name in gone for m in told) != 1:
        return None
    word = spoken_seats(story)[gone.pop()]
    return swapped(state, word, spoken_seats(rest.text)[new])


def _card(state: State, rest: Heard, reading: Reading) -> Step | None:
    """The card named alone, in place of the only one told; what it makes of the facts that a card answers goes with it."""
    notes = [note for note in reading.notation if note.kind in _CARDS]
    if len(notes) != 1 or not else_filled(state, rest, tokens_of(rest, notes) | _told_ranks(state, rest, notes[0])):
        return None
    story, old, new = replaced(state, notes[0], reading.text[notes[0].start : notes[0].end])
    if not story or not state.irregularity:
        return None
    words = words_of(state)
    head = words.frame("talk_seat_changed", old=old, new=new)
    after, reply = other_story(state, story, head)
    found = consulted(after)
    asks = found.ruled.table.asks if found.ruled is not None else {}
    before, known = consulted(state).taken(), found.taken()
    told = {name: value for name, value in card_facts(reading).items() if name in asks}
    news = {name: value for name, value in told.items() if before.get(name, value) != value}
    if news:  # what the card makes of it says more than its name
        head = words.frame("talk_corrected", fact=words.joined(words.value(name, value) for name, value in news.items()))
    if not news and all(known.get(name) == value for name, value in told.items()):
        return after, reply
    return answered(settled(after, told), ahead=[head])


def _told_ranks(state: State, rest: Heard, new: Notation) -> set[int]:
    """The tokens before a card that are the rank of the one told, in figures: «όχι το 4, την ντάμα»."""
    ranks = {note.value[-1:] for part in state.story for note in read_once(part).notation if note.kind in _CARDS}
    return {at for at, token in enumerate(rest.tokens) if token.start < new.start and token.form.replace("10", "T") in ranks}


def _call(state: State, rest: Heard, reading: Reading) -> Step | None:
    """The call named alone, in place of the one that makes the incident, unless a call is asked."""
    notes = [note for note in reading.notation if note.kind in _CALLS]
    if len(notes) != 1 or not else_filled(state, rest, tokens_of(rest, notes)):
        return None
    call = recalled(state, rest.text, corrects=True)
    return other_call(state, call) if call is not None else None
