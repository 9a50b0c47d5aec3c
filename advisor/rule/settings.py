"""The settings that somebody rules under: language, edition, the options of an authority, and the facts already answered."""

from __future__ import annotations

from collections.abc import Mapping

from advisor.base import store
from advisor.base.errors import UsageError
from advisor.lawbook.shelf import editions

IRREGULARITY = "irregularity"  # the fact by which somebody picks the situation
_LANGS = ("auto", "el", "en")


def settings(lang: str, edition: str, authority: str | None = None) -> dict[str, str]:
    """The options of the authority, once language, edition and authority are known to exist. Raises UsageError."""
    if lang not in _LANGS:
        raise UsageError("LANG", f"There is no language '{lang}': use auto, el or en.")
    if edition not in editions():
        raise UsageError("EDITION", f"There is no edition '{edition}': use one of {', '.join(editions())}.")
    return profile(authority)


def profile(authority: str | None) -> dict[str, str]:
    """The values of all switches under a profile: the Laws' own defaults, then what the profile establishes."""
    data = store.load("authorities")
    name = authority or "neutral"
    if name not in data["profiles"]:
        raise UsageError("AUTHORITY", f"There is no authority '{name}': use one of {', '.join(data['profiles'])}.")
    values: dict[str, str] = data["profiles"][name]["values"]
    return {switch: entry["default"] for switch, entry in data["switches"].items()} | values


def answered(answers: Mapping[str, str]) -> dict[str, str]:
    """The answers, once each is known to be a value of a fact. Raises UsageError."""
    facts = store.load("texts")["facts"]
    for name, value in answers.items():
        if name == IRREGULARITY:
            continue
        if name not in facts:
            raise UsageError("FACT", f"There is no fact '{name}': answer the fact that the question names.")
        if value not in facts[name]["values"]:
            raise UsageError("VALUE", f"'{value}' is no value of '{name}': use one of {', '.join(facts[name]['values'])}.")
    return dict(answers)
