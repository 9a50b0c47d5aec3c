"""What the contract of a bare question scores (Law 77)."""

from __future__ import annotations

from advisor.base.text import number_in
from advisor.bridge.calls import Bid, parse_call
from advisor.bridge.contract import Contract, score
from advisor.read.reading import Reading
from advisor.replay.contract import contract_of
from advisor.replay.result import tricks_made
from advisor.replay.vulnerability import vulnerable
from advisor.rule.inquiry.auction import calls_told

_BOOK, _ODD, _MOST = 6, 7, 13
_NUMBERS = {
    name: number
    for number, name in enumerate(("one_num", "two_num", "three_num", "four_num", "five_num", "six_num", "seven_num"), 1)
}
_SIGNS = {"plus_word": 1, "minus_word": -1}
_TOLD = frozenset({"made", "made_exactly", "one_over"})
_DOUBLES = {"double": 1, "redouble": 2}
_RESULTS = frozenset({"result", "trick_count"})


def scores(reading: Reading) -> dict[str, str]:
    """`score` where the vulnerability is told or changes nothing, else `score_white` and `score_red`, with
    `scored_contract` and `scored_tricks`. A contract without a result is taken as made exactly; nothing when it is not
    certain which contract or how many tricks."""
    contract = _contract(reading)
    made = _tricks(reading, contract) if contract is not None else None
    if contract is None or made is None:
        return {}
    red = vulnerable(reading, contract.declarer.side if contract.declarer else None)
    white, other = score(contract, made, False), score(contract, made, True)
    shown = {"scored_contract": f"{contract.bid}{'X' * contract.doubled}", "scored_tricks": str(made)}
    if red is None and white != other:
        return {"score_white": f"{white:+d}", "score_red": f"{other:+d}"} | shown
    return {"score": f"{other if red else white:+d}"} | shown


def _contract(reading: Reading) -> Contract | None:
    """The one contract told, or the one bid; doubled when a double is told anywhere."""
    told = contract_of(reading, asked=True)
    calls = calls_told(reading)
    bids = {bid for call in calls if isinstance(bid := parse_call(call), Bid)}
    if told is None and len(bids) == 1:
        told = Contract(bids.pop())
    if told is None:
        return None
    named = max((_DOUBLES.get(stem, 0) for stem in reading.stems), default=0)
    noted = max((len(call) for call in calls if call in ("X", "XX")), default=0)
    return Contract(told.bid, max(told.doubled, named, noted), told.declarer)


def result_told(reading: Reading) -> bool:
    """Whether a result or a double is told beside the contract, so that its score is what is asked for."""
    noted = any(note.kind in _RESULTS or "X" in note.value.split() for note in reading.notation)
    return noted or any(cue.what in _TOLD for cue in reading.cues) or any(stem in _DOUBLES for stem in reading.stems)


def _tricks(reading: Reading, contract: Contract) -> int | None:
    """Declarer's tricks: as told; `making five` counts above the book, `at ten` all of them; just made when none is told."""
    counted = tricks_made(reading, contract, asked=True)
    if counted is not None:
        return counted
    numbers = [(place, number) for place in range(len(reading.tokens)) if (number := _number(reading, place))]
    if not numbers:
        return None if any(note.kind in _RESULTS for note in reading.notation) else contract.needed
    place, number = numbers[0]
    if len(numbers) > 1 or place == 0:
        return None
    before = reading.stems[place - 1]
    if before in _SIGNS:
        made = contract.needed + _SIGNS[before] * number
        return made if 0 <= made <= _MOST else None
    making = any(cue.what == "made" and cue.last == place - 1 for cue in reading.cues)
    if number > _MOST or not (making or number > _ODD):
        return None
    return number + _BOOK if number <= _ODD else number


def _number(reading: Reading, place: int) -> int:
    """The number a word of the text is, where no notation has taken it; 0 for any other word."""
    token = reading.tokens[place]
    if any(note.start <= token.start < note.end for note in reading.notation):
        return 0
    number = number_in(token.form)
    return _NUMBERS.get(reading.stems[place], 0) if number is None else number
