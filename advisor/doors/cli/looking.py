"""`law` and `find`."""

from __future__ import annotations

import json

from advisor.base.errors import UsageError
from advisor.say import lookup

_LANGUAGES = ("auto", "el", "en")


def show_law(text: str, edition: str, lang: str = "auto", *, grid: bool, changes: bool, as_json: bool) -> str:
    """A law or paragraph as a person or a program reads it. Raises UsageError for what there is not."""
    if lang not in _LANGUAGES:  # without the settings of a ruling, which a law needs not
        raise UsageError("LANG", f"There is no language '{lang}': use {', '.join(_LANGUAGES[:-1])} or {_LANGUAGES[-1]}.")
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
