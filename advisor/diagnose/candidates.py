"""What may be a fact: the values that the forms of the lexicon tell, the value that all the words speak for, and the one that
the net hears, each with the signs by which it is trusted or not."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from advisor.base import store
from advisor.diagnose.evidence import Voice, ear
from advisor.diagnose.net import Sensed, Told, net
from advisor.diagnose.roles import ROLES, TOLD, Clause
from advisor.diagnose.weigh import named_in
from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.scope import HEARSAY
from advisor.read.tokens import CLAUSE
from advisor.replay.followed import called_before_low
from advisor.replay.played import Played

_COMPACT = 4
PHRASE = f"form of {_COMPACT} words"  # the sign of words that are told in one whole phrase
_SILENT = -0.35  # a value that the words speak for less than this against silence is no candidate
_SHORT, _LONG, _ENOUGH = 15, 120, 7  # words
_STEPS = (-0.3, 0.0, 0.3, 0.6, 0.85, 1.2, 1.6)
_HEARD = 0.2  # a value that the net believes in less is no candidate
_BELIEFS = (0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97)
_FAINT, _ODDS = 1e-3, 3.0
_BESIDE = 4  # tokens on either side of the loudest that are quoted with it
_SCALE = 4  # so that these signs weigh like the others
NOTHING = 0.0
_OF_LOW = frozenset({"accepted", "ib_replacement"})  # what comes after an insufficient bid
_SIDES = frozenset({"declarer", "dummy", "defender"})
_FIRST, _LAST = attrgetter("first"), attrgetter("last")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value of a fact that may have been told: how it was heard, the user's words, the signs by which it is trusted, and
    whether the net looked at the telling (it is not asked about a reply)."""

    fact: str
    value: str
    how: str
    quotes: tuple[str, ...]
    signs: Mapping[str, float]
    sensed: bool = False


@dataclass(frozen=True, slots=True)
class _Heard:
    """What all the words speak for of a fact, what the net believes of it, and whether the net looked at all."""

    voice: Voice | None
    belief: Told | None
    sensed: bool

    def place(self, reading: Reading, value: str) -> tuple[int, int]:
        """The words that speak loudest for a value: those of the voice where it is the voice's, else those that the net heeds."""
        if self.voice is not None and (self.belief is None or value == self.voice.best or value != self.belief.best):
            return self.voice.place
        assert self.belief is not None
        return _around(reading, self.belief.loudest)


def candidates(
    played: Played, spoken: Sequence[Clause], asks: Iterable[str], sensed: Sensed | None = None
) -> dict[str, list[Candidate]]:
    """Fact -> the values that may have been told of it: of every fact that forms tell, and of those asked for also what the words
    speak for as a whole, and what the net hears in a telling that it has looked at (`sensed`)."""
    wanted = dict.fromkeys(asks)
    believed = net().told(sensed, wanted) if sensed is not None else None
    return weighed(played, ear().voices(played.reading, wanted), believed, spoken, wanted)


def weighed(
    played: Played,
    voices: Mapping[str, Voice],
    believed: Mapping[str, Told] | None,
    spoken: Sequence[Clause],
    wanted: Collection[str] = (),
) -> dict[str, list[Candidate]]:
    """The same with what all the words speak for (fact -> voice), what the net believes (None: it did not look), and whose voice
    each clause is; only of the facts wanted, if some are named."""
    reading, before = played.reading, called_before_low(played)
    sides, of_sides = _tells_sides(reading), store.load("texts")["sides"]  # a seat alone proves nobody's side
    bare = len(reading.tokens) < _ENOUGH and bool(named_in(reading))  # hardly more than a name for the irregularity tells no fact
    heard = by_value(played, before, wanted)
    found: dict[str, list[Candidate]] = {}
    sensed, believed = believed is not None, believed or {}
    for fact in dict.fromkeys([*heard, *voices, *believed]):
        forms = _fullest(fact, heard.get(fact, {}))
        voice, belief = voices.get(fact), believed.get(fact)
        values = dict.fromkeys(forms)
        earlier = voice is not None and fact in _OF_LOW and voice.place[-1] in before
        if not (bare or earlier) and (sides or fact not in of_sides):
            if voice is not None and voice.scores[voice.best] > _SILENT:
                values |= {voice.best: None}
            if belief is not None and belief.chances[belief.best] > _HEARD:
                values |= {belief.best: None}
        told = [_candidate(reading, fact, value, forms, _Heard(voice, belief, sensed), spoken, sides=sides) for value in values]
        if told:
            found[fact] = told
    return found


def _candidate(
    reading: Reading,
    fact: str,
    value: str,
    forms: Mapping[str, list[Mention]],
    heard: _Heard,
    spoken: Sequence[Clause],
    *,
    sides: bool,
) -> Candidate:
    voice, belief = heard.voice, heard.belief
    mentions = forms.get(value, [])
    signs = {"bias": 1.0, f"fact:{fact}": 1.0, f"fact:{fact}={value}": 1.0}
    source = "form" if mentions else "words"
    signs[source] = 1.0
    signs[f"{source} of {fact}"] = 1.0
    signs |= _of_forms(mentions, forms, value)
    places = [(m.first, m.last) for m in mentions] or [heard.place(reading, value)]
    signs |= _of_roles(reading, places, source, spoken)
    if not sides:
        signs |= {"no side told": 1.0, f"no side told: {fact}": 1.0}
    words = len(reading.tokens)
    size = "short" if words < _SHORT else "long" if words > _LONG else "middling"
    signs[size] = 1.0
    signs |= _of_words(voice, value, source, size, signs["told log odds"])
    signs |= _of_net(belief, value, source, size, signs["told log odds"])
    if mentions:
        how = "typo" if all(m.how != "stated" for m in mentions) else "stated"
        return Candidate(fact, value, how, tuple(dict.fromkeys(reading.quote(m) for m in mentions)), signs, heard.sensed)
    return Candidate(fact, value, "stated", tuple(reading.words(*place) for place in places), signs, heard.sensed)


def _of_forms(mentions: Collection[Mention], forms: Mapping[str, list[Mention]], value: str) -> dict[str, float]:
    """How the forms tell it: how long the longest is, how often, alone or beside another value."""
    if not mentions:
        return {"another form": 1.0} if forms else {}
    longest = max(m.last - m.first + 1 for m in mentions)
    found = {f"form of {min(longest, _COMPACT)} words": 1.0}
    if len(mentions) > 1:
        found["told twice"] = 1.0
    if len(forms) > 1:
        found["torn"] = 1.0
    if all(m.how != "stated" for m in mentions):
        found["slip"] = 1.0
    if any("negated" in m.flags for m in mentions):
        found["turned round"] = 1.0
    return found | ({"a no": 1.0} if value == "no" else {})


def _of_words(voice: Voice | None, value: str, source: str, size: str, told: float) -> dict[str, float]:
    """How strongly all the words speak for it, against silence (the score) and against the other values (the lead); the two
    together, and each by the length of the text and by how surely the clause tells: a strong word in a long story, or in a clause
    that may only ask, says less."""
    if voice is None:
        return {"unweighed": 1.0}
    score = voice.scores.get(value, -1.0)
    lead = score - max((other for name, other in voice.scores.items() if name != value), default=NOTHING)
    found = {f"{source} score over {step}": 1.0 for step in _STEPS if score > step}
    high = len(found)
    found |= {f"{source} lead over {step}": 1.0 for step in _STEPS if lead > step}
    ahead = len(found) - high
    found |= {f"{size} score": high / _SCALE, f"{size} lead": ahead / _SCALE, f"score {high} lead {ahead}": 1.0}
    found |= {"told by score": told * high / _SCALE, "told by lead": told * ahead / _SCALE}
    if value == voice.best:
        found[f"{source} best"] = 1.0
    return found


def _of_net(belief: Told | None, value: str, source: str, size: str, told: float) -> dict[str, float]:
    """How firmly the net believes that it is told, and that another value is: also by the length of the text, by how surely the
    clause tells, and by what else speaks for it (a form, or the words)."""
    if belief is None:
        return {"net: not asked": 1.0}
    own, other = belief.chances.get(value, 0.0), max((c for v, c in belief.chances.items() if v != value), default=0.0)
    odds = _log_odds(own) / _ODDS
    found = {f"net over {step}": 1.0 for step in _BELIEFS if own > step}
    found |= {"net: odds": odds, f"net: odds, {source}": odds, f"net: odds, {size}": odds, "net: told": told * odds}
    return found | {"net: another": _log_odds(other) / _ODDS, "net: best": float(value == belief.best)}


def _around(reading: Reading, loudest: int) -> tuple[int, int]:
    """The words around the one that speaks loudest, as far as its clause goes."""
    first = last = loudest
    while first > max(0, loudest - _BESIDE) and reading.tokens[first - 1].after < CLAUSE:
        first -= 1
    while last < min(len(reading.tokens) - 1, loudest + _BESIDE) and reading.tokens[last].after < CLAUSE:
        last += 1
    return first, last


def _log_odds(chance: float) -> float:
    return math.log((chance + _FAINT) / (1 + _FAINT - chance))


def _of_roles(reading: Reading, places: Collection[tuple[int, int]], source: str, spoken: Sequence[Clause]) -> dict[str, float]:
    """How likely the words lie in clauses that tell (the best of its places), and in each other voice."""
    best: Mapping[str, float] = {}
    for first, last in places:
        for at in range(bisect_left(spoken, first, key=_LAST), bisect_right(spoken, last, key=_FIRST)):
            if spoken[at].chances[TOLD] > best.get(TOLD, -1.0):
                best = spoken[at].chances
    found = {f"voice {role}": best.get(role, 0.0) for role in ROLES}
    told = best.get(TOLD, 0.0)
    found["told log odds"] = max(-3.0, min(3.0, math.log((told + 1e-3) / (1.001 - told)))) / 3
    found |= {f"{source} told over {part}": 1.0 for part in (0.5, 0.7, 0.85, 0.95) if told > part}
    last = max((end for _, end in places), default=0)
    if reading.sentences[last] == reading.sentences[-1]:
        found["last sentence"] = 1.0
    return found


def _tells_sides(reading: Reading) -> bool:
    """Whether the text tells who declares, is dummy or defends: where it does not, no words tell the side of a player."""
    return any(mention.name in _SIDES for mention in reading.mentions)


def by_value(played: Played, before: Collection[int], wanted: Collection[str] = ()) -> dict[str, dict[str, list[Mention]]]:
    """Fact -> value -> the mentions that tell it, without what the story itself refutes: then no value may be left. `before` are
    the tokens of the calls before an insufficient bid, which answer nothing; only of the facts wanted, if some are named."""
    heard: dict[str, dict[str, list[Mention]]] = {}
    by_concept: Mapping[str, tuple[str, ...]] = store.load("texts")["concept_facts"]
    for mention in played.reading.mentions:
        targets = (mention.name,) if "=" in mention.name else by_concept.get(mention.name, ())
        for target in targets:
            name, _, told = target.partition("=")
            if (wanted and name not in wanted) or (name in _OF_LOW and mention.last in before):
                continue
            value = _scoped(told, mention.flags) if mention.flags else told
            if value is not None:
                heard.setdefault(name, {}).setdefault(value, []).append(mention)
    for name, told_of in heard.items():
        for value in played.refuted.of(name):
            told_of.pop(value, None)
    return heard


def only_said(played: Played) -> dict[str, set[str]]:
    """Fact -> the values that stand only in what a player says, without what the story itself refutes."""
    said: dict[str, set[str]] = {}
    by_concept: Mapping[str, tuple[str, ...]] = store.load("texts")["concept_facts"]
    for mention in played.reading.mentions:
        if HEARSAY not in mention.flags:
            continue
        for target in (mention.name,) if "=" in mention.name else by_concept.get(mention.name, ()):
            name, _, told = target.partition("=")
            value = _scoped(told, [flag for flag in mention.flags if flag != HEARSAY])
            if value is not None and value not in played.refuted.of(name):
                said.setdefault(name, set()).add(value)
    return said


def _fullest(name: str, values: Mapping[str, list[Mention]]) -> dict[str, list[Mention]]:
    """The values of a fact without those that give way to another one, and without what is only a part of longer words for
    another one ("did not touch the table"), as long as these stand close together: words far apart prove less."""
    over = store.load("texts")["over"]
    weaker = {other for value in values for other in over.get(f"{name}={value}", ())}
    kept = {value: mentions for value, mentions in values.items() if value not in weaker} or values
    every = [(value, m) for value, mentions in kept.items() for m in mentions]
    starting: dict[int, list[tuple[str, Mention]]] = {}
    for value, m in every:
        starting.setdefault(m.first, []).append((value, m))
    found: dict[str, list[Mention]] = {}
    for value, m in every:
        inside = any(
            v != value and m.last <= o.last and _COMPACT > o.last - o.first > m.last - m.first
            for first in range(m.first - _COMPACT + 1, m.first + 1)
            for v, o in starting.get(first, ())
        )
        if not inside:
            found.setdefault(value, []).append(m)
    return found


def _scoped(value: str, flags: Collection[str]) -> str | None:
    """The value that a mention proves which something reaches: a `yes` is turned round by a `not`, anything else
    that is negated is dropped, and so is what stands under `if` or hearsay."""
    if "supposed" in flags or HEARSAY in flags:
        return None
    if "negated" in flags:
        return "no" if value == "yes" else None
    return value
