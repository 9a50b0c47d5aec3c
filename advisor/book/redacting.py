"""Takes what was told of one incident out of its conversation, so that a deleted incident is told nowhere any more.

The turns stay (their message ids must be answered as before, and the incidents after it keep their numbers), but without
their words: the one that began the incident becomes "new", an undo of what is left stays, every other one is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def redact(session: Session, conversation: str, number: int, story: str = "") -> None:
    """Empty the turns of the incident with this number, and make the state anew from what is left.

    A message that waited to be this incident goes with it. One that waited here and became another incident stays that one's
    telling: its words move to the turn that said so. One that still waits stays, as nobody knows yet to which it belongs, unless
    the `story` on record holds it."""
    row = session.scalars(select(ConversationRow).where(ConversationRow.id == conversation).with_for_update()).one()
    start = State.model_validate(row.start)
    rows = list(session.scalars(select(TurnRow).where(TurnRow.conversation == conversation).order_by(TurnRow.number)))
    stood = [Standing(state=start), *tops(start, [_turn(each) for each in rows])]
    waited = waiting(stood)
    telling: dict[int, str] = {}
    for at, waits in waited.items():
        telling[waits.settled] = ". ".join(filter(None, (telling.get(waits.settled), rows[at - 1].text.strip())))
    gone: list[str] = []
    moved: set[int] = set()
    for turn, top, then in zip(rows, stood, stood[1:], strict=False):
        before, after, here = top.state, then.state, waited.get(turn.number)
        undoes = is_undo(turn.text)
        if turn.number in moved:
            continue
        owner = after.number if here is None or (here.incident is None and turn.text in story) else here.incident
        if owner == number:
            gone += [turn.text] if here is not None else []
            begins = before.number < number == after.number
            turn.text = _BEGIN if begins else turn.text if undoes and hear(turn.text, State()).only("undo", fillers=1) else ""
            turn.reply = _silent(turn.reply)
        elif here is not None and here.settled and after.number == number:
            if here.last:
                _move(rows[turn.number - 1 : here.settled], telling[here.settled])
                moved.update(range(turn.number, here.settled))
            else:
                turn.text, turn.reply = "", _silent(turn.reply)
        elif before.number == number and undoes:
            turn.reply = _silent(turn.reply)
        elif before.number == number and here is None:
            # it began the next incident: its reply may still name this one
            turn.reply = turn.reply | {"todo": []}
        if undoes and _taken_back(top, rows) == "":  # it would take back what was told before that
            turn.text = ""
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


def _move(rows: Sequence[TurnRow], told: str) -> None:
    """Have the last of these turns tell what the first did, after a "new"; what was said between them is settled by that."""
    rows[-1].text, rows[-1].writer = told, rows[0].writer
    for turn in rows[:-1]:
        turn.text, turn.reply = "", _silent(turn.reply)
    rows[-2].text = _BEGIN


def _taken_back(top: Standing, rows: Sequence[TurnRow]) -> str | None:
    """What is left of the message that an undo takes back from what stands on top; None when there is none."""
    number = top.number if top.switched == top.number else top.changed
    return rows[number - 1].text if number else None


def _silent(reply: dict[str, Any]) -> dict[str, Any]:
    """A reply of the same kind that says nothing."""
    return Reply(kind=reply["kind"], lang=reply["lang"], text="").model_dump(mode="json", by_alias=True)
