"""The words that a text is made of here: every form, sign and command of the lexicon, written out, with where it comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from advisor.base import datafile, paths
from advisor.lexicon.forms import FormError, expand
from advisor.lexicon.load import load
from advisor.lexicon.vocabulary import all_forms
from advisor.workshop.score.noise import spoil

FILES = ("notation", "cues", "scope", "seats", "asked", "beside", "talk/intents", "talk/details", "talk/commands")
_TOLD = {
    "<call>": "1S",
    "<bid>": "2H",
    "<card>": "♠K",
    "<suit>": "♥",
    "<rank>": "Q",
    "<holding>": "AKxx",
    "<n>": "3",
    "<auction>": "1S-P-2H",
    "<contract>": "4S by N",
    "<trick>": "♠A-10-3-2",
    "<trick_number>": "trick 5",
    "<card_count>": "13 cards",
    "<result>": "-1",
    "<shape>": "4-4-3-2",
    "<ended>": "1S P P P",
}
# What the lexicon cannot list: notation laid out, signs, letters and digits.
SIGNS = (
    *("N ", "W:P ", "1S-P-", "1S over ", "4♠ by ", "♠AKQ ♥AKQ ♦AKQ ♣AKQJ\n", "♠A ♥A\n", "♠A ♥A ♦A ♣A ", "♠", "♠A-", "AKxx "),
    *(
        "27B1(b) ",
        "Law ",
        "dealer N ",
        "board 0 ",
        "0th board ",
        "13 ",
        "1",
        "0",
        "-",
        "?",
        ".",
        "(",
        "((",
        "\n",
        "a",
        "a ",
        "ν ",
        "é",
    ),
    *("e\u0301", "\u200e", "\x07", "\u1f71", "#", "#?", "#menu:", "=", "...", "«", "🂡", "\U0001f600 ", "9" * 50, "2³ ", "١ "),
)


def written_out(form: str) -> str:
    """A form of the lexicon as somebody would type it. Raises FormError."""
    plain = expand(form)[0]
    for sign, told in _TOLD.items():
        plain = plain.replace(sign, told)
    return " ".join(re.sub(r"[{}~]", " ", plain).split())


@lru_cache(maxsize=1)
def units() -> dict[str, str]:
    """Each unit with where it comes from: the first and the last form of every concept and value, all of the small files."""
    found: dict[str, str] = {}
    for name, forms in all_forms(load(paths.LEXICON)[0]).items():
        _add(found, name, (forms[0], forms[-1]))
    for name in FILES:
        _add(found, name, _texts(datafile.read(paths.LEXICON / f"{name}.yaml").value))
    return found | dict.fromkeys(SIGNS, "signs")


@lru_cache(maxsize=1)
def tellings() -> tuple[str, ...]:
    """Every text of the corpus' tellings."""
    files = sorted((paths.CORPUS / "tellings").rglob("*.jsonl"))
    return tuple(json.loads(line)["text"] for path in files for line in path.read_text(encoding="utf-8").splitlines())


@lru_cache(maxsize=1)
def openings() -> tuple[str, ...]:
    """The words that a turn of every kind begins with, in English, Greek and Greek in Latin letters: "no", "wrong", "what if"."""
    told = list(_texts(datafile.read(paths.LEXICON / "talk/intents.yaml").value))
    plain = [written_out(form) for form in told]
    return tuple(dict.fromkeys([*filter(None, plain), *(spoil(form, "greeklish", 1) for form in plain if not form.isascii())]))


def _add(found: dict[str, str], name: str, forms: Any) -> None:
    for form in forms:
        try:
            plain = written_out(form)
        except FormError:  # `advisor check` names it
            continue
        if plain:
            found.setdefault(f"{plain} ", name)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
