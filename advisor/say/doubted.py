"""That the open fact is in dispute, or only one side's word for it: with the words of both, and how it is decided (Law 85)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from advisor.diagnose.facts import Facts
from advisor.rule.ruling import Ruled
from advisor.say.words import Words, beginning, quoted

_DISPUTED, _SHORT = "disputed", "disputed_words"
_PROBABLE: Final = "85A1"


def doubted(ruled: Ruled, facts: Facts, words: Words, said: Iterable[str] = ()) -> list[str]:
    """What two voices tell differently of the open fact, and how the Director finds it: on the balance of probabilities, or where
    the Law presumes something by that; a player's claim about it, not yet the fact; or that the story leaves it in doubt.
    How it is found is not repeated where it is `said` already."""
    name = ruled.question
    if ruled.row is not None or ruled.heard:
        return []
    if name in facts.contested:
        known = any(words.ref(_PROBABLE) in line for line in said)
        frame = next(n for n in (f"{_DISPUTED}_{name}", _SHORT if known else _DISPUTED) if words.has_frame(n))
        return [words.frame(frame, quotes=quoted([beginning(quote) for quote in facts.contested[name]], words))]
    claim = facts.claims.get(name, "")
    if claim:
        return [words.frame("claimed", quote=quoted([claim], words))]
    return [words.frame("in_doubt")] if name in facts.doubted else []
