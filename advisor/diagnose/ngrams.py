"""The signs of the raw text: its folded words, pairs of neighbouring words, and the runs of letters inside its words.

They know nothing of the lexicon, so they also speak where it is silent: slips, endings, words that nobody listed.
"""

from __future__ import annotations

import re
from itertools import pairwise

SHORTEST, LONGEST = 2, 5  # letters of a run
_WORD = re.compile(r"[^\s.,;:!?«»\"“”()\[\]]+")


def ngrams(folded: str) -> set[str]:
    """The signs of a folded text: `w word`, `p word word`, and `c run` for every run of 2 to 5 letters of a word, its two ends
    marked by a blank. A text of n letters has about four times as many."""
    words = words_of(folded)
    found = set(pairs(words))
    for word in set(words):
        found.update(runs(word))
    return found


def words_of(folded: str) -> list[str]:
    """The words of a folded text."""
    found: list[str] = _WORD.findall(folded)
    return found


def pairs(words: list[str]) -> list[str]:
    """The signs of neighbouring words."""
    return [f"p {a} {b}" for a, b in pairwise(words)]


def runs(word: str) -> list[str]:
    """The signs of one word: itself, and the runs of its letters."""
    whole = f" {word} "
    every = [f"c {whole[at : at + n]}" for n in range(SHORTEST, LONGEST + 1) for at in range(len(whole) - n + 1)]
    return [f"w {word}", *every]
