"""What is weighed: everything a reading holds, as named signs that a person can read, each in the stretch it stands in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE, SENTENCE

_FLAG = {"negated": "not:", "supposed": "if:", "hearsay": "says:"}
CONCEPT, FACT, PAIR, ACTOR, WORD, WORDS, TABLE = 0.7, 0.4, 0.2, 0.2, 0.9, 0.5, 2.0
TOLD = 0.5
TABLE_SIGN = "table:"  # before what the replay and the told facts establish
MEASURE = 0.3
_LONG = 5  # words after which a sentence is cut at the end of a clause

Signs = dict[str, float]


@dataclass(frozen=True, slots=True)
class Laid:
    """The signs of a text with the weight of their presence: those of the text as a whole, those of each stretch of it (a
    sentence, a long one cut at its clauses), how much was heard, and the tokens [first, last] of each stretch."""

    whole: Signs
    stretches: tuple[Signs, ...]
    measure: Signs
    places: tuple[tuple[int, int], ...]


def sign(mention: Mention) -> str:
    """The mention's name, with the scope that changes it in front."""
    if not mention.flags:
        return mention.name
    return next((prefix + mention.name for flag, prefix in _FLAG.items() if flag in mention.flags), mention.name)


def laid(reading: Reading, actors: frozenset[str], derived: Mapping[str, str]) -> Laid:
    """The signs of a reading where they stand."""
    whole = {f"{TABLE_SIGN}{name}={value}": TABLE for name, value in derived.items()}
    whole |= {f"told:{kind}": TOLD for kind in reading.kinds}
    numbers, places = _stretches(reading)
    found: tuple[Signs, ...] = tuple({} for _ in places)
    _mentions(reading, actors, found, numbers)
    _words(reading, found, numbers)
    return Laid(whole, found, _measure(reading), places)


def gathered(laid_out: Laid, heed: Sequence[float] = ()) -> Signs:
    """Sign -> weight of its presence, scaled to unit length so that long stories weigh like short ones.

    `heed` is how much each stretch counts (0 to 1; without it all count alike); a sign told in several counts where it counts
    most.
    """
    found = dict(laid_out.whole)
    for number, stretch in enumerate(laid_out.stretches):
        share = heed[number] if heed else 1.0
        counts = {name: value * share for name, value in stretch.items()}
        for name in found.keys() & counts.keys():
            counts[name] = max(found[name], counts[name])
        found |= counts
    scaled = unit(found)
    return scaled | laid_out.measure if scaled else {}


def length(signs: Signs) -> float:
    """The length of the signs' weights taken together as one arrow."""
    return float(sum(map(mul, signs.values(), signs.values())) ** 0.5)


def unit(signs: Signs) -> Signs:
    """The signs scaled to unit length."""
    norm = length(signs)
    return {name: value / norm for name, value in signs.items()} if norm else {}


def _stretches(reading: Reading) -> tuple[list[int], tuple[tuple[int, int], ...]]:
    """The number of the stretch each token stands in, and the tokens of each."""
    numbers: list[int] = []
    places: list[tuple[int, int]] = []
    first, end = 0, len(reading.tokens) - 1
    tokens = reading.tokens
    for at in [at for at, token in enumerate(tokens) if token.after >= CLAUSE or at == end]:
        if at == end or tokens[at].after >= SENTENCE or at - first + 1 >= _LONG:
            numbers += [len(places)] * (at - first + 1)
            places.append((first, at))
            first = at + 1
    return numbers, tuple(places)


def _measure(reading: Reading) -> Signs:
    """How much was heard at all, and what share of the words it covers: little is heard in what is not bridge."""
    concepts = {mention.name for mention in reading.mentions if "=" not in mention.name}
    covered = {i for mention in reading.mentions for i in range(mention.first, mention.last + 1)}
    share = 4 * len(covered) // max(1, len(reading.tokens))
    return {f"heard:{min(6, len(concepts))}": MEASURE, f"share:{share}": MEASURE}


def _mentions(reading: Reading, actors: frozenset[str], found: Sequence[Signs], numbers: Sequence[int]) -> None:
    sentences = reading.sentences
    before, before_in = "", -1  # the sign of the mention before, and its sentence
    actor, actor_in = "", -1
    for mention in reading.mentions:
        name, sentence = sign(mention), sentences[mention.first]
        here = found[numbers[mention.first]]
        here[name] = FACT if "=" in name else CONCEPT
        if sentence == before_in:
            here[f"{before} + {name}"] = PAIR
        if mention.name in actors:
            actor, actor_in = mention.name, sentence
        elif sentence == actor_in:
            here[f"{actor} > {name}"] = ACTOR
        before, before_in = name, sentence


def _words(reading: Reading, found: Sequence[Signs], numbers: Sequence[int]) -> None:
    before = ""
    for token, stem, number in zip(reading.tokens, reading.stems, numbers, strict=True):
        if not stem:
            continue
        here = found[number]
        here.setdefault(f"word:{stem}", WORD)
        if before:
            here.setdefault(f"words:{before} {stem}", WORDS)
        before = "" if token.after >= SENTENCE else stem
