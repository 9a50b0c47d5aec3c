"""Whose turn was it when somebody called out of it? From the player whose turn is told and the player who is told to have
called, wherever the two can be set at one table (Laws 17, 28-32).

Only what is certain is asserted: the plainest words for a turn that name one player, and one caller beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise, zip_longest
from typing import Final, NamedTuple

from advisor.read.reading import Reading
from advisor.replay.acts import TURN_CUES, Act, acts
from advisor.replay.aftermath import NEW_CALL, asked_about, came_of, refusal, ruled_between, ruled_in_words
from advisor.replay.players import BARE, COMPASS, OWN, SPEAKER, Place, Player, cues, places, relation, within

_REACH, _BESIDE, _BEHIND = 2, 2, 4
_OUT = frozenset({"out_of_turn", "bid_out_of_turn", "turn_not_theirs", "jumped_in"})
_PLAINLY_OUT = frozenset({"pass_out_of_turn", "bid_out_of_turn", "turn_not_theirs"})
_OF_TURNS = frozenset({*TURN_CUES, "dealer", "turn_of_me"})
_LHO, _RHO = "lho", "rho"
_DOUBLES = ("X", "XX")  # nobody can begin with one
_OVER: Final = "called_over_wrong_call"
OVER_SITUATIONS: Final = (_OVER, "insufficient_bid")


class _Turn(NamedTuple):
    """Whose turn it was, as words at a token tell it; `dealt`: because that player dealt; `looks_on`: the call
    may be told in the sentence after."""

    at: int
    player: Player
    dealt: bool
    looks_on: bool = True


def turn_passed_over(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`wrong_turn_of`, `offender_called_before` (`no` where the dealer was passed over by the first call of the auction), and
    what came of the call (`came_of`).

    `untold` are the tokens of what is only asked, supposed or recited. Nothing when the words leave a choice."""
    told, found = _passed_over(reading, untold)
    return _facts(reading, told, found, untold) if found is not None else {}


def in_rotation(reading: Reading, untold: Collection[int] = ()) -> dict[str, str]:
    """`in_rotation_because` (`right_player_called`), where the player passed over is told to have called at once (Law 28B)."""
    came = turn_passed_over(reading, untold)
    called = came.get("right_player_called") == "yes" != came.get("accepted")
    return {"in_rotation_because": "right_player_called"} if called else {}


def tells_of_turns(reading: Reading) -> bool:
    """Whether any words tell of a dealer, of somebody's turn, or of a call out of it."""
    return any(cue.what in _OF_TURNS for cue in reading.cues) or any(mention.name in _OUT for mention in reading.mentions)


def called_over_situation(reading: Reading) -> str:
    """`called_over_wrong_call`, where the dealer is told, another to have made the first call, and the dealer to have called just
    after it (Law 28B)."""
    told, found = _before_the_dealer(reading, places(reading), ()) or ((), None)
    if found is None or found.call is None:
        return ""
    wrong = found.call
    then = next((act for act in told if act.at > wrong.at), None)
    if then is None or then.caller != found.player or not then.call or ruled_between(reading, wrong.at, then.at):
        return ""
    return _OVER if refusal(reading, wrong.at) is None else ""


def called_over_by_another(reading: Reading) -> bool:
    """Whether the first call told after the one out of turn is of a player whose turn it was not (Laws 28B, 29A), or made once
    the Director had ruled."""
    told, found = _passed_over(reading, ())
    if found is None or found.call is None:
        return False
    wrong, turn = found.call, found.player
    then = next((act for act in told if act.at > wrong.at and act.caller not in (None, wrong.caller)), None)
    return then is not None and (then.caller != turn or ruled_in_words(reading, wrong.at, then.at))


def call_out_of_turn(reading: Reading) -> tuple[str, bool]:
    """The call that was made out of turn (`P`, `X`, `1S`), where it is told which it was and whose turn it was, and whether
    anybody else called after it; else nothing."""
    told, found = _passed_over(reading, ())
    if found is None or found.call is None:
        wrong = _said_to_be(reading, told)
        return (wrong.call, True) if wrong is not None else ("", True)
    wrong = found.call
    return wrong.call, any(act.at > wrong.at and act.caller != wrong.caller for act in told)


def nobody_called_over(reading: Reading) -> bool:
    """Whether the call out of turn is the only one told, and nobody is told to have accepted it: words for a call by that player
    are that call itself ("LHO passed when it was my turn")."""
    told, found = _passed_over(reading, ())
    accepts = any(event.deed == "accept" and not event.flags for event in reading.story.events)
    return found is not None and found.call is not None and len(told) == 1 and not accepts


def _passed_over(reading: Reading, untold: Collection[int]) -> tuple[Sequence[Act], _Passed | None]:
    """All calls told, and the one by which a player was passed over."""
    if cues(reading, "thread_lost"):
        return (), None
    everybody = places(reading)
    taken: set[int] = set()
    denied = reading.under_not()
    begun = _before_the_dealer(reading, everybody, untold)
    if begun is not None:
        return begun
    for find in (_told_turns, _ahead_of, _to_call, _dealers):
        turns = [turn for turn in find(reading, everybody, taken) if turn.at not in untold and turn.at not in denied]
        compass = [turn for turn in turns if turn.player.frame == COMPASS]
        turns = compass if len({turn.player for turn in turns}) > 1 else turns
        players = {turn.player for turn in turns}
        if len(players) > 1:
            return (), None
        if not players:
            continue
        if turns[0].dealt and _dealer_called(reading, everybody, turns[0]):
            continue
        told = [act for act in acts(reading, everybody, frozenset(taken)) if act.at not in untold]
        found = _against(reading, told, turns[0])
        if found is not None:
            return told, found
        if all(act.caller is None or act.caller.frame != turns[0].player.frame for act in told):
            continue  # nobody of that table calls: the words tell no turn
        if find is not _to_call and not turns[0].dealt:  # "wants to call" may be told of a later turn
            return (), None
    told = [act for act in acts(reading, everybody) if act.at not in untold]
    return told, _right_after_partner(reading, told) or _left_out(reading, everybody, told) or _turn_given_back(reading, told)


def _before_the_dealer(
    reading: Reading, everybody: tuple[Place, ...], untold: Collection[int]
) -> tuple[Sequence[Act], _Passed] | None:
    """The calls, and the first one as that by which the dealer was passed over, where one dealer is told and another is told to
    have made it, and no plain words give the turn to somebody else (Law 17B)."""
    taken: set[int] = set()
    dealers = [turn for turn in _dealers(reading, everybody, taken) if turn.at not in untold]
    if len({turn.player for turn in dealers}) != 1 or _dealer_called(reading, everybody, dealers[0]):
        return None
    denied, dealer = reading.under_not(), dealers[0].player
    plain = {turn.player for turn in _told_turns(reading, everybody, taken) if turn.at not in denied}
    for find in (_ahead_of, _to_call):
        find(reading, everybody, taken)
    told = [act for act in acts(reading, everybody, frozenset(taken)) if act.at not in untold]
    if not told or told[0].call in ("", *_DOUBLES) or told[0].caller in (None, dealer):
        return None
    if len(plain) == 1 and dealer not in plain:
        return None
    found = _against(reading, told, dealers[0])
    return (told, found) if found is not None else None


def _dealer_called(reading: Reading, everybody: tuple[Place, ...], turn: _Turn) -> bool:
    """Whether the first call is told in one clause with the words for the dealer, who made it ("West dealer passes")."""
    first = next(iter(acts(reading, everybody)), None)
    return first is not None and first.caller == turn.player and turn.at < first.at and not reading.parted(turn.at, first.at)


class _Passed(NamedTuple):
    """The call that was made, the player passed over, who that is as seen from the caller, and whether the caller had called."""

    call: Act | None
    player: Player
    seen: str
    before: str = ""


def _facts(reading: Reading, told: Sequence[Act], found: _Passed, untold: Collection[int]) -> dict[str, str]:
    before = {"offender_called_before": found.before} if found.before else {}
    came = came_of(reading, told, found.call, found.player, untold) if found.call is not None else {}
    if found.call is not None and came.get("accepted") == "no" and NEW_CALL not in came:
        everybody = places(reading)
        done = {act.at for act in acts(reading, everybody)}
        may = [act for act in acts(reading, everybody, done=False) if act.at not in done]
        came |= asked_about(may, found.call, came)
    return {"wrong_turn_of": found.seen} | before | came


def _right_after_partner(reading: Reading, told: Sequence[Act]) -> _Passed | None:
    """Where a call that is said to be out of turn is told right after one by the caller's partner: the turn was that of the
    player between the two."""
    said = [m for m in reading.mentions if m.name in _OUT and not m.flags]
    for act, then in pairwise(told):
        number = reading.sentences[then.at]
        beside = any(reading.sentences[m.first] == number and then.at < m.first <= then.at + _BEHIND for m in said)
        if beside and then.caller is not None and relation(then.caller, act.caller or then.caller) == "partner":
            return _Passed(then, _next(then.caller, 3), _RHO)
    return None


def _left_out(reading: Reading, everybody: tuple[Place, ...], told: Sequence[Act]) -> _Passed | None:
    """Where the calls are told from the dealer's on, passes too, each by the left-hand opponent of the one before, up to one that
    is not: the player to the left of the last one in turn was passed over (Law 17C)."""
    dealers = {turn.player for turn in _dealers(reading, everybody, set())}
    if len(dealers) != 1 or not told or told[0].caller not in dealers:
        return None
    for number, (act, then) in enumerate(pairwise(told), 1):
        if act.caller is None or then.caller is None or then.caller == act.caller or not act.call:
            return None
        turn = _next(act.caller, 1)
        if then.caller != turn:
            before = "yes" if any(each.caller == then.caller for each in told[:number]) else "no"
            seen = relation(then.caller, turn)
            return _Passed(then, turn, seen, before) if seen else None
    return None


def _said_to_be(reading: Reading, told: Sequence[Act]) -> Act | None:
    """The one call right before the words that say that it was out of turn, in their sentence."""
    said = [m for m in reading.mentions if m.name in _OUT and not m.flags]
    found = []
    for act, then in zip_longest(told, told[1:]):
        end = act.at + _BEHIND if then is None else min(act.at + _BEHIND, then.at - 1)
        if any(act.at < m.first <= end and reading.sentences[m.first] == reading.sentences[act.at] for m in said):
            found.append(act)
    return found[0] if len(found) == 1 else None


def _turn_given_back(reading: Reading, told: Sequence[Act]) -> _Passed | None:
    """Where a call said to be out of turn is refused: the next to call is the player whose turn it was (Law 29B)."""
    wrong = _said_to_be(reading, told)
    refused = refusal(reading, wrong.at) if wrong is not None else None
    if wrong is None or wrong.caller is None or refused is None:
        return None
    then = next((act for act in told if act.at > refused and act.caller is not None), None)
    seen = relation(wrong.caller, then.caller) if then is not None and then.caller is not None else ""
    return _Passed(wrong, then.caller, seen) if then is not None and then.caller is not None and seen else None


def _next(caller: Player, steps: int) -> Player:
    """The player so many places to the left of another."""
    return Player(caller.frame, (caller.step + steps) % 4)


def _against(reading: Reading, told: Sequence[Act], turn: _Turn) -> _Passed | None:
    """The relation of the one whose turn it was to the one who called."""
    known = [act for act in told if act.caller is not None]
    if turn.dealt:
        first = known[0] if known and known[0] == told[0] else None
        found = relation(first.caller, turn.player) if first else ""
        return _Passed(first, turn.player, found, "no") if found else None
    nameless = [act for act in told if act.caller is None and act.call and act.at < turn.at]
    if turn.player.frame == OWN and nameless and not reading.parted(nameless[-1].at, turn.at):
        whose = Player(OWN, 0)  # "opened 1♠ at his RHO's turn": the one whose RHO that is
        return _Passed(nameless[-1]._replace(caller=whose), turn.player, relation(whose, turn.player))
    act = _wrong_call(reading, known, turn)
    found = relation(act.caller if act is not None else None, turn.player)
    before = act is not None and any(each.caller == act.caller and each.at < act.at for each in known)
    plainly = before or any(cue.first <= turn.at <= cue.last for cue in cues(reading, "though_my_turn"))
    if not found or (found == _LHO and not plainly):  # more likely the call before, made in turn, whose LHO was to call
        return None
    return _Passed(act, turn.player, found, "yes" if before else "")


def _wrong_call(reading: Reading, told: Sequence[Act], turn: _Turn) -> Act | None:
    """The call that was made when it was another's turn: the one that is said to be out of turn; else the one that follows the
    call of that player's right-hand opponent; else the nearest before the words for the turn in their sentence, or the next
    after them."""
    number = reading.sentences[turn.at]
    here = [act for act in told if number <= reading.sentences[act.at] <= number + turn.looks_on]
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
    """Those whose turn is told in so many words, before or after the player, or as the teller's."""
    frames = {place.player.frame for place in everybody if place.player.step}
    teller = Player(BARE if BARE in frames and SPEAKER not in frames else SPEAKER, 0)  # "RHO" is the teller's
    mine = [_Turn(cue.first, teller, dealt=False) for cue in cues(reading, "turn_of_me")]
    return [*mine, *_named(reading, everybody, taken, "turn_of_next", "turn_of_last")]


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
            near = [p for p in within(everybody, cue.last + 1, cue.last + _REACH) if not reading.parted(cue.last, p.first)][:1]
        else:
            first = cue.first - _REACH - 2
            near = [
                p
                for p in within(everybody, first, cue.first - 1)
                if cue.first - p.last <= _REACH and not reading.parted(p.last, cue.first)
            ][-1:]
        for place in near:
            taken.add(place.first)
            found.append(_Turn(cue.first, place.player, dealt=False))
    return found


def _dealers(reading: Reading, everybody: tuple[Place, ...], taken: set[int]) -> list[_Turn]:
    """Those who stand beside a word for the dealer, in its clause; a colon or a bracket parts nothing."""
    found = []
    for cue in cues(reading, "dealer"):
        after = within(everybody, cue.last + 1, _past_small(reading, cue.last) + _BESIDE)[:1]
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


def _past_small(reading: Reading, at: int) -> int:
    """The last of the small words that follow a token ("dealer was the ...")."""
    while at + 1 < len(reading.stems) and not reading.stems[at + 1] and not reading.tokens[at].after:
        at += 1
    return at


def _parted(reading: Reading, first: int, last: int) -> bool:
    """Whether a clause ends between two tokens with anything but a colon or a bracket."""
    ends = [token.end for token in reading.tokens[first:last] if token.after]
    return any(reading.folded[end : end + 2].strip()[:1] not in (":", "(") for end in ends)
