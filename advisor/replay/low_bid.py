"""What came of an insufficient bid: did LHO call over it, was it changed before any ruling, and what is the call in its place
(Laws 27A1, 27B, 27C)? From the calls that are told with their players; a value `a|b` is one of these."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from advisor.bridge.calls import Action, Bid, Call, Strain, lowest_sufficient, parse_call
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.replay.acts import TURN_CUES, Act, acts
from advisor.replay.aftermath import EITHER, refusal, ruled_between, seen_from
from advisor.replay.calls import ToldCall, believed
from advisor.replay.comparison import Verdict, compare
from advisor.replay.followed import told_as_pass
from advisor.replay.meanings import Meaning, meant_calls
from advisor.replay.played import Played
from advisor.replay.players import cues, places
from advisor.replay.substitution import TooLow, bids_too_low

REPLACED, EARLY, ACCEPTED = "ib_replacement", "ib_replaced_early", "accepted"
IN_TURN = "ib_in_turn"
LOWEST, OTHER, COMPARABLE, DOUBLE, AGAIN = "lowest_same", "other_call", "comparable_call", "double", "insufficient_again"
_LOW = "insufficient_bid"
LOW_SITUATIONS = (
    _LOW,
    "bid_out_of_rotation",
    "call_changed",
    "slip_lho_withdraws",
    "call_after_final_pass",
    "inadmissible_double",
)
_DOUBLED = f"{REPLACED}={DOUBLE}"
_CONVENTIONS = frozenset({"transfer", "relay", "asks", "asks_aces", "asks_majors", "call_conventional"})
_OWN, _LHO, _PARTNER, _NATURAL, _PENALTY = "own", "lho", "partner", "natural", "penalty"
_BESIDE, _WORDS = 5, 3
_NOT_YET = "not_yet_called"
_PASSED = "P"
_HIGH = 4  # from this level on a bid too low mostly answers a convention, and a pass may say as much


def low_in_hand(played: Played) -> TooLow | None:
    """The insufficient bid where the story is known to be of one: told so, or the only bid told right after a higher one; what
    somebody only believed to have been bid is none."""
    if played.low is not None or any(note.kind == "over" for note in played.reading.notation):
        return played.low
    calls = _sure_calls(played)
    first: dict[str, ToldCall] = {}
    for call in calls:
        first.setdefault(call.value, call)
    for told in (calls, list(first.values())):  # a bid spoken of again is not made again
        found = {low for low in bids_too_low(told) if low.bid != low.over}
        if len(found) == 1:
            return found.pop()
    return None


def _sure_calls(played: Played) -> list[ToldCall]:
    """The calls told, without those that somebody only believed in and those told before the teller begins again."""
    not_so = believed(played.reading) | _taken_back(played.reading)
    return [call for call in played.calls if call.at not in not_so]


def came_of_low_bid(played: Played, untold: Collection[int] = ()) -> dict[str, str]:
    """`accepted`, `ib_replaced_early` and `ib_replacement`, as far as the calls told after the insufficient bid settle them."""
    reading, low = played.reading, low_in_hand(played)
    if low is None:
        return {}
    everybody, not_so = places(reading), believed(reading) | _taken_back(reading)
    every = [act for act in acts(reading, everybody) if act.at not in not_so]
    made = _made([act for act in every if act.at not in untold], low)
    if made is None:
        return {}
    skip = (str(low.bid), str(low.over), "")
    every = [act for act in every[every.index(made) + 1 :] if act.call not in skip]
    after = [(act, seen_from(made, act)) for act in every if act.at not in untold]
    asked = [
        act for act in acts(reading, everybody, done=False) if act.at in untold and act.at > made.at and act.call not in skip
    ]
    refused = refusal(reading, made.at, untold)
    if refused is not None and _called_over(after, refused):
        return {ACCEPTED: "yes"}
    if refused is not None:
        new = _after_refusal([(act, who) for act, who in after if act.at > refused])
        if new is not None:
            return {REPLACED: _settled(played, low, made, new), ACCEPTED: "no"}
        sooner = _put_in_its_place(reading, made, [(act, who) for act, who in after if act.at < refused])
        if sooner is not None:
            return {REPLACED: _settled(played, low, made, sooner), EARLY: "yes", ACCEPTED: "no"}
    found = {} if refused is not None else _unruled(played, low, made, after)
    return found if REPLACED in found or found.get(ACCEPTED) == "yes" else found | _asked_about(played, low, made, asked)


def low_in_turn(played: Played) -> dict[str, str]:
    """`ib_in_turn`, where the bid too low and the one before it are told of two players who sit next to each other."""
    low = low_in_hand(played)
    if low is None:
        return {}
    every = acts(played.reading, places(played.reading))
    made = _made(every, low)
    if made is None or made is every[0]:
        return {}
    before = every[every.index(made) - 1]
    return {IN_TURN: "yes"} if before.call == str(low.over) and seen_from(before, made) == _LHO else {}


def low_situation(reading: Reading) -> str:
    """`insufficient_bid`, where two players who sit next to each other are told to have bid, the second too low over the first
    and nothing else, and no word speaks of a turn: whatever the words sound like (Laws 18D, 27)."""
    every = acts(reading, places(reading))
    for before, act in pairwise(every):
        bid, over = (parse_call(each.call) if each.call[:1].isdigit() else None for each in (act, before))
        low = isinstance(bid, Bid) and isinstance(over, Bid) and not bid.is_sufficient_over(over)
        if low and seen_from(before, act) == _LHO:
            own = {other.call for other in every if other.caller == act.caller and other.call[:1].isdigit()}
            return _LOW if own == {act.call} and not _of_turns(reading) else ""
    return ""


def _of_turns(reading: Reading) -> bool:
    """Whether a word speaks of a turn; that nobody else has called tells none ("no one else spoke")."""
    told = [(place.first, place.last) for place in places(reading)]

    def beside(at: int, end: int) -> bool:
        before = any(0 < at - last <= _WORDS and not reading.parted(last, at) for _, last in told)
        return before or any(0 < first - end <= _WORDS and not reading.parted(end, first) for first, _ in told)

    return any(cue.what != _NOT_YET or beside(cue.first, cue.last) for cue in cues(reading, *TURN_CUES))


def double_only_named(reading: Reading) -> dict[str, str]:
    """`ib_replacement`, where only the word tells that a double takes the place of the bid: whether it is comparable is open (Law
    23A), unless it is told to be for penalties."""
    named = any(m.name == _DOUBLED and NEGATED not in m.flags for m in reading.mentions)
    meant = any(m.name == f"{REPLACED}={COMPARABLE}" for m in reading.mentions)
    return {REPLACED: f"{DOUBLE}{EITHER}{COMPARABLE}"} if named and not meant and not cues(reading, _PENALTY) else {}


def _called_over(after: Sequence[tuple[Act, str]], refused: int) -> bool:
    """Whether LHO had called over the insufficient bid before it was refused: that accepted it, knowingly or not (Law 27A1)."""
    first = next(iter(after), None)
    return first is not None and first[1] == _LHO and first[0].call not in ("", _PASSED) and first[0].at < refused


def _asked_about(played: Played, low: TooLow, made: Act, asked: Sequence[Act]) -> dict[str, str]:
    """The call that somebody asks about as a replacement ("would a pass silence West?"): what is ruled is what it would bring."""
    meant = [
        act for act in asked if seen_from(made, act) == _OWN or _marked(played.reading, act) or _instead(played.reading, act)
    ]
    return {REPLACED: _settled(played, low, made, meant[0])} if len({act.call for act in meant}) == 1 else {}


def _instead(reading: Reading, act: Act) -> bool:
    """Whether words right behind a call say that it takes the place of another ("if I double in place of the 1♥")."""
    return any(0 < cue.first - act.at <= _BESIDE and not reading.parted(act.at, cue.first) for cue in cues(reading, "instead_of"))


def _taken_back(reading: Reading) -> frozenset[int]:
    """The tokens of what is told before the teller begins again."""
    return frozenset(range(max((cue.last + 1 for cue in cues(reading, "thread_lost")), default=0)))


def _made(told: Sequence[Act], low: TooLow) -> Act | None:
    """The call that was too low: the first such after the higher one."""
    over = next((n for n, act in enumerate(told) if act.call == str(low.over)), -1)
    every = [act for act in told[over + 1 :] if act.call == str(low.bid)]
    return next(iter(every or [act for act in told if act.call == str(low.bid)]), None)


def _after_refusal(after: Sequence[tuple[Act, str]]) -> Act | None:
    """The call in place of the refused one: the offender's next; or the first one told, where nobody is said to make it and
    all the other calls are those of others."""
    own = next((act for act, who in after if who == _OWN), None)
    if own is not None:
        return own
    nobodys = bool(after) and after[0][1] == ""
    others = all(who not in ("", _OWN) for act, who in after[1:] if act.call != after[0][0].call)
    return after[0][0] if nobodys and others else None


def _put_in_its_place(reading: Reading, made: Act, sooner: Sequence[tuple[Act, str]]) -> Act | None:
    """The call that the offender is told to have put in place of the bid before anybody refused it or ruled (Law 27C): words say
    that the bid was taken away."""
    own = next(((act, who) for act, who in sooner if who in ("", _OWN)), (None, ""))[0]
    if own is None or own is not sooner[0][0] or ruled_between(reading, made.at, own.at):
        return None
    return own if _taken_away(reading, made, own) else None


def _taken_away(reading: Reading, made: Act, act: Act) -> bool:
    """Whether words between two calls say that the first was taken away, in the sentence of the second."""
    told = (cue for cue in cues(reading, "took_away") if made.at <= cue.first <= act.at)
    return any(reading.sentences[cue.first] == reading.sentences[act.at] for cue in told)


def _unruled(played: Played, low: TooLow, made: Act, after: Sequence[tuple[Act, str]]) -> dict[str, str]:
    """Where no refusal is told: LHO's call over the bid accepts it; the offender's own next call is put in its place, before any
    ruling unless the Director is told of between the two, who has then let LHO choose."""
    act, who = after[0] if after else (None, "")
    reading = played.reading
    if act is None:
        return {EARLY: f"no{EITHER}no"}  # not told, but nothing else is left
    if who == _LHO:
        return {ACCEPTED: "yes"} if act.call != "P" or _passed(reading, act) else {}
    if who == _PARTNER and not ruled_between(reading, made.at, act.at) and _passed_between(played, made, act):
        return {ACCEPTED: "yes"}  # the auction went on round the table
    if who != _OWN and not (who == "" and (_marked(reading, act) or _taken_away(reading, made, act))):
        return {}
    found = {REPLACED: _settled(played, low, made, act)}
    if ruled_between(reading, made.at, act.at):
        return found | {ACCEPTED: "no"}
    went_on = any(other not in ("", _OWN) for _, other in after[1:])
    if not who and not went_on:
        return found
    return found | {EARLY: "yes"} | ({ACCEPTED: "no"} if went_on else {})


def _passed_between(played: Played, made: Act, then: Act) -> bool:
    """Whether a pass is told between two calls."""
    return any(call.value == _PASSED and made.at < call.at < then.at for call in _sure_calls(played))


def _passed(reading: Reading, act: Act) -> bool:
    """Whether a pass is told as one: a bare "no" is read as a pass too, and may be a refusal."""
    last = reading.tokens[min(act.at + _WORDS, len(reading.tokens) - 1)]
    return told_as_pass(reading, reading.tokens[act.at].start, last.end)


def _marked(reading: Reading, act: Act) -> bool:
    """Whether words right before a call, or over it, say that it takes the place of another."""
    return any(
        cue.first - 1 <= act.at + 1 and act.at - cue.last <= _BESIDE
        for cue in cues(reading, "new")
        if cue.first >= act.at - _BESIDE
    )


def _settled(played: Played, low: TooLow, made: Act, new: Act) -> str:
    """What the call in place of the insufficient bid is, the likeliest first where its meaning decides (Law 23A)."""
    call = parse_call(new.call)
    old, old_asks = _meaning(played, made)
    now, now_asks = _meaning(played, new)
    if isinstance(call, Bid) and not call.is_sufficient_over(low.over):
        return AGAIN
    if isinstance(call, Bid) and _lowest(low, call, old, now, told=not (old_asks or now_asks)):
        return LOWEST
    doubled = call in (Action.DOUBLE, Action.REDOUBLE)
    if doubled and any(cue.first > made.at for cue in cues(played.reading, _PENALTY)):
        return DOUBLE  # a double for penalties shows nothing that a bid showed
    verdict = compare(old, now)
    if verdict in (Verdict.SAME, Verdict.SUBSET, Verdict.PURPOSE):
        return COMPARABLE
    other = DOUBLE if doubled else OTHER
    sure = verdict is Verdict.NONE or (call is Action.PASS and not old_asks and low.bid.level < _HIGH)
    open_yet = [other] if sure else [other, COMPARABLE]
    return EITHER.join([*open_yet, *([LOWEST] if call == low.lowest and not sure else [])])


def _lowest(low: TooLow, call: Call, old: Meaning, now: Meaning, *, told: bool) -> bool:
    """Whether a bid is the lowest sufficient one that specifies what the insufficient bid specified: the suit that is told of it,
    or its own where nothing says that it is conventional."""
    shown = set(old.suits) or ({low.bid.strain.value} if told else set())
    if len(shown) != 1 or not isinstance(call, Bid):
        return False
    strain = Strain(shown.pop())
    natural = now.suits in (frozenset(), frozenset(strain.value)) and call.strain is strain
    return natural and call == lowest_sufficient(strain, low.over)


def _meaning(played: Played, act: Act) -> tuple[Meaning, bool]:
    """What a call is told to mean, and whether it is told to be conventional: where it is told, or later where it is called
    natural."""
    every = [m for m in meant_calls(played.reading, played.calls) if m.call.value == act.call and m.call.at >= act.at]
    plain = next((m for m in every if _NATURAL in m.cues), None)
    near = [m for m in every if m.call.at - act.at <= _BESIDE]
    if plain is not None:
        return plain.meaning, False
    return (near[0].meaning, bool(near[0].cues & _CONVENTIONS)) if near else (Meaning(), False)
