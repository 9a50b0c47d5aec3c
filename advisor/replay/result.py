"""How many tricks declarer made, as one result tells it; nothing when two are told, or when they may be the defenders'."""

from __future__ import annotations

from advisor.bridge.contract import Contract
from advisor.bridge.seats import Seat
from advisor.read.events import SEAT_OF
from advisor.read.reading import Reading

_NEAR = 3
_LEAST = 7  # fewer tricks "made" in a story may be those of the defenders
_OTHERS = frozenset({"defender", "opponent", "offender", "non_offender"})


def tricks_made(reading: Reading, contract: Contract, *, asked: bool = False) -> int | None:
    """Declarer's tricks: "-1", "+2", "=" in notation, else in words, "made exactly", "making nine tricks".

    With `asked` (the score itself is asked for) the one number of tricks told is declarer's.
    """
    found = _noted(reading, contract) or _worded(reading, contract, asked)
    tricks = found.pop() if len(found) == 1 else None
    return tricks if tricks is not None and 0 <= tricks <= 13 else None


def _noted(reading: Reading, contract: Contract) -> set[int]:
    """The results in notation."""
    signs = [part.value for note in reading.notation if note.kind == "contract" for part in note.parts]
    signs += [note.value for note in reading.notation if note.kind == "result"]
    return {contract.needed + (0 if sign == "=" else int(sign)) for sign in signs if sign == "=" or abs(int(sign)) <= 13}


def _worded(reading: Reading, contract: Contract, asked: bool) -> set[int]:
    """The results in words."""
    named = {cue.what for cue in reading.cues}
    found = {contract.needed} if "made_exactly" in named else set()
    found |= {contract.needed + 1} if "one_over" in named else set()
    starts = {token.start: place for place, token in enumerate(reading.tokens)}
    counts = [(starts.get(note.start, 0), int(note.value)) for note in reading.notation if note.kind == "trick_count"]
    if asked:
        return found | {count for _, count in counts}
    made = {cue.last + 1 for cue in reading.cues if cue.what == "made"}
    return found | {n for at, n in counts if at in made and n >= _LEAST and _declarers(reading, at, contract)}


def _declarers(reading: Reading, at: int, contract: Contract) -> bool:
    """Whether the tricks counted at a token are nobody else's than declarer's, and not on top of others."""
    if any(cue.what in ("more_tricks", "later") and 0 <= cue.first - at <= _NEAR for cue in reading.cues):
        return False
    before = [m for m in reading.mentions if m.last < at and reading.sentences[m.first] == reading.sentences[at]]
    near = [m.name for m in before if m.name in SEAT_OF or m.name in _OTHERS or m.name in ("declarer", "side_pair")][-1:]
    if not near or near[0] == "declarer":
        return True
    side = contract.declarer.side if contract.declarer else None
    return near[0] in SEAT_OF and Seat(SEAT_OF[near[0]]).side is side
