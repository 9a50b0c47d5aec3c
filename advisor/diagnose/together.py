"""Does the story hold several irregularities that change one another?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from advisor.base import store
from advisor.base.kept import once
from advisor.diagnose.signs import TABLE_SIGN
from advisor.diagnose.weigh import Diagnosis, Weighed
from advisor.lawbook.models import Handled, Together
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.read.tokens import CLAUSE
from advisor.replay.players import players_words
from advisor.replay.revoking import revoking

_TOLD = 1.4
_UNHEARD = -9.0  # the score of what is not among the likelier ones
_CLOSE = 0.2
_FIRM = 0.86
_UNSURE = 0.25
_EARLIER, _SINCE = "earlier_revoke", "since_then"
_SUIT_FAILED = "follow_suit_failed"
_REVOKED, _UNFOLLOWED = "revoke", frozenset({_SUIT_FAILED, "other_suit_while_holding"})
_PLAYS = frozenset({"lead", "play", "follow", "discard", "ruff", "revoke"})
_CLAIM, _WINS, _BESIDE = "claim", frozenset({"win", "take_out"}), 3
_LED_OUT, _FROM = "lead_out_of_turn", "done_by"
_PENALTY = frozenset({"penalty_card", "pc_on_table"})
_LONG, _FAR = 25, 8  # words
_START = attrgetter("start")
_CARDS = frozenset({"suit", "card", "rank"})


@dataclass(frozen=True, slots=True)
class Meeting:
    """Irregularities that meet in one story: `first` governs, `others` are the rest; `doubtful` are facts whose words may belong
    to the other irregularity, `unless` those that rule the meeting out, `handled` tells how they are handled together."""

    first: Weighed
    others: tuple[Weighed, ...]
    doubtful: tuple[str, ...]
    unless: Mapping[str, str]
    handled: Handled


@lru_cache(maxsize=8)
def _pairs(edition: str) -> tuple[Together, ...]:
    data: Mapping[str, Mapping[str, object]] = store.load("together").get(edition, {})
    return tuple(Together.model_validate(entry) for entry in data.values())


@lru_cache(maxsize=8)
def _tables_heard(edition: str) -> frozenset[str]:
    """The derived facts (`table:fact=value`) that some pair of the edition is heard by."""
    every = (sign for pair in _pairs(edition) for group in pair.heard for sign in group)
    return frozenset(sign for sign in every if sign.startswith(TABLE_SIGN))


def meeting(reading: Reading, diagnosis: Diagnosis, first: Weighed, besides: Sequence[Weighed], edition: str) -> Meeting | None:
    """The first of the edition's pairs that the story tells, or whose every step was diagnosed; None when it tells none.

    A story that is firmly believed to be another one is left alone, whatever else it also speaks for; where hardly anything is
    believed, the words alone decide.
    """
    heard = _told_in(reading) | (diagnosis.signs.keys() & _tables_heard(edition))
    found = {first.irregularity, *(w.irregularity for w in besides)}
    for pair in _pairs(edition):
        confused = first.irregularity in pair.confused and (pair.whole or diagnosis.law_share < _FIRM)
        likely = pair.handles(first.irregularity) or diagnosis.law_share < _UNSURE or confused
        told = likely and all(heard.intersection(group) for group in pair.heard) and heard.isdisjoint(pair.never)
        if told or (likely and len(pair.handle) > 1 and all(found.intersection(step) for step in pair.handle)):
            return _met(pair, diagnosis, first, found, edition)
    return None


@once
def _told_in(reading: Reading) -> frozenset[str]:
    """The concepts told that pairs are heard by: not what is only said in passing."""
    asserting, over = _asserting(reading), _long_over(reading)
    suits = _of_suits(reading) if any(m.name == _SUIT_FAILED for m in reading.mentions) else frozenset()
    demanded = players_words(reading)  # a card that a player calls a penalty card is none by that
    heard = {
        m.name
        for m in reading.mentions
        if UNSAID.isdisjoint(m.flags)
        and (m.name != _SUIT_FAILED or reading.sentences[m.first] in suits)
        and (m.name != _CLAIM or m.first not in asserting)
        and m.first not in over
        and (m.name not in _PENALTY or m.first not in demanded)
    }
    if len(reading.tokens) > _LONG and revoking(reading) is None and _REVOKED not in heard:
        heard -= _UNFOLLOWED
    return frozenset(heard)


def _long_over(reading: Reading) -> frozenset[int]:
    """The tokens of what only explains how a card came to lie face up: "from an earlier revoke", "ever since he led out of
    turn", "a penalty card from an opening lead out of turn"."""
    lying = {m.last for m in reading.mentions if m.name in _PENALTY and not m.flags}
    by = {cue.first for cue in reading.cues if cue.what == _FROM}
    led = [m for m in reading.mentions if m.name == _LED_OUT]
    origins = [m for m in led if not lying.isdisjoint(range(m.first - _BESIDE, m.first))]
    found = {at for m in origins if by & {m.first - 1, m.first - 2} for at in range(m.first, m.last + 1)}
    reached = -1
    for cue in reading.cues:
        if cue.what == _EARLIER:
            found.update(range(cue.first, cue.last + 1))
        elif cue.what == _SINCE and (end := reading.clause_end(cue.last)) > reached:
            found.update(range(max(cue.first, reached + 1), end + 1))
            reached = end
    return frozenset(found)


def _asserting(reading: Reading) -> frozenset[int]:
    """Where what sounds like a claim of tricks begins and says that somebody revoked, or who won them: "claimed that East had
    revoked", "took all the rest"."""
    claims = [m for m in reading.mentions if m.name == _CLAIM]
    won = sorted(e.last for e in reading.story.events if e.deed in _WINS) if claims else []
    joins = [cue.first for cue in reading.cues if cue.what == "joined"] if claims else []
    return frozenset(m.first for m in claims if _won_before(won, m) or _of_a_revoke(reading, m, joins))


def _won_before(won: Sequence[int], claim: Mention) -> bool:
    """Whether somebody is told to have won right before a claim."""
    return bisect_left(won, claim.first - _BESIDE) < bisect_right(won, claim.first)


def _of_a_revoke(reading: Reading, claim: Mention, joins: Sequence[int]) -> bool:
    """Whether a claim is followed, in its clause and with no "and" between, by a revoke."""
    after = [m.first for m in reading.beginning(claim.last + 1, claim.last + _FAR) if m.name == _REVOKED]
    told = (at for at in after if all(token.after < CLAUSE for token in reading.tokens[claim.last : at]))
    return any(bisect_right(joins, claim.last) == bisect_left(joins, at) for at in told)


def _of_suits(reading: Reading) -> frozenset[int]:
    """The sentences in which a suit, a card or a play is told: what sounds there like not following suit is that, unlike "he
    still has one"."""
    found = {reading.sentences[e.first] for e in reading.story.events if e.deed in _PLAYS}
    for note in reading.notation:
        at = bisect_right(reading.tokens, note.start, key=_START) - 1
        if note.kind in _CARDS and at >= 0:
            last = bisect_right(reading.sentences, reading.sentences[at]) - 1
            found |= {reading.sentences[at]} if note.start < reading.tokens[last].end else set()
    return frozenset(found)


def _met(pair: Together, diagnosis: Diagnosis, first: Weighed, found: set[str], edition: str) -> Meeting:
    scores = {w.irregularity: w.score for w in diagnosis.weighed}
    steps = pair.handle[:1] if pair.leads else pair.handle
    order = tuple(_taken(step, scores, first.irregularity, found) for step in steps)
    weighed = [Weighed(name, 1.0, law_number(str(tables(edition)[name]["law"]))) for name in order]
    leads = next((w for w in weighed if w.irregularity == (pair.heads or first.irregularity)), weighed[0])
    handled = Handled(order=order, how=pair.how, neighbours=pair.neighbours)
    return Meeting(leads, tuple(w for w in weighed if w is not leads), pair.doubtful, pair.unless, handled)


def _taken(step: Sequence[str], scores: Mapping[str, float], first: str, found: set[str]) -> str:
    """Of the irregularities of one step the diagnosed one (or one listed before it that the text speaks for hardly less), else
    one diagnosed besides, else the first that the text clearly speaks for (hardly less than for any other), else the one that
    is meant when nothing is told."""
    if first in step:
        return next(name for name in step if name == first or scores.get(name, _UNHEARD) > scores.get(first, 0.0) - _CLOSE)
    diagnosed = [name for name in step if name in found]
    best = max(scores.get(name, _UNHEARD) for name in step)
    told = [name for name in step if scores.get(name, _UNHEARD) > max(_TOLD, best - _CLOSE)]
    return (diagnosed or told or list(step))[0]
