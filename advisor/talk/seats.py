"""A seat told wrong and put right: "no, it was East" changes the seat in the story, not the story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from advisor.diagnose.understanding import read_once
from advisor.read.events import TOLD
from advisor.read.reading import Reading
from advisor.read.story import DROPPED
from advisor.replay.players import opposite
from advisor.talk.answering import AUXILIARY, stems
from advisor.talk.calls import recalled
from advisor.talk.in_turn import ruled_again
from advisor.talk.incident import offering, plain, words_of
from advisor.talk.letters import CALLS
from advisor.talk.models import Button, Reply, State
from advisor.talk.relations import none_on_top

SEATS = ("seat_north", "seat_east", "seat_south", "seat_west")
ROLES = ("declarer", "dummy", "defender")
# Deeds of others than the offender, or that tell who declares or dealt.
_ASKED_AFTER: Final = frozenset({"win", "take_out", "accept", "refuse", "notice", "say", "play", "deal"})
_NEAR = 2
_BARE = 4
_TWO = 2
Step = tuple[State, Reply]


def spoken_seats(text: str) -> dict[str, str]:
    """Seat -> the user's word for it, in the order told."""
    reading = read_once(text)
    found: dict[str, str] = {}
    for mention in reading.mentions:
        if mention.name in SEATS:
            found.setdefault(mention.name, reading.quote(mention))
    return found


def reseat(state: State, text: str) -> Step | None:
    """The step for a correction that names one seat; None when it names none, or one that the story tells already alone."""
    new = spoken_seats(text)
    if len(new) != 1:
        return None
    seat, word = next(iter(new.items()))
    old = [w for name, w in spoken_seats(". ".join(state.story)).items() if name != seat]
    if not old:
        return None
    if len(old) == 1:
        return swapped(state, old[0], word)
    doing = stems(text) - stems(word)
    same = [each for each in old if doing & stems(_around(state, each))] if doing else []
    if len(same) == 1:
        return swapped(state, same[0], word)
    if len(text.split()) > _BARE or read_once(text).story.events:
        return None
    words = words_of(state)
    buttons = tuple(Button(label=f"{each} → {word}", send=f"#seat:{each}={word}") for each in old)
    text = "\n".join([words.frame("talk_which_seat"), *(f"{i}. {b.label}" for i, b in enumerate(buttons, 1))])
    return offering(state, plain(state, "facts", text, buttons))


def reseated(state: State, text: str) -> tuple[str, ...]:
    """The story with the one seat that a few words name in place of the one that the story names beside the same deed; empty when
    they name none, or several seats stand beside it."""
    new = spoken_seats(text)
    if len(new) != 1 or len(text.split()) > _BARE:
        return ()
    seat, word = next(iter(new.items()))
    doing = stems(text) - stems(word)
    same = [w for name, w in spoken_seats(". ".join(state.story)).items() if name != seat and doing & stems(_around(state, w))]
    return tuple(_replaced(part, same[0], word) for part in state.story) if len(same) == 1 else ()


def exchanged(state: State, text: str) -> tuple[tuple[str, ...], str, str]:
    """(the story with another seat in place of the one that the message denies, the old word, the new one): "it was not South, it
    was East"; an empty story when no seat of it is denied, or none is named in its place."""
    reading = read_once(text, greeklish=state.speaks == "el")
    named = [m for m in sorted(reading.mentions, key=lambda m: m.first) if m.name in SEATS]
    told = spoken_seats(". ".join(state.story))
    gone = next((m for m in named if "negated" in m.flags and m.name in told), None)
    new = [m for m in named if gone is not None and m.name != gone.name and "negated" not in m.flags]
    if gone is None or not new or any(m.name == gone.name and "negated" not in m.flags for m in named):
        return (), "", ""
    word = reading.quote(next((m for m in new if m.first > gone.first), new[-1]))
    return tuple(_replaced(part, told[gone.name], word) for part in state.story), told[gone.name], word


def redone(state: State, text: str) -> tuple[tuple[str, ...], str, str]:
    """(the story with the seats that a message tells of the deeds of others in their place, the old words, the new ones): "wrong,
    East revoked", "no, it was South who hesitated and North bid"; an empty story when the first deed that a seat does there is
    not told of another seat."""
    done = _doers(read_once(text, greeklish=state.speaks == "el"))
    told = [event for part in state.story for event in read_once(part, greeklish=state.speaks == "el").story.events]
    told = [event for event in told if event.actor in SEATS and event.deed not in _ASKED_AFTER]
    moves = {}
    for deed, seat in done:
        actors = {event.actor for event in told if event.deed == deed}
        if len(actors) == 1 and seat not in actors:
            moves[actors.pop()] = seat
    if not told or told[0].actor not in moves or spoken_seats(text).keys() - set(moves.values()):
        return (), "", ""
    named = spoken_seats(". ".join(state.story)).keys() - moves.keys()
    if any(seat in named and not opposite(seat, old) for old, seat in moves.items()):
        return (), "", ""  # whom the story tells of besides may well have done the like
    other = {event.actor for event in told} - {told[0].actor}
    if moves[told[0].actor] in other and moves[told[0].actor] not in moves and opposite(told[0].actor, moves[told[0].actor]):
        moves[moves[told[0].actor]] = told[0].actor  # the two have changed places: who hesitated did not bid on as well
    old, new = spoken_seats(". ".join(state.story)), spoken_seats(text)
    words = {seat: (old | new)[other] for seat, other in moves.items() if seat in old and other in old | new}
    changed = tuple(_reworded(part, words) for part in state.story)
    gone = ", ".join(old[seat] for seat in words)
    return (changed, gone, ", ".join(words.values())) if words and changed != state.story else ((), "", "")


def _doers(reading: Reading) -> list[tuple[str, str]]:
    """The deeds of a message with the seats that did them, as far as each is told; a noun with the one seat named stands for its
    deed (η ρενόνς ... ο Νότος)."""
    told = none_on_top(reading, reading.story.events)
    events = [e for e in told if "negated" not in e.flags and e.by != DROPPED]
    seats = {m.name for m in reading.mentions if m.name in SEATS and not m.flags}
    alone = next(iter(seats)) if len(seats) == 1 and len(events) == 1 else ""
    found = [(e.deed, e.actor or alone) for e in events]
    return [(deed, seat) for deed, seat in found if seat in SEATS and deed not in _ASKED_AFTER]


def _reworded(text: str, words: Mapping[str, str]) -> str:
    """The text with other words for some seats, all at once: two may change places."""
    reading = read_once(text)
    out, at = [], 0
    for mention in reading.mentions:
        start, end = reading.tokens[mention.first].start, reading.tokens[mention.last].end
        if mention.name in words and start >= at:
            out += [reading.text[at:start], words[mention.name]]
            at = end
    return "".join([*out, reading.text[at:]])


def rerole(state: State, text: str) -> tuple[str, ...]:
    """The story with the role or seat that a correction names in place of the one it denies ("not declarer, a defender", "it was
    not West, it was declarer"), or with the role it names in place of the only one that the story names for the same deed ("a
    defender claimed"); empty when it does not put one for another, or a seat for a seat."""
    reading = read_once(text, greeklish=state.speaks == "el")
    if len(none_on_top(reading, reading.story.events)) < len(reading.story.events):
        return ()
    named = [m for m in reading.mentions if m.name in (*ROLES, *SEATS) and m.how != "derived"]
    gone = {m.name for m in named if "negated" in m.flags}
    new = [m for m in named if "negated" not in m.flags and m.name not in gone]
    if not gone and len({m.name for m in new}) > 1:
        doing = {event.actor for event in reading.story.events if event.by == TOLD and not event.flags}
        new = [m for m in new if m.name in doing] if len(doing) == 1 else new
    if not gone and len({m.name for m in new}) == 1:
        word, seat = reading.quote(new[0]), new[0].name in SEATS
        same = _same_deed(state, reading) or (set() if seat else _doing_the_same(state, text, word))
        gone = (same or _first_doer(state, text, word)) - {new[0].name, *(SEATS if seat else ())}
    if gone & {*ROLES} and len({m.name for m in new if m.name in ROLES}) == 1:
        new = [m for m in new if m.name in ROLES]  # "not declarer. East, a defender, and West could see it"
    between = {*gone, *(m.name for m in new)}
    if len(gone) != 1 or not new or between <= {*SEATS} or (between & {*SEATS} and len(between) > _TWO):
        return ()
    changed = tuple(_swapped_role(part, gone, reading.quote(new[0])) for part in state.story)
    return changed if changed != state.story else ()


def _same_deed(state: State, reading: Reading) -> set[str]:
    """Who alone did in the story what a few words tell of another; a trick won, a call accepted may be of several."""
    greek = state.speaks == "el"
    deeds = {e.deed for e in none_on_top(reading, reading.story.events) if e.actor and not e.flags} - _ASKED_AFTER
    told = [e for part in state.story for e in read_once(part, greeklish=greek).story.events]
    actors = {e.actor for e in told if e.deed in deeds and e.actor in (*ROLES, *SEATS) and not e.flags}
    return actors if len(actors) == 1 and len(reading.tokens) <= 2 * _BARE else set()


def _doing_the_same(state: State, text: str, word: str) -> set[str]:
    """The only role that the story names, where a few words tell the same deed of another ("declarer dropped it")."""
    story = ". ".join(state.story)
    told = {m.name for m in read_once(story).mentions if m.name in ROLES}
    greek = state.speaks == "el"
    same = (stems(text, greeklish=greek) - stems(word, greeklish=greek)) & stems(story, greeklish=greek)
    return told if len(told) == 1 and same and len(text.split()) <= 2 * _BARE and read_once(text).story.events else set()


def _first_doer(state: State, text: str, word: str) -> set[str]:
    """Who did the first deed of the story, where a few words say nothing but a role ("it was a defender")."""
    greek = state.speaks == "el"
    if len(text.split()) > _BARE or stems(text, greeklish=greek) - stems(word, greeklish=greek) - AUXILIARY:
        return set()
    story = read_once(". ".join(state.story), greeklish=greek)
    first = next((event.actor for event in story.story.events if not event.flags), "")
    named = {m.name for m in story.mentions if m.name in ROLES and m.how != "derived"}
    return {first} & {*ROLES, *SEATS} or (named if len(named) == 1 and not spoken_seats(story.text) else set())


def put_in_place(state: State, text: str, asked: str, *, corrects: bool) -> bool:
    """Whether a message puts another seat or call in place of one that the story tells, and speaks of nothing that is asked."""
    greek = state.speaks == "el"
    if recalled(state, text, corrects=corrects) and state.question in CALLS:
        return True
    if state.question in CALLS or not (exchanged(state, text)[0] or recalled(state, text, corrects=corrects)):
        return False
    return not stems(asked) & (stems(text, greeklish=greek) - stems(". ".join(state.story), greeklish=greek))


def _swapped_role(text: str, gone: set[str], word: str) -> str:
    reading = read_once(text)
    out, at = [], 0
    for mention in reading.mentions:
        start, end = reading.tokens[mention.first].start, reading.tokens[mention.last].end
        if mention.name in gone and mention.how != "derived" and start >= at:
            out += [reading.text[at:start], word]
            at = end
    return "".join([*out, reading.text[at:]])


def _around(state: State, seat: str) -> str:
    """The words beside a seat in the story, up to two on either side, within its clause."""
    story = ". ".join(state.story)
    reading = read_once(story)
    for mention in reading.mentions:
        if mention.name in SEATS and reading.quote(mention) == seat:
            first, last = mention.first, mention.last
            while first > 0 and mention.first - first < _NEAR and not reading.tokens[first - 1].after:
                first -= 1
            while last + 1 < len(reading.tokens) and last - mention.last < _NEAR and not reading.tokens[last].after:
                last += 1
            return reading.words(first, last)
    return ""


def swapped(state: State, old: str, new: str) -> Step:
    """The story with one seat's word put in place of another's, ruled again."""
    changed = tuple(_replaced(part, old, new) for part in state.story)
    head = words_of(state).frame("talk_seat_changed", old=old, new=new)
    return ruled_again(state.model_copy(update={"story": changed}), [head])


def _replaced(text: str, old: str, new: str) -> str:
    reading = read_once(text)
    wanted = spoken_seats(old)
    out, at = [], 0
    for mention in reading.mentions:
        start, end = reading.tokens[mention.first].start, reading.tokens[mention.last].end
        if mention.name in SEATS and (mention.name in wanted or reading.quote(mention) == old) and start >= at:
            out += [reading.text[at:start], new]
            at = end
    return "".join([*out, reading.text[at:]])
