"""Facts of the decision tables that told meanings and told tricks establish; nothing else is asserted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from advisor.read.events import CALLS, CARDS
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.story import DROPPED
from advisor.replay.acts import TURN_CUES, acts
from advisor.replay.calls import ToldCall
from advisor.replay.card_due import missed_due
from advisor.replay.comparison import Verdict, compare
from advisor.replay.designation import slip_denied
from advisor.replay.early import partner_had_led
from advisor.replay.exposed import only_fell
from advisor.replay.invited import MISLED, invited
from advisor.replay.late_calls import passed_round
from advisor.replay.moment import board_over
from advisor.replay.next_board import called_on_next
from advisor.replay.own_side import double_ends_it
from advisor.replay.players import COMPASS, RELATIONS, cues, opposite, places
from advisor.replay.revoke import ToldRevoke, dummys_revoke_denied
from advisor.replay.revoke_since import NUMBERED, PLAYED_ON
from advisor.replay.revoke_trick import OFFENDER, OPPONENTS, WON, revoke_trick
from advisor.replay.revoking import (
    EXCEPTION,
    FROM,
    LATER,
    NOTHING,
    OFFENDERS_ON,
    OPPONENTS_ON,
    SINCE,
    Revoking,
    came_from_a_defender,
    revoke_facts,
    revoking,
    stands,
)
from advisor.replay.rotation import nobody_called_over
from advisor.replay.substitution import Substitution, TooLow, lowest_untold
from advisor.replay.twelfth import KNOWS, twelfth_facts

_ACCEPTING = frozenset({"accepted=yes", "lho_has_called"})
_OUT = frozenset(
    {
        "ib_in_turn=no",
        "out_of_turn",
        "bid_out_of_turn",
        "turn_not_theirs",
        "not_that_turn",
        "turn_was_anothers",
        "jumped_in",
        "turn_told",
        "turn_of_partner",
        "turn_of_rho",
        "bid_near_turn",
    }
)
_CHOOSING = frozenset({"ask", "refuse", "touch", "say", "bid", "call_card", "accept", "object", "answer"})
_SPOKEN = frozenset({"say", "ask", "object", "refuse", "notice"})
_OF_SUIT = frozenset({"suit", "card", "cards"})
_TURN_TOLD = frozenset({"turn_told", "turn_of_partner", "turn_of_rho", "turn_was_anothers"})
_AFTER = "declarer_played_after=yes"
_DECLARING = frozenset({"declarer", "dummy"})
_NOBODYS = frozenset({"player", "director"})  # "a player has to play his penalty card": a rule, and no card of this story
_BESIDE = 3
_REPORTED = 5
_NEXT_BOARD = frozenset({"revoke_next_board", f"{EXCEPTION}=after_next_call"})
_AGAINST = frozenset({"lho", "rho", "opponent"})
_LHO: Final = "lho"
_NOT_YET: Final = "not_yet_called"  # that LHO has not called says nothing of whose turn it was
_NOT = {"yes": "no", "no": "yes"}
_OTHER_HAND = {"defender_hand": "declaring_side", "declaring_side": "defender_hand"}
_MAY = "may_question"
_NAMED, _BEHIND = "card_named", 2
_NEXT_NAMED: Final = frozenset({"revoke_next_card_named", f"{SINCE}={_NAMED}"})
_PASS, _ROUND = "P", 3
_ENDED_BY: Final = "early_end_cause"
_UNPLAYED: Final = "penalty_card"
_ALERTING = frozenset({"alert", "explain"})
_BY_PARTNER: Final = ("partner", "speaker")
_TWICE = frozenset({"again", "second_ord", "first", "two_num", "same", "both_together", "each_one"})
_TEST = {Verdict.SAME: "similar", Verdict.SUBSET: "subset", Verdict.PURPOSE: "same_purpose", Verdict.NONE: "none"}


def told_facts(changed: Substitution | None, revoke: ToldRevoke | None) -> dict[str, str]:
    """`comparable_test`, `comparable` and `offender_new_call` (Law 23A), `revoke_trick_won_by` and `later_trick_won`
    (Law 64A), where the text gives meanings or tricks that leave no doubt."""
    return _compared(changed) | _revoked(revoke)


def _compared(told: Substitution | None) -> dict[str, str]:
    if told is None or told.new is None:
        return {}
    verdict = compare(told.old.meaning, told.new.meaning)
    if verdict not in _TEST:
        return {}
    good = verdict is not Verdict.NONE
    return {
        "comparable_test": _TEST[verdict],
        "comparable": "yes" if good else "no",
        "offender_new_call": "comparable" if good else "not_comparable",
    }


def refuted(reading: Reading, calls: Sequence[ToldCall], low: TooLow | None, same: str) -> Refuted:
    """Fact -> the values that the words suggest and what is told disproves: a bid that is not the lowest sufficient one was not
    "made good" as Law 27B1(a) means it; a revoke that a player made from the own hand was not dummy's (Law 64B3); a trick that
    another seat is told to have won was not the revoker's (Law 64A); the offender's own bid does not accept itself, nor does
    anybody where the telling ends with it; a bid was not out of turn where no word of turns is said (Law 27A), three passes told
    one by one are not two (Law 22A), what was said after the lead misled nobody (Law 47E1), nobody called over a double told
    last (Law 36A), an auction during which a card fell had begun (Law 24), a player who is
    waited for has not called (Law 31), and nobody forbade a suit who is not told to have said or chosen anything (Law 57A4)."""
    return Refuted(_Case(reading, calls, low, same))


class _Case(NamedTuple):
    """What a story tells, and of its calls: those told, the insufficient bid, and whether that was made good."""

    reading: Reading
    calls: Sequence[ToldCall]
    low: TooLow | None
    same: str


class Refuted(Mapping[str, frozenset[str]]):
    """Fact -> the values disproved, each looked into when somebody asks for that fact: few are ever asked of one story."""

    __slots__ = ("_case", "_known")

    def __init__(self, case: _Case) -> None:
        self._case = case
        self._known: dict[str, frozenset[str]] = {}

    def __getitem__(self, fact: str) -> frozenset[str]:
        """The values disproved of a fact. Raises KeyError where none is."""
        values = self.of(fact)
        if not values:
            raise KeyError(fact)
        return values

    def of(self, fact: str) -> frozenset[str]:
        """The values disproved of a fact, which may be none."""
        known = self._known.get(fact)
        if known is None:
            case = self._case
            plain = (value for value, disproved in _DISPROVED.get(fact, ()) if disproved(case.reading))
            several = (value for tell in _TELLING.get(fact, ()) for name, value in tell(case) if name == fact)
            known = self._known[fact] = frozenset((*plain, *several))
        return known

    def __iter__(self) -> Iterator[str]:
        """The facts of which a value is disproved."""
        return (fact for fact in dict.fromkeys((*_TELLING, *_DISPROVED)) if self.of(fact))

    def __len__(self) -> int:
        """The number of these facts."""
        return sum(1 for _ in self)


def _call_awaited(reading: Reading) -> bool:
    """Whether the auction is told to stand still, or it is asked what the player may call whose turn it is, and the board is not
    over (Laws 29B, 31)."""
    return any(cue.what == "call_awaited" for cue in reading.cues) and not board_over(reading)


def _only_at_partners_turn(reading: Reading) -> bool:
    """Whether all the words for a double of partner's call hold those for partner's turn ("double at partner's turn"): whose call
    was doubled is not told (Law 32)."""
    turns = [m for m in reading.mentions if m.name == "turn_of_partner" and not m.flags]
    told = [m for m in reading.mentions if m.name == "double_admissible=no" and not m.flags]
    return bool(told) and all(any(m.first <= t.first and t.last <= m.last for t in turns) for m in told)


def _auction_on(reading: Reading) -> bool:
    """Whether it is told that something happened during the auction: "nobody has called" is then said of what followed."""
    return any(mention.name == "during_auction" and not mention.flags for mention in reading.mentions)


def _named_as_callers(reading: Reading) -> bool:
    """Whether all the players who are told by their relation are told as callers, and no word speaks of a turn but that one was
    not kept: who called is not who was to call."""
    if cues(reading, *TURN_CUES, "dealer") or any(m.name in _TURN_TOLD for m in reading.mentions):
        return False
    everybody = places(reading)
    named = {place.player for place in everybody if place.player.frame != COMPASS and place.player.step}
    return bool(named) and named <= {act.caller for act in acts(reading, everybody)}


def _only_alerted(reading: Reading) -> bool:
    """Whether the caller's partner is told to have alerted or explained, and by no word to have called ("saw it when South
    alerted"): that is no call since (Law 25A4)."""
    told = [e for e in reading.story.events if not UNSAID & set(e.flags) and e.actor]
    alerted = {e.actor for e in told if e.deed in _ALERTING}
    called = {e.actor for e in told if e.deed in CALLS}
    pairs = product(alerted, called)
    return len(called) == 1 and not alerted & called and any(pair == _BY_PARTNER or opposite(*pair) for pair in pairs)


def _late_call_last(reading: Reading) -> bool:
    """Whether three passes are told and then a call that is the last one told: nobody called over it, whoever did before."""
    told = acts(reading, places(reading))
    passed = [act.call for act in told[-_ROUND - 1 : -1]]
    return len(passed) == _ROUND and set(passed) == {_PASS} and told[-1].call not in ("", _PASS)


def _only_ahead(reading: Reading) -> bool:
    """Whether a wrong call is only told to have come before the right player's ("East opened before North called"): that tells no
    call of the right player, nor that one came since (Law 28B)."""
    ahead = max((cue.first for cue in cues(reading, "ahead_of")), default=None)
    return ahead is not None and all(act.at <= ahead for act in acts(reading, places(reading)))


def _lhos_turn_told(reading: Reading) -> bool:
    """Whether words tell of a turn beside those for a call out of turn, or say that it was LHO's. LHO, who may refuse the call,
    is seldom the one to call: the caller would have called twice (Laws 30 to 32)."""
    out = {at for m in reading.mentions if m.name in _OUT for at in range(m.first, m.last + 1)}
    turns = (what for what in TURN_CUES if what != _NOT_YET)
    told = [cue for cue in cues(reading, *turns) if not out.issuperset(range(cue.first, cue.last + 1))]
    plain = (m for m in reading.mentions if m.name == f"wrong_turn_of={_LHO}" and m.first not in out)
    return bool(told) or any(not reading.parted(m.first, m.last) for m in plain)


def _of_calls(case: _Case) -> Iterator[tuple[str, str]]:
    """What is told of an insufficient bid, and is not so."""
    reading, calls, low, same = case
    if same == "no" or lowest_untold(calls, low):
        yield "ib_replacement", "lowest_same"
    if not any(mention.name in _OUT for mention in reading.mentions):
        yield "ib_in_turn", "no"
    if _own_bid(reading) or _last_told(reading, calls, low) or _may_accept(reading):
        yield "accepted", "yes"


def _of_a_revoke(case: _Case) -> Iterator[tuple[str, str]]:
    """What the words say of a revoke, and is not so: that it was the second one in a suit (Law 64B2), whose card it was, who won
    the trick, what came after, whether the partner had played, whether the next board had been called on where nothing of that is
    told after the revoke."""
    reading = case.reading
    if dummys_revoke_denied(reading):
        yield EXCEPTION, "dummy_card"
    if _TWICE.isdisjoint(reading.stems):
        yield EXCEPTION, "same_suit_again"
    if not any(mention.name == f"{EXCEPTION}={_UNPLAYED}" for mention in reading.mentions):
        yield EXCEPTION, _UNPLAYED  # no card is told to have been faced before (Law 64B3)
    won = revoke_trick(reading).get(WON, OFFENDER)
    if won != OFFENDER:
        yield WON, OFFENDER
    came = revoke_facts(reading).get(FROM, "")
    if came in _OTHER_HAND:
        yield FROM, _OTHER_HAND[came]
    knows = twelfth_facts(reading).get(KNOWS, "")
    if knows:
        yield KNOWS, _NOT[knows]
    told = revoking(reading)
    if told is not None and told.deed.actor != "dummy" and told.deed.by != DROPPED:
        yield EXCEPTION, "dummy_card"  # a player's own card, whatever was played from dummy to that trick
    if told is not None:
        yield from _after_a_revoke(reading, told)


def _after_a_revoke(reading: Reading, told: Revoking) -> Iterator[tuple[str, str]]:
    heard = [m for m in reading.mentions if m.name == f"{LATER}=yes"]
    deeds = [e for m in heard for e in told.after if m.first <= e.first <= m.last]
    if deeds and all(stands(reading, told, e) == OPPONENTS for e in deeds):
        yield LATER, "yes"
    for value in (NOTHING, OPPONENTS_ON, OFFENDERS_ON):
        words = [m for m in reading.mentions if m.name == f"{SINCE}={value}"]
        if words and all(m.last < told.deed.first for m in words):
            yield SINCE, value  # the lead of that very trick is not what came after it
    played = any(e.deed in CARDS for e in told.after) or any(m.name in PLAYED_ON and not m.flags for m in reading.mentions)
    numbers = any(n.kind in NUMBERED for n in reading.notation)
    if not played and not numbers:
        yield SINCE, OFFENDERS_ON  # nobody is told to have put down another card
    called = any(e.deed in CALLS for e in told.after)
    ahead = not any(m.name in _NEXT_BOARD and m.first > told.deed.last for m in reading.mentions)
    if not called and ahead and not called_on_next(reading):
        yield EXCEPTION, "after_next_call"
    if came_from_a_defender(reading, told) and _from_dummy(reading):
        yield SINCE, _NAMED  # dummy's card is declarer's to name: that side is not the revoker's (Law 63A2)
    if told.deed.actor in _AGAINST and any(m.name == "opponent" for m in reading.mentions):
        yield WON, OPPONENTS


def _from_dummy(reading: Reading) -> bool:
    """Whether the card that is told to have been named for the next trick is dummy's."""
    heard = [m for m in reading.mentions if m.name in _NEXT_NAMED]
    dummy = {m.first for m in reading.mentions if m.name == "dummy" and m.how != "derived"}
    return bool(heard) and all(dummy & set(range(m.first, m.last + _BEHIND + 1)) for m in heard)


def _played_before(reading: Reading) -> bool:
    """Whether all that sounds as if declarer had played since stands before the last card that is told, or tells that card, and
    another played that one ("I led a diamond, he followed with the two", "declarer led a diamond and I played the five from my
    hand"): then it was played before it (Law 52B1(b))."""
    heard = [m for m in reading.mentions if m.name == _AFTER]
    cards = [e for e in reading.story.events if e.deed in CARDS and not e.flags and e.actor not in _NOBODYS]
    missed = missed_due(reading)
    since = [e for e in reading.story.events if missed is not None and e.first > missed.last]
    if missed is not None and all(e.deed in _SPOKEN or e.actor == missed.actor for e in since):
        return all(mention.first <= missed.last for mention in heard)
    return bool(heard and cards) and cards[-1].first > max(m.last for m in heard) and cards[-1].actor not in _DECLARING


def _said_to_know(reading: Reading) -> bool:
    """Whether all that is told of knowing of the trump is what somebody says afterwards (Law 70C2)."""
    knew = [m.first for m in reading.mentions if m.name == "trump_maybe_forgotten=no"]
    said = [e.last for e in reading.story.events if e.deed == "say"]
    return bool(knew) and all(any(0 < at - last <= _REPORTED for last in said) for at in knew)


def _own_bid(reading: Reading) -> bool:
    """Whether what sounds like a call by LHO is the insufficient bid itself ("LHO bid 2♣ over 2♦"): nobody accepted it so."""
    heard = [reading.tokens[m.last].end for m in reading.mentions if m.name in _ACCEPTING]
    over = [note.start for note in reading.notation if note.kind == "over"]
    return any(0 <= start - end <= _BESIDE for end in heard for start in over)


def _may_accept(reading: Reading) -> bool:
    """Whether acceptance is told only in what somebody asks leave for ("can I bid over it?")."""
    asks = [mention for mention in reading.mentions if mention.name == _MAY]
    heard = [mention for mention in reading.mentions if mention.name in _ACCEPTING and not mention.flags]
    sentences = reading.sentences
    return bool(heard) and all(
        any(ask.first <= told.first and sentences[ask.first] == sentences[told.first] for ask in asks) for told in heard
    )


def _last_told(reading: Reading, calls: Sequence[ToldCall], low: TooLow | None) -> bool:
    """Whether the telling ends with the insufficient bid, so that nothing is told of what came of it."""
    if low is None or not calls or any(m.name in _ACCEPTING for m in reading.mentions):
        return False
    over = [call.value for call in calls[-2:]] == [str(low.bid), str(low.over)]  # "1♦ over 1♥ by East"
    if not over and calls[-1].value != str(low.bid):
        return False
    return calls[-1].at >= len(reading.tokens) - 1 or all(e.first <= calls[-1].at for e in reading.story.events)


def _revoked(told: ToldRevoke | None) -> dict[str, str]:
    found = {"revoke_trick_won_by": told.won_by} if told and told.won_by else {}
    return found | ({"later_trick_won": "yes"} if told and told.later else {})


def _passes_told(case: _Case) -> Iterator[tuple[str, str]]:
    """Three passes told one by one are not two."""
    passes = sum(call.value == _PASS for call in case.calls)
    if passes >= _ROUND and passed_round(case.reading):
        yield _ENDED_BY, "two_passes"


def _no_suit_told(reading: Reading) -> bool:
    """Whether no suit and no card is told."""
    return not any(note.kind in _OF_SUIT for note in reading.notation)


def _nothing_chosen(reading: Reading) -> bool:
    """Whether nobody is told to have said or chosen anything."""
    return not any(e.deed in _CHOOSING for e in reading.story.events)


# fact -> each value with what disproves it, and what looks at several facts, or at the calls
_DISPROVED: Final[Mapping[str, tuple[tuple[str, Callable[[Reading], bool]], ...]]] = {
    "wrong_turn_of": (
        *((whose, _named_as_callers) for whose in RELATIONS.values()),
        (_LHO, lambda reading: not _lhos_turn_told(reading)),
    ),
    "right_player_called": (("yes", lambda reading: _only_ahead(reading) or _call_awaited(reading)),),
    "trump_maybe_forgotten": (("no", _said_to_know),),
    "several_choice": (("require", _no_suit_told),),
    "pc_kind": (("major", only_fell),),
    "declarer_played_after": (("yes", _played_before),),
    "different_intention": (("slip_of_tongue", slip_denied),),
    "premature_by": (("before_partner", lambda reading: bool(partner_had_led(reading))),),
    MISLED: (("yes", lambda reading: invited(reading).get(MISLED) == "no"),),
    "lho_called": (("yes", lambda reading: double_ends_it(reading) or _late_call_last(reading)),),
    "accepted": (("yes", nobody_called_over),),
    "partner_called": (("yes", _only_alerted),),
    "double_admissible": (("no", _only_at_partners_turn),),
    "exposer_becomes": (("auction_not_begun", _auction_on),),
    "premature_choice": (("forbid_suit", _nothing_chosen),),
}
_TELLING: Final[Mapping[str, tuple[Callable[[_Case], Iterator[tuple[str, str]]], ...]]] = {
    **dict.fromkeys(("ib_replacement", "ib_in_turn", "accepted"), (_of_calls,)),
    **dict.fromkeys((EXCEPTION, WON, FROM, KNOWS, LATER, SINCE), (_of_a_revoke,)),
    _ENDED_BY: (_passes_told,),
}
