"""What is known of an incident: each fact Known with its evidence, or Conflicting, or unknown; never repaired in silence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from advisor import store
from advisor.doers import doer_facts, sole_doer
from advisor.hear.weigh import Voice, ear
from advisor.read.match import Mention
from advisor.read.reading import Reading, once
from advisor.told.designation import told_designation
from advisor.told.exposed import exposed_facts
from advisor.told.facts import refuted
from advisor.turns import first_out_of_turn

_COMPACT = 4
_TURN = "wrong_turn_of"
_WEIGHED = frozenset({"comparable_test", "comparable", "offender_new_call", "revoke_trick_won_by"})
_SOURCES = {
    **dict.fromkeys((_TURN, "offender_called_before"), "seats"),
    **dict.fromkeys(("played_by", "exposed_rank"), "story"),
    **dict.fromkeys(("comparable_test", "comparable", "offender_new_call"), "meanings"),
    **dict.fromkeys(("revoke_trick_won_by", "later_trick_won"), "tricks"),
}


@dataclass(slots=True)  # never changed once it is made; not frozen, since that takes three times as long to make
class Known:
    """One known fact: its value, how it is known, the user's words (or the facts it comes from)."""

    value: str
    how: str
    quotes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts by name, the names of those told both ways, and the user's words for each thing that was plainly told."""

    known: Mapping[str, Known] = field(default_factory=dict)
    conflicting: tuple[str, ...] = ()
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def values(self) -> dict[str, str]:
        """Fact -> value of everything known."""
        return {name: known.value for name, known in self.known.items()}

    def without(self, names: Collection[str]) -> Facts:
        """The same without what was only heard of these facts; answers stay."""
        kept = {name: known for name, known in self.known.items() if name not in names or known.how == "answered"}
        return Facts(kept, tuple(name for name in self.conflicting if name not in names))

    def answered(self) -> dict[str, str]:
        """Fact -> value of what the user answered."""
        return {name: known.value for name, known in self.known.items() if known.how == "answered"}


def gather(reading: Reading, derived: Mapping[str, str], answers: Mapping[str, str], asks: Iterable[str] = ()) -> Facts:
    """Facts from the words, then from the replay, then from the user's answers (which win). Who handled a card in the story
    decides where the words alone speak for either side.

    `asks` are the facts that the table in hand asks: those of them that nothing else knows are weighed, and what a form tells
    and all the words together speak against stays unknown.
    """
    asks = dict.fromkeys(asks)
    heard = _by_value(reading)
    voices = ear().voices(reading, asks)
    known, conflicting = _told_by_forms(reading, heard, voices)
    for name in _WEIGHED & known.keys() & derived.keys():
        if known[name].value != derived[name]:
            conflicting.append(name)
    for name in conflicting:
        known.pop(name, None)
    said = told_designation(reading)
    if said is not None and "designation" not in conflicting:
        known.setdefault("designation", Known(said[0], "stated", (said[1],)))
    settled = sole_doer(reading)
    conflicting = [name for name in conflicting if name not in settled]
    turns = first_out_of_turn(reading) if _TURN in asks else {}
    for name, value in (turns | doer_facts(reading) | exposed_facts(reading) | dict(derived)).items():
        if name in conflicting:
            continue
        if name in store.load("texts")["facts"]:
            known.setdefault(name, Known(value, "derived", sources=(_SOURCES.get(name, "auction"),)))
    for name, value in answers.items():
        known[name] = Known(value, "answered")
    weighed = {name: voice.heard() for name, voice in voices.items() if name not in known and name not in heard}
    known |= {name: Known(each.value, "stated", (each.quote,)) for name, each in weighed.items() if each and each.sure}
    return Facts(known, tuple(n for n in conflicting if n not in answers), _told(reading))


def leaning(reading: Reading, name: str) -> str:
    """The value of an open fact that the words rather tell than not; nothing where they do not, where a card would have to be
    named, or where two values are told."""
    if name in store.load("texts")["named"] or len(_by_value(reading).get(name, ())) > 1:
        return ""
    voice = ear().voices(reading, [name]).get(name)
    return voice.leans() if voice is not None else ""


def _told_by_forms(
    reading: Reading, heard: Mapping[str, dict[str, list[Mention]]], voices: Mapping[str, Voice]
) -> tuple[dict[str, Known], list[str]]:
    """What the forms of the lexicon tell, and the facts that they tell both ways. Of several values the one that all the words
    surely speak for is taken; a value that they speak against is not, unless it is named (a card)."""
    named = store.load("texts")["named"]
    known: dict[str, Known] = {}
    conflicting = []
    for name, told in heard.items():
        values = _louder(_fullest(name, told), voices.get(name)) if len(told) > 1 else told
        if len(values) > 1:
            conflicting.append(name)
        for value, mentions in values.items() if len(values) == 1 else ():
            if name in named or name not in voices or not voices[name].against(value):
                how = "typo" if all(m.how != "stated" for m in mentions) else "stated"
                known[name] = Known(value, how, tuple(dict.fromkeys([reading.quote(m) for m in mentions])))
    return known, conflicting


@once
def _by_value(reading: Reading) -> dict[str, dict[str, list[Mention]]]:
    """Fact -> value -> the mentions that tell it, without what the story itself refutes: then no value may be left."""
    heard: dict[str, dict[str, list[Mention]]] = {}
    by_concept = _concept_facts()
    for mention in reading.mentions:
        targets = (mention.name,) if "=" in mention.name else by_concept.get(mention.name, ())
        for target in targets:
            name, _, told = target.partition("=")
            value = _scoped(told, mention.flags) if mention.flags else told
            if value is not None:
                heard.setdefault(name, {}).setdefault(value, []).append(mention)
    for name, value in refuted(reading).items():
        heard.get(name, {}).pop(value, None)
    return heard


@once
def _told(reading: Reading) -> dict[str, tuple[str, ...]]:
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


def _fullest(name: str, values: Mapping[str, list[Mention]]) -> dict[str, list[Mention]]:
    """The values of a fact without those that give way to another one, and without what is only a part of longer words for
    another one ("did not touch the table"), as long as these stand close together: words far apart prove less."""
    over = store.load("texts")["over"]
    weaker = {other for value in values for other in over.get(f"{name}={value}", ())}
    values = {value: mentions for value, mentions in values.items() if value not in weaker} or values
    every = [(value, m) for value, mentions in values.items() for m in mentions]
    found: dict[str, list[Mention]] = {}
    for value, m in every:
        inside = any(
            v != value and o.first <= m.first and m.last <= o.last and _COMPACT > o.last - o.first > m.last - m.first
            for v, o in every
        )
        if not inside:
            found.setdefault(value, []).append(m)
    return found


def _louder(values: dict[str, list[Mention]], voice: Voice | None) -> dict[str, list[Mention]]:
    """Of several values of a fact the one that the words surely speak for, if there is one; else all."""
    best = voice.heard() if voice is not None else None
    return {best.value: values[best.value]} if best is not None and best.sure and best.value in values else values


def _scoped(value: str, flags: Collection[str]) -> str | None:
    """The value that a mention proves which something reaches: a `yes` is turned round by a `not`, anything else
    that is negated is dropped, and so is what stands under `if` or hearsay."""
    if "supposed" in flags or "hearsay" in flags:
        return None
    if "negated" in flags:
        return "no" if value == "yes" else None
    return value


def _concept_facts() -> Mapping[str, tuple[str, ...]]:
    found: Mapping[str, tuple[str, ...]] = store.load("texts")["concept_facts"]
    return found
