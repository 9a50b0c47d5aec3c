"""What earlier messages, or the first telling, say as plainly as a reply does: taken as known for the situation in hand."""

from __future__ import annotations

from advisor.talk.answering import plainly, told
from advisor.talk.hearing import Heard
from advisor.talk.incident import consulted
from advisor.talk.models import LONGEST_REPLY, State
from advisor.talk.relations import card_facts
from advisor.talk.taps import settled

_AS_A_REPLY = 30  # words


def borne_out(state: State, heard: Heard) -> State:
    """The state with those facts of the situation in hand that a first telling rather tells than not, and that words said as in a
    reply tell too: two witnesses are enough; a telling as short as a reply is one."""
    found = consulted(state)
    if found.ruled is None or found.open_which:
        return state
    table = found.ruled.table
    short = len(heard.tokens) <= _AS_A_REPLY
    leaning, known = found.facts.leaning, found.facts.known
    said = {n: v for n, v in plainly(heard.text, table, state).items() if n not in known}
    twice = {n: v for n, v in said.items() if leaning(n) == v or (short and not leaning(n))}
    cards = {n: card_facts(found.reading, n).get(n, "") for n in table.asks if n not in known and leaning(n)}
    twice |= {n: value for n, value in cards.items() if value == leaning(n)}
    return settled(state, twice) if twice else state


def with_facts(longer: State, heard: Heard) -> State:
    """The state with what the message tells, in answer to nothing, of the situation that the whole story comes to, and with what
    was told before of it in as plain words as in a reply."""
    found = consulted(longer)
    if found.ruled is None or found.open_which:
        return longer
    table = found.ruled.table
    here = longer.model_copy(update={"irregularity": table.irregularity})
    before = (plainly(part, table, here) for part in longer.story if len(part) <= LONGEST_REPLY)
    facts = {name: value for part in before for name, value in part.items() if name not in longer.answers}
    facts |= told(heard.text, table, here)
    known = found.facts.values()
    return settled(here, {name: value for name, value in facts.items() if known.get(name) != value})
