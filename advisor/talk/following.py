"""What follows from the ruling in hand (a penalty card from a lead refused), where a message tells what was chosen there."""

from __future__ import annotations

from advisor.base import store
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import table, tables
from advisor.talk.answering import told
from advisor.talk.incident import consulted
from advisor.talk.models import State


def carried_on(state: State, text: str) -> tuple[str, dict[str, str]]:
    """(the situation that follows from the ruling in hand, its facts) where a message tells what was chosen in it: "he forbids
    spades" once the lead out of turn was refused; empty where it tells nothing of such a one."""
    found = consulted(state)
    if found.ruled is None or found.ruled.row is None:
        return "", {}
    settles: dict[str, str] = store.load("talk")["carried"].get(f"{state.irregularity}/{found.ruled.row.id}", {})
    applying = {law_number(ref) for ref in found.advice.laws[1:]}
    for name, data in tables(state.edition).items() if settles else ():
        there = table(state.edition, name) if law_number(str(data["law"])) in applying and name != state.irregularity else None
        if there is None or not settles.keys() <= there.asks.keys():
            continue
        facts = {n: v for n, v in told(text, there, state).items() if n not in settles and v != there.asks[n].presume}
        if facts:
            return name, settles | facts
    return "", {}
