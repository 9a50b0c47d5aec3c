"""`ask` and `explain`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from advisor.advising import LONGEST, advise, settings
from advisor.base.errors import UsageError
from advisor.doors.cli import files

_PAGES = (".html", ".htm", "")
_WIDEST = 8  # bytes of a character and its marks


def given(text: str) -> str:
    """The text itself, or standard input for `-` (no more of it than could be answered)."""
    if text != "-":
        return text
    told = files.standard_input().read(LONGEST * _WIDEST)
    return files.decoded(told, "standard input", cut=len(told) == LONGEST * _WIDEST, mend=True)


def pairs(answers: Sequence[str]) -> dict[str, str]:
    """FACT=VALUE texts as a dict. Raises UsageError."""
    found: dict[str, str] = {}
    for answer in answers:
        fact, sign, value = answer.partition("=")
        if not sign or not fact or not value:
            raise UsageError("ANSWER", f"'{answer}' is no answer: write FACT=VALUE, as the question names them.")
        found[fact] = value
    return found


def ask_once(text: str, lang: str, edition: str, authority: str, answers: Sequence[str], *, as_json: bool, full: bool) -> str:
    """The answer (with `full` its details too), as text or as JSON."""
    told = pairs(answers)
    settings(lang, edition, authority or None)
    advice = advise(given(text), lang=lang, edition=edition, authority=authority or None, answers=told)
    if as_json:
        return advice.model_dump_json(by_alias=True, indent=2)
    return "\n\n".join(part for part in (advice.answer, advice.details if full else "") if part)


def explain_once(text: str, lang: str, edition: str) -> str:
    """Every step from words to ruling."""
    from advisor.talk.tracing import explain

    settings(lang, edition)
    return explain(given(text), lang=lang, edition=edition)


def draw_once(text: str, lang: str, edition: str, picture: str) -> str:
    """What was understood, drawn into a file; says which. Raises UsageError when the file cannot be written."""
    from advisor.talk.picturing import page

    settings(lang, edition)
    if Path(picture).suffix.lower() not in _PAGES:
        raise UsageError("FILE", f"'{picture}' cannot hold the picture, which is a page: name a file that ends in .html.")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\[W117\]")  # a text in which nothing was read has nothing to mark
        drawn = page(given(text), lang=lang, edition=edition)
    with files.written(picture) as stream:
        stream.write(drawn)
    return picture
