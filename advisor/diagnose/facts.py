"""What is known of an incident: each fact Known with its evidence, or Conflicting, or unknown; never repaired in silence.

A fact comes from one of four sources, in this order: answered by the user, replayed on a model of the table, told (trusted
enough to be taken), weighed (trusted too little: it only shapes the question). The first that speaks wins; two values of one
source that are trusted alike conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from advisor.base import store
from advisor.base.kept import once
from advisor.diagnose.calibration import LEANS, PHRASE_TAKEN, TAKEN, TORN, calibration
from advisor.diagnose.candidates import PHRASE, Candidate, candidates, only_said
from advisor.diagnose.disputes import in_doubt, told_differently
from advisor.diagnose.gathering import AUCTION, gathering
from advisor.diagnose.net import Sensed
from advisor.diagnose.questions import questions_put
from advisor.diagnose.roles import Clause, not_told, spoken_as
from advisor.diagnose.rulings import RULED, ToldRuling, told_rulings
from advisor.diagnose.sources import CUED, MOMENT, replayed
from advisor.read.reading import Reading
from advisor.replay.aftermath import EITHER
from advisor.replay.changed import only_meant
from advisor.replay.designation import PLAIN, told_designation
from advisor.replay.moment import LATEST, past
from advisor.replay.played import Played

_SURELY = 0.6  # how surely words are a player's claim, or a question put to us
_AS_ASKED = 0.4  # below what speaks against a presumption
_JUDGED = 0.87  # a matter of judgement is taken only where the words leave hardly a doubt of it
_MAYBE_RULED = 0.1  # a clause as likely as that may be a director's: enough for a reminder, too little for a ruling heard
_NAMED = "designation"
_FORM, _WORDS, _PHRASE = "form", "words", "phrase"
_SURE = ("answered", "derived")  # how what is known stands against what another fact tells


@dataclass(slots=True)  # never changed once it is made; not frozen, since that takes three times as long to make
class Known:
    """One known fact: its value, how it is known, the user's words (or the facts it comes from), how far it is trusted (0 to
    1), its words where they are surely a player's claim, how far such words must be trusted to be taken, and by what it is
    told: a whole `phrase` or shorter words of the lexicon (`form`), or all the words of a clause together (`words`)."""

    value: str
    how: str
    quotes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    chance: float = 1.0
    claimed: str = ""
    enough: float = TAKEN
    by: str = _FORM


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts by name, the names of those told both ways, the user's words for each thing that was plainly told, and how likely
    each value of a fact was told that is not trusted enough to be taken. `claims` are the words by which a player only claims a
    fact, `rulings` the rulings that the story itself tells, `asked` the words of a question put to us. `left` are the values
    that the story leaves open of a fact that is not known; `unsure` are the facts of which the teller says that they are not
    known, `refuted` the values that it disproves; `claimed` are the words of what players claim or want; `wordless`: the facts
    whose likeliest value only the words as a whole suggest, none of them telling it; `maybe_ruled`: a clause may be a director's,
    whether or not a ruling was heard; `said` are the values that stand only in what players say, `doubted` the facts that the
    story leaves in doubt, `past` those whose usual value its stage contradicts, `contested` those that two voices tell
    differently, each with their words, and `else_told` what would be known of them otherwise."""

    known: Mapping[str, Known] = field(default_factory=dict)
    conflicting: tuple[str, ...] = ()
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    chances: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    rulings: tuple[ToldRuling, ...] = ()
    asked: tuple[str, ...] = ()
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()
    refuted: Mapping[str, Collection[str]] = field(default_factory=dict)
    claimed: tuple[str, ...] = ()
    maybe_ruled: bool = False
    wordless: frozenset[str] = frozenset()
    said: Mapping[str, Collection[str]] = field(default_factory=dict)
    doubted: tuple[str, ...] = ()
    past: frozenset[str] = frozenset()
    contested: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    else_told: Mapping[str, str] = field(default_factory=dict)

    def values(self) -> dict[str, str]:
        """Fact -> value of everything known."""
        return {name: known.value for name, known in self.known.items()}

    def without(self, names: Collection[str]) -> Facts:
        """The same without what was only heard of these facts; answers stay."""
        kept = {name: known for name, known in self.known.items() if name not in names or known.how == "answered"}
        left = tuple(name for name in self.conflicting if name not in names)
        return replace(self, known=kept, conflicting=left)

    def in_dispute(self, words: Mapping[str, tuple[str, ...]]) -> Facts:
        """The same with these facts open, each with the words of the two voices that tell it differently."""
        if not words:
            return self
        told = {name: known.value for name, known in self.known.items() if name in words}
        leaves: Mapping[str, Sequence[str]] = store.load("texts")["contested_leaves"]
        return replace(
            self,
            known={name: known for name, known in self.known.items() if name not in words},
            conflicting=tuple(name for name in self.conflicting if name not in words),
            unsure=tuple(dict.fromkeys([*self.unsure, *words])),
            left={name: tuple(leaves[name]) for name in words if name in leaves} | dict(self.left),
            contested=words,
            else_told=told,
        )

    def answered(self) -> dict[str, str]:
        """Fact -> value of what the user answered."""
        return {name: known.value for name, known in self.known.items() if known.how == "answered"}

    def leaning(self, name: str) -> str:
        """The value of an open fact that the words rather tell than not; nothing where they do not, or only a player's claim.

        Where the story itself leaves several values open it takes a surer reading.
        """
        heard = self.chances.get(name, {}) if name not in self.claims and name not in self.contested else {}
        least = PHRASE_TAKEN if len(self.left.get(name, ())) > 1 else LEANS
        value = max(heard, key=heard.__getitem__, default="")
        return value if value and heard[value] >= least else ""


def gather(
    played: Played,
    spoken: Sequence[Clause],
    answers: Mapping[str, str],
    asks: Iterable[str] = (),
    sensed: Sensed | None = None,
) -> Facts:
    """Everything known: answered, replayed, told. `spoken` is whose voice each clause is, `sensed` what the net sees in a telling
    (nothing in a reply); `asks` are the facts that the tables in hand ask: those alone are weighed, and may be in dispute;
    without them everything is heard that forms tell."""
    asks = tuple(dict.fromkeys(asks))
    heard = _gathered(played, spoken, answers, asks, sensed)
    return heard.in_dispute(told_differently(played.reading, [name for name in asks if name not in answers]))


def _gathered(
    played: Played, spoken: Sequence[Clause], answers: Mapping[str, str], asks: tuple[str, ...], sensed: Sensed | None
) -> Facts:
    """Everything known, as if nothing were in dispute."""
    rules, reading = gathering(), played.reading
    known = {name: Known(value, "answered") for name, value in answers.items()}
    conflicting = []
    untold = not_told(spoken)
    found, ways = replayed(played, untold, asks)
    left = {
        name: tuple(dict.fromkeys(value.split(EITHER))) for name, value in found.items() if EITHER in value and name not in known
    }
    settled = left | rules.sure(found)
    meant = rules.only_meant.asked in asks and rules.only_meant.asked not in found and only_meant(reading)
    settled |= rules.only_meant.leaves if meant else {}
    heard = _trusted(played.refuted, _possible(candidates(played, spoken, asks, sensed), settled))
    for name, value in rules.only_meant.tells_not if meant else ():
        heard = {n: told for n, told in heard.items() if n != name or all((k.value, k.by) != (value, _WORDS) for k in told)}
    for name, value in found.items():
        if name in left or (ways.get(name) == MOMENT and _gives_way(name, value, heard.get(name, ()))):
            continue
        sure = name in LATEST or ways.get(name) == CUED
        if name not in known and not sure and not _trusts_no_other(heard.get(name, ()), value):
            conflicting.append(name)
        known.setdefault(name, Known(value, "derived", sources=(rules.worked_out_by.get(name, AUCTION),)))
    said = told_designation(reading)
    if said is not None and (said[0] in PLAIN or _trusts_no_other(heard.get(_NAMED, ()), said[0])):
        known.setdefault(_NAMED, Known(said[0], "stated", (said[1],)))
    torn, chances, doubted = _taken(known, heard, left, in_doubt(reading))
    conflicting += torn
    for name in conflicting:
        if known.get(name) is not None and known[name].how == "derived":
            del known[name]
    known |= _told_by_others(known, asks)
    chances = {name: values for name, values in chances.items() if name not in known}
    claims = {name: heard[name][0].claimed for name in chances if heard[name][0].claimed and name not in rules.judged}
    ruled, asked = told_rulings(reading, spoken), questions_put(reading, spoken)
    left = rules.left_by([ruling.kind for ruling in ruled], asks) | left
    left = {name: values for name, values in left.items() if name not in known}
    unsure = [*doubted, *(name for name in left if name in rules.asked_if_left)]
    maybe = bool(ruled) or any(clause.chances[RULED] >= _MAYBE_RULED for clause in spoken)
    wordless = frozenset(name for name in chances if not heard[name][0].quotes)
    return Facts(
        known,
        tuple(dict.fromkeys(conflicting)),
        _told(reading),
        chances,
        claims,
        ruled,
        asked,
        left,
        tuple(unsure),
        played.refuted,
        spoken_as(reading, spoken, "claimed"),
        maybe,
        wordless,
        only_said(played),
        tuple(doubted),
        past(reading, untold),
    )


def _told_by_others(known: Mapping[str, Known], asks: Collection[str]) -> dict[str, Known]:
    """What the values of known facts tell of others that are asked, whatever the words for these sound like."""
    told = gathering().told_by({name: each.value for name, each in known.items()}, asks)
    sure = {name for name, each in known.items() if each.how in _SURE}
    return {name: Known(value, "derived", sources=(by,)) for name, (value, by) in told.items() if name not in sure}


def _taken(
    known: dict[str, Known], heard: Mapping[str, Sequence[Known]], left: Collection[str], open_yet: Collection[str]
) -> tuple[list[str], dict[str, dict[str, float]], list[str]]:
    """Takes into `known` what is trusted enough of what was heard. The facts told both ways, how likely each value of the others
    is, and those that the words in doubt (`open_yet`) would tell."""
    conflicting, chances, doubted = [], {}, []
    for name, (best, *others) in heard.items():
        if name in known:
            continue
        if open_yet and any(q in words or words in q for words in open_yet for q in best.quotes):
            doubted.append(name)
            continue
        torn = any(other.chance >= TORN or (best.by, other.by) == (_WORDS, _PHRASE) for other in others)
        if torn and best.chance >= TAKEN:
            conflicting.append(name)
        elif not torn and best.chance >= best.enough and not (name in gathering().open_by_deeds and name in left):
            known[name] = best
            continue
        chances[name] = {each.value: each.chance for each in (best, *others)}
    return conflicting, chances, doubted


def _possible(heard: dict[str, list[Candidate]], left: Mapping[str, Collection[str]]) -> dict[str, list[Candidate]]:
    """The same without what the story itself rules out."""
    return {name: [each for each in told if each.value in left.get(name, (each.value,))] for name, told in heard.items()}


def _trusted(denied: Mapping[str, Collection[str]], heard: Mapping[str, Sequence[Candidate]]) -> dict[str, list[Known]]:
    """Each fact heard with its values, the one trusted most first."""
    found = {}
    for name, every in heard.items():
        told = [_known(each, each.value in denied.get(name, ())) for each in every]
        found[name] = sorted(told, key=lambda known: -known.chance)
    return {name: told for name, told in found.items() if told}


def _known(heard: Candidate, denied: bool) -> Known:
    """A value heard, as far as it is trusted: what the story itself refutes speaks not even against what is presumed, nor do the
    words of a question, unless they are trusted enough to be taken; nor does what only sounds like a judgement."""
    chance, quote = calibration().chance(heard), heard.quotes[0] if heard.quotes else ""
    rules = gathering()
    judged = heard.fact in rules.judged
    if denied or (judged and ("words" in heard.signs or chance < (_JUDGED if heard.sensed else TAKEN))):
        chance = min(chance, _AS_ASKED)
    if _WORDS in heard.signs:
        chance = min(chance, rules.faint.get((heard.fact, heard.value), 1.0))
    if chance < TAKEN and heard.signs.get("voice asked", 0.0) >= _SURELY:
        chance = min(chance, _AS_ASKED)
    claimed = quote if heard.signs.get("voice claimed", 0.0) >= _SURELY else ""
    whole = PHRASE in heard.signs and heard.fact not in rules.seats_tell
    by = _WORDS if _WORDS in heard.signs else _PHRASE if PHRASE in heard.signs else _FORM
    return Known(heard.value, heard.how, heard.quotes, (), chance, claimed, PHRASE_TAKEN if whole else TAKEN, by)


def _trusts_no_other(heard: Iterable[Known], value: str) -> bool:
    """Whether no other value of a fact is trusted enough to be taken."""
    return all(other.chance < TAKEN for other in heard if other.value != value)


def _gives_way(name: str, value: str, heard: Sequence[Known]) -> bool:
    """Whether words tell a stage themselves: the same, or when something was noticed, which need not be how far it has got."""
    taken = [each.value for each in heard if each.chance >= TAKEN]
    return value in taken[:1] or bool(taken and name not in LATEST)


@once
def _told(reading: Reading) -> Mapping[str, tuple[str, ...]]:
    """Concept -> the words that tell it, without those that stand under `not` or `if`."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for mention in reading.mentions:
        if "=" in mention.name or "negated" in mention.flags or "supposed" in mention.flags:
            continue
        start, end = reading.tokens[mention.first].start, reading.tokens[mention.last].end
        before = spans.setdefault(mention.name, [])
        if before and start <= before[-1][1]:
            before[-1] = (before[-1][0], max(before[-1][1], end))
        else:
            before.append((start, end))
    return {name: tuple(dict.fromkeys(reading.text[start:end] for start, end in told)) for name, told in spans.items()}
