"""The contract, the trumps, the result and the vulnerability that a text tells; nothing when it tells two."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TypeVar

from advisor.base.kept import once
from advisor.bridge.calls import Bid, Strain, parse_call
from advisor.bridge.cards import Suit
from advisor.bridge.contract import Contract, parse_contract
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading

T = TypeVar("T")
Trumps = tuple[bool, Suit | None]
_NEAR = 2
_LIST = re.compile(r"\s*[-–&,]\s*\d{1,2}(?![\w♠♥♦♣])")


def _only(found: Iterable[T]) -> T | None:
    values = list(dict.fromkeys(found))
    return values[0] if len(values) == 1 else None


@once
def contract_of(reading: Reading, *, asked: bool = False) -> Contract | None:
    """The one contract told. With `asked` (the score itself is asked for) a bid told alone is the contract."""
    notes = [note for note in reading.notation if note.kind == "contract"]
    if notes or not asked:
        so = [cue.last for cue in reading.cues if cue.what == "contract_word"]
        sure = [parse_contract(n.value.split()[0]) for n in notes if n.sure or asked or _called_so(reading, n, so)]
        perhaps = [parse_contract(n.value.split()[0]) for n in notes] if sure else []
        named = {(s.bid, s.doubled) for s in sure}
        return _agreed([*sure, *(p for p in perhaps if (p.bid, p.doubled) in named)])
    calls = {note.value for note in reading.notation if note.kind in ("call", "call_by")}
    bid = _only(calls)
    call = parse_call(bid.rpartition(":")[2]) if bid else None
    return Contract(call) if isinstance(call, Bid) else None


def _called_so(reading: Reading, note: Notation, so: Sequence[int]) -> bool:
    """Whether a bid "by" a player is called the contract, by a word right before it; `so` are the tokens of such words."""
    if not so:
        return False
    place = _place(reading, note.start)
    return place < len(reading.tokens) and any(0 < place - last <= _NEAR for last in so)


def _place(reading: Reading, start: int) -> int:
    """The first token from a place of the text on."""
    return bisect_left(reading.tokens, start, key=lambda token: token.start)


def _agreed(told: Sequence[Contract]) -> Contract | None:
    """The contract that all tell, some of them without its declarer."""
    seats = {contract.declarer for contract in told} - {None}
    plain = _only(Contract(contract.bid, contract.doubled) for contract in told)
    if plain is None or len(seats) > 1:
        return None
    return Contract(plain.bid, plain.doubled, seats.pop() if seats else None)


def trumps(reading: Reading) -> Trumps:
    """Whether it is told what is trump, and the suit (None: no trumps)."""
    contract = contract_of(reading)
    strains = {contract.bid.strain} if contract else set()
    starts = {token.start: place for place, token in enumerate(reading.tokens)}
    cues = [cue.first for cue in reading.cues if cue.what == "trumps"]
    for note in reading.notation:
        place = starts.get(note.start)
        if note.kind == "suit" and place is not None and any(0 < abs(cue - place) <= _NEAR for cue in cues):
            strains.add(Strain(note.value))
    strain = _only(strains)
    if strain is None:
        return False, None
    return True, None if strain is Strain.N else Suit(strain.value)


def board_of(reading: Reading) -> int | None:
    """The number of the only board told; None where several are, as in "boards 3 and 4"."""
    notes = [note for note in reading.notation if note.kind == "board"]
    return None if any(_listed(reading, note) for note in notes) else _only(int(note.value) for note in notes)


def _listed(reading: Reading, note: Notation) -> bool:
    """Whether another number is joined to the number of a board."""
    if _LIST.match(reading.folded, note.end):
        return True
    after = _place(reading, note.end)
    joined = any(cue.what == "joined" and cue.first == after for cue in reading.cues)
    return joined and after + 1 < len(reading.tokens) and reading.tokens[after + 1].form.isdigit()


def doubled_perhaps(reading: Reading) -> bool:
    """Whether a double or redouble is told apart from the contract, so that the contract may be doubled."""
    noted = any(note.value.rpartition(":")[2] in ("X", "XX") for note in reading.notation if note.kind in ("call", "call_by"))
    return noted or any(event.deed in ("double", "redouble") for event in reading.story.events)
