"""Whose turn was it when somebody called out of it? From the player whose turn is told and the player who is told to have
called, wherever the two can be set at one table (Laws 17, 28-32).

Only what is certain is asserted: the plainest words for a turn that name one player, and one caller beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from advisor.read.events import TOLD, Event
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.read.tokens import SENTENCE
from advisor.replay.players import COMPASS, Place, Player, broken, cues, places, relation, within

_CALLS = frozenset({"open", "bid", "pass", "double", "redouble"})
_NO_DEEDS = frozenset({"negated", "supposed"})
_REACH, _BESIDE, _BEHIND, _FAR = 2, 2, 4, 12
_CALL = "<call>"
_SEATS = "NESW"
_TURN_CUES = ("to_call_next", "to_call_last", "turn_of_next", "turn_of_last", "ahead_of", "not_yet_called")
_BY = "done_by"
_OUT = frozenset({"out_of_turn", "bid_out_of_turn", "turn_not_theirs", "jumped_in"})
_PLAINLY_OUT = frozenset({"pass_out_of_turn", "bid_out_of_turn", "turn_not_theirs"})
_REFUSED = frozenset({"accepted=no", "nobody_wants_it", "wrong_call_rejected"})
_LHO, _RHO, _PASS = "lho", "rho", "pass"


class _Act(NamedTuple):
    """A call that was made, the token it is told at, and who made it (None: not told)."""

    at: int
    caller: Player | None


class _Turn(NamedTuple):
    """Whose turn it was, as words at a token tell it; `dealt`: because that player dealt; `looks_on`: the call
    may be told in the sentence after."""

    at: int
    player: Player
    dealt: bool
    looks_on: bool = True


def turn_passed_over(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`wrong_turn_of`, and `offender_called_before` (`no`) where the dealer was passed over by the first call of the auction.

    `untold` are the tokens of what is only asked, supposed or recited. Nothing when the words leave a choice."""
    if cues(reading, "thread_lost"):
        return {}
    everybody = places(reading)
    taken: set[int] = set()
    denied = {at for flag, cue, end in reading.reach if flag == NEGATED for at in range(cue + 1, end + 1)}
    for find in (_told_turns, _ahead_of, _to_call, _dealers):
        turns = [turn for turn in find(reading, everybody, taken) if turn.at not in untold and turn.at not in denied]
        players = {turn.player for turn in turns}
        if len(players) > 1:
            return {}
        found = _against(reading, everybody, turns[0], taken, untold) if players else {}
        if found or (players and find is not _to_call):  # "wants to call" may be told of a later turn
            return found
    return _right_after_partner(reading, everybody, untold)


def _right_after_partner(reading: Reading, everybody: tuple[Place, ...], untold: Collection[int]) -> dict[str, str]:
    """`wrong_turn_of` (`rho`) where a call that is said to be out of turn is told right after one by the caller's partner: the
    turn was that of the player between the two."""
    said = [m for m in reading.mentions if m.name in _OUT and not m.flags]
    acts = [act for act in _acts(reading, everybody, ()) if act.at not in untold]
    for act, then in pairwise(acts):
        number = reading.sentences[then.at]
        beside = any(reading.sentences[m.first] == number and then.at < m.first <= then.at + _BEHIND for m in said)
        if beside and then.caller is not None and relation(then.caller, act.caller or then.caller) == "partner":
            return {"wrong_turn_of": _RHO} | _went_on(reading, acts, then, _Turn(then.at, _between(then.caller), dealt=False))
    return {}


def _between(caller: Player) -> Player:
    """The right-hand opponent of a player."""
    return Player(caller.frame, (caller.step + 3) % 4)


def _against(
    reading: Reading, everybody: tuple[Place, ...], turn: _Turn, taken: Collection[int], untold: Collection[int]
) -> dict[str, str]:
    """The relation of the one whose turn it was to the one who called."""
    acts = [act for act in _acts(reading, everybody, taken) if act.at not in untold]
    known = [act for act in acts if act.caller is not None]
    if turn.dealt:
        first = known[0] if known and known[0] == acts[0] else None
        found = relation(first.caller, turn.player) if first else ""
        return {"wrong_turn_of": found, "offender_called_before": "no"} | _went_on(reading, known, first, turn) if found else {}
    act = _wrong_call(reading, known, turn)
    found = relation(act.caller if act is not None else None, turn.player)
    before = act is not None and any(each.caller == act.caller and each.at < act.at for each in known)
    if not found or (found == _LHO and not before):  # more likely the call before, made in turn, whose LHO was to call
        return {}
    found_before = {"offender_called_before": "yes"} if before else {}
    return {"wrong_turn_of": found} | found_before | _went_on(reading, known, act, turn)


def _went_on(reading: Reading, acts: Sequence[_Act], wrong: _Act | None, turn: _Turn) -> dict[str, str]:
    """`rho_action` (Law 31A): what the one whose turn it was, the caller's RHO, is the next to do, where a refusal is told;
    without one the call may have come before any ruling (Law 28B)."""
    if not any(mention.name in _REFUSED for mention in reading.mentions):
        return {}
    then = next((act for act in acts if wrong is not None and act.at > wrong.at and act.caller != wrong.caller), None)
    if wrong is None or wrong.caller is None or then is None or then.caller != turn.player:
        return {}
    if relation(wrong.caller, turn.player) != _RHO:
        return {}
    call = _made(reading, then.at)
    return {"rho_action": "passes" if call == "P" else "acts"} if call else {}


def _made(reading: Reading, at: int) -> str:
    """The call told at a token, or by the word there with what follows it; nothing where none is named."""
    starts = {reading.tokens[at].start}
    told = [n.value for n in reading.notation if n.kind in ("call", "call_by") and n.start in starts]
    deeds = [e for e in reading.story.events if e.first == at]
    told += [e.object for e in deeds if e.object.startswith("call:")] + ["P" for e in deeds if e.deed == _PASS]
    return told[0].rpartition(":")[2] if told else ""


def _wrong_call(reading: Reading, acts: Sequence[_Act], turn: _Turn) -> _Act | None:
    """The call that was made when it was another's turn: the one that is said to be out of turn; else the one that follows the
    call of that player's right-hand opponent; else the nearest before the words for the turn in their sentence, or the next
    after them."""
    number = reading.sentences[turn.at]
    here = [act for act in acts if number <= reading.sentences[act.at] <= number + turn.looks_on]
    said = [m.first for m in reading.mentions if m.name in _PLAINLY_OUT and not m.flags]
    for act, then in zip_longest(here, here[1:]):
        end = act.at + _BEHIND if then is None else min(act.at + _BEHIND, then.at - 1)
        if act.caller != turn.player and any(act.at < at <= end for at in said):
            return act
    for act, then in pairwise(here):
        if act.caller is not None and relation(act.caller, turn.player) == _LHO and then.caller != turn.player:
            return then
    others = [act for act in here if act.caller != turn.player]
    before = [act for act in others if act.at < turn.at]
    return before[-1] if before else next(iter(others), None)


def _told_turns(reading: Reading, everybody: tuple[Place, ...], taken: set[int]) -> list[_Turn]:
    """Those whose turn is told in so many words, before or after the player."""
    return _named(reading, everybody, taken, "turn_of_next", "turn_of_last")


def _ahead_of(reading: Reading, everybody: tuple[Place, ...], taken: set[int]) -> list[_Turn]:
    """Those before whom somebody called, or in whose stead."""
    return [turn._replace(looks_on=False) for turn in _named(reading, everybody, taken, "ahead_of", "not_yet_called")]


def _to_call(reading: Reading, everybody: tuple[Place, ...], taken: set[int]) -> list[_Turn]:
    """Those who were to call."""
    return _named(reading, everybody, taken, "to_call_next", "to_call_last")


def _named(reading: Reading, everybody: tuple[Place, ...], taken: set[int], ahead: str, behind: str) -> list[_Turn]:
    found = []
    for cue in cues(reading, ahead, behind):
        if cue.what == ahead:
            near = [p for p in within(everybody, cue.last + 1, cue.last + _REACH) if not broken(reading, cue.last, p.first)][:1]
        else:
            first = cue.first - _REACH - 2
            near = [
                p
                for p in within(everybody, first, cue.first - 1)
                if cue.first - p.last <= _REACH and not broken(reading, p.last, cue.first)
            ][-1:]
        for place in near:
            taken.add(place.first)
            found.append(_Turn(cue.first, place.player, dealt=False))
    return found


def _dealers(reading: Reading, everybody: tuple[Place, ...], taken: set[int]) -> list[_Turn]:
    """Those who stand beside a word for the dealer, in its clause; a colon or a bracket parts nothing."""
    found = []
    for cue in cues(reading, "dealer"):
        after = within(everybody, cue.last + 1, cue.last + _BESIDE)[:1]
        before = [p for p in within(everybody, cue.first - _BESIDE - 2, cue.first - 1) if cue.first - p.last <= _BESIDE][-1:]
        near = [p for p in before if not _parted(reading, p.last, cue.first)]
        joined = {each.first for each in cues(reading, "joined")}
        after = after if not near else [p for p in after if p.first == cue.last + 1]  # "North is dealer but South passes"
        near += [p for p in after if not _parted(reading, cue.last, p.first) and joined.isdisjoint(range(cue.last + 1, p.first))]
        for place in near:
            taken.add(place.first)
            found.append(_Turn(cue.first, place.player, dealt=True))
        if any(place.last < other.first <= place.last + 1 for place in near for other in cues(reading, "either_of")):
            return []
    return found


def _parted(reading: Reading, first: int, last: int) -> bool:
    """Whether a clause ends between two tokens with anything but a colon or a bracket."""
    ends = [token.end for token in reading.tokens[first:last] if token.after]
    return any(reading.folded[end : end + 2].strip()[:1] not in (":", "(") for end in ends)


def _acts(reading: Reading, everybody: tuple[Place, ...], taken: Collection[int]) -> list[_Act]:
    """The calls told, in their order: those of the story, and those that stand beside a player only in notation."""
    denied = {e.first for e in reading.story.events if e.deed in _CALLS and _NO_DEEDS & set(e.flags) and not _anew(reading, e)}
    denied |= {at for cue in cues(reading, *_TURN_CUES) for at in range(cue.first, cue.last + 1)}
    verbs = {e.first for e in reading.story.events if e.deed in _CALLS and (e.object or e.by == TOLD)}
    noted = {at for at, stem in enumerate(reading.stems) if stem in (_CALL, "<contract>")}
    cards = {cue.first for cue in cues(reading, "call_by_card")}
    seated, contracts = _seated(reading), _contracts(reading)
    at = sorted((verbs | noted | cards | set(seated)) - denied)
    found: list[_Act] = []
    for number, place in enumerate(at):
        if place in seated:
            found += [_Act(place, Player(COMPASS, step)) for step in seated[place]]
            continue
        since = at[number - 1] if number else -1
        until = at[number + 1] if number + 1 < len(at) else len(reading.tokens)
        caller = contracts.get(place) or _caller(reading, everybody, taken, (since, place, until))
        joined = found and place - found[-1].at <= _REACH and (caller is None or found[-1].caller is None)
        if joined and not broken(reading, found[-1].at, place):
            found[-1] = _Act(found[-1].at, found[-1].caller or caller)
        else:
            found.append(_Act(place, caller))
    return found


def _anew(reading: Reading, event: Event) -> bool:
    """Whether a deed under a "not" is told of another player after an "and": "South won't have it and North passed"."""
    if event.by != TOLD or set(event.flags) & _NO_DEEDS != {NEGATED}:
        return False
    nots = [cue for flag, cue, end in reading.reach if flag == NEGATED and cue < event.first <= end]
    ands = {cue.last for cue in cues(reading, "joined")}
    doer = max((m.first for m in reading.mentions if m.name == event.actor and m.first <= event.first), default=-1)
    return bool(nots) and doer - 1 in ands and doer - 1 > max(nots)


def _seated(reading: Reading) -> dict[int, list[int]]:
    """Token -> the seats that called, of the calls in notation that begins with a seat ("W: X", "E 1♠, S pass")."""
    starts = {token.start: at for at, token in enumerate(reading.tokens)}
    found = {}
    for note in reading.notation:
        calls = [note.value] if note.kind == "call_by" else note.value.split() if note.kind == "auction" else []
        seats = [_SEATS.find(call.strip("()")[0]) if ":" in call else -1 for call in calls]
        known = next((at for at, seat in enumerate(seats) if seat >= 0), None)
        if known is not None and note.start in starts:
            found[starts[note.start]] = [(seats[known] + at - known) % 4 for at in range(len(seats))]
    return found


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
    by = {cue.last for cue in cues(reading, _BY)}
    after = [p for p in named if here < p.first < until and p.first - here <= _REACH + 1]
    passive = [p for p in after if any(here < b < p.first for b in by) and not broken(reading, here, p.first, SENTENCE)]
    if passive:
        return passive[0].player
    beside = [p for p in after if p.first == here + 1 and not broken(reading, here, p.first)]
    if beside and reading.tokens[beside[0].last].after and not any(p.last == here - 1 for p in named):
        return beside[0].player
    before = [
        p for p in named if since < p.first < here and here - p.last <= _FAR and not broken(reading, p.last, here, SENTENCE)
    ]
    if before:
        return before[-1].player
    greek = reading.language.code != "en"
    behind = [p for p in after if p.first - here <= _REACH and not broken(reading, here, p.first)]
    return behind[0].player if greek and behind else None
