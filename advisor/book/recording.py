"""The record of an incident, kept up to date turn by turn."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from advisor.book.schema import IncidentRow
from advisor.lawbook.shelf import table
from advisor.say.words import Words
from advisor.talk.models import Reply, State
from advisor.text import fold


def record(session: Session, conversation: str, before: State, after: State, reply: Reply, text: str, now: datetime) -> None:
    """Bring the record of the incident in hand up to date; what an undo took away is taken from the record too."""
    if (after.number, bool(after.irregularity)) < (before.number, bool(before.irregularity)):
        gone = IncidentRow.number >= after.number if not after.irregularity else IncidentRow.number > after.number
        session.execute(delete(IncidentRow).where(IncidentRow.conversation == conversation, gone))
    if not after.irregularity or (reply.advice is None and after.details == before.details):
        return
    row = session.scalar(select(IncidentRow).where(IncidentRow.conversation == conversation, IncidentRow.number == after.number))
    if row is None:
        if reply.advice is None:
            return
        row = IncidentRow(conversation=conversation, number=after.number, begun=now, asked=[])
        session.add(row)
    row.changed = now
    row.details = {name: value for name, value in after.details.model_dump().items() if value}
    if reply.kind == "undone":
        row.asked = [each for each in row.asked if _value(after, each["fact"]) == each["value"]]
    else:
        row.asked = [*row.asked, *_asked(before, after, text)]
    if reply.advice is not None:
        _ruled(row, after, reply)
    places = [Words(code).frame(f"talk_detail_{name}", value=told) for name, told in row.details.items() for code in ("el", "en")]
    row.words = fold(" ".join([row.story, row.ruling, row.irregularity, *row.laws, *places]))


def _asked(before: State, after: State, text: str) -> list[dict[str, str]]:
    """The question that this turn answered, with the director's words and what was made of them."""
    fact = before.question
    if not fact or after.question == fact or before.number != after.number:
        return []
    words = Words(after.speaks)
    if fact == "irregularity":
        reply = words.irregularity(after.irregularity)
        return [{"fact": fact, "question": words.frame("choose"), "reply": reply, "value": after.irregularity}]
    value = _value(after, fact)
    tapped = text.startswith("#") or text.strip().isdigit()
    reply = text if not tapped else words.frame("talk_unknown") if value == "?" else words.value(fact, value)
    return [{"fact": fact, "question": words.ask(fact), "reply": reply, "value": value}] if value else []


def _value(state: State, fact: str) -> str:
    """What a question has been answered with: `?` for a don't-know, nothing when it has not been answered."""
    if fact == "irregularity":
        return state.irregularity
    return state.answers.get(fact, "?" if fact in state.unknown else "")


def _ruled(row: IncidentRow, state: State, reply: Reply) -> None:
    advice = reply.advice
    assert advice is not None
    found = table(state.edition, state.irregularity)
    row.lang, row.edition, row.authority = reply.lang, state.edition, state.authority
    row.irregularity, row.status, row.laws = state.irregularity, advice.status, list(advice.laws)
    row.story = "\n".join(state.story)
    row.facts = {name: fact.model_dump(mode="json", by_alias=True) for name, fact in advice.facts.items()}
    words = Words(reply.lang)
    row.switches = [words.switch(name) for name in found.switches] if found is not None else []
    row.ruling = "\n".join(_whole(state, reply))


def _whole(state: State, reply: Reply) -> list[str]:
    """All lines of the reply, with those that the first screen left for later where they belong: before the question."""
    lines = reply.text.splitlines()
    last = len(lines) - 1 if reply.asks and state.rest else len(lines)
    return [*lines[:last], *state.rest, *lines[last:]]
