"""Weighs a reading: how likely each irregularity is, and which signs speak for it.

Three judges of different kinds weigh the same telling: one by the signs of the reading (concepts, facts, words, what was
replayed), one by the raw text, and a small net that reads it in its order. Their calibrated log-probabilities are averaged
(design, finding 14); how often a law is called for counts lightly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from advisor.base import store
from advisor.diagnose.judge import Judge
from advisor.diagnose.net import Net, Sensed, net
from advisor.diagnose.ngrams import ngrams, words_of
from advisor.diagnose.raw import RawJudge
from advisor.diagnose.roles import TOLD, clauses
from advisor.diagnose.rows import SparseRows
from advisor.diagnose.signs import Signs, signs_of
from advisor.diagnose.silence import without_silence
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.read.events import PLAYERS
from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.replay.denied import denied
from advisor.replay.played import Played
from advisor.replay.revoke import only_established
from advisor.replay.revoking import ON_BOARD_BEFORE

_ALSO, _BESIDE = 1.3, 0.8  # the score, and the part of the first one's, from which on a text tells an irregularity besides
_OFTEN = 1.3
_PROVEN = 1000.0
_NAMED, _PLAIN = 30.0, 3000.0  # what is called by its name is so much likelier: its laws in so few words,
_FEW_WORDS, _HARDLY_MORE = 17, 1  # and its plainest situation where there are hardly others
_MOST = 12
TELLING = 25  # words: what is told in fewer has little order to read, and the others know it as well
PROVEN = ("auction_insufficient", "auction_out_of_turn", "auction_inadmissible_double", "auction_inadmissible_redouble")
# what opens the door (weighed on half of the tellings kept aside, held against the other half): what the doors say, how far the
# belief is scattered over the laws, which shuts it, and how long the text is
_MARGIN, _SCATTER, _LENGTH, _DOOR = 2.25, -1.63, 0.31, -0.4
_SHUT, _SURE = -0.8, 0.98  # what is so surely one law is an incident though the door is nearly shut
_SEEN = 1e-9
_NEVER = -12.0  # the logarithm that the net is taken to give what it does not know
_TRUSTED = 0.95  # the belief in an incident that is proven
_ESTABLISHED = "revoke_established"
_OF_CARDS = frozenset({"suit", "card", "rank"})
_BID_OUT, _LEAD = "bid_out_of_turn", "lead"


@dataclass(slots=True)  # never changed once it is made; not frozen, since that takes three times as long to make
class Weighed:
    """One irregularity with its share of the belief (0 to 1), the law it stands under, and its own score: how strongly the
    text speaks for it, from about -1 (not at all) to 3 and more (strongly)."""

    irregularity: str
    share: float
    law: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All candidates, likeliest first; `law_share` is the belief in the likeliest law as a whole, `twin_share` the belief in
    it together with the laws whose likeliest irregularity describes the same situation (advisor/laws/twins.yaml), `rivals` the
    belief in each of the other laws.

    `backed` says that the signs of what was read put the same law first without the letters of the raw text and without how often
    it is called for. `door` says what kind of text it is: `incident`, `none` (a bridge story without an irregularity) or
    `unclear`; `only_named` that it hardly does more than call one irregularity by its name, so that it tells nothing besides;
    `sensed` is what the net sees in it.
    """

    weighed: tuple[Weighed, ...]
    law_share: float
    door: str
    signs: Mapping[str, float]
    twin_share: float = 0.0
    rivals: Mapping[str, float] = field(default_factory=dict)
    only_named: bool = False
    backed: bool = True
    sensed: Sensed | None = None

    def besides(self, chosen: Weighed, most: int = 2) -> tuple[Weighed, ...]:
        """The irregularities of other laws that the text speaks for as well, hardly less than for the likeliest."""
        least = max(_ALSO, _BESIDE * self.first.score)
        found = [w for w in self.weighed if w.score > least and w.law != chosen.law and not self.only_named]
        laws = dict.fromkeys(w.law for w in found)
        return tuple(next(w for w in found if w.law == law) for law in laws)[:most]

    def lead_over(self, told_too: Sequence[Weighed]) -> float:
        """How much more the likeliest law is believed in (with its twins) than any other that is not told besides it."""
        besides = {each.law for each in told_too}
        return self.twin_share - max((belief for law, belief in self.rivals.items() if law not in besides), default=0.0)

    def tells_incident(self, least: float) -> bool:
        """Whether the text tells an incident and one law is believed in at least so much (0 to 1)."""
        return self.door == "incident" and self.law_share >= least

    def belief_in(self, law: str) -> float:
        """What is believed of a law, whichever of its situations it is."""
        return self.law_share if law == self.first.law else self.rivals.get(law, 0.0)

    def without(self, names: Collection[str]) -> Diagnosis:
        """The same without what the story disproves; the others share what was believed of a law of which nothing is left."""
        left = tuple(w for w in self.weighed if w.irregularity not in names)
        if not left or len(left) == len(self.weighed):
            return self
        law, empty = left[0].law, {w.law for w in self.weighed} - {w.law for w in left}
        gone = sum(self.rivals.get(each, 0.0) for each in empty) + (self.law_share if self.first.law in empty else 0.0)
        if not 0 < gone < 1:
            return replace(self, weighed=left)
        rivals = {rival: belief / (1 - gone) for rival, belief in self.rivals.items() if rival not in (law, *empty)}
        if law == self.first.law:
            share, twins = min(1.0, self.law_share / (1 - gone)), min(1.0, self.twin_share / (1 - gone))
        else:
            share = twins = self.rivals.get(law, self.twin_share - self.law_share) / (1 - gone)
        return replace(self, weighed=left, law_share=share, twin_share=twins, rivals=rivals)

    def led_by(self, name: str, law: str) -> Diagnosis:
        """The same with an incident at its head that is proven by what is told (the law it stands under); the others keep what
        little is left."""
        if self.first.irregularity == name and self.law_share >= _TRUSTED:
            return self
        head = Weighed(name, _TRUSTED, law, max(_ALSO, self.first.score))
        left = tuple(replace(w, share=w.share * (1 - _TRUSTED)) for w in self.weighed if w.irregularity != name)
        rivals: dict[str, float] = {}
        for each in left:
            if each.law != law:
                rivals[each.law] = rivals.get(each.law, 0.0) + each.share
        return replace(self, weighed=(head, *left), law_share=_TRUSTED, twin_share=_TRUSTED, rivals=rivals, door="incident")

    @property
    def first(self) -> Weighed:
        """The likeliest candidate."""
        return self.weighed[0]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The laws of an edition: which classes have a table there, the law each stands under (by its place in `laws`), how
    often each law is called for, its place by number, and the columns of the classes in the net (of those that it knows)."""

    laws: list[str]
    classes: NDArray[np.intp]
    place: NDArray[np.intp]
    often: NDArray[np.float64]
    at: dict[str, int]
    known: NDArray[np.intp]
    columns: NDArray[np.intp]


class Scales:
    """The fitted judges and the door. Build once, use from many threads."""

    def __init__(
        self, judges: tuple[Judge, Judge, Net], joining: Mapping[str, float], classes: list[str], hints: Mapping[str, Any]
    ) -> None:
        self.signs, self.raw, self.net = judges
        self._raw = RawJudge(self.raw)
        self.share = joining["share"]  # of the raw text's judge beside that of the signs
        self.share_of_net, self.cooled = joining["share_of_net"], joining["net"]
        self.classes = classes
        self.proven = {sign: dict.fromkeys(laws, _PROVEN) for sign, laws in hints["anchors"]["proven"].items()}
        self.named: Mapping[str, Mapping[str, Any]] = hints["anchors"]["named"]
        self.often = dict.fromkeys(hints["daily"], _OFTEN) | dict.fromkeys(hints["rare"], 1 / _OFTEN)
        self.twins = {name: frozenset(group) for group in hints["twins"] for name in group}
        self._shelves: dict[str, Shelf] = {}
        self.column = {name: i for i, name in enumerate(self.classes)}

    def shelf(self, edition: str) -> Shelf:
        """The laws of one edition, set against the classes."""
        if edition not in self._shelves:
            known = tables(edition)
            law_of = {i: law_number(str(known[name]["law"])) for i, name in enumerate(self.classes) if name in known}
            laws = sorted(set(law_of.values()))
            names = [self.classes[i] for i in law_of]
            known_to_net = [at for at, name in enumerate(names) if name in self.net.column]
            self._shelves[edition] = Shelf(
                laws=laws,
                classes=np.array(list(law_of), dtype=np.intp),
                place=np.array([laws.index(law) for law in law_of.values()], dtype=np.intp),
                often=np.array([self.often.get(law, 1.0) for law in laws]),
                at={law: i for i, law in enumerate(laws)},
                known=np.array(known_to_net, dtype=np.intp),
                columns=np.array([self.net.column[names[at]] for at in known_to_net], dtype=np.intp),
            )
        return self._shelves[edition]

    def weigh(
        self, signs: Signs, folded: str, edition: str, named: Mapping[str, int] | None = None, sensed: Sensed | None = None
    ) -> Diagnosis:
        """The candidates of an edition, likeliest first: first by law, then within the law. `named` are the concepts by which a
        text of a few words calls an irregularity by its name, and how many other words it has; `sensed` is what the net sees."""
        shelf = self.shelf(edition)
        ids, there = self.signs.present(signs)
        scores = self.signs.scored(ids, there)[shelf.classes]
        raw, raw_doors = self._raw.scored(folded)
        alone = self.signs.log_probabilities(scores)
        joined = (1 - self.share) * alone + self.share * self.raw.log_probabilities(raw[shelf.classes])
        if sensed is not None:
            joined = (1 - self.share_of_net) * joined + self.share_of_net * self._by_net(sensed, shelf)
        named = named or {}
        hardly = frozenset(name for name, others in named.items() if others <= _HARDLY_MORE)
        laws_named = frozenset(law for name in named for law in self.named[name]["laws"])
        plain = frozenset(self.named[name].get("plain", "") for name in hardly)
        shares = np.exp(joined - joined.max())
        for name in plain & self.column.keys():
            shares[shelf.classes == self.column[name]] *= _PLAIN
        shares /= shares.sum()
        beliefs = np.bincount(shelf.place, weights=shares, minlength=len(shelf.laws)) * self._hints(signs, shelf)
        beliefs *= np.array([_NAMED if law in laws_named else 1.0 for law in shelf.laws]) if named else 1.0
        beliefs /= beliefs.sum()
        order = np.argsort(-beliefs, kind="stable")[:_MOST]
        rank = np.full(len(shelf.laws), _MOST)
        rank[order] = np.arange(len(order))
        ranks = rank[shelf.place]
        likely = np.lexsort((-shares, ranks))[: int((ranks < _MOST).sum())]
        names = (self.classes[i] for i in shelf.classes[likely].tolist())
        laws = (shelf.laws[i] for i in shelf.place[likely].tolist())
        weighed = tuple(map(Weighed, names, shares[likely].tolist(), laws, scores[likely].tolist()))
        first = float(beliefs[order[0]])
        same = self._same(weighed)
        twins = float(sum(beliefs[shelf.at[law]] for law in same))
        rivals = {shelf.laws[i]: float(beliefs[i]) for i in order.tolist() if shelf.laws[i] not in same}
        incident, none, unclear = ((1 - self.share) * self.signs.at_the_door(ids, there) + self.share * raw_doors).tolist()
        door = "incident" if weighed[0].law in laws_named else _door(incident, none, unclear, beliefs, folded)
        backed = shelf.laws[int(np.bincount(shelf.place, weights=np.exp(alone - alone.max())).argmax())] in same
        return Diagnosis(weighed, first, door, signs, twins, rivals, only_named=bool(hardly), backed=backed, sensed=sensed)

    def _by_net(self, sensed: Sensed, shelf: Shelf) -> NDArray[np.float64]:
        """The log-probabilities of the net, cooled, for the classes of a shelf."""
        found = np.full(len(shelf.classes), _NEVER)
        found[shelf.known] = sensed.irregularities[shelf.columns] * self.cooled
        best = found.max()
        cooled: NDArray[np.float64] = found - (best + np.log(np.exp(found - best).sum()))
        return cooled

    def _same(self, weighed: Sequence[Weighed]) -> frozenset[str]:
        """The law of the first candidate, and the laws whose likeliest candidate is a twin of it."""
        nearest = {w.law: w.irregularity for w in reversed(weighed)}
        twins = self.twins.get(weighed[0].irregularity, frozenset())
        return frozenset(law for law, name in nearest.items() if name in twins) | {weighed[0].law}

    def _hints(self, signs: Mapping[str, float], shelf: Shelf) -> NDArray[np.float64]:
        """How much likelier each law is than the words alone say: by how often it is called for, and by what is proven."""
        hints = shelf.often.copy()
        for sign in signs.keys() & self.proven.keys():
            for law, factor in self.proven[sign].items():
                if law in shelf.at:
                    hints[shelf.at[law]] *= factor
        return hints

    def speaking(self, signs: Mapping[str, float], winner: str, loser: str, most: int = 6) -> Sequence[tuple[str, float]]:
        """The signs that speak most strongly for `winner` against `loser`."""
        a, b = self.column.get(winner), self.column.get(loser)
        if a is None or b is None:
            return []
        found = [(name, value * self.signs.speaks(name, a, b)) for name, value in signs.items() if name in self.signs.index]
        return sorted(found, key=lambda pair: -abs(pair[1]))[:most]

    def speaking_raw(self, folded: str, winner: str, loser: str, most: int = 6) -> Sequence[tuple[str, float]]:
        """The runs of letters and words of the raw text that speak most strongly for `winner` against `loser`."""
        a, b = self.column.get(winner), self.column.get(loser)
        if a is None or b is None:
            return []
        found = [(name, self.raw.speaks(name, a, b)) for name in ngrams(folded) if name in self.raw.index]
        return sorted(found, key=lambda pair: (-abs(pair[1]), pair[0]))[:most]


def _door(incident: float, none: float, unclear: float, beliefs: NDArray[np.float64], folded: str) -> str:
    """The door a text comes in by: an incident where the doors say so, the more readily the fewer laws share the belief."""
    margin = incident - max(none, unclear)
    scatter = -float(beliefs @ np.log(beliefs + _SEEN))
    opened = _MARGIN * margin + _SCATTER * scatter + _LENGTH * log(len(words_of(folded)) or 1)
    if opened > _DOOR or (margin > _SHUT and float(beliefs.max()) > _SURE):
        return "incident"
    return "none" if none >= unclear else "unclear"


@lru_cache(maxsize=1)
def scales() -> Scales:
    """The scales of this installation."""
    signs, raw = store.load("judge_signs"), store.load("judge_raw")
    rows = SparseRows(*(store.array(f"judge_raw_{part}") for part in ("starts", "columns", "values", "at", "whole")))
    judges = Judge.of(signs, store.array("judge_signs_rows")), Judge.of(raw, rows), net()
    return Scales(judges, raw["joining"], store.load("classes"), store.load("hints"))


def diagnose(played: Played, edition: str, telling: Reading | None) -> Diagnosis:
    """Weigh everything a reading holds; the net looks at the `telling` in it, if there is one. What the replay proves to be
    irregular is an incident, whatever the words sound like."""
    reading, derived = played.reading, played.derived
    named = named_in(reading)
    told = without_silence(reading, named=bool(named))
    named = named if told is reading else named_in(told)
    telling = told if telling is reading else telling
    sensed = net().sense(telling) if telling is not None and len(telling.tokens) >= TELLING else None
    found = scales().weigh(signs_of(told, derived), told.folded, edition, named, sensed).without(denied(played.begun))
    established = _established(reading) or derived.get(ON_BOARD_BEFORE) == "yes"
    if established and _ESTABLISHED in tables(edition):
        return found.led_by(_ESTABLISHED, law_number(str(tables(edition)[_ESTABLISHED]["law"])))
    proven = any(derived.get(name) == "yes" for name in PROVEN)
    return replace(found, door="incident") if proven and found.door != "incident" else found


def named_in(reading: Reading) -> Mapping[str, int]:
    """The irregularities that a text of a few words calls by their names, each with how many other words there are, but for small
    ones, people and suits. A name within longer words for something else ("asked about a revoke") is none; where two kinds are
    named none counts."""
    if len(reading.tokens) > _FEW_WORDS:
        return {}
    known: Mapping[str, Mapping[str, Any]] = store.load("hints")["anchors"]["named"]
    told = [m for m in reading.mentions if m.name in known and not m.flags]
    if not told or any(not known[m.name]["laws"] for m in told):
        return {}
    longer = [m for m in reading.mentions if "=" not in m.name and m.name not in known]
    leads = [m for m in reading.mentions if m.name == _LEAD]  # "opening lead out of turn"
    named = [m for m in told if m.name != _BID_OUT or not any(_within(lead, m) for lead in leads)]
    named = [m for m in named if not any(_within(m, o) and o.name not in known[m.name].get("within", ()) for o in longer)]
    if len({tuple(known[m.name]["laws"]) for m in named}) > 1:
        return {}
    besides = _besides_people(reading)
    return {m.name: len(besides.difference(range(m.first, m.last + 1))) for m in named}


def _besides_people(reading: Reading) -> set[int]:
    """The tokens that are no small words, no people, suits or cards."""
    people = {at for m in reading.mentions if m.name in PLAYERS for at in range(m.first, m.last + 1)}
    cards = {note.start for note in reading.notation if note.kind in _OF_CARDS}
    words = (at for at, stem in enumerate(reading.stems) if stem and reading.tokens[at].start not in cards)
    return set(words) - people


def _within(inner: Mention, outer: Mention) -> bool:
    """Whether words are a part of longer ones."""
    return outer.first <= inner.first and inner.last <= outer.last and (inner.first, inner.last) != (outer.first, outer.last)


def _established(reading: Reading) -> bool:
    """Whether a short text tells an established revoke and nothing else, and tells it rather than asks or supposes it."""
    words = only_established(reading)
    if words is None:
        return False
    spoken = [clause for clause in clauses(reading) if clause.first <= words[1] and clause.last >= words[0]]
    return all(max(clause.chances, key=clause.chances.__getitem__) == TOLD for clause in spoken)
