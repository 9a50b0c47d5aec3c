"""What is weighed: everything a reading holds, as named signs that a person can read."""

from __future__ import annotations

from collections.abc import Mapping
from operator import mul

from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.tokens import SENTENCE

_FLAG = {"negated": "not:", "supposed": "if:", "hearsay": "says:"}
CONCEPT, FACT, WORD, WORDS, TABLE = 0.7, 0.4, 0.9, 0.5, 2.0
TOLD = 0.5
TABLE_SIGN = "table:"  # before what the replay and the told facts establish
MEASURE = 0.3

Signs = dict[str, float]


def sign(mention: Mention) -> str:
    """The mention's name, with the scope that changes it in front."""
    if not mention.flags:
        return mention.name
    return next((prefix + mention.name for flag, prefix in _FLAG.items() if flag in mention.flags), mention.name)


def signs_of(reading: Reading, derived: Mapping[str, str]) -> Signs:
    """Sign -> weight of its presence, scaled to unit length so that long stories weigh like short ones; beside them, unscaled,
    how much was heard (it counts at the door only)."""
    found = {f"{TABLE_SIGN}{name}={value}": TABLE for name, value in derived.items()}
    found |= {f"told:{kind}": TOLD for kind in sorted({note.kind for note in reading.notation})}
    for mention in reading.mentions:
        found[sign(mention)] = FACT if "=" in mention.name else CONCEPT
    _words(reading, found)
    scaled = unit(found)
    return scaled | _measure(reading) if scaled else {}


def unit(signs: Signs) -> Signs:
    """The signs scaled to unit length."""
    norm = float(sum(map(mul, signs.values(), signs.values())) ** 0.5)
    return {name: value / norm for name, value in signs.items()} if norm else {}


def _measure(reading: Reading) -> Signs:
    """How much was heard at all, and what share of the words it covers: little is heard in what is not bridge."""
    concepts = {mention.name for mention in reading.mentions if "=" not in mention.name}
    covered = {i for mention in reading.mentions for i in range(mention.first, mention.last + 1)}
    share = 4 * len(covered) // max(1, len(reading.tokens))
    return {f"heard:{min(6, len(concepts))}": MEASURE, f"share:{share}": MEASURE}


def _words(reading: Reading, found: Signs) -> None:
    """The words by their stems, and each with the one before it in its sentence."""
    before = ""
    for token, stem in zip(reading.tokens, reading.stems, strict=True):
        if not stem:
            continue
        found.setdefault(f"word:{stem}", WORD)
        if before:
            found.setdefault(f"words:{before} {stem}", WORDS)
        before = "" if token.after >= SENTENCE else stem
