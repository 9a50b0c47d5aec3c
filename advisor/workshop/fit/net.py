"""Fits the small net that reads a telling in its order, by gradient descent with JAX: all its tasks at once (which irregularity
it is, which value of each fact that a table asks it tells, and by which words).

A telling teaches as it stands; now and then without the words that prove a fact, which is silent then; and now and then by
these words alone. The fit runs in a process of its own on one core, so that the same tellings always make the same weights.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from advisor.diagnose.net import DILATIONS, TABLES, UNKNOWN_WORD, Floats, Net
from advisor.diagnose.traits import BEGINNING, Traits, runs_of

SILENT: Final = ""
EPOCHS: Final = 6
_WIDTH, _NEAR = 64, 3
_RUNS = 1 << 13  # so many numbers the runs of letters of a word fall to
_STEM, _TRAIT = 4, 5  # what is met less often is not known
_SIZES = (32, 72, 128, BEGINNING)  # tellings are made up to one of these lengths
_AT_ONCE, _USUAL = 64, 72  # so many tellings of the usual length are looked at together
_FACTS, _WORDS, _LONG = 5, 2_560, 24_576  # so many facts a telling, different words, and runs or traits, at most, together
_WITHOUT, _ALONE = 0.35, 0.25  # how often a telling goes without a quote, or a quote without its telling
_BLOTTED, _HIDDEN = 0.08, 0.1  # how much is hidden of the words and of the traits
_OLDER = 0.7  # how much a fact counts in a telling that is not in the real form
_RATE, _WARM = 3e-3, 200  # the length of a step, reached after so many
_SEED = 7
_LEVELS, _OUTLIERS = 127, 99.95
Weights = dict[str, NDArray[Any]]


class Label(NamedTuple):
    """What a telling says of a fact (`SILENT`: nothing), and the tokens that prove it."""

    fact: str
    value: str
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A telling: what is known of its tokens, its irregularity, its facts, and whether it is in the real form."""

    traits: Traits
    irregularity: str
    labels: tuple[Label, ...]
    real: bool = False


@dataclass(frozen=True, slots=True)
class FittedNet:
    """The weights as they are kept: names in the order of their rows, 8-bit embeddings with the worth of a step, the others."""

    texts: Mapping[str, list[str]]
    tables: Mapping[str, NDArray[np.int8]]
    steps: Mapping[str, float]
    dense: Mapping[str, NDArray[np.float16]]
    dilations: tuple[int, ...] = DILATIONS

    def net(self) -> Net:
        """The net that these weights make."""
        return Net(self.texts, self.tables, self.steps, self.dense, self.dilations)


class _Row(NamedTuple):
    stems: NDArray[np.int32]
    words: NDArray[np.int32]
    traits: list[list[int]]
    breaks: NDArray[np.int32]
    irregularity: int
    labels: list[tuple[int, int, list[int]]]
    trust: float


class _Names:
    """The numbers of everything that has a row of weights."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        stems = Counter(stem for each in samples for stem in each.traits.stems if stem)
        traits = Counter(name for each in samples for more in each.traits.more for name in more)
        self.stems = _often(stems, _STEM)
        self.traits = _often(traits, _TRAIT)
        self.irregularities = list(dict.fromkeys(each.irregularity for each in samples))
        labels = [label for each in samples for label in each.labels]
        self.facts = list(dict.fromkeys(label.fact for label in labels))
        self.values = list(dict.fromkeys(f"{label.fact}={label.value}" for label in labels if label.value))
        forms = dict.fromkeys(form for each in samples for form in each.traits.forms)
        self.forms = {form: at for at, form in enumerate(forms)}
        self.runs = [np.array(runs_of(form, _RUNS), np.int32) for form in forms]
        number = {name: at for at, name in enumerate(self.facts)}
        self.fact_of = np.array([number[name.partition("=")[0]] for name in self.values], np.int32)

    def rows(self, samples: Sequence[Sample]) -> list[_Row]:
        """The samples in numbers; those without a word are left out."""
        stems = {name: at for at, name in enumerate(self.stems, UNKNOWN_WORD + 1)}
        traits = {name: at for at, name in enumerate(self.traits, 1)}
        irregularities = {name: at for at, name in enumerate(self.irregularities)}
        facts = {name: at for at, name in enumerate(self.facts)}
        values = {name: at for at, name in enumerate(self.values)}
        found = []
        for each in samples:
            size = len(each.traits.forms)
            if not size:
                continue
            more = [sorted(traits[name] for name in names if name in traits) for names in each.traits.more]
            labels = [
                (facts[fact], values[f"{fact}={value}"] if value else -1, [at for at in tokens if at < size])
                for fact, value, tokens in each.labels
            ]
            found.append(
                _Row(
                    np.array([stems.get(stem, UNKNOWN_WORD) if stem else 0 for stem in each.traits.stems], np.int32),
                    np.array([self.forms[form] for form in each.traits.forms], np.int32),
                    more,
                    np.array(each.traits.breaks, np.int32),
                    irregularities[each.irregularity],
                    [(f, v if t else -1, t) for f, v, t in labels],
                    1.0 if each.real else _OLDER,
                )
            )
        return found


def _often(counts: Counter[str], least: int) -> list[str]:
    return [name for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])) if count >= least]


def fit(samples: Sequence[Sample], epochs: int = EPOCHS) -> FittedNet:
    """The net fitted on these tellings."""
    names = _Names(samples)
    rows = names.rows(samples)
    weights = _descended(names, rows, epochs)
    tables, steps = {}, {}
    for name in TABLES:
        steps[name] = round(float(np.percentile(np.abs(weights[name]), _OUTLIERS)) / _LEVELS, 6)
        tables[name] = np.clip(np.rint(weights.pop(name) / steps[name]), -_LEVELS, _LEVELS).astype(np.int8)
    texts = {part: getattr(names, part) for part in ("stems", "traits", "irregularities", "facts", "values")}
    return FittedNet(texts, tables, steps, {name: np.asarray(each, np.float16) for name, each in weights.items()})


def _descended(names: _Names, rows: list[_Row], epochs: int) -> Weights:
    """The weights after some rounds through all rows, each step smaller than the one before."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    import jax  # here: only the process that fits needs it

    from advisor.workshop.fit import descent

    rng = np.random.default_rng(_SEED)
    weights = descent.begun(_beginning(names))
    steps = epochs * sum(1 for _ in _batches(names, rows, np.random.default_rng(_SEED)))
    key, number = jax.random.key(_SEED, impl="unsafe_rbg"), 0  # three times as fast as what is good enough for secrets
    moments, warm = descent.still(weights), min(_WARM, steps // 10 + 1)
    for _ in range(epochs):
        for batch in _batches(names, rows, rng):
            key, own = jax.random.split(key)
            rate = _RATE * min(1.0, (number + 1) / warm) * max(0.0, 1 - number / steps)
            weights, moments = descent.step(weights, moments, batch, own, rate)
            number += 1
    return {name: np.asarray(each) for name, each in weights.items()}


def _beginning(names: _Names) -> Weights:
    """Small weights by chance, to begin with."""
    rng, wide = np.random.default_rng(_SEED), _WIDTH

    def by_chance(*shape: int, scale: float) -> Floats:
        return np.asarray(rng.standard_normal(shape) * scale, np.float32)

    found: Weights = {
        "stem": by_chance(len(names.stems) + 2, wide, scale=0.1),
        "run": by_chance(_RUNS + 1, wide, scale=0.1),
        "trait": by_chance(len(names.traits) + 1, wide, scale=0.1),
        "break": by_chance(6, wide, scale=0.1),
        "heed": by_chance(len(names.facts), wide, scale=0.05),
        "value": by_chance(2 * wide, len(names.values), scale=0.05),
        "value_bias": np.full(len(names.values), -1.0, np.float32),
        "glance": by_chance(wide, scale=0.05),
        "incident_glance": by_chance(wide, scale=0.05),
        "incident": by_chance(2 * wide, len(names.irregularities), scale=0.05),
        "incident_bias": np.zeros(len(names.irregularities), np.float32),
        "norm_0": np.ones(wide, np.float32),
        "shift_0": np.zeros(wide, np.float32),
    }
    for number in range(len(DILATIONS)):
        found[f"near_{number}"] = by_chance(_NEAR * wide, 2 * wide, scale=(_NEAR * wide) ** -0.5)
        found[f"near_bias_{number}"] = np.zeros(2 * wide, np.float32)
        found[f"far_{number}"] = by_chance(wide, 2 * wide, scale=0.02)
        found[f"norm_{number + 1}"] = np.ones(wide, np.float32)
        found[f"shift_{number + 1}"] = np.zeros(wide, np.float32)
    return found


def _batches(names: _Names, rows: Sequence[_Row], rng: np.random.Generator) -> Iterator[dict[str, NDArray[Any]]]:
    """All rows once, in lots of about the same length, by chance."""
    by_size: dict[int, list[int]] = {}
    for at, row in enumerate(rows):
        by_size.setdefault(next(size for size in _SIZES if len(row.stems) <= size), []).append(at)
    lots = []
    for size, own in by_size.items():
        together = max(8, _AT_ONCE * _USUAL // size // 8 * 8)
        mixed = rng.permutation(own)
        lots += [(size, together, mixed[first : first + together]) for first in range(0, len(mixed), together)]
    for place in rng.permutation(len(lots)):
        size, together, chosen = lots[place]
        yield _batch(names, size, together, [rows[at] for at in chosen], rng)


def _batch(names: _Names, size: int, together: int, rows: Sequence[_Row], rng: np.random.Generator) -> dict[str, NDArray[Any]]:
    """Some rows as arrays of one shape."""
    stems, words, breaks = (np.zeros((together, size), np.int32) for _ in range(3))
    traits: list[tuple[int, int]] = []
    there = np.zeros((together, size), np.float32)
    irregularity = np.full(together, -1, np.int32)
    pairs: list[tuple[int, int, int, list[int], float]] = []
    for number, row in enumerate(rows):
        kept, labels, whole = _shortened(row, rng)
        at = np.flatnonzero(kept)
        end = len(at)
        irregularity[number] = row.irregularity if whole else -1
        stems[number, :end] = np.where(rng.random(end) < _BLOTTED, UNKNOWN_WORD, row.stems[at])
        traits += [(number * size + place, name) for place, token in enumerate(at) for name in row.traits[token]]
        words[number, :end], breaks[number, :end], there[number, :end] = row.words[at], row.breaks[at], 1
        place = np.cumsum(kept) - 1
        pairs += [(number, fact, value, [int(place[t]) for t in tokens if kept[t]], row.trust) for fact, value, tokens in labels]
    chosen = [pairs[at] for at in rng.permutation(len(pairs))[: together * _FACTS]]
    made: dict[str, NDArray[Any]] = {
        "pair_telling": np.zeros(together * _FACTS, np.int32),
        "pair_fact": np.zeros(together * _FACTS, np.int32),
        "pair_value": np.full(together * _FACTS, -1, np.int32),
        "pair_quote": np.zeros((together * _FACTS, size), np.float32),
        "pair_trust": np.zeros(together * _FACTS, np.float32),
    }
    for pair, (telling, fact, value, tokens, trust) in enumerate(chosen):
        made["pair_telling"][pair], made["pair_fact"][pair], made["pair_value"][pair] = telling, fact, value
        made["pair_quote"][pair, tokens] = 1
        made["pair_trust"][pair] = trust
    different, own = np.unique(words, return_inverse=True)
    runs = [(place, run) for place, word in enumerate(different) for run in names.runs[word]]
    lengths = np.ones(_WORDS, np.float32)
    lengths[: len(different)] = [len(names.runs[word]) ** -0.5 for word in different]
    made |= {"words": own.reshape(words.shape).astype(np.int32), "run_scale": lengths, "fact_of": names.fact_of}
    made["run_word"], made["run"] = _flat(runs, _WORDS, 0)
    made["trait_token"], made["trait"] = _flat(traits, together * size, 0, rng)
    return made | {"stems": stems, "breaks": breaks, "there": there, "irregularity": irregularity}


def _flat(pairs: Sequence[tuple[int, int]], nowhere: int, nothing: int, rng: np.random.Generator | None = None) -> Any:
    """Pairs of a place and a number as two long arrays of one length; with `rng`, some are hidden."""
    every = np.array(pairs, np.int32).reshape(-1, 2)
    if rng is not None:
        every = every[rng.random(len(every)) >= _HIDDEN]
    every = every[:_LONG]
    found = np.full((2, _LONG), nothing, np.int32)
    found[0] = nowhere
    found[:, : len(every)] = every.T
    return found[0], found[1]


def _shortened(row: _Row, rng: np.random.Generator) -> tuple[NDArray[np.bool_], list[tuple[int, int, list[int]]], bool]:
    """Which tokens of a row are kept, what it says then, and whether its irregularity is still told: as it stands, without the
    words that prove a fact, or by these words alone."""
    size = len(row.stems)
    kept, labels = np.ones(size, bool), row.labels
    told = [label for label in labels if label[1] >= 0]
    if not told:
        return kept, labels, True
    fact, value, tokens = told[rng.integers(len(told))]
    chance = rng.random()
    if chance < _WITHOUT and len(tokens) < size - 2:
        kept[tokens] = False
        quote = set(tokens)
        silent = [(f, -1, []) if f == fact else (f, v, t) for f, v, t in labels if f == fact or not quote & set(t)]
        return kept, silent, False
    if _WITHOUT <= chance < _WITHOUT + (1 - _WITHOUT) * _ALONE:
        first, last = max(0, tokens[0] - int(rng.integers(4))), min(size, tokens[-1] + 1 + int(rng.integers(4)))
        if last - first >= _NEAR:
            kept[:] = False
            kept[first:last] = True
            return kept, [(fact, value, tokens)], False
    return kept, labels, True
