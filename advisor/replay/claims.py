"""What was done by way of a claim, by the deed: several cards shown, or a hand laid down (Law 68A)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from advisor.read.events import TOLD
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.aftermath import EITHER
from advisor.replay.declaring import DEFENDER, side_of
from advisor.replay.exposed import token_at
from advisor.replay.players import partners

FACT, SHOWN, OBJECTED = "claim_act", "concession_card_shown", "objection_at_once"
_SHOWS: Final = frozenset({"expose", "spread"})
_STATED: Final = frozenset({"claim_act=tricks_stated", "claim_act=gave_up_tricks", "claim_act=not_meant"})
_NUMBERS: Final = frozenset({"two_num", "three_num"})
_TRUMP: Final = "trump"
CLAIM_SITUATIONS: Final = ("claim_outstanding_trump", "claim_contested", "claim_no_statement", "claim_suit_order", "claim_made")
CONCESSION_SITUATIONS: Final = (
    "defender_concession_objected",
    "claim_no_statement",
    "claim_contested",
    "concession_contested",
    "claim_made",
    "claim_agreed",
)
_SPEAKS: Final = frozenset({"say", "object", "answer"})
_GIVES, _HAS_A_TRICK, _FAR = "gives_all_away", "has_a_trick", 12
_LAST, _OUT, _NONE = "last_trump", "trump_is_out", "thought_trumps_in"
_FORGOTTEN: Final = {"trump_mentioned": "no", "trump_maybe_forgotten": "yes"}
_MENTIONED: Final = "trump_mentioned=yes"
_CONTRACT, _CARD, _STILL_HOLDS = "contract", "card", "still_holds"
_CONTRACTS: Final = frozenset({_CONTRACT, "call"})
_NEAR, _SEVERAL = 4, 1
WINS: Final = "trump_can_win"
_OF_CARDS: Final = frozenset({_CARD, "holding", "rank", "hand"})


def claim_act(reading: Reading) -> dict[str, str]:
    """`claim_act` (`cards_shown`) where a player is told to show several cards, or to lay them down, and nothing is told of
    what was said with it."""
    if any(m.name in _STATED for m in reading.mentions):
        return {}
    ends = {token.start: at for at, token in enumerate(reading.tokens)}
    counts = [ends.get(n.start, -_NEAR - 1) for n in reading.notation if n.kind == "card_count" and int(n.value) > _SEVERAL]
    for event in reading.story.events:
        shows = event.deed in _SHOWS and event.actor and not event.object and not UNSAID & set(event.flags)
        if shows and any(0 < at - event.last <= _NEAR for at in counts):
            return {FACT: "cards_shown"}
    return {}


def claim_situation(reading: Reading) -> str:
    """`claim_outstanding_trump`, where a trump is told to be out and the claimer to have thought that none was, or an opponent to
    have still held a card of the trump suit (Law 70C)."""
    forgotten = _forgotten(reading) and any(cue.what == _OUT for cue in reading.cues)
    return CLAIM_SITUATIONS[0] if forgotten or _trump_still_held(reading) else ""


def _trump_still_held(reading: Reading) -> bool:
    """Whether a card of the suit of the only contract told (else of the bid told first) stands right behind words for what
    somebody still holds."""
    told = [note for note in reading.notation if note.kind in _CONTRACTS]
    told = [note for note in told if note.kind == _CONTRACT] or told[:1]
    suits = {note.value.split()[0].lstrip("1234567").rstrip("X") for note in told}
    held = [cue.last for cue in reading.cues if cue.what == _STILL_HOLDS]
    if len(suits) != 1 or not held:
        return False
    suit = next(iter(suits))[:1]
    cards = [token_at(reading, n.start) for n in reading.notation if n.kind == _CARD and n.value.startswith(suit)]
    return any(0 < card - at <= _NEAR and not reading.parted(at, card) for card in cards for at in held)


def concession_situation(reading: Reading) -> str:
    """`defender_concession_objected`, where a defender is told to have given the tricks away and another player to have said
    that there is a trick to take (Law 68B2)."""
    given = [cue.first for cue in reading.cues if cue.what == _GIVES]
    objects = [cue.first for cue in reading.cues if cue.what == _HAS_A_TRICK]
    if not given or not any(at > given[0] for at in objects):
        return ""
    said = [e for e in reading.story.events if e.actor and given[0] - _FAR <= e.first < given[0] and not UNSAID & set(e.flags)]
    if not said:
        return ""
    speak = [e for e in reading.story.events if e.deed in _SPEAKS and not UNSAID & set(e.flags)]
    across = any(  # whose partner objects is no declarer: dummy has no cards to speak of
        partners(said[-1].actor, e.actor) and 0 < at - e.first <= _FAR for e in speak for at in objects
    )
    return CONCESSION_SITUATIONS[0] if across or side_of(reading, said[-1].actor) == DEFENDER else ""


def last_trump(reading: Reading) -> dict[str, str]:
    """`trump_mentioned` (`no`) and `trump_maybe_forgotten` (`yes`) where the claimer is told to have thought that all trumps were
    in; or where the claim speaks of the last trump, and more than one is told to be out: of the other nothing was said."""
    spoken = any(cue.what == _LAST for cue in reading.cues)
    several = any(one in _NUMBERS and two == _TRUMP for one, two in pairwise(reading.stems))
    return _FORGOTTEN if (spoken and several) or _forgotten(reading) else {}


def trump_open(reading: Reading) -> dict[str, str]:
    """`trump_can_win`, left open where no card of what was left is told: else a doubt goes against the claimer (Law 70C3)."""
    return {} if any(n.kind in _OF_CARDS for n in reading.notation) else {WINS: f"yes{EITHER}no"}


def _forgotten(reading: Reading) -> bool:
    thought = any(cue.what == _NONE for cue in reading.cues)
    return thought and not any(m.name == _MENTIONED and not m.flags for m in reading.mentions)


def objection_open(reading: Reading) -> dict[str, str]:
    """`objection_at_once`, open where no words tell when partner objected to a concession (Law 68B2)."""
    told = any(m.name.startswith(f"{OBJECTED}=") and not m.flags for m in reading.mentions)
    return {} if told else {OBJECTED: f"yes{EITHER}no"}


def cards_laid_down(reading: Reading) -> dict[str, str]:
    """`concession_card_shown` (`yes`) where somebody is told to have spread or shown cards (Law 68B2)."""
    shown = any(e.deed in _SHOWS and e.actor and e.by == TOLD and not UNSAID & set(e.flags) for e in reading.story.events)
    return {SHOWN: "yes"} if shown else {}
