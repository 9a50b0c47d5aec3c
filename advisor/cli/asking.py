"""`ask` and `explain`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from advisor.advising import LONGEST, advise
from advisor.errors import UsageError


def given(text: str) -> str:
    """The text itself, or standard input for `-` (no more of it than could be answered)."""
    if text != "-":
        return text
    return sys.stdin.buffer.read(LONGEST * 8).decode("utf-8", "replace")


def pairs(answers: Sequence[str]) -> dict[str, str]:
    """FACT=VALUE texts as a dict. Raises UsageError."""
    found: dict[str, str] = {}
    for answer in answers:
        fact, sign, value = answer.partition("=")
        if not sign or not fact or not value:
            raise UsageError("ANSWER", f"'{answer}' is no answer: write FACT=VALUE, as the question names them.")
        found[fact] = value
    return found


def ask_once(text: str, lang: str, edition: str, authority: str, answers: Sequence[str], *, as_json: bool) -> str:
    """The answer, as text or as JSON."""
    advice = advise(given(text), lang=lang, edition=edition, authority=authority or None, answers=pairs(answers))
    return advice.model_dump_json(by_alias=True, indent=2) if as_json else advice.answer


def explain_once(text: str, lang: str, edition: str) -> str:
    """Every step from words to ruling."""
    from advisor.explaining import explain

    return explain(given(text), lang=lang, edition=edition)
