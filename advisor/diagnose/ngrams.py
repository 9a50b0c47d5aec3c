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
    words = _WORD.findall(folded)
    found = {f"w {word}" for word in words}
    found.update([f"p {a} {b}" for a, b in pairwise(words)])
    for word in set(words):
        whole = f" {word} "
        size = len(whole)
        for length in range(SHORTEST, LONGEST + 1):
            found.update([f"c {whole[at : at + length]}" for at in range(size - length + 1)])
    return found
