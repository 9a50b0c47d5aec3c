"""The texts of the page and of the interface (`lexicon/web.yaml`), in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from advisor.doors.web.house import store

Lang = Literal["el", "en"]
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LANGUAGES: tuple[Lang, ...] = ("el", "en")
_ACCEPTED = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*")


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts in `lang`; in a template `t("name", blank="value")`."""

    lang: Lang

    def __call__(self, name: str, **blanks: object) -> str:
        """A text with its blanks filled; KeyError for a name that is none."""
        found = str(entries()[name][self.lang])
        for blank, value in blanks.items():
            found = found.replace(f"{{{blank}}}", str(value))
        return found

    def aloud(self, text: str) -> str:
        """The text with the signs of the suits as words."""
        for suit, sign in SIGNS.items():
            text = text.replace(sign, f" {self(f'suit_{suit}')} ")
        return " ".join(text.split())

    def has(self, name: str) -> bool:
        """Whether there is a text of this name."""
        return name in entries()


def entries() -> Mapping[str, Mapping[str, str]]:
    """All texts, by name and language."""
    found: Mapping[str, Mapping[str, str]] = store.load("web")
    return found


def preferred(header: str) -> Lang:
    """The language of ours that an Accept-Language header asks for first; English when it asks for neither."""
    best: tuple[float, Lang] = (0.0, "en")
    for part in header[:400].split(","):
        match = _ACCEPTED.fullmatch(part)
        if match is None:
            continue
        weight = float(match.group(2) or 1)
        code = match.group(1).lower()
        for lang in LANGUAGES:
            if code == lang and weight > best[0]:
                best = (weight, lang)
    return best[1]
