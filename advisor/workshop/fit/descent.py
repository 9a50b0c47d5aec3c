"""The gradient of the net's loss and the steps down it (Adam), in JAX; `advisor.diagnose.net` works the same net out in NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
from numpy.typing import NDArray

from advisor.diagnose.net import DILATIONS

_DROPPED = 0.25  # how much of what is gathered is hidden
_HEED, _INCIDENT = 0.3, 0.5  # how much the other tasks count beside the facts
_DECAY, _STEEP = 1e-4, 5.0
_FAR, _TINY = -1e9, 1e-5
_FIRST, _SECOND, _LEAST = 0.9, 0.99, 1e-8
_WORST = -20.0
Array = jax.Array
Weights = dict[str, Array]
Moments = tuple[Weights, Weights, Array]
Batch = Mapping[str, Any]


def begun(weights: Mapping[str, NDArray[Any]]) -> Weights:
    """The first weights."""
    return {name: jnp.asarray(each) for name, each in weights.items()}


def still(weights: Weights) -> Moments:
    """The moments before the first step."""
    nothing = {name: jnp.zeros_like(each) for name, each in weights.items()}
    return nothing, nothing, jnp.zeros(())


@jax.jit
def step(weights: Weights, moments: Moments, batch: Batch, key: Array, rate: float) -> tuple[Weights, Moments]:
    """One step of Adam, with a steep gradient cut and the weights drawn to nothing a little."""
    slope = jax.grad(_loss)(weights, batch, key)
    length = jnp.sqrt(sum((each**2).sum() for each in slope.values()))
    cut = jnp.minimum(1.0, _STEEP / length)
    first, second, number = moments
    number = number + 1
    first = {name: _FIRST * first[name] + (1 - _FIRST) * cut * each for name, each in slope.items()}
    second = {name: _SECOND * second[name] + (1 - _SECOND) * (cut * each) ** 2 for name, each in slope.items()}

    def moved(name: str) -> Array:
        by = first[name] / (1 - _FIRST**number) / (jnp.sqrt(second[name] / (1 - _SECOND**number)) + _LEAST)
        return weights[name] - rate * (by + _DECAY * weights[name])

    return {name: moved(name) for name in weights}, (first, second, number)


def believed(weights: Weights, batch: Batch) -> tuple[Array, Array]:
    """What the net says where nothing is hidden from it: the logarithms of each value for the pairs of telling and fact (silence
    first), and those of the irregularities."""
    facts, _, incidents = _said(weights, batch, *_encoded(weights, batch, None), None)
    return facts, incidents


def _loss(weights: Weights, batch: Batch, key: Array) -> Array:
    """How wrong the net is of the facts told, of the words that tell them, and of the irregularities."""
    tokens, whole = _encoded(weights, batch, key)
    facts, heeds, incidents = _said(weights, batch, tokens, whole, key)
    trust, told = batch["pair_trust"], batch["pair_trust"] * (batch["pair_value"] >= 0)
    wrong = -jnp.take_along_axis(facts, (batch["pair_value"] + 1)[:, None], 1)[:, 0]
    of_facts = (trust * wrong).sum() / jnp.maximum(trust.sum(), 1)
    quoted = jax.scipy.special.logsumexp(jnp.where(batch["pair_quote"] > 0, heeds, _FAR), -1)
    of_heeds = -(told * jnp.maximum(quoted, _WORST)).sum() / jnp.maximum(told.sum(), 1)
    known = batch["irregularity"] >= 0
    own = jnp.take_along_axis(incidents, jnp.maximum(batch["irregularity"], 0)[:, None], 1)[:, 0]
    wrongly: Array = of_facts + _HEED * of_heeds - _INCIDENT * (own * known).mean()
    return wrongly


def _encoded(weights: Weights, batch: Batch, key: Array | None) -> tuple[Array, Array]:
    there = batch["there"][..., None]
    count, size = batch["stems"].shape
    words = _summed(weights["run"], batch["run"], batch["run_word"], len(batch["run_scale"])) * batch["run_scale"][:, None]
    traits = _summed(weights["trait"], batch["trait"], batch["trait_token"], count * size).reshape(count, size, -1)
    x = weights["stem"].at[0].set(0.0)[batch["stems"]] + words[batch["words"]] + weights["break"][batch["breaks"]] + traits
    x = _dropped(_normed(x, weights["norm_0"], weights["shift_0"]), key, 0) * there
    for number, dilation in enumerate(DILATIONS):
        around = jnp.pad(x, ((0, 0), (dilation, dilation), (0, 0)))
        beside = jnp.concatenate([around[:, at * dilation : at * dilation + size] for at in range(3)], -1)
        far = _glanced(x, weights["glance"], batch) @ weights[f"far_{number}"]
        z = beside @ weights[f"near_{number}"] + weights[f"near_bias_{number}"] + far[:, None]
        value, gate = jnp.split(z, 2, -1)
        kept = _dropped(value * jax.nn.sigmoid(gate), key, number + 1)
        x = _normed(x + kept, weights[f"norm_{number + 1}"], weights[f"shift_{number + 1}"]) * there
    return x, _glanced(x, weights["glance"], batch)


def _summed(table: Array, rows: Array, places: Array, count: int) -> Array:
    """The rows of a table added up at their places; what belongs to the place behind the last falls away."""
    return jax.ops.segment_sum(table[rows], places, num_segments=count + 1)[:count]


def _said(weights: Weights, batch: Batch, tokens: Array, whole: Array, key: Array | None) -> tuple[Array, Array, Array]:
    """Logarithms: of each value (silence first) for the pairs of telling and fact, of the heed paid to each token for it, and of
    the irregularities."""
    own = tokens[batch["pair_telling"]]
    heed = jnp.einsum("ptd,pd->pt", own, weights["heed"][batch["pair_fact"]])
    heeds = jax.nn.log_softmax(jnp.where(batch["there"][batch["pair_telling"]] > 0, heed, _FAR), -1)
    gathered = jnp.einsum("pt,ptd->pd", jnp.exp(heeds), own)
    seen = _dropped(jnp.concatenate([gathered, whole[batch["pair_telling"]]], -1), key, 9)
    scores = seen @ weights["value"] + weights["value_bias"]
    scores = jnp.where(batch["fact_of"][None] == batch["pair_fact"][:, None], scores, _FAR)
    facts = jax.nn.log_softmax(jnp.concatenate([jnp.zeros((len(scores), 1)), scores], 1), -1)
    seen = jnp.concatenate([_glanced(tokens, weights["incident_glance"], batch), whole], -1)
    return facts, heeds, jax.nn.log_softmax(seen @ weights["incident"] + weights["incident_bias"], -1)


def _glanced(x: Array, by: Array, batch: Batch) -> Array:
    return jnp.einsum("bt,btd->bd", jax.nn.softmax(jnp.where(batch["there"] > 0, x @ by, _FAR), -1), x)


def _normed(x: Array, scale: Array, shift: Array) -> Array:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + _TINY) * scale + shift


def _dropped(x: Array, key: Array | None, number: int) -> Array:
    """With some of it hidden by chance, if there is a key to chance."""
    if key is None:
        return x
    kept = jax.random.bernoulli(jax.random.fold_in(key, number), 1 - _DROPPED, x.shape)
    return jnp.where(kept, x / (1 - _DROPPED), 0.0)
