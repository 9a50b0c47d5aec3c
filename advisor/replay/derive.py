"""Plays the calls that were told on the model of the table, and derives what nobody said.

Only what is certain is asserted; a fact that is missing here is unknown, never "no". What makes a run of calls certain:
its order is that of the telling; turns are known only where passes are told too, since many people leave them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from advisor.bridge.auction import Auction, Fault, Finding, Told, replay
from advisor.bridge.calls import Action, Bid, Call, lowest_sufficient, parse_call
from advisor.bridge.cards import parse_card
from advisor.bridge.contract import Contract, parse_contract
from advisor.bridge.seats import Seat, dealer_of, vulnerability_of
from advisor.bridge.tricks import Trick
from advisor.read.notation.reader import Notation, calls_of
from advisor.replay.calls import seated

Span = tuple[int, int]
_SEEN: Final = {1: "lho", 2: "partner", 3: "rho"}
_NAMES: Final = {
    Fault.INSUFFICIENT: "insufficient",
    Fault.OUT_OF_TURN: "out_of_turn",
    Fault.INADMISSIBLE_DOUBLE: "inadmissible_double",
    Fault.INADMISSIBLE_REDOUBLE: "inadmissible_redouble",
    Fault.AFTER_FINAL_PASS: "after_final_pass",
}
_OF_LHO: Final = frozenset({"accepted", "lho_called"})


@dataclass(frozen=True, slots=True)
class Derived:
    """A derived value and the spans of the text that prove it."""

    value: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """A told auction: its calls and the span of each."""

    told: tuple[Told, ...]
    spans: tuple[Span, ...]


def plain(proved: Mapping[str, Derived]) -> dict[str, str]:
    """The facts that are plainly so (`yes`), by name, and whose turn was passed over; the details stay in `findings`."""
    return {name: fact.value for name, fact in proved.items() if fact.value == "yes"} | _passed_over(proved)


def _passed_over(proved: Mapping[str, Derived]) -> dict[str, str]:
    """`wrong_turn_of` (seen from the player who called) where a told auction proves a call out of turn (Law 17C)."""
    caller, expected = proved.get("out_of_turn_by"), proved.get("out_of_turn_expected")
    if caller is None or expected is None:
        return {}
    return {"wrong_turn_of": _SEEN[Seat(caller.value).distance(Seat(expected.value))]}


def findings(notation: Iterable[Notation], played: Iterable[Notation] = ()) -> dict[str, Derived]:
    """Every fact that the told calls, contracts, boards and tricks make certain, with its proof.

    `auction_insufficient`, `auction_out_of_turn`, `auction_inadmissible_double`, `auction_inadmissible_redouble` and
    `auction_after_final_pass` are `yes`, with `insufficient_call`, `_by` (seat), `_over`, `lowest_sufficient_bid`,
    `out_of_turn_call`, `_by`, `_expected` and so on where known; then `auction_complete`, `contract`, `declarer`,
    `dummy`, `leader`, `dealer`, `vulnerability`, `trick_winning_card`, `trick_winner` (the seat that leads next),
    `accepted` (the offender's LHO called over an insufficient bid), `lho_called` (over an inadmissible double) and
    `told_lower_bid` (a lower bid is told after a higher one: a hint, no proof of an irregularity). A detail told in two
    ways is left out. `played` are the auctions and tricks of a story, told deed by deed.
    """
    heard = list(notation)
    found: list[tuple[str, Derived]] = []
    for note in heard:
        if note.kind == "over":
            found += _over(note)
        elif note.kind == "auction":
            found += _auction(_run(note))
        elif note.kind == "contract" and note.sure:
            found += _contract(parse_contract(note.value.split()[0]), (note.start, note.end))
        elif note.kind == "board":
            found += _board(note)
    found += _lower(heard)
    for note in played:
        if note.kind == "auction":
            # calls told deed by deed may leave out that the bid was refused in between
            found += [(name, fact) for name, fact in _auction(_run(note)) if name not in _OF_LHO]
    found += _tricks([*heard, *played])
    return _agreed(found)


def _agreed(found: Iterable[tuple[str, Derived]]) -> dict[str, Derived]:
    """One value for each fact; those told with different values are left out."""
    values: dict[str, dict[str, list[Span]]] = {}
    for name, fact in found:
        values.setdefault(name, {}).setdefault(fact.value, []).extend(fact.spans)
    agreed = ((name, *next(iter(told.items()))) for name, told in values.items() if len(told) == 1)
    return {name: Derived(value, tuple(spans)) for name, value, spans in agreed}


def _over(note: Notation) -> list[tuple[str, Derived]]:
    """What a pair "one call over another" proves: an insufficient bid, or nothing."""
    upper, lower = (parse_call(part) for part in note.value.split("/"))
    if not (isinstance(upper, Bid) and isinstance(lower, Bid)) or upper.is_sufficient_over(lower):
        return []
    spans = tuple((part.start, part.end) for part in note.parts)
    return _insufficient(upper, lower, None, spans)


def _insufficient(bid: Bid, last: Bid, seat: Seat | None, spans: tuple[Span, ...]) -> list[tuple[str, Derived]]:
    lowest = lowest_sufficient(bid.strain, last)
    details = [("call", str(bid)), ("over", str(last)), ("by", seat.value if seat else "")]
    found = [("auction_insufficient", Derived("yes", spans))]
    found += [(f"insufficient_{name}", Derived(value, spans)) for name, value in details if value]
    return [*found, ("lowest_sufficient_bid", Derived(str(lowest), spans))] if lowest else found


def _run(note: Notation) -> _Run:
    """The calls of an auction with the spans of their parts; several passes may share one part."""
    calls = calls_of(note.value)
    spans: list[Span] = []
    for part in note.parts:
        spans += [(part.start, part.end)] * max(1, len(part.value.split()))
    spans = (spans + [(note.start, note.end)] * len(calls))[: len(calls)]
    return _Run(seated(calls), tuple(spans))


def _auction(run: _Run) -> list[tuple[str, Derived]]:
    """What a run of calls proves."""
    auction = replay(run.told)
    found: list[tuple[str, Derived]] = []
    for finding in auction.findings:
        if _certain(run, auction, finding):
            found += _fault(run, auction, finding)
    if auction.over and _turns_told(run, len(run.told)) and auction.contract:
        everything = (run.spans[0][0], run.spans[-1][1])
        found.append(("auction_complete", Derived("yes", (everything,))))
        found += _contract(Contract(auction.contract, auction.doubled, auction.declarer), everything)
    return found


def _fault(run: _Run, auction: Auction, finding: Finding) -> list[tuple[str, Derived]]:
    """One fault as facts."""
    call, seat, span = run.told[finding.index][1], auction.by[finding.index], run.spans[finding.index]
    if finding.fault is Fault.INSUFFICIENT and isinstance(call, Bid) and finding.over:
        before = next(i for i in range(finding.index - 1, -1, -1) if run.told[i][1] == finding.over)
        found = _insufficient(call, finding.over, seat, (span, run.spans[before]))
        after = finding.index + 1
        if seat and after < len(run.told) and run.told[after][0] is seat.lho and run.told[after][1] is not Action.PASS:
            # the offender's LHO has called over it, which accepts it (Law 27A1); a pass may be a refusal ("E: no")
            found.append(("accepted", Derived("yes", (run.spans[after],))))
        return found
    name = _NAMES[finding.fault]
    found = [(f"auction_{name}", Derived("yes", (span,))), (f"{name}_call", Derived(str(call), (span,)))]
    if seat:
        found.append((f"{name}_by", Derived(seat.value, (span,))))
    if finding.expected:
        found.append((f"{name}_expected", Derived(finding.expected.value, (span,))))
    after = finding.index + 1
    doubled = finding.fault in (Fault.INADMISSIBLE_DOUBLE, Fault.INADMISSIBLE_REDOUBLE)
    if doubled and seat and after < len(run.told) and run.told[after][0] is seat.lho:
        found.append(("lho_called", Derived("yes", (run.spans[after],))))  # a pass too is a call over it (Law 36A)
    return found


def _certain(run: _Run, auction: Auction, finding: Finding) -> bool:
    """True when a fault cannot be the fruit of calls left out of the telling."""
    index = finding.index
    if finding.fault in (Fault.INSUFFICIENT, Fault.AFTER_FINAL_PASS):
        return True
    if finding.fault is Fault.OUT_OF_TURN:
        changed = index > 0 and run.told[index][0] == auction.by[index - 1]
        return finding.expected is not None and not changed and _turns_told(run, index)
    since = _since_last_bid([call for _, call in run.told[:index]])
    if since is None:
        return False
    doubled = Action.DOUBLE in since
    if (finding.fault is Fault.INADMISSIBLE_DOUBLE) == doubled or Action.REDOUBLE in since:
        return True
    return _turns_told(run, index)


def _since_last_bid(calls: Sequence[Call]) -> list[Call] | None:
    """The calls after the last bid; None when there is no bid, so that the run may have begun before it was told."""
    last = next((i for i in range(len(calls) - 1, -1, -1) if isinstance(calls[i], Bid)), None)
    return None if last is None else list(calls[last + 1 :])


def _turns_told(run: _Run, before: int) -> bool:
    """True when a pass is told between other calls, so that passes are not left out of this run."""
    calls = [call for _, call in run.told[:before]]
    acts = [i for i, call in enumerate(calls) if call is not Action.PASS]
    if not acts:
        return False
    return Action.PASS in calls[: acts[-1]] or (before < len(run.told) and Action.PASS in calls)


def _contract(contract: Contract, span: Span) -> list[tuple[str, Derived]]:
    """The contract and who sits where (Definitions: Declarer, Dummy; Law 41A)."""
    found = [("contract", f"{contract.bid}{'X' * contract.doubled}")]
    if contract.declarer:
        found += [
            ("declarer", contract.declarer.value),
            ("dummy", contract.declarer.partner.value),
            ("leader", contract.declarer.lho.value),
        ]
    return [(name, Derived(value, (span,))) for name, value in found]


def _board(note: Notation) -> list[tuple[str, Derived]]:
    """Dealer and vulnerability of a board (Law 2)."""
    number, spans = int(note.value), ((note.start, note.end),)
    return [
        ("dealer", Derived(dealer_of(number).value, spans)),
        ("vulnerability", Derived(vulnerability_of(number).value, spans)),
    ]


def _tricks(heard: Sequence[Notation]) -> list[tuple[str, Derived]]:
    """The winning card of each complete trick that was followed throughout, whatever is trump (Law 44F)."""
    found = []
    for note in heard:
        leader, _, told = note.value.rpartition(":")
        cards = tuple(parse_card(card) for card in told.split() if card != "?") if note.kind == "trick" else ()
        if len(cards) == 4 and len({card.suit for card in cards}) == 1 and len(set(cards)) == 4:
            best = cards[Trick(cards).winning_index]
            found.append(("trick_winning_card", Derived(str(best), ((note.start, note.end),))))
            if leader:
                winner = Seat(leader).turns(Trick(cards).winning_index)
                found.append(("trick_winner", Derived(winner.value, ((note.start, note.end),))))
    return found


def _lower(heard: Sequence[Notation]) -> list[tuple[str, Derived]]:
    """Two bids told one after the other, the second lower: a fact of the telling only."""
    told: list[tuple[Bid, Span]] = []
    for note in heard:
        value = note.value.rpartition(":")[2]
        if note.kind in ("call", "call_by") and note.sure and value[0] in "1234567":
            bid = parse_call(value)
            if isinstance(bid, Bid):
                told.append((bid, (note.start, note.end)))
    for (first, before), (second, after) in pairwise(told):
        if second < first:
            return [("told_lower_bid", Derived("yes", (before, after)))]
    return []


def quotes(text: str, fact: Derived) -> tuple[str, ...]:
    """The user's own words that prove a fact."""
    return tuple(dict.fromkeys(text[start:end] for start, end in fact.spans))


__all__ = ["Derived", "findings", "plain", "quotes"]
