"""The record of an incident, kept up to date turn by turn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from advisor.base.text import fold
from advisor.book.schema import IncidentRow
from advisor.lawbook.shelf import table
from advisor.say.words import Words
from advisor.talk.incident import answered
from advisor.talk.models import Reply, State

# the statements of every turn, made once: on the table itself, without the cost of mapped objects
_INCIDENT = IncidentRow.metadata.tables["incident"]
_HERE = _INCIDENT.c.conversation == bindparam("wanted")
_ON_RECORD = select(_INCIDENT).where(_HERE, _INCIDENT.c.number == bindparam("which"))
_ALL_GONE = delete(_INCIDENT).where(_HERE, _INCIDENT.c.number >= bindparam("which"))
_GONE = delete(_INCIDENT).where(_HERE, _INCIDENT.c.number > bindparam("which"))
_NEW = insert(_INCIDENT)
_CHANGED = (
    update(_INCIDENT)
    .where(_HERE, _INCIDENT.c.number == bindparam("which"))
    .values({name: bindparam(name) for name in _INCIDENT.c.keys() if name not in ("id", "conversation", "number", "begun")})  # noqa: SIM118
)


def record(
    connection: Connection, conversation: str, before: State, after: State, reply: Reply, text: str, now: datetime
) -> None:
    """Bring the record of the incident in hand up to date; what an undo took away is taken from the record too."""
    here = {"wanted": conversation, "which": after.number}
    if (after.number, bool(_situation(after))) < (before.number, bool(_situation(before))):
        connection.execute(_GONE if _situation(after) else _ALL_GONE, here)
    if not _situation(after) or (reply.advice is None and after.details == before.details):
        return
    known = connection.execute(_ON_RECORD, here).mappings().one_or_none()
    if known is None and reply.advice is None:
        return
    was: dict[str, Any] = dict(known) if known is not None else {"asked": [], "begun": now}
    details = {name: value for name, value in after.details.model_dump().items() if value}
    if reply.kind == "undone":
        asked = [each for each in was["asked"] if _value(after, each["fact"]) == each["value"]]
    else:
        asked = [*was["asked"], *_asked(before, after, text)]
    row = was | {"changed": now, "details": details, "asked": asked} | _ruled(after, reply)
    places = [Words(code).frame(f"talk_detail_{name}", value=told) for name, told in details.items() for code in ("el", "en")]
    row["words"] = fold(" ".join([row["story"], row["ruling"], row["irregularity"], *row["laws"][:1], *places]))
    if known is None:
        connection.execute(_NEW, row | {"conversation": conversation, "number": after.number})
    else:
        connection.execute(_CHANGED, row | here)


def _situation(state: State) -> str:
    """The situation in hand; where several fit, the likeliest of those offered: what was told is on the record all the same."""
    if state.irregularity or state.question != "irregularity":
        return state.irregularity
    return next((b.send.partition("=")[2] for b in state.offered if b.send.startswith("#irregularity=")), "")


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


def _ruled(state: State, reply: Reply) -> dict[str, Any]:
    """What the record keeps of a reply that rules; nothing of one that only looks something up."""
    advice = reply.advice
    if advice is None:
        return {}
    found = table(state.edition, _situation(state))
    words = Words(reply.lang)
    return {
        "lang": reply.lang,
        "edition": state.edition,
        "authority": state.authority,
        "irregularity": _situation(state),
        "status": advice.status,
        "laws": list(advice.laws),
        "story": "\n".join(state.story),
        "facts": {name: fact.model_dump(mode="json", by_alias=True) for name, fact in advice.facts.items()},
        "switches": [words.switch(name) for name in found.switches] if found is not None else [],
        "ruling": "\n".join(_whole(state)),
    }


def _whole(state: State) -> list[str]:
    """All lines of the ruling as it stands, with those that a screen leaves for later where they belong: before the question.
    What a reply says of the message (what was corrected, asked back, taken back) is none of them."""
    state, reply = answered(state, first=False)
    lines = reply.text.splitlines()
    last = len(lines) - 1 if reply.asks and state.rest else len(lines)
    return [*lines[:last], *state.rest, *lines[last:]]
