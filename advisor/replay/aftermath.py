"""What came of a call out of rotation: was it accepted, did the player whose turn it was call over it, what did that player do
once it was refused, and what did the offender call then (Laws 28B, 29, 30, 31, 32)?

Only deeds are taken: a call that is told after it, with its player. A value `a|b` is one of these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from advisor.read.match import Mention
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.replay.acts import Act
from advisor.replay.players import Player, cues, places, relation

REFUSED = frozenset({"accepted=no", "nobody_wants_it", "wrong_call_rejected"})
EITHER = "|"
_SAID = frozenset({"hearsay"})
_PLAINLY = frozenset({"wrong_call_rejected", "nobody_wants_it"})
_HAS_CALLED = frozenset({"lho_has_called", "lho_called=yes"})
_DIRECTOR, _BEFORE_RULING = "director", frozenset({"ruled_before=no", "ib_replaced_early=yes"})
_RULINGS = ("ruling_cancelled", "ruling_forbidden", "options_explained")
_RHO, _LHO, _PARTNER, _OWN = "rho", "lho", "partner", "own"
_PASS, _ANSWER_NO, _ACCEPT, _MAY = "P", "answer_no", "accept", "only_may"
_SUMMONS, _BEHIND = "call_director", 3
_SAYS = frozenset({"say", "answer", "refuse", "object"})
NEW_CALL = "offender_new_call"
_ANY_CALL = f"comparable{EITHER}not_comparable"


def came_of(reading: Reading, told: Sequence[Act], wrong: Act, turn: Player, untold: Collection[int] = ()) -> dict[str, str]:
    """`accepted`, `right_player_called`, `rho_action` and `offender_new_call`, as far as later calls settle them; `told` are all
    calls in their order, `wrong` the one out of rotation, `turn` the player passed over."""
    seen = relation(wrong.caller, turn)
    begun = next((n for n, act in enumerate(told) if act is wrong), len(told))
    after = [
        (act, seen_from(wrong, act)) for n, act in enumerate(told) if act.at > wrong.at or (act.at == wrong.at and n > begun)
    ]
    after = [(act, who) for act, who in after if who != _OWN or act.call != wrong.call or _called_between(after, act)]
    refused = refusal(reading, wrong.at, untold)
    sooner = refused is not None and any(who not in ("", _OWN) and act.at < refused for act, who in after)
    at_once = _unruled(reading, wrong, after, seen) if refused is None or sooner else {}
    if refused is None and not at_once:
        refused = _ruled_on(reading, wrong.at, after, seen)
    if refused is None or at_once:
        return at_once
    return _refused([(act, who) for act, who in after if act.at > refused], wrong, seen)


def refusal(reading: Reading, since: int, untold: Collection[int] = ()) -> int | None:
    """The last token of the first words after a token that tell a refusal, or are quoted as one; nothing where none is told."""
    told = [m.last for m in reading.mentions if m.name in REFUSED and m.first > since and m.first not in untold]
    accepts = [event for event in reading.story.events if event.deed == _ACCEPT and set(event.flags) == {NEGATED}]
    told += [event.first for event in accepts if event.first > since and event.first not in untold]
    spoken = spoken_tokens(reading.text, reading.tokens)
    told += [cue.last for cue in cues(reading, _ANSWER_NO) if cue.first in spoken and cue.first > since]
    return min(told, default=None)


def answered_plainly(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`accepted`: `no` where a refusal is told in plain words, and no acceptance elsewhere; `yes` where the left-hand opponent is
    told to have said so ("LHO says it is fine with him"), and nobody refuses."""
    plain = [(m.first, m.last) for m in reading.mentions if m.name in _PLAINLY and m.first not in untold]
    taken = [m for m in reading.mentions if m.name == "accepted=yes" and set(m.flags) <= _SAID and m.first not in untold]
    apart = any(all(m.last < first or last < m.first for first, last in plain) for m in taken if not m.flags)
    may = reading.cue_lasts(_MAY)  # "East may accept it"
    apart |= any(e.deed == _ACCEPT and not e.flags and e.first - 1 not in may for e in reading.story.events)
    if plain:
        return {} if apart else {"accepted": "no"}
    refused = any(m.name in REFUSED for m in reading.mentions)
    lhos = [m.last for m in reading.mentions if m.name == _LHO]
    spoken = in_words(taken, reading.mentions)
    said = any(at <= m.last and not reading.parted(at, m.first) for m in spoken for at in lhos)
    return {"accepted": "yes"} if said and not refused else {}


def in_words(taken: Sequence[Mention], told: Sequence[Mention]) -> list[Mention]:
    """Those words of an acceptance that are not LHO's call itself: a call made over the first one accepts no change of it."""
    calls = [m for m in told if m.name in _HAS_CALLED]
    return [m for m in taken if not any(m.first <= call.last and call.first <= m.last for call in calls)]


def seen_from(wrong: Act, act: Act) -> str:
    """The player of a call as the offender sees that player; `own` for the offender, nothing where it is not told."""
    if act.caller is None:
        return ""
    return _OWN if act.caller == wrong.caller else relation(wrong.caller, act.caller)


def _called_between(after: Sequence[tuple[Act, str]], own: Act) -> bool:
    """Whether another player called before a call of the offender: else the same call told again is no new one."""
    return any(act.at < own.at and who not in ("", _OWN) for act, who in after)


def _unruled(reading: Reading, wrong: Act, after: Sequence[tuple[Act, str]], seen: str) -> dict[str, str]:
    """The next call by another where no refusal is told: it accepts the call out of rotation (Law 29A) or makes it void (Law
    28B); nothing where the Director was called before it, who may have ruled."""
    act, who = next(((act, who) for act, who in after if who not in ("", _OWN)), (None, ""))
    if act is None or ruled_between(reading, wrong.at, act.at) or _lho_spoke(reading, wrong, act.at):
        return {}
    if who == seen and who in (_RHO, _LHO):
        return {"right_player_called": "yes", "accepted": "yes" if who == _LHO else "not_yet"}
    return {"accepted": "yes"} if who == _LHO else {}


def _lho_spoke(reading: Reading, wrong: Act, until: int) -> bool:
    """Whether the left-hand opponent is told to have said something before the next call: it may have been a refusal, in whatever
    words ("East says he does not fancy that")."""
    said = [e.first for e in reading.story.events if e.deed in _SAYS and wrong.at < e.first < until]
    lhos = [place for place in places(reading) if relation(wrong.caller, place.player) == _LHO] if said else []
    return any(0 < at - place.last <= _BEHIND for at in said for place in lhos)


def ruled_in_words(reading: Reading, first: int, last: int) -> bool:
    """Whether words between two tokens say that a call was cancelled, somebody barred, or the options explained."""
    return any(first < cue.first < last for cue in cues(reading, *_RULINGS))


def ruled_between(reading: Reading, first: int, last: int) -> bool:
    """Whether the Director is told of between two calls, and not as one who has yet to come or to rule."""
    if ruled_in_words(reading, first, last):
        return True
    events = (e for e in reading.story.events if e.deed == _SUMMONS and NEGATED in e.flags)
    not_called = {at for e in events for at in range(e.first, e.last + _BEHIND)}  # "nobody calls the Director"
    between = [m.name for m in reading.mentions if first < m.first < last and m.first not in not_called]
    summons = [cue.first for cue in cues(reading, "calls_director") if cue.first not in not_called]
    between += [_DIRECTOR for at in summons if first < at < last]
    return _DIRECTOR in between and _BEFORE_RULING.isdisjoint(between)


def _ruled_on(reading: Reading, since: int, after: Sequence[tuple[Act, str]], seen: str) -> int | None:
    """Where the call was cancelled or the options were explained, if the player passed over is the first other to call then."""
    at = next((cue.last for cue in cues(reading, *_RULINGS) if cue.first > since), None)
    first = next((who for act, who in after if at is not None and act.at > at and who not in ("", _OWN)), "")
    return at if first == seen != _LHO else None


def _refused(after: Sequence[tuple[Act, str]], wrong: Act, seen: str) -> dict[str, str]:
    """What followed once the call was refused: the call of the player passed over, then the offender's own."""
    turn = next((act for act, who in after if who == seen), None)
    if turn is None or (seen == _RHO and not turn.call):
        return {}
    found = {"accepted": "no"}
    found |= {"rho_action": "passes" if turn.call == _PASS else "acts"} if seen == _RHO else {}
    found |= {"right_player_called": "yes"} if seen == _PARTNER else {}
    own = next((act for act, who in after if who == _OWN and act.at > turn.at), None)
    if own is None or found.get("rho_action") == "passes":
        return found
    return found | {NEW_CALL: "not_comparable" if own.call == _PASS != wrong.call else _ANY_CALL}


def asked_about(may: Sequence[Act], wrong: Act, came: Mapping[str, str]) -> dict[str, str]:
    """`offender_new_call` where only what the offender may or wants to call is told: what is ruled is what it would bring."""
    own = [act for act in may if act.at > wrong.at and act.caller == wrong.caller and act.call not in ("", _PASS)]
    return {NEW_CALL: _ANY_CALL} if own and wrong.caller is not None and came.get("rho_action") != "passes" else {}


__all__ = [
    "EITHER",
    "NEW_CALL",
    "REFUSED",
    "answered_plainly",
    "asked_about",
    "came_of",
    "in_words",
    "refusal",
    "ruled_between",
    "ruled_in_words",
    "seen_from",
]
