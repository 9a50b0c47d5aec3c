"""Takes what was told of one incident out of its conversation, so that a deleted incident is told nowhere any more.

The turns stay (their message ids must be answered as before, and the incidents after it keep their numbers), but without
their words: the one that began the incident becomes "new", an undo stays, every other one is empty.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from advisor.book.book import on_top, renewed
from advisor.book.schema import ConversationRow, TurnRow
from advisor.book.waiting import waiting
from advisor.talk.conversation import is_undo, tops
from advisor.talk.hearing import hear
from advisor.talk.models import Reply, Standing, State, Turn

_BEGIN = "new"


def redact(session: Session, conversation: str, number: int) -> None:
    """Empty the turns of the incident with this number, and make the state anew from what is left.

    A message that waited to be this incident goes with it. One that waited here and became another incident stays that one's
    telling: its words move to the turn that said so. One that still waits stays, as nobody knows yet to which it belongs."""
    row = session.scalars(select(ConversationRow).where(ConversationRow.id == conversation).with_for_update()).one()
    start = State.model_validate(row.start)
    rows = list(session.scalars(select(TurnRow).where(TurnRow.conversation == conversation).order_by(TurnRow.number)))
    stood = [Standing(state=start), *tops(start, [_turn(each) for each in rows])]
    waited = waiting(stood)
    telling: dict[int, str] = {}
    for at, waits in waited.items():
        telling[waits.settled] = ". ".join(filter(None, (telling.get(waits.settled), rows[at - 1].text.strip())))
    gone: list[str] = []
    for turn, before, after in zip(rows, (top.state for top in stood), (top.state for top in stood[1:]), strict=False):
        here = waited.get(turn.number)
        if (here.incident if here is not None else after.number) == number:
            gone += [turn.text] if here is not None else []
            turn.text = _bare(turn.text, begins=before.number < number)
            turn.reply = _silent(turn.reply)
        elif here is not None and here.settled and after.number == number:
            there = rows[here.settled - 1]
            there.text, there.writer = telling[here.settled], turn.writer
            turn.text, turn.reply = _BEGIN if here.last else "", _silent(turn.reply)
        elif before.number == number and is_undo(turn.text):
            turn.reply = _silent(turn.reply)
        elif before.number == number and here is None:
            # it began the next incident: its reply may still name this one
            turn.reply = turn.reply | {"todo": []}
        if any(told and told in turn.reply["text"] for told in gone):  # an undo says what it took back
            turn.reply = _silent(turn.reply)
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


def _turn(row: TurnRow) -> Turn:
    return Turn(id=row.message, text=row.text)


def _bare(text: str, *, begins: bool) -> str:
    if begins:
        return _BEGIN
    return text if hear(text, State()).only("undo", fillers=1) else ""


def _silent(reply: dict[str, Any]) -> dict[str, Any]:
    """A reply of the same kind that says nothing."""
    return Reply(kind=reply["kind"], lang=reply["lang"], text="").model_dump(mode="json", by_alias=True)
