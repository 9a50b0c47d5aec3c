"""Does a text ask for something that can be computed, and nothing else?"""

from __future__ import annotations

from advisor.base import store
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading

_ASK = "ask_"
_ORDER = ("winner", "next", "turn", "lowest", "rank", "score", "points", "dealer", "vulnerable")
_VULNERABLE = frozenset({"vulnerable", "not_vulnerable", "all_vulnerable", "none_vulnerable", "side_ns", "side_ew"})
_DATA = _VULNERABLE | {"made", "made_exactly", "one_over", "trumps", "trick", "dealer", "joined"}
_PEOPLE = frozenset({*SEAT_OF, "dealer", "opener", "declarer", "lho", "rho", "partner", "dummy"})
_LONGEST = 40
_NUMBER = ("_num", "_ord")


def asked(reading: Reading) -> tuple[str, ...]:
    """What a bare question asks for, most special first (`winner`, `next`, `turn`, `lowest`, `rank`, `score`, `points`,
    `dealer`, `vulnerable`); nothing for a text that tells more than the question needs."""
    told = {cue.what.removeprefix(_ASK) for cue in reading.cues if cue.what.startswith(_ASK)}
    if not told or len(reading.tokens) > _LONGEST or _besides(reading):
        return ()
    return tuple(what for what in _ORDER if what in told)


def _besides(reading: Reading) -> list[str]:
    """The words that neither ask nor tell what the computation needs."""
    beside = frozenset(store.load("texts")["beside"])
    covered = {
        place
        for cue in reading.cues
        if cue.what.startswith(_ASK) or cue.what in _DATA
        for place in range(cue.first, cue.last + 1)
    }
    covered |= {place for m in reading.mentions if m.name in _PEOPLE for place in range(m.first, m.last + 1)}
    spans = [(note.start, note.end) for note in reading.notation]
    return [
        stem
        for place, (token, stem) in enumerate(zip(reading.tokens, reading.stems, strict=True))
        if stem
        and place not in covered
        and stem not in beside
        and not stem.endswith(_NUMBER)
        and not any(start <= token.start < end for start, end in spans)
    ]
