"""What is known of an incident: each fact Known with its evidence, or Conflicting, or unknown; never repaired in silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from advisor import store
from advisor.hear.weigh import Heard, ear
from advisor.read.match import Mention
from advisor.read.reading import Reading

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


def gather(reading: Reading, derived: Mapping[str, str], answers: Mapping[str, str], asks: Iterable[str] = ()) -> Facts:
    """Facts from the words, then from the replay, then from the user's answers (which win).

    `asks` are the facts that the table in hand asks: for these, words that no form knows are weighed too.
    """
    heard: dict[str, dict[str, list[Mention]]] = {}
    by_concept = _concept_facts()
    for mention in reading.mentions:
        targets = [mention.name] if "=" in mention.name else by_concept.get(mention.name, ())
        for target in targets:
            value = _scoped(target, mention)
            if value is not None:
                heard.setdefault(target.split("=")[0], {}).setdefault(value, []).append(mention)
    weighed = ear().hear(reading, dict.fromkeys(asks))
    known: dict[str, Known] = {}
    conflicting = []
    for name, values in heard.items():
        value = _agreed(values, weighed.get(name))
        if value is None:
            conflicting.append(name)
            continue
        mentions = values[value]
        how = "stated" if any(m.how == "stated" for m in mentions) else "typo"
        known[name] = Known(value, how, tuple(dict.fromkeys(reading.quote(m) for m in mentions)))
    for name, each in weighed.items():
        if each.sure and name not in heard and name not in derived:
            known[name] = Known(each.value, "stated", (each.quote,))
    for name, value in derived.items():
        if name in store.load("texts")["facts"]:
            known.setdefault(name, Known(value, "derived", sources=(_SOURCES.get(name, "auction"),)))
    for name, value in answers.items():
        known[name] = Known(value, "answered")
    return Facts(known, tuple(n for n in conflicting if n not in answers))


def _agreed(values: Mapping[str, list[Mention]], weighed: Heard | None) -> str | None:
    """The one value that the forms tell, unless the words as a whole speak for another; of several, the one that they
    surely speak for; otherwise nothing."""
    if len(values) == 1:
        only = next(iter(values))
        return None if weighed is not None and weighed.doubtful and weighed.value != only else only
    return weighed.value if weighed is not None and weighed.sure and weighed.value in values else None


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
