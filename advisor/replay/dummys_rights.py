"""What dummy said, to whom, and whether the rights of Law 42B had been lost before it, by the order of the telling (Laws 42B,
43A2, 43B, 61B2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from advisor.read.events import CARDS, PLAYERS, SEAT_OF, TOLD
from advisor.read.match import Mention
from advisor.read.names import NAMED
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED, UNSAID
from advisor.read.story import SPEAKER
from advisor.read.tokens import SENTENCE
from advisor.replay.aftermath import EITHER
from advisor.replay.declaring import DECLARER, DEFENDER, side_of
from advisor.replay.players import cues, players_words

LOST, REMARK = "dummy_lost_rights", "dummy_remark"
_INTERVENES: Final = "dummy_intervenes"
RIGHTS_SITUATIONS: Final = (
    _INTERVENES,
    "dummy_oversteps",
    "dummy_rights",
    "draw_attention",
    "prevent_irregularity",
    "revoke_corrected",
    "revoke_too_late",
    "revoke_established",
    "revoke_inquiry",
    "declarer_lead_wrong_hand",
)
_BREACH: Final = frozenset({"dummy_leaves_seat", "dummy_looks_at_hand", "hands_exchanged"})
_LOOKS, _SUIT, _HAND = "looks_at_cards", "asks_suit_left", "names_leading_hand"
_ASKS: Final = frozenset({"dummy_asks_suit", "dummy_remark=asks_declarer_revoke", "revoke_question"})
_WARNS: Final = "dummy_warns"
_SPOKEN: Final = _ASKS | {_WARNS}
_DUMMY: Final = "dummy"
_NAMED: Final = frozenset({_DUMMY, "actor=dummy", *_BREACH})
_ONLY: Final = frozenset({_DUMMY, "declarer"})
_OF: Final = {DECLARER: "asks_declarer_revoke", DEFENDER: "asks_defender_revoke"}
_PREVENTS, _POINTS = "warns_before_act", "points_out_irregularity"
_LEADS: Final = frozenset({"lead", "call_card"})
_ABOUT, _BEHIND_ME = "about_to", "my_cards_seen"
_OTHERS: Final = frozenset({"lho", "rho", "opponent", "defender"})
_CALLERS: Final = _OTHERS | {DECLARER, "partner", *SEAT_OF, "director"}
_BESIDE, _NEAR, _FAR, _WHOSE = 4, 12, 25, 2


def dummys_rights(reading: Reading) -> dict[str, str]:
    """`dummy_lost_rights` (`yes`) where dummy is told to leave the seat, look at a hand or exchange hands, and then to speak
    (open where that is told only after the words);
    `dummy_remark` where the words that dummy is quoted to say, and the card they are said to, tell what it was. A question to a
    defender by a dummy who had lost the rights draws attention to an irregularity of that side (Law 43B3)."""
    breach, spoken, asks = _breach(reading), _told(reading, _SPOKEN), _told(reading, _ASKS)
    pointed = _points_out(reading, breach)
    said = sorted([m.first for m in spoken] + _quoted(reading, _SUIT) + _quoted(reading, _HAND) + pointed)
    kept = any(m.name == f"{LOST}=no" or (m.name in _BREACH and NEGATED in m.flags) for m in reading.mentions)
    lost = bool(breach and said) and not kept and breach[0] < said[-1]
    later = bool(breach and said) and not kept and not lost  # told after the words: it may have come before them
    found = {LOST: "yes"} if lost else {LOST: f"yes{EITHER}no"} if later else {}
    remark = _remark(reading, asks)
    if lost and (remark == _OF[DEFENDER] or (pointed and remark != _OF[DECLARER])):
        remark = _POINTS
    return found | ({REMARK: remark} if remark else {})


def rights_situation(reading: Reading) -> str:
    """`dummy_intervenes`, where dummy is told to have looked at a hand or left the seat and then to have asked about a suit or
    told which hand had the lead: whatever it was about, those rights decide (Law 43B)."""
    told = dummys_rights(reading)
    dummy = any(m.name in _NAMED for m in reading.mentions)
    return _INTERVENES if dummy and told.get(LOST) == "yes" and REMARK in told else ""


def warned_in_time(reading: Reading) -> bool:
    """Whether dummy is quoted to have told which hand had the lead while declarer was about to lead from the other (Law 42B2)."""
    said = [e for e in reading.story.events if e.deed == "say" and e.actor == _DUMMY and e.by == TOLD and not e.flags]
    return bool(said) and dummys_rights(reading).get(REMARK) == _PREVENTS


def _breach(reading: Reading) -> list[int]:
    """Where dummy is told to have done what costs those rights, in the order of the text."""
    spoken = spoken_tokens(reading.text, reading.tokens)
    nots = reading.nots()  # "dummy, who had not seen anybody's cards"
    about = any(m.name in _NAMED for m in reading.mentions)
    looks = [cue.first for cue in cues(reading, _LOOKS) if cue.first not in spoken | nots | reading.under_not()] if about else []
    told = [m.first for m in _told(reading, _BREACH) if nots.isdisjoint(range(m.first, m.last + 1))]
    return sorted(told + looks)


def _points_out(reading: Reading, breach: Sequence[int]) -> list[int]:
    """Where, soon after that, somebody is told to have called out a revoke, and nobody but dummy and the revoker is named."""
    if not breach:
        return []
    near = [cue.first for cue in cues(reading, "calls_out_revoke") if 0 < cue.first - breach[0] <= _NEAR]
    others = {m.first for m in reading.mentions if m.name in _CALLERS}
    return [at for at in near if others.isdisjoint(range(at - _BESIDE // 2, at))]


def _remark(reading: Reading, asks: Collection[Mention]) -> str:
    """What dummy said, as a value of `dummy_remark`; nothing where that is not certain."""
    if any(_of_these_two(reading, m) for m in asks):
        return _OF[DECLARER]
    suit, hand = _quoted(reading, _SUIT) or sorted(m.last for m in asks), _quoted(reading, _HAND)
    if suit and not hand:
        return _OF.get(_asked_side(reading, suit[0]), "")
    return _of_a_lead(reading, hand[0]) if hand and not suit else ""


def _asked_side(reading: Reading, at: int) -> str:
    """The side of the player whom dummy asks about a suit at a token: the one addressed as partner, the one who is told beside it
    as an opponent, or who played last before it; nothing where that is not certain."""
    if any(0 < at - cue.last <= _BESIDE for cue in cues(reading, "asks_me")):
        return side_of(reading, SPEAKER)
    seen = [m.last for m in _told(reading, _BREACH)] + [cue.last for cue in cues(reading, _LOOKS)]
    looked_at = {last + step for last in seen for step in range(1 - _WHOSE, _WHOSE + 1)}  # "peeked at LHO's cards"
    near = [m for m in reading.mentions if at - _BESIDE <= m.first <= at + _BESIDE and m.first not in looked_at]
    beside = {m.name for m in near if m.how not in ("derived", NAMED)}  # "no spades, Bill?" names one, and is no "partner"
    if beside & {"partner", DECLARER} and not beside & _OTHERS:
        return DECLARER
    if beside & _OTHERS and "partner" not in beside:
        return DEFENDER
    dummys = {_DUMMY, *(seat for seat, role in reading.story.roles if role == _DUMMY)}
    cards = [e for e in reading.story.events if e.deed in CARDS and e.last < at and e.actor and e.actor not in dummys]
    if not cards or at - cards[-1].last > _FAR:
        return ""
    last = cards[-1].actor
    whose = {cue.what for cue in cues(reading, "of_me", "of_other")}
    if last == "partner" and whose == {"of_other"}:
        return DECLARER  # dummy's partner
    side = side_of(reading, last)
    looked = any(cue.what == _BEHIND_ME for cue in reading.cues)
    return side or (DEFENDER if looked and last == SPEAKER else "")


def _of_a_lead(reading: Reading, at: int) -> str:
    """Whether words about the hand on lead came before the wrong lead or after it; nothing where neither is told."""
    about = [cue.first for cue in cues(reading, _ABOUT)]
    if any(at - _FAR <= one < at for one in about):
        return _PREVENTS
    led = [e for e in reading.story.events if e.deed in _LEADS and e.first < at and side_of(reading, e.actor) == DECLARER]
    if led:
        return _POINTS if not UNSAID & set(led[-1].flags) and at - led[-1].last <= _NEAR else ""
    return _PREVENTS if any(at < one <= at + _NEAR and not reading.parted(at, one, SENTENCE) for one in about) else ""


def _quoted(reading: Reading, what: str) -> list[int]:
    """Where these words stand in quotation marks, and not as a director's."""
    spoken = players_words(reading)
    return sorted(cue.first for cue in cues(reading, what) if cue.first in spoken)


def _told(reading: Reading, names: frozenset[str]) -> list[Mention]:
    return [m for m in reading.mentions if m.name in names and not UNSAID & set(m.flags)]


def _of_these_two(reading: Reading, asked: Mention) -> bool:
    here = reading.sentences[asked.first]
    named = {m.name for m in reading.mentions if m.name in PLAYERS and reading.sentences[m.first] == here and m.how != "derived"}
    return named == _ONLY
