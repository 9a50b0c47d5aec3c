"""What is weighed: everything a reading holds, as named signs that a person can read."""

from __future__ import annotations

from collections.abc import Mapping

from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE

_FLAG = {"negated": "not:", "supposed": "if:", "hearsay": "says:"}
_STEM = 5
CONCEPT, FACT, PAIR, ACTOR, WORD, WORDS, TABLE = 0.7, 0.4, 0.2, 0.2, 0.9, 0.5, 2.0
TOLD = 0.5
TABLE_SIGN = "table:"  # before what the replay and the told facts establish
MEASURE = 0.3


def sign(mention: Mention) -> str:
    """The mention's name, with the scope that changes it in front."""
    if not mention.flags:
        return mention.name
    return next((prefix + mention.name for flag, prefix in _FLAG.items() if flag in mention.flags), mention.name)


def signs_of(reading: Reading, actors: frozenset[str], derived: Mapping[str, str]) -> dict[str, float]:
    """Sign -> weight of its presence, scaled to unit length so that long stories weigh like short ones."""
    found: dict[str, float] = {}
    for name, value in derived.items():
        found[f"{TABLE_SIGN}{name}={value}"] = TABLE
    for kind in reading.kinds:
        found[f"told:{kind}"] = TOLD
    _mentions(reading, actors, found)
    _words(reading, found)
    norm = sum(v * v for v in found.values()) ** 0.5
    scaled = {name: value / norm for name, value in found.items()} if norm else {}
    if scaled:
        _measure(reading, scaled)
    return scaled


def _measure(reading: Reading, found: dict[str, float]) -> None:
    """How much was heard at all, and what share of the words it covers: little is heard in what is not bridge."""
    concepts = {mention.name for mention in reading.mentions if "=" not in mention.name}
    covered = {i for mention in reading.mentions for i in range(mention.first, mention.last + 1)}
    found[f"heard:{min(6, len(concepts))}"] = MEASURE
    found[f"share:{4 * len(covered) // max(1, len(reading.tokens))}"] = MEASURE


def _mentions(reading: Reading, actors: frozenset[str], found: dict[str, float]) -> None:
    previous: Mention | None = None
    actor: Mention | None = None
    for mention in reading.mentions:
        name = sign(mention)
        found[name] = FACT if "=" in name else CONCEPT
        if previous is not None and reading.same_sentence(previous, mention):
            found[f"{sign(previous)} + {name}"] = PAIR
        if mention.name in actors:
            actor = mention
        elif actor is not None and reading.same_sentence(actor, mention):
            found[f"{actor.name} > {name}"] = ACTOR
        previous = mention


def _words(reading: Reading, found: dict[str, float]) -> None:
    before = ""
    for token, stem in zip(reading.tokens, reading.stems, strict=True):
        if not stem:
            continue
        found.setdefault(f"word:{stem}", WORD)
        if before:
            found.setdefault(f"words:{before} {stem}", WORDS)
        before = "" if token.after >= SENTENCE else stem
