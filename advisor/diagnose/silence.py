"""What a telling says has not happened since ("nobody has called since"): it tells a fact, not which irregularity it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from advisor.read.reading import Reading
from advisor.replay.denied import FEW_WORDS

_NOBODY_SINCE: Final = "nobody_since"
_LHO_HAS_NOT: Final = "lho_not_called"


def without_silence(reading: Reading, *, named: bool) -> Reading:
    """The reading as it speaks for an irregularity: a telling of few words without those that nobody has called or bid
    since, where something else is told; they name a deed that was not done, and would speak for what it sounds like. Where the
    irregularity is called by its name (`named`), those that LHO has not called are left out too."""
    if len(reading.tokens) > FEW_WORDS:
        return reading
    spans = [(cue.first, cue.last) for cue in reading.cues if cue.what == _NOBODY_SINCE]
    spans += [(m.first, m.last) for m in reading.mentions if named and m.name == _LHO_HAS_NOT and not m.flags]
    at = {token for first, last in spans for token in range(first, last + 1)}
    kept = tuple(m for m in reading.mentions if not (m.first in at and m.last in at))
    if not at or all("=" in mention.name or mention.flags for mention in kept):
        return reading
    folded, stems = list(reading.folded), list(reading.stems)
    for token in at:
        stems[token] = ""
    for first, last in spans:
        start, end = reading.tokens[first].start, reading.tokens[last].end
        folded[start:end] = " " * (end - start)
    return replace(reading, mentions=kept, stems=tuple(stems), folded="".join(folded))
