"""The ways by which the model of the table comes to facts, in the order in which they are believed.

One list: the first rank that speaks of a fact wins; of one rank, those that differ take the fact back. A source that is dear, or
sure only where a table in hand puts its question, is looked at only then (`asked`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from advisor.base import store
from advisor.read.reading import Reading
from advisor.replay.aftermath import EITHER, answered_plainly
from advisor.replay.asked_suit import ACTOR, ASKED, asked_suit
from advisor.replay.changed import (
    before_partner,
    called_since,
    called_since_own,
    called_with_wrong_hand,
    changed_call,
    last_to_call,
    meant_then,
)
from advisor.replay.claims import FACT as CLAIM
from advisor.replay.claims import OBJECTED, SHOWN, WINS, cards_laid_down, claim_act, last_trump, objection_open, trump_open
from advisor.replay.clock import IN_TIME, OVER, by_the_clock
from advisor.replay.counted import FOUND, found_after_call, led_by_the_count
from advisor.replay.cued import cued_facts
from advisor.replay.designation import INTENTION, SLIP, designation_facts, intention_open, rank_continues, slip_open
from advisor.replay.doers import doer_facts, one_hand, one_hands_side, sole_doer
from advisor.replay.dummys_card import EFFECT, NEXT, effect_open, misplaced_facts
from advisor.replay.dummys_rights import LOST, REMARK, dummys_rights
from advisor.replay.early import both_hands_played, early_card_legal, partner_had_led
from advisor.replay.explainer import ASKED as EXPLAINED
from advisor.replay.explainer import explainers_side
from advisor.replay.exposed import FACES, exposed_facts, faces_open, penalty_card_kind, shown_cards, two_suits
from advisor.replay.followed import accepted_by_call, played_on, suggested_played, two_tricks_won
from advisor.replay.invited import MISLED, invited
from advisor.replay.late_calls import KIND as LATE_KIND
from advisor.replay.late_calls import (
    called_over_it,
    double_in_turn,
    kind_of_late_call,
    side_of_late_call,
    suit_forbidden,
    turn_lost,
)
from advisor.replay.lead_answers import ANSWER, agreed_answer, answers_to_lead
from advisor.replay.lead_belonged import FACT as BELONGED
from advisor.replay.lead_belonged import lead_belonged
from advisor.replay.leads import PLAYED_SINCE, wrong_lead_facts
from advisor.replay.led_misinformed import WINDOW, retract_facts
from advisor.replay.left_over import EXTRA_DUE, extra_due_open, left_over
from advisor.replay.low_bid import IN_TURN, came_of_low_bid, double_only_named, low_in_turn
from advisor.replay.misruled import SCORABLE, scorable
from advisor.replay.mixed import mixed_by
from advisor.replay.moment import call_wished_back, moment_facts
from advisor.replay.next_board import called_on_next
from advisor.replay.on_lead import last_trick
from advisor.replay.others_too import nameless_took_others
from advisor.replay.pc_lead import CHOICE as PC_CHOICE
from advisor.replay.pc_lead import led_before_choice
from advisor.replay.played import Played
from advisor.replay.replacing import told_replacement
from advisor.replay.revoke_shown import STAGE, shown_facts
from advisor.replay.revoke_trick import revoke_trick
from advisor.replay.revoking import EXCEPTION, FROM, LATER, SINCE, revoke_facts
from advisor.replay.rotation import in_rotation, turn_passed_over
from advisor.replay.sides import offender_side
from advisor.replay.spreading import CHOICE, SEEN, dummy_shown, spread_facts
from advisor.replay.tempo import ALTERNATIVE, DISPUTED, EXISTED, pause_disputed, polled
from advisor.replay.turns import call_before_the_turn
from advisor.replay.twelfth import KNOWS, RETURNED, twelfth_facts

Found = Mapping[str, str]
Untold = Collection[int]


@dataclass(frozen=True, slots=True)
class Source:
    """One way to facts: of a telling played out and the tokens that tell no deed (asked, supposed, recited) to fact -> value.

    It is looked at where all the facts `asked` are; or where any of `either` is, and then only those of them that are asked are
    taken. `way` names what stands otherwise against the words of the telling than a deduction does (`CUED`, `MOMENT`)."""

    find: Callable[[Played, Untold], Found]
    asked: frozenset[str] = frozenset()
    either: frozenset[str] = frozenset()
    way: str = ""

    def looked_at(self, asked: frozenset[str]) -> bool:
        """Whether it is looked at where these facts are asked."""
        return self.asked <= asked and (not self.either or not self.either.isdisjoint(asked))

    def facts(self, played: Played, untold: Untold, asked: frozenset[str]) -> Found:
        """What it finds, where it is looked at."""
        unasked = self.either - asked
        return {name: value for name, value in self.find(played, untold).items() if name not in unasked}


def _of_reading(find: Callable[..., Found], *asked: str) -> Source:
    return Source(lambda played, _: find(played.reading), frozenset(asked))


def _told(find: Callable[[Reading, Untold], Found], *asked: str) -> Source:
    return Source(lambda played, untold: find(played.reading, untold), frozenset(asked))


CUED, MOMENT = "cued", "moment"
_TURN: Final = "wrong_turn_of"
_BECAUSE: Final = "in_rotation_because"
_PLAYED_ON: Final = "both_played_next"
_REPLACED: Final = "ib_replacement"
_CHANGE: Final = "call_change_done"
_WON: Final = "revoke_trick_won_by"
RANKS: Final[tuple[tuple[Source, ...], ...]] = (
    (_of_reading(left_over, _PLAYED_ON),),
    (_of_reading(played_on, _PLAYED_ON),),
    (_of_reading(answers_to_lead, ANSWER),),
    (_of_reading(agreed_answer, ANSWER),),
    (_of_reading(lead_belonged, BELONGED),),
    (Source(lambda played, _: wrong_lead_facts(played.reading), either=frozenset(PLAYED_SINCE)),),
    (_of_reading(offender_side, "offender_side", CHOICE),),
    (Source(lambda played, untold: dummy_shown(played.reading, untold), frozenset({SEEN, CHOICE})),),
    (Source(lambda played, untold: spread_facts(played.reading, untold), frozenset({"offender_side", CHOICE})),),
    (Source(lambda played, _: accepted_by_call(played), frozenset({_REPLACED})),),
    (Source(told_replacement, frozenset({_REPLACED})),),
    (Source(came_of_low_bid, frozenset({_REPLACED})),),
    (_of_reading(double_only_named, _REPLACED),),
    (Source(lambda played, _: low_in_turn(played), frozenset({IN_TURN})),),
    (
        _of_reading(call_before_the_turn, _TURN),
        Source(lambda played, untold: turn_passed_over(played.reading, untold), frozenset({_TURN})),
        Source(lambda played, _: played.derived),
    ),
    (_told(in_rotation, _BECAUSE),),
    (_of_reading(meant_then, _CHANGE),),
    (_told(before_partner, _CHANGE, "partner_called"),),
    (_told(changed_call, _CHANGE),),
    (_told(called_since, _CHANGE),),
    (_told(found_after_call, FOUND),),
    (_of_reading(led_by_the_count, "opening_lead_faced", "missing_card_found"),),
    (_told(called_since_own, "mi_influenced", "partner_called"),),
    (_told(last_to_call, "mi_influenced", "partner_called"),),
    (_told(called_with_wrong_hand, "wrong_hand_stage", "partner_called"),),
    (_told(double_in_turn, "inadmissible_in_turn"),),
    (_told(called_over_it, "lho_called"),),
    (_told(scorable, SCORABLE),),
    (Source(lambda played, untold: by_the_clock(played.reading, untold), either=frozenset({OVER, IN_TIME})),),
    (_told(side_of_late_call, LATE_KIND),),
    (_of_reading(kind_of_late_call, LATE_KIND),),
    (_told(turn_lost, "early_end_cause"),),
    (_told(suit_forbidden, "restriction_wish"),),
    (_told(both_hands_played, "premature_excuse"),),
    (_told(partner_had_led, "premature_by"),),
    (_of_reading(early_card_legal, "premature_card_legal"),),
    (_of_reading(explainers_side, *EXPLAINED),),
    (_of_reading(last_trick, "loot_last_trick"),),
    (_told(invited, MISLED),),
    (_of_reading(exposed_facts),),
    (_of_reading(penalty_card_kind, "pc_kind"),),
    (_of_reading(shown_cards, "cards_shown"),),
    (_of_reading(two_suits, "several_suits"),),
    (_of_reading(led_before_choice, PC_CHOICE),),
    (_of_reading(sole_doer),),
    (_of_reading(doer_facts),),
    (_told(answered_plainly, "accepted"),),
    (Source(lambda played, untold: cued_facts(played.reading, untold), way=CUED),),
    (Source(lambda played, untold: moment_facts(played.reading, untold), way=MOMENT),),
    (_told(call_wished_back, "opening_lead_faced", "partner_called"),),
    (Source(lambda played, untold: revoke_trick(played.reading, untold), frozenset({_WON})),),
    (_told(called_on_next, EXCEPTION),),
    (_told(shown_facts, STAGE),),
    (Source(lambda played, untold: revoke_facts(played.reading, untold), either=frozenset({FROM, SINCE, LATER, EXCEPTION})),),
    (_of_reading(nameless_took_others, LATER),),
    (Source(lambda played, untold: twelfth_facts(played.reading, untold), frozenset({RETURNED, KNOWS})),),
    (_of_reading(retract_facts, WINDOW),),
    (_of_reading(intention_open, INTENTION),),
    (_of_reading(slip_open, SLIP),),
    (_of_reading(designation_facts, "designation"),),
    (_of_reading(rank_continues, "rank_choice"),),
    (_of_reading(cards_laid_down, SHOWN),),
    (_of_reading(objection_open, OBJECTED),),
    (_of_reading(suggested_played, "suggestion_followed"),),
    (_of_reading(two_tricks_won, "next_trick"),),
    (_of_reading(mixed_by, "cards_mixed_by"),),
    (_of_reading(claim_act, CLAIM),),
    (_of_reading(last_trump, "trump_mentioned", "trump_maybe_forgotten"),),
    (_of_reading(trump_open, WINS),),
    (_of_reading(extra_due_open, EXTRA_DUE),),
    (_of_reading(one_hand, "together_by"),),
    (_of_reading(faces_open, FACES),),
    (_of_reading(one_hands_side, "together_by", "offender_side"),),
    (_of_reading(dummys_rights, LOST, REMARK),),
    (_of_reading(asked_suit, ACTOR, ASKED),),
    (_of_reading(pause_disputed, DISPUTED, EXISTED),),
    (_of_reading(polled, ALTERNATIVE),),
    (_of_reading(misplaced_facts, NEXT, EFFECT),),
    (_of_reading(effect_open, EFFECT),),
)


@lru_cache(maxsize=256)
def _looked_at(asked: frozenset[str]) -> tuple[tuple[Source, ...], ...]:
    """The sources that are looked at where these facts are asked, rank by rank: a few of all."""
    every = (tuple(source for source in rank if source.looked_at(asked)) for rank in RANKS)
    return tuple(rank for rank in every if rank)


def replayed(played: Played, untold: Untold, asks: Collection[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The facts (fact -> value, or `a|b` for one of several) that follow from what is told on the model of the table, and the way
    by which each was found that has one; `asks` are the facts that the tables in hand ask."""
    every, asked = store.load("texts")["facts"], frozenset(asks)
    found: dict[str, str] = {}
    ways: dict[str, str] = {}
    begun = played.as_begun()
    for rank in _looked_at(asked):
        told = rank[0].facts(begun, untold, asked) if len(rank) == 1 else _agreed(s.facts(begun, untold, asked) for s in rank)
        if told:
            ways |= {name: source.way for source in rank if source.way for name in told.keys() - found.keys()}
            found = {**told, **found}
    return {name: value for name, value in found.items() if name in every}, ways


def _agreed(told: Iterable[Found]) -> dict[str, str]:
    """What sources of one rank tell, without the facts in which they differ; who leaves several values open does not differ from
    who names one of them."""
    found: dict[str, str] = {}
    differ = set()
    for each in told:
        for name, value in each.items():
            both = _open(found.get(name, value)) & _open(value)
            if not both:
                differ.add(name)
            elif name not in found or len(both) < len(_open(found[name])):
                found[name] = value
    return {name: value for name, value in found.items() if name not in differ}


def _open(value: str) -> frozenset[str]:
    return frozenset(value.split(EITHER))
