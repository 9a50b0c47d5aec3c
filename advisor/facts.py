"""What is known of an incident: each fact Known with its evidence, or Conflicting, or unknown; never repaired in silence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from advisor import store
from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.replacing import FACT, LOWEST, contradicted

_SOURCES = {"wrong_turn_of": "seats"}


@dataclass(frozen=True, slots=True)
class Known:
    """One known fact: its value, how it is known, the user's words (or the facts it comes from)."""

    value: str
    how: str
    quotes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts by name, and the names of those told both ways."""

    known: Mapping[str, Known] = field(default_factory=dict)
    conflicting: tuple[str, ...] = ()

    def values(self) -> dict[str, str]:
        """Fact -> value of everything known."""
        return {name: known.value for name, known in self.known.items()}

    def answered(self) -> dict[str, str]:
        """Fact -> value of what the user answered."""
        return {name: known.value for name, known in self.known.items() if known.how == "answered"}


def gather(reading: Reading, derived: Mapping[str, str], answers: Mapping[str, str]) -> Facts:
    """Facts from the words, then from the replay, then from the user's answers (which win)."""
    heard: dict[str, dict[str, list[Mention]]] = {}
    by_concept = _concept_facts()
    for mention in reading.mentions:
        targets = [mention.name] if "=" in mention.name else by_concept.get(mention.name, ())
        for target in targets:
            value = _scoped(target, mention)
            if value is not None:
                heard.setdefault(target.split("=")[0], {}).setdefault(value, []).append(mention)
    if LOWEST in heard.get(FACT, {}) and contradicted(reading):
        heard[FACT].pop(LOWEST)
    known: dict[str, Known] = {}
    conflicting = []
    for name, values in heard.items():
        if len(values) > 1:
            conflicting.append(name)
            continue
        if not values:
            continue
        value, mentions = next(iter(values.items()))
        how = "stated" if any(m.how == "stated" for m in mentions) else "typo"
        known[name] = Known(value, how, tuple(dict.fromkeys(reading.quote(m) for m in mentions)))
    for name, value in derived.items():
        if name in store.load("texts")["facts"]:
            known.setdefault(name, Known(value, "derived", sources=(_SOURCES.get(name, "auction"),)))
    for name, value in answers.items():
        known[name] = Known(value, "answered")
    return Facts(known, tuple(n for n in conflicting if n not in answers))


def _scoped(target: str, mention: Mention) -> str | None:
    """The value a mention proves: a `yes` is turned round by a `not`, anything else
    that is negated is dropped, and so is what stands under `if` or hearsay."""
    value = target.split("=")[1]
    if "supposed" in mention.flags or "hearsay" in mention.flags:
        return None
    if "negated" in mention.flags:
        return "no" if value == "yes" else None
    return value


def _concept_facts() -> Mapping[str, tuple[str, ...]]:
    found: Mapping[str, tuple[str, ...]] = store.load("texts")["concept_facts"]
    return found
