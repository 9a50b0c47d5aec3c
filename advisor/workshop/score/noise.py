"""Spoils texts as people do: no accents, all capitals, one slip a sentence, Greek in Latin letters. Seeded, so repeatable."""

from __future__ import annotations

import random
import re
import unicodedata

from advisor.base import store

KINDS = ("accents", "capitals", "typo", "greeklish")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*|[.!?\n]+")
_LONG = re.compile(r"[^\W\d_]{5,}")
_SLIPS = ("swap", "drop", "double")


def spoil(text: str, kind: str, seed: int) -> str:
    """The text with one kind of noise; the same seed gives the same noise."""
    dice = random.Random(f"{seed}:{text}")
    if kind == "accents":
        return "".join(c for c in unicodedata.normalize("NFD", text) if not "\u0300" <= c <= "\u036f")
    if kind == "capitals":
        return spoil(text, "accents", seed).upper()
    if kind == "typo":
        return "".join(_slip(match.group(), dice) for match in _SENTENCE.finditer(text))
    return _greeklish(text, dice)


def _slip(sentence: str, dice: random.Random) -> str:
    words = list(_LONG.finditer(sentence))
    if not words:
        return sentence
    word = dice.choice(words)
    at = word.start() + dice.randrange(len(word.group()) - 1)
    how = dice.choice(_SLIPS)
    if how == "swap" and sentence[at] != sentence[at + 1]:
        return sentence[:at] + sentence[at + 1] + sentence[at] + sentence[at + 2 :]
    if how == "drop":
        return sentence[:at] + sentence[at + 1 :]
    return sentence[:at] + sentence[at] + sentence[at:]


def _greeklish(text: str, dice: random.Random) -> str:
    """Each text gets one spelling for each Greek letter or pair, as one thumb has one habit."""
    spelling = store.load("reading")["vocabulary"]["spelling"]["phone"]
    habit = {letters: dice.choice(options) for letters, options in spelling.items()}
    plain = spoil(text, "accents", 0)
    out, at = [], 0
    while at < len(plain):
        pair = plain[at : at + 2].lower().replace("ς", "σ")
        one = plain[at].lower().replace("ς", "σ")
        found = habit.get(pair) if len(pair) == 2 else None
        step = 2 if found else 1
        found = found or habit.get(one) or plain[at]
        out.append(found.upper() if plain[at].isupper() and len(found) == 1 else found)
        at += step
    return "".join(out)
