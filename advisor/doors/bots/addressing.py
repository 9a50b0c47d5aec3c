"""Whether a message in a group speaks to us: by a word that a club has chosen. Mentions, commands and replies each chat knows."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.doors.bots.house import fold

_AFTER = " ,:;.!-\n\t"


def triggered(text: str, triggers: Iterable[str]) -> str | None:
    """What follows a trigger word that begins the text; None when it begins with none."""
    folded = fold(text)
    for trigger in triggers:
        word = fold(trigger)
        if word and folded.startswith(word) and (len(text) == len(word) or text[len(word)] in _AFTER):
            return text[len(word) :].lstrip(_AFTER)
    return None
