"""Numbers as people type them: a superscript counts as a digit and is no number, and thousands of digits are not read as one."""

from __future__ import annotations

from typing import Final

_MOST: Final = 9  # digits; nothing that is counted here has more


def typed_number(text: str) -> int | None:
    """The whole number (at least 0) that a text is, blanks at its ends aside; None where it is none or has more than
    nine digits."""
    bare = text.strip()
    return int(bare) if bare.isdecimal() and len(bare) <= _MOST else None
