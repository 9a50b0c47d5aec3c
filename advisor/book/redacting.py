"""Takes what was told of one incident out of its conversation, so that a deleted incident is told nowhere any more.

The turns stay (their message ids must be answered as before, and the incidents after it keep their numbers), but without
their words: the one that began the incident becomes "new", an undo stays, every other one is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from advisor.book.book import on_top, renewed
from advisor.book.schema import ConversationRow, TurnRow
from advisor.talk.conversation import is_undo, tops
from advisor.talk.hearing import hear
from advisor.talk.models import Reply, State, Turn

_BEGIN = "new"


def redact(session: Session, conversation: str, number: int) -> None:
    """Empty the turns of the incident with this number, and make the state anew from what is left."""
    row = session.scalars(select(ConversationRow).where(ConversationRow.id == conversation).with_for_update()).one()
    start = State.model_validate(row.start)
    rows = list(session.scalars(select(TurnRow).where(TurnRow.conversation == conversation).order_by(TurnRow.number)))
    for turn, before, after in _states(start, rows):
        if after.number == number:
            turn.text = _bare(turn.text, begins=before.number < number)
            turn.reply = _silent(turn.reply)
        elif before.number == number and is_undo(turn.text):
            turn.reply = _silent(turn.reply)
        elif before.number == number:
            # it began the next incident: its reply may still name this one
            turn.reply = turn.reply | {"todo": []}
    session.flush()
    for name, value in on_top(renewed(session.connection(), conversation, start)).items():
        setattr(row, name, value)


def forget(session: Session, conversation: str, number: int) -> None:
    """Empty one turn of a conversation, which began no incident that stands, and make the state anew from what is left."""
    row = session.scalars(select(ConversationRow).where(ConversationRow.id == conversation).with_for_update()).one()
    rows = list(session.scalars(select(TurnRow).where(TurnRow.conversation == conversation, TurnRow.number >= number)))
    told = next((turn.text for turn in rows if turn.number == number), "")
    for turn in rows:
        if turn.number == number:
            turn.text, turn.reply = "", _silent(turn.reply)
        elif told and told in turn.reply["text"]:  # an undo says what it took back
            turn.reply = _silent(turn.reply)
    session.flush()
    start = State.model_validate(row.start)
    for name, value in on_top(renewed(session.connection(), conversation, start)).items():
        setattr(row, name, value)


def _states(start: State, rows: Sequence[TurnRow]) -> list[tuple[TurnRow, State, State]]:
    """Every turn with the state before and after it, as it was said."""
    after = [top.state for top in tops(start, [_turn(row) for row in rows])]
    return list(zip(rows, [start, *after], after, strict=False))


def _turn(row: TurnRow) -> Turn:
    return Turn(id=row.message, text=row.text)


def _bare(text: str, *, begins: bool) -> str:
    if begins:
        return _BEGIN
    return text if hear(text, State()).only("undo", fillers=1) else ""


def _silent(reply: dict[str, Any]) -> dict[str, Any]:
    """A reply of the same kind that says nothing."""
    return Reply(kind=reply["kind"], lang=reply["lang"], text="").model_dump(mode="json", by_alias=True)
