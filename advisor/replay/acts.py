"""The calls of a story one after the other, each with the player who made it as far as that is told, at one table (Law 17C)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from advisor.base.kept import once
from advisor.read.events import CALL_OF, CALLS, TOLD, Event
from advisor.read.notation.reader import calls_of
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED, UNSAID
from advisor.read.story import PRONOUN
from advisor.read.tokens import CLAUSE, SENTENCE
from advisor.replay.calls import held_calls
from advisor.replay.players import BARE, COMPASS, SPEAKER, Place, Player, cues, directors_words, relation

_REACH, _FAR = 2, 14
_BRACKETS = re.compile(r"\([^()]*\)")
_DONE = "ed"
_CALL = "<call>"
_SEATS = "NESW"
OUT = frozenset({"out_of_turn", "bid_out_of_turn", "pass_out_of_turn", "turn_not_theirs"})
TURN_CUES = ("to_call_next", "to_call_last", "turn_of_next", "turn_of_last", "ahead_of", "not_yet_called")
_BY, _SOMEBODY, _OWN, _MODAL = "done_by", "somebody_else", "call_by_me", "only_may"
_BY_CARD = {"pass_by_card": "P", "double_by_card": "X"}
_AHEAD = 8
_NEXT, _NEXT_ONE, _THAT_ONE = "next_hand", "next_one", "that_one"
_OPPONENT = "opponent"
_ACCEPT, _NEAR = "accept", 2


class Act(NamedTuple):
    """A call that was made, the token it is told at, who made it (None: not told), and which it is (nothing: not told)."""

    at: int
    caller: Player | None
    call: str = ""


@once
def acts(
    reading: Reading, everybody: tuple[Place, ...], taken: frozenset[int] = frozenset(), *, done: bool = True
) -> tuple[Act, ...]:
    """The calls told, in their order: those of the story, and those that stand beside a player only in notation. `everybody` are
    the players named, `taken` the tokens of those among them that are named for another reason than as callers. With `done` all
    but what only may, must or will be called."""
    unsaid = UNSAID if done else {NEGATED}
    unmade = [e for e in reading.story.events if e.deed in CALLS and unsaid & set(e.flags) and not _anew(reading, e)]
    denied = {at for e in unmade for at in range(e.first, e.last + 1)}
    denied |= {at for cue in cues(reading, *TURN_CUES) for at in range(cue.first, cue.last + 1)}
    denied |= {cue.first for cue in cues(reading, "calls_director")}
    denied |= {e.last for e in reading.story.events if e.deed == _ACCEPT and e.last - e.first == _NEAR}  # "accepts the pass"
    denied |= _only_seen(reading) | held_calls(reading)
    ahead = {cue.last for cue in cues(reading, "ahead_of")}  # "before North called"
    denied |= {e.first for e in reading.story.events if not e.object and ahead & set(range(e.first - _REACH - 1, e.first))}
    denied |= _not_chosen(reading) | _only_wished(reading) if done else set()
    denied |= {cue.last + 1 for cue in cues(reading, "we_play", "they_play")} | {cue.last for cue in cues(reading, "they_play")}
    after_next = {cue.last + 1 for cue in cues(reading, _NEXT, _NEXT_ONE)}
    those = {cue.last + step for cue in cues(reading, _THAT_ONE) for step in range(1, _REACH + 1)}
    verbs = {
        e.first
        for e in reading.story.events
        if e.deed in CALLS and (e.object or _plain(reading, e) or (e.first in after_next | those and e.deed in CALL_OF))
    }
    noted = {at for at, stem in enumerate(reading.stems) if stem in (_CALL, "<contract>")}
    nexts = after_next & verbs - noted
    letters = _letters(reading)
    cards = {cue.first for cue in cues(reading, *_BY_CARD)} | letters
    runs, over, guesses = _runs(reading), _over(reading), _nameless_first(reading)
    swallowed = _ahead_runs(reading, runs)
    denied |= {at - 1 for at in swallowed}
    others = {*taken, *(at - back for at in swallowed for back in range(1, _REACH + 1))}
    contracts = _contracts(reading)
    denied |= _only_may(reading, everybody) | _supposed(reading) | directors_words(reading) if done else set()
    at = sorted((verbs | noted | cards | set(runs) | set(over) | set(swallowed)) - denied - set(over.values()))
    ends = {e.first: e.last for e in reading.story.events if e.deed in CALLS and e.object}  # "said a pass": one call, two tokens
    found: list[Act] = []
    for number, place in enumerate(at):
        if place in runs:
            _told_again(found, runs[place], guessed=place in guesses)
            found += runs[place]
            continue
        since = at[number - 1] if number else -1
        until = next((then for then in at[number + 1 :] if then > ends.get(place, place)), len(reading.tokens))
        named = None if place in letters else _caller(reading, everybody, others, (since, place, until))
        caller = contracts.get(place) or named
        before = found[-1].caller if found else None
        caller = _next_hand(reading, caller, before, (since, until))
        if place in nexts and before is not None:
            caller = Player(before.frame, (before.step + 1) % 4)  # "next passes"
        call = made(reading, place) or swallowed.get(place, "")
        alone = place in letters or not found or place - found[-1].at > _REACH
        same = not alone and caller == found[-1].caller and place <= ends.get(since, -1)
        joined = not alone and (same or None in (caller, found[-1].caller))
        if joined and not reading.parted(found[-1].at, place):
            found[-1] = Act(found[-1].at, found[-1].caller or caller, found[-1].call or call)
        else:
            found.append(Act(place, caller, call))
    return tuple(_between_partners(reading, found))


def _between_partners(reading: Reading, told: list[Act]) -> list[Act]:
    """The same, where a call of an unnamed opponent is told between those of two partners: the player between the two made it
    ("partner 1NT, opponent 2♥, I bid 2♦")."""
    unnamed = [number for number in range(1, len(told) - 1) if told[number].caller is None]
    opponents = {m.last for m in reading.mentions if m.name == _OPPONENT} if unnamed else set()
    for number in unnamed:
        act, before, then = told[number], told[number - 1].caller, told[number + 1].caller
        between = before is not None and then is not None and relation(then, before) == "partner"
        if then is not None and between and not opponents.isdisjoint(range(act.at - _REACH, act.at)):
            told[number] = act._replace(caller=Player(then.frame, (then.step + 3) % 4))
    return told


def _only_may(reading: Reading, everybody: Collection[Place]) -> set[int]:
    """The tokens right behind a word for what may, must, will or is wanted to be done, as far as its clause goes, or to the next
    player who is named behind its verb ("before I could speak South doubles")."""
    found = set()
    verbs = {event.first for event in reading.story.events}
    names = {place.first for place in everybody}
    for cue in cues(reading, _MODAL):
        if reading.tokens[cue.last].after >= CLAUSE:
            continue  # "South does not want it. North passes"
        done = False
        for at in range(cue.last + 1, min(cue.last + _AHEAD + 1, len(reading.tokens))):
            if done and at in names:
                break
            found.add(at)
            done = done or at in verbs
            if reading.tokens[at].after >= CLAUSE:
                break
    return found


def _only_wished(reading: Reading) -> set[int]:
    """The verbs that take a call for their object across a word for what is only wished ("says he meant 1♠")."""
    modal = [cue.first for cue in cues(reading, _MODAL)]
    calls = [event for event in reading.story.events if event.deed in CALLS and event.object]
    return {event.first for event in calls if any(event.first < at < event.last for at in modal)}


def _ahead_runs(reading: Reading, runs: dict[int, list[Act]]) -> dict[int, str]:
    """Takes out of the runs a seat that stands behind "before" and only looks as if it called («πριν μιλήσει ο Ν κοντράρει η
    Δύση»): the token of each such call, with the call."""
    ahead = {cue.last for cue in cues(reading, "ahead_of")}
    found = {}
    for at in [at for at, run in runs.items() if len(run) == 1 and ahead & set(range(at - _REACH, at))]:
        found[at + 1] = runs.pop(at)[0].call
    return found


def _not_chosen(reading: Reading) -> set[int]:
    """The tokens right behind "instead of": that call was not made, or is told elsewhere ("instead of 2♠ South passed")."""
    return {at for cue in cues(reading, "instead_of") for at in range(cue.last + 1, cue.last + _REACH + 1)}


def _supposed(reading: Reading) -> set[int]:
    """The tokens of what is only supposed."""
    return {at for flag, cue, end in reading.reach if flag == "supposed" for at in range(cue + 1, end + 1)}


def _plain(reading: Reading, event: Event) -> bool:
    """Whether a verb without the call that it made tells a call: its doer is told, or it is told as done."""
    return event.by in (TOLD, PRONOUN) or (event.deed in CALL_OF and reading.tokens[event.first].form.endswith(_DONE))


def _next_hand(reading: Reading, caller: Player | None, before: Player | None, within: tuple[int, int]) -> Player | None:
    """The caller, or where that is told as the next player, the left-hand opponent of the one who called before."""
    if caller is None or caller.frame != BARE or before is None:
        return caller
    told = any(within[0] < cue.first < within[1] for cue in cues(reading, _NEXT))
    return Player(before.frame, (before.step + 1) % 4) if told and caller.step == 1 else caller


def _told_again(found: list[Act], run: list[Act], *, guessed: bool) -> None:
    """Drops the verb that leads into a run of calls ("South opens 1♥, West 1♠"): the run holds that call. Where only the seats
    behind it tell who made the first call of the run (`guessed`), the one who is told with the verb did."""
    first = run[0]
    again = (
        found
        and found[-1].call in ("", first.call)
        and (guessed or None in (first.caller, found[-1].caller) or found[-1].caller == first.caller)
    )
    if again and first.at - found[-1].at <= _REACH:
        if first.caller is None or (guessed and found[-1].caller is not None):
            run[0] = Act(first.at, found[-1].caller, first.call)
        del found[-1]


def _nameless_first(reading: Reading) -> set[int]:
    """The tokens of the runs of calls whose first call stands without a seat."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    runs = ((note.start, calls_of(note.value)) for note in reading.notation if note.kind in ("call_by", "auction"))
    return {starts[start] for start, calls in runs if start in starts and calls and not calls[0][0]}


def _runs(reading: Reading) -> dict[int, list[Act]]:
    """Token -> the calls in notation that follow one another; where one begins with a seat ("W: X", "E 1♠, S pass"), with the
    seats of all."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    found = {}
    for note in reading.notation:
        calls = calls_of(note.value) if note.kind in ("call_by", "auction") else []
        if calls and note.start in starts:
            at = starts[note.start]
            found[at] = [Act(at, seat, call) for seat, (_, _, call) in zip(_seats(calls), calls, strict=True)]
    return found


def _seats(calls: Sequence[tuple[str | None, bool, str]]) -> list[Player | None]:
    """The seats of calls that follow one another: as told, else the one to the left of the one before (or to the right of the one
    after, before the first that is told)."""
    known = next((at for at, (seat, _, _) in enumerate(calls) if seat), None)
    if known is None:
        return [None] * len(calls)
    step = _SEATS.index(calls[known][0] or "") - known - 1
    found: list[Player | None] = []
    for seat, _, _ in calls:
        step = _SEATS.index(seat) if seat else (step + 1) % 4
        found.append(Player(COMPASS, step))
    return found


def _over(reading: Reading) -> dict[int, int]:
    """The tokens of a call told as made over another, each with that of the other."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    pairs = [[starts.get(part.start, -1) for part in note.parts] for note in reading.notation if note.kind == "over"]
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and -1 not in pair}


def _anew(reading: Reading, event: Event) -> bool:
    """Whether a deed under a "not" is told of another player after an "and": "South won't have it and North passed"."""
    if event.by != TOLD or set(event.flags) & UNSAID != {NEGATED}:
        return False
    nots = [cue for flag, cue, end in reading.reach if flag == NEGATED and cue < event.first <= end]
    ands = {cue.last for cue in cues(reading, "joined")}
    doer = max((m.first for m in reading.mentions if m.name == event.actor and m.first <= event.first), default=-1)
    return bool(nots) and doer - 1 in ands and doer - 1 > max(nots)


def _contracts(reading: Reading) -> dict[int, Player]:
    """Token -> who called, where a call "by" a seat reads like a contract ("1♠ by E")."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    told = [(starts.get(note.start, -1), note.value.split()[0]) for note in reading.notation if note.kind == "contract"]
    return {
        at: Player(COMPASS, _SEATS.index(value[-1]))
        for at, value in told
        if at >= 0 and value[-1] in _SEATS and value[-2:] != "NT"
    }


def _caller(reading: Reading, everybody: tuple[Place, ...], taken: Collection[int], at: tuple[int, int, int]) -> Player | None:
    """Who made the call at a token: "by" a player after it, the player before it in its sentence and since the last call, or
    (as Greek has it) the player right after it."""
    since, here, until = at
    named = [p for p in everybody if p.first not in taken]
    if any(cue.first == here for cue in cues(reading, _OWN)):
        return next((p.player for p in named if p.first == here), Player(SPEAKER, 0))
    those = [cue.first for cue in cues(reading, _THAT_ONE) if since < cue.first < here <= cue.first + _REACH]
    meant = [p for p in everybody if those and p.last < those[-1]][-1:]  # «μα εκείνος έβαλε 2♣»: the one named last before
    if meant:
        return meant[0].player
    by = {cue.last for cue in cues(reading, _BY)}
    seated = {cue.first for cue in cues(reading, "sits_as")} | _said_out(reading, here)  # the article of a player, too
    after = [
        p for p in named if here < p.first < until and len(set(range(here, p.first)) - _said_out(reading, here)) <= _REACH + 1
    ]
    passive = [p for p in after if any(here < b < p.first for b in by) and not reading.parted(here, p.first, SENTENCE)]
    passive += [
        p for p in named if here < p.first < min(until, here + _AHEAD) and p.first - 1 in by and not reading.parted(here, p.first)
    ]
    if passive:
        return passive[0].player
    beside = [p for p in after if seated.issuperset(range(here + 1, p.first)) and not reading.parted(here, p.first)]
    whose = {cue.first for cue in cues(reading, "of_me", "of_other")}
    if beside and not any(p.last == here - 1 and not reading.parted(p.last, here) for p in named):
        last = beside[0].last + (beside[0].last + 1 in whose)
        if reading.tokens[last].after or beside[0].last > beside[0].first:  # "2s on my right i put 2h"
            return beside[0].player
    aside = _asides(reading)
    before = [
        p
        for p in named
        if since < p.first < here
        and len([at for at in range(p.last, here) if at not in aside]) <= _FAR
        and not reading.parted(p.last, here, SENTENCE)
    ]
    before = [p for p in before if p.first - 1 not in by]  # "told by West": no doer
    greek = reading.language.code != "en"
    own = [p for p in after if not reading.parted(here, p.first)]
    goes_on = {cue.first for cue in cues(reading, "goes_on")}
    anew = before and (reading.parted(before[-1].last, here) or not goes_on.isdisjoint(range(before[-1].last + 1, here)))
    if greek and own and anew:
        return own[0].player  # the doer behind the verb, in a clause of their own
    if before:
        other = any(before[-1].last + 1 < cue.first < here for cue in cues(reading, _SOMEBODY))  # "East (that lady)" is East
        return None if other else before[-1].player
    ands = {cue.last for cue in cues(reading, "joined")}
    behind = [p for p in own if p.first - here <= _REACH and ands.isdisjoint(range(here + 1, p.first))]
    return behind[0].player if greek and behind else None


@once
def _asides(reading: Reading) -> frozenset[int]:
    """The tokens in round brackets."""
    spans = [(m.start(), m.end()) for m in _BRACKETS.finditer(reading.text)]
    return frozenset(at for at, token in enumerate(reading.tokens) if any(first < token.start < end for first, end in spans))


def _said_out(reading: Reading, here: int) -> set[int]:
    """The tokens behind a call that say that it was out of turn ("pass out of turn by South")."""
    said = (m for m in reading.mentions if m.name in OUT and m.first <= here + 1 and m.last > here)
    return {at for m in said for at in range(here + 1, m.last + 1)}


def _only_seen(reading: Reading) -> set[int]:
    """The tokens of calls that somebody only looks at ("West looks at the 1♥ card, and puts down 1♠")."""
    firsts = {e.first for e in reading.story.events}
    seen = [e for e in reading.story.events if e.deed == "notice" and e.object.startswith("call:") and not e.flags]
    seen = [e for e in seen if firsts.isdisjoint(range(e.first + 1, e.last + 1))]
    return {at for e in seen for at in range(e.first, e.last + 1)}


@once
def _letters(reading: Reading) -> set[int]:
    """Where the letter for a pass stands alone right behind a call ("partner opened 2♥ p and I doubled")."""
    letters = (cue.first for cue in cues(reading, "pass_letter") if cue.first == cue.last)
    return {at for at in letters if at and reading.stems[at - 1] == _CALL}


@once
def made(reading: Reading, at: int) -> str:
    """The call told at a token, or by the word there with what follows it; nothing where none is named."""
    start = reading.tokens[at].start
    told = [note.value for note in reading.notation if note.kind in ("call", "call_by") and note.start == start]
    told += [part.value for note in reading.notation if note.kind == "over" for part in note.parts if part.start == start]
    deeds = [event for event in reading.story.events if event.first == at]
    told += [CALL_OF[event.deed] for event in deeds if event.deed in CALL_OF]
    told += [event.object for event in deeds if event.object.startswith("call:")]
    told += [_BY_CARD[cue.what] for cue in cues(reading, *_BY_CARD) if cue.first == at]
    told += ["P"] if at in _letters(reading) else []
    return told[0].rpartition(":")[2] if told else ""
