"""The number of a law, for those who need no more of the lawbook's furniture than that."""

from __future__ import annotations


def law_number(ref: str) -> str:
    """The number at the head of a reference: `27B1(b)` gives `27`."""
    digits = ""
    for char in ref:
        if not char.isdigit():
            break
        digits += char
    return digits
