"""The parts of a reference, for those who need no more of the lawbook's furniture than that."""

from __future__ import annotations

from functools import cache


@cache
def law_number(ref: str) -> str:
    """The number at the head of a reference: `27B1(b)` gives `27`."""
    digits = ""
    for char in ref:
        if not char.isdigit():
            break
        digits += char
    return digits


def section(ref: str) -> str:
    """A reference down to its section letter: 27B1(a) -> 27B; 41 -> 41."""
    number = law_number(ref)
    rest = ref[len(number) :]
    return number + (rest[:1] if rest[:1].isalpha() else "")


def above(upper: str, lower: str) -> bool:
    """Whether a reference is the other one or a part above it: 64A is above 64A1, 64A1 is not above 64A12."""
    if not lower.startswith(upper):
        return False
    rest = lower[len(upper) :]
    return not (upper[-1:].isdigit() and rest[:1].isdigit())


def related(found: str, right: str) -> bool:
    """Equal, or one lies above the other, to the section letter at least (64A and 64A1, not 64 and 64A1)."""
    upper, lower = sorted((found, right), key=len)
    return found == right or (not upper.isdigit() and above(upper, lower))
