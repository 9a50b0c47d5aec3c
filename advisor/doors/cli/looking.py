"""`law` and `find`."""

from __future__ import annotations

import json

from advisor.rule.settings import settings
from advisor.say import lookup


def show_law(text: str, edition: str, lang: str = "auto", *, grid: bool, changes: bool, as_json: bool) -> str:
    """A law or paragraph as a person or a program reads it. Raises UsageError for settings that there are not."""
    settings(lang, edition)
    ref = lookup.reference(text)
    if changes:
        return lookup.changes(ref)
    if as_json:
        return json.dumps(lookup.law(ref, edition), ensure_ascii=False, indent=2)
    return lookup.law_text(ref, edition, grid=grid)


def show_found(words: str, edition: str) -> str:
    """What fits the words, one a line."""
    found = lookup.find(words, edition)
    return (
        "\n".join(f"{ref:10} {en} / {el}" for ref, en, el in found)
        or f"nothing fits '{words}': try another word of the situation."
    )
