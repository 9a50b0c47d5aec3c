"""The sentences for what was computed (`lexicon/specifics.yaml`), with seats, suits, cards and calls as people read them."""

from __future__ import annotations

from collections.abc import Mapping

from advisor.base import store
from advisor.say.words import Words

_SEATS = frozenset({"offender", "offender_lho", "offender_rho", "offender_partner"})  # who is who at the table
_PEOPLE = _SEATS | frozenset(
    {
        "dealer",
        "turn",
        "turn_now",
        "first_turn",
        "leads",
        "lead",
        "next_defender",
        "trick_winner",
        "tricks_side",
        "trick_side",
        "vulnerability",
    }
)
_CALLS = frozenset({"withdrawn_call", "new_call", "turn_after"})
_SUITS = frozenset({"suits_forbidden", "suits_free", "suits_if"})
_LAWS = frozenset({"tricks_law", "test"})
_PLAIN = frozenset(
    {"board", "tricks", "score", "score_before", "score_after", "scored_tricks", "double_dummy", "score_white", "score_red"}
)


def seats_apart(values: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Who is who at the table, and the rest, of everything computed."""
    seats = {name: value for name, value in values.items() if name in _SEATS}
    return seats, {name: value for name, value in values.items() if name not in _SEATS}


def computed(values: Mapping[str, str], words: Words) -> list[str]:
    """A sentence for each value that has one, in the order in which they were computed."""
    texts = store.load("texts")["specifics"]
    shown = {name: _shown(name, value, words) for name, value in values.items()}
    found = []
    for name, value in values.items():
        entry = texts.get(f"{name}_{value}") or texts.get(name)
        if entry is not None:
            found.append(words.filled(entry[words.lang], shown))
    return found


def _shown(name: str, value: str, words: Words) -> str:
    """A canonical value as it is printed: `name_N` and the like for people and plain calls, signs for the rest."""
    named = store.load("texts")["specifics"].get(f"name_{value}")
    if (name in _PEOPLE or name in _CALLS) and named is not None:
        return str(named[words.lang])
    if name in _LAWS:
        return words.ref(value)
    if name in _SUITS:
        return " ".join(words.symbol(suit) for suit in value.split())
    return value if name in _PLAIN else words.symbol(value)
