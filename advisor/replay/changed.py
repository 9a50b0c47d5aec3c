"""A call that was changed, or that its maker wants to change: was it meant when it was made, was another put in its place, and
who has called since (Laws 25A, 25B)?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from advisor.read.events import CALLS, SEAT_OF, TOLD
from advisor.read.reading import Reading
from advisor.read.scope import SUPPOSED, UNSAID, UNTOLD
from advisor.read.tokens import SENTENCE
from advisor.replay.acts import Act, acts
from advisor.replay.aftermath import in_words, refusal, ruled_between
from advisor.replay.exposed import token_at
from advisor.replay.moment import CLOSED, moment
from advisor.replay.players import BARE, SPEAKER, Player, cues, places, relation

_BEFORE_PARTNER = "before_partner_acts"
_TOOK, _WANTED, _AFTER_PASSES = "took_hand_out", "wants_change", "mi_found_when=after_final_pass"
_PASS, _ROUND = "P", 3
_SLIPS = frozenset(
    {
        "slip_of_hand",
        "cards_stuck_box",
        "one_call_for_another",
        "fingers_took_it",
        "never_wanted_it",
        "surprised_by_own_call",
        "chatting_as_it_came",
        "no_reason_for_it",
        "intended=no",
    }
)
_LAPSES = frozenset(
    {
        "mind_changed_over_call",
        "mind_lapsed_over_call",
        "decided_on_it_first",
        "second_thought",
        "system_lapse",
        "not_seen_bid",
        "second_look",
        "intended=yes",
    }
)
_SWAPPED = frozenset({"call_swapped", "call_change_done=yes"})
_MEANT = frozenset({"one_call_for_another", "meant_other_card"})
_BEHIND, _NEAR = 6, 3
_PLAYERS = frozenset({*SEAT_OF, SPEAKER, "lho", "rho", "partner"})


def meant_then(reading: Reading) -> dict[str, str]:
    """`intended` (`yes`) where what is told of the mind is a lapse or a change of it, and nothing of the fingers (Law 25A2)."""
    others = _said_by_another(reading)
    told = {m.name for m in reading.mentions if not UNSAID & set(m.flags) and m.first not in others}
    ahead = {cue.last for cue in cues(reading, "ahead_of")}
    told -= {m.name for m in reading.mentions if m.name in _SLIPS and ahead & {m.first - 1, m.first - 2}}
    told |= {m.name for m in reading.mentions if m.name in _SLIPS and not ahead & {m.first - 1, m.first - 2}}
    return {"intended": "yes"} if told & _LAPSES and not told & _SLIPS else {}


def _said_by_another(reading: Reading) -> set[int]:
    """The tokens of what another player than the one who called first is told to say ("East says that he always changes his
    mind")."""
    events = reading.story.events
    caller = next((e.actor for e in events if e.deed in CALLS and e.actor), "")
    others = _PLAYERS - {caller} if caller in _PLAYERS else frozenset()
    says = [e for e in events if e.deed == "say" and e.by == TOLD and e.actor in others]
    size = len(reading.tokens)
    return {at for e in says for at in range(e.first + 1, size) if reading.sentences[at] == reading.sentences[e.first]}


def only_meant(reading: Reading) -> bool:
    """Whether another call is told as the one meant, and none as put in its place: LHO's call accepts nothing then (Law 25B1)."""
    told = [m for m in reading.mentions if not UNSAID & set(m.flags)]
    if not any(m.name in _MEANT for m in told) or any(m.name in _SWAPPED for m in told):
        return False
    return not in_words([m for m in told if m.name == "accepted=yes"], told)


def changed_call(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`call_change_done`, `accepted` and `partner_called` where a call and another by the same player in its place are told, and
    what the next player did: LHO's call over the new one accepts it (Law 25B1), whoever else is a partner."""
    told = [act for act in acts(reading, places(reading)) if act.at not in untold]
    told = [act for number, act in enumerate(told) if not (number and _again(told[number - 1], act))]
    pair = next((pair for pair in pairwise(told) if _swapped(reading, *pair)), None)
    if pair is None:
        return {}
    first, second = pair
    then = next((act for act in told if act.at > second.at and act.caller is not None), None)
    seen = relation(first.caller, then.caller) if then is not None and then.caller is not None else ""
    found = {"call_change_done": "yes"}
    refused = refusal(reading, second.at)
    if refused is not None and (then is None or refused < then.at):
        return found
    return found | ({"accepted": "yes", "partner_called": "no"} if seen == "lho" else {})


def called_since(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`partner_called` where it is told which call came out by mistake ("pulled double instead of pass"), and who called then."""
    told = [act for act in acts(reading, places(reading)) if act.at not in untold and act.caller is not None]
    said = [m.first for m in reading.mentions if m.name in _SLIPS and not m.flags]
    ways = ([cue.first for cue in cues(reading, "instead_of")], said)
    every = ([act for act in told if any(_right_before(reading, act, told, end) for end in ends)] for ends in ways)
    slips = next((found for found in (_own_last(reading, told, said), *every, _came_out(reading, told)) if found), [])
    if len(slips) != 1:
        return {}
    after = [act for act in told if act.at > slips[0].at and act.caller != slips[0].caller]
    after = [act for act in after if not ruled_between(reading, slips[0].at, act.at)]  # what was called then tells nothing
    seen = [relation(slips[0].caller, act.caller) for act in after if act.caller is not None]
    return _partner_since(reading, slips[0].caller, seen)


def called_since_own(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`partner_called` where a player is told to want another call in place of the own last one: `no` where only LHO is told to
    have called after it, or the auction closed with it, `yes` where the partner called (Law 21B1(a))."""
    wanted = next((m.first for m in reading.mentions if m.name == _WANTED and not UNSAID & set(m.flags)), None)
    everybody = places(reading)
    before = [place for place in everybody if wanted is not None and place.last < wanted]
    if wanted is None or not before or reading.parted(before[-1].last, wanted, SENTENCE):
        return {}
    told = [act for act in acts(reading, everybody) if act.at not in untold and act.caller is not None and act.at < wanted]
    own = [number for number, act in enumerate(told) if act.caller is not None and _same(act.caller, before[-1].player)]
    if not own:
        return {}
    seen = [relation(before[-1].player, act.caller) for act in told[own[-1] + 1 :] if act.caller is not None]
    passed = [act.call for act in told if act.call][-_ROUND:] == [_PASS] * _ROUND
    if not seen and (passed or moment(reading, untold) == CLOSED):
        return {"partner_called": "no"}
    return _partner_since(reading, before[-1].player, seen)


def before_partner(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`partner_called` (`no`) where a change is told to have come before the partner had done anything."""
    told = any(cue.first not in untold for cue in cues(reading, _BEFORE_PARTNER))
    return {"partner_called": "no"} if told else {}


def last_to_call(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`partner_called` (`no`) where the wrong information is told to have come out after the final pass and before the lead: the
    last of the innocent side to call has no partner who called later, and may change that call (Law 21B1(a))."""
    told = any(m.name == _AFTER_PASSES and not UNTOLD & set(m.flags) and m.first not in untold for m in reading.mentions)
    return {"partner_called": "no"} if told or moment(reading, untold) == CLOSED else {}


def _partner_since(reading: Reading, caller: Player | None, seen: Sequence[str]) -> dict[str, str]:
    """`partner_called` by who is told to have called since: `yes` where the partner is among them, `no` where only LHO is, unless
    it is told that nobody knows of the partner ("I do not know whether North said something")."""
    if "partner" in seen:
        return {"partner_called": "yes"}
    doubted = {m.first for m in reading.mentions if SUPPOSED in m.flags}
    doubted |= {at for cue in cues(reading, "nobody_knows") for at in range(cue.last + 1, cue.last + _NEAR + 1)}
    if seen != ["lho"] or caller is None:
        return {}
    unknown = any(p.first in doubted and relation(caller, p.player) == "partner" for p in places(reading))
    return {} if unknown else {"partner_called": "no"}


def _same(one: Player, other: Player) -> bool:
    """Whether two places are of one player: "my partner" and "partner" of a teller are."""
    return one == other or (one.step == other.step and {one.frame, other.frame} == {SPEAKER, BARE})


def called_with_wrong_hand(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`wrong_hand_stage` and `partner_called` where a player takes the cards of another board and the calls told from then on
    begin with that player's, or a player who has called is then told to hold the cards of a board told second (Law 15A2):
    `partner_called` is `yes` where the partner's call is among those since, `no` where only LHO's is told."""
    taken = min((m.first for m in reading.mentions if m.name == _TOOK and not m.flags), default=0)
    everybody = places(reading)
    at = taken or _other_board(reading)
    taker = next((place.player for place in reversed(everybody) if place.last < at), None)
    told = [act for act in acts(reading, everybody) if act.at not in untold]
    since = [act for act in told if act.at > taken] if taken else told[next(_calls_of(told, taker), len(told)) :]
    if not at or not since or taker is None or since[0].caller not in (None, taker):
        return {}
    seen = [relation(taker, act.caller) for act in since[1:] if act.caller is not None]
    return {"wrong_hand_stage": "called"} | _partner_since(reading, taker, seen)


def _calls_of(told: Sequence[Act], player: Player | None) -> Iterator[int]:
    """The numbers of the calls that a player is told to have made."""
    return (number for number, act in enumerate(told) if act.caller is not None and act.caller == player)


def _other_board(reading: Reading) -> int:
    """Where a board is told that is another than the first one told; 0 where none is."""
    boards = [note for note in reading.notation if note.kind == "board"]
    other = next((note for note in boards if note.value != boards[0].value), None)
    return token_at(reading, other.start) if other is not None else 0


def _came_out(reading: Reading, told: Sequence[Act]) -> list[Act]:
    """The call that is told to have come out for another one ("wanted to open 1♠, and out came 1NT"): the last told in the words,
    or right after them in their sentence."""
    found = []
    for m in (m for m in reading.mentions if m.name == "one_call_for_another" and not m.flags):
        within = [act for act in told if m.first <= act.at <= m.last]
        after = [act for act in told if m.last < act.at and not reading.parted(m.last, act.at, SENTENCE)]
        found += within[-1:] or after[:1]
    return list(dict.fromkeys(found))


def _own_last(reading: Reading, told: Sequence[Act], said: Sequence[int]) -> list[Act]:
    """The last call of the player who says that it was a slip ("now South looks down and says: I meant 2♣"), with the calls of
    others in between; `said` is where the words of a slip begin."""
    begins = min(said, default=0)
    before = [place for place in places(reading) if place.last < begins and not reading.parted(place.last, begins, SENTENCE)]
    everybody = [place.player for place in before]
    named = [player for player in everybody if player.frame not in (SPEAKER, BARE)]
    owner = next(reversed(named or everybody), None)
    own = [act for act in told if act.at < begins and act.caller == owner]
    since = [act for act in told if own and own[-1].at < act.at < begins]
    return own[-1:] if owner is not None and since else []


def _right_before(reading: Reading, act: Act, told: Sequence[Act], end: int) -> bool:
    """Whether a call is the last one told before a token, in its sentence."""
    between = [other for other in told if act.at < other.at < end]
    return act.at < end and not between and not reading.parted(act.at, end, SENTENCE)


def _again(before: Act, act: Act) -> bool:
    """Whether a call told without its maker is the one told right before it ("passed, then picked up the pass")."""
    return act.caller is None and act.call == before.call


def _swapped(reading: Reading, first: Act, second: Act) -> bool:
    """Whether of two calls told one after the other the second took the place of the first: both by one player, or words between
    them say so and nobody else is named as making it."""
    if not first.call or not second.call or first.call == second.call:
        return False
    if first.caller is not None and first.caller == second.caller:
        return True
    between = range(first.at, second.at + _BEHIND)
    said = any(m.name in _SWAPPED and m.first in between and m.last in between for m in reading.mentions)
    said |= any(cue.first in between and cue.last <= second.at for cue in cues(reading, "new"))
    return second.caller is None and said and not reading.parted(first.at, second.at, SENTENCE)
