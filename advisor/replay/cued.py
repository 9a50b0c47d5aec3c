"""Facts told so plainly that nothing is weighed (`lexicon/cues_plain.yaml`): "played one of three", "up twenty minutes"."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from advisor.read.reading import Reading

_IS: Final = "="
_HEARSAY: Final = "hearsay"  # what somebody is told to say that another did


def cued_facts(reading: Reading, untold: Collection[int]) -> Mapping[str, str]:
    """Fact -> value, where the words tell it in a clause that tells deeds (`untold` are the tokens of the others)."""
    denied = reading.under_not() | {at for e in reading.story.events if _HEARSAY in e.flags for at in range(e.first, e.last + 1)}
    told: dict[str, set[str]] = {}
    for cue in reading.cues:
        if _IS in cue.what and cue.first not in untold and cue.first not in denied:
            for fact, _, value in (each.partition(_IS) for each in cue.what.split()):
                told.setdefault(fact, set()).add(value)
    return {fact: values.pop() for fact, values in told.items() if len(values) == 1}
