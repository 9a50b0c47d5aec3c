"""A reading played on the model of the table, once: whoever comes after is handed what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.replay.beginning import beginning
from advisor.replay.breath import in_one_breath
from advisor.replay.calls import ToldCall, believed, told_calls
from advisor.replay.contract import Trumps, trumps
from advisor.replay.derive import Derived, findings, plain
from advisor.replay.dummys_card import proven_card
from advisor.replay.own_side import doubled_partner
from advisor.replay.places import place_facts
from advisor.replay.plays import play_facts
from advisor.replay.refuting import Refuted, refuted, told_facts
from advisor.replay.revoke import ToldRevoke, told_revoke
from advisor.replay.revoking import proven
from advisor.replay.sides import faced_for_another
from advisor.replay.substitution import Substitution, TooLow, lowest_same, substitution, too_low
from advisor.replay.tricks import ToldTrick, told_tricks
from advisor.replay.turns import turn_facts


@dataclass(frozen=True, slots=True)
class Played:
    """What the calls and cards of a reading come to; `begun` is as much of the reading as is followed deed by deed.

    `breath` is the auction told in one breath; `proofs` are the facts that notation makes certain, with their spans; `calls`,
    `trumps`, `tricks` and `revoke` what is told of each; `low` the insufficient bid, `changed` the withdrawn call with the one in
    its place, `same` whether that is the lowest sufficient bid of the same denomination (`yes`, `no`, or nothing). `derived` are
    the facts of the tables (fact -> value) that follow from all this, `refuted` the values that words suggest and the telling
    disproves.
    """

    reading: Reading
    begun: Reading
    breath: tuple[Notation, ...]
    proofs: Mapping[str, Derived]
    calls: tuple[ToldCall, ...]
    low: TooLow | None
    changed: Substitution | None
    same: str
    trumps: Trumps
    tricks: tuple[ToldTrick, ...]
    revoke: ToldRevoke | None
    derived: Mapping[str, str]
    refuted: Refuted

    def as_begun(self) -> Played:
        """The same of as much of the reading as is followed deed by deed: no call beyond it."""
        if self.begun is self.reading:
            return self
        calls = tuple(call for call in self.calls if call.at < len(self.begun.tokens))
        known = self.changed
        told = [known.old.call, *([known.new.call] if known.new is not None else [])] if known is not None else []
        changed = known if all(call.at < len(self.begun.tokens) for call in told) else None
        return replace(self, reading=self.begun, calls=calls, changed=changed)


def replay(reading: Reading) -> Played:
    """The reading played out."""
    breath = in_one_breath(reading)
    proofs = findings(reading.notation, (*reading.story.played, *breath))
    calls = told_calls(reading)
    begun = beginning(reading)
    not_so = believed(begun)
    low = too_low(reading, [call for call in calls if call.at not in not_so], breath)
    changed = substitution(reading, calls, low)
    same = lowest_same(low, changed)
    trump = trumps(reading)
    tricks = told_tricks(reading, trump)
    revoke = told_revoke(reading, tricks)
    derived = plain(proofs) | place_facts(begun) | faced_for_another(begun) | turn_facts(begun)
    derived |= told_facts(changed, revoke)
    derived |= doubled_partner(begun) | play_facts(begun, tricks) | proven(begun) | proven_card(begun)
    against = refuted(begun, calls, low, same)
    return Played(reading, begun, breath, proofs, calls, low, changed, same, trump, tricks, revoke, derived, against)
