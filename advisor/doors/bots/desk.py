"""The desk behind every chat: a message that came in, and what is answered. It knows no chat and no law."""

from __future__ import annotations

from advisor.base.numbers import typed_number
from advisor.doors.bots.case import Answered, Case, Room, may_have_rest, shown, told, turned
from advisor.doors.bots.commands import Command, command
from advisor.doors.bots.house import Chat, Received, begin, has_greek, say, tops
from advisor.doors.bots.models import Answer, Choice, Incoming
from advisor.doors.bots.orders import carried_out
from advisor.doors.bots.showing import chosen

_MINUTE = 60.0
_TRIES = 3
_UNDO = ":undo"
_TAKE_BACK, _CONFIRM = "undo", "yes"


class Desk:
    """Answers the messages of one door. Synchronous: a worker calls it in a thread of its own."""

    def __init__(self, door: str, room: Room) -> None:
        self.door, self.room = door, room

    def answer(self, chat: Chat, received: Received) -> Answered:
        """The answer to a message. Done again (after a crash) it is the same: its turns are kept under its own id."""
        incoming = Incoming.model_validate(received.body)
        person = self.room.settings.hashed(self.door, "person", incoming.person)
        case = Case(self.room, chat, received, incoming, person, self._lang(chat, incoming))
        if received.tries > _TRIES:
            return told(case, case.say("broken"))
        return _acknowledged(case, self._limited(case) or self._refused(case) or self._answered(case))

    def _lang(self, chat: Chat, incoming: Incoming) -> str:
        """The language of the conversation, else of the message, of what the chat knows of the writer, of the club."""
        if chat.lang != "auto":
            return chat.lang
        state = self.room.book.state(chat.conversation)
        if state is not None:
            return state.speaks
        if has_greek(incoming.text):
            return "el"
        return incoming.lang if incoming.lang in ("el", "en") else self.room.settings.lang

    def _limited(self, case: Case) -> Answered | None:
        """Whoever writes too fast is told so once, then left unanswered for a while."""
        before, most = self.room.mail.heard_before(case.chat.id, case.received, _MINUTE), self.room.settings.rate
        if before < most:
            return None
        return told(case, case.say("limited")) if before == most else Answered()

    def _refused(self, case: Case) -> Answered | None:
        """Who is not invited may only send a code; a group hears nothing then."""
        settings = self.room.settings
        if settings.access == "open" or case.chat.allowed or self.room.members.is_director(case.person):
            return None
        incoming = case.incoming
        order = Command("start", incoming.text) if incoming.kind == "start" else command(incoming.text)
        if order is not None and order.name == "start" and order.rest:
            return None
        return told(case, case.say("stranger")) if case.incoming.private else Answered()

    def _answered(self, case: Case) -> Answered:
        done = self._done(case)
        if not case.incoming.private:
            self._remembered(case)
        return done

    def _remembered(self, case: Case) -> None:
        """Of which group who told its incident, and a director who writes in it, may ask the rest in private."""
        members = self.room.members
        readers = {self.room.book.teller(case.chat.conversation)} - {""}
        for each in readers | ({case.person} if members.is_director(case.person) else set()):
            members.told_in(each, case.chat.id)

    def _done(self, case: Case) -> Answered:
        incoming = case.incoming
        if incoming.kind == "unsupported":
            return told(case, case.say("unsupported"))
        if incoming.kind == "start":
            return carried_out(case, Command("start", incoming.text))
        if incoming.kind == "press":
            return self._pressed(case)
        if incoming.kind == "edit":
            return self._edited(case)
        return self._said(case, incoming.text)

    def _said(self, case: Case, text: str) -> Answered:
        """A text: a command, the number of a choice of our own, or a turn of the conversation."""
        order = command(text)
        if order is not None:
            return carried_out(case, order)
        carried = chosen(text.strip())
        if carried is not None:
            return self._made(case, *carried)
        number = typed_number(text) or 0
        ours = [each["send"] for each in case.chat.offered if each["send"].startswith("/") or "to" in each]
        if ours and 1 <= number <= len(case.chat.offered):
            return self._made(case, case.chat.question, number)
        return shown(case, turned(case, text))

    def _pressed(self, case: Case) -> Answered:
        carried = chosen(case.incoming.pressed)
        return self._made(case, *carried) if carried is not None else self._closed(case)

    def _closed(self, case: Case) -> Answered:
        return Answered((Answer(lang=case.lang, lines=(case.say("closed"),), note=True),))

    def _made(self, case: Case, token: str, number: int) -> Answered:
        """A choice that was made: of the question that is open, or of an old one."""
        chat = case.chat
        if token != chat.question or not 1 <= number <= len(chat.offered):
            return self._closed(case)
        entry = chat.offered[number - 1]
        if "to" in entry and not may_have_rest(case, entry["to"]):
            return self._closed(case)
        done = self._sent(case, entry["send"], entry.get("to", ""))
        every = tuple(Choice(number=n, label=each["label"], payload=f"c:{token}:{n}") for n, each in enumerate(chat.offered, 1))
        first, *others = done.answers
        pressed = first.model_copy(update={"pressed": every[number - 1], "shown": every})
        return Answered((pressed, *others), {"question": "", "offered": []} | done.changes)

    def _sent(self, case: Case, send: str, conversation: str) -> Answered:
        """What a button stands for."""
        order = command(send)
        if order is not None:
            return carried_out(case, order)
        return shown(case, turned(case, send, conversation=conversation), conversation)

    def _edited(self, case: Case) -> Answered:
        """An edit is a correction: of what was said last, it takes that back and says the new; of anything earlier, it is told
        as a correction. An edit that changes no word is none."""
        incoming, book = case.incoming, self.room.book
        settings = self.room.settings
        original = settings.hashed(self.door, incoming.chat, incoming.on)
        turns = list(book.turns(case.chat.conversation))
        at = {turn.id: number for number, turn in enumerate(turns, 1)}
        if original not in at or command(incoming.text) is not None:
            return self._said(case, incoming.text)
        if turns[at[original] - 1].text == incoming.text:
            return Answered()
        undo = case.received.message + _UNDO
        begun = begin(lang=case.chat.lang, edition=case.chat.edition, authority=settings.authority)
        *_, top = tops(begun, turns)
        last = at[original] == len(turns) and top.number == top.changed == len(turns)
        if last or undo in at:
            if turned(case, _TAKE_BACK, undo).kind == "asked":  # it would empty the incident: that is what an edit means
                turned(case, _CONFIRM, undo + _CONFIRM)
            return shown(case, turned(case, incoming.text), ahead=(case.say("corrected"),))
        if at[original] == len(turns):
            return self._said(case, incoming.text)
        return shown(case, turned(case, say("correction", case.lang, text=incoming.text)), ahead=(case.say("corrected"),))


def _acknowledged(case: Case, done: Answered) -> Answered:
    """A press to which nothing is said is acknowledged all the same: the chat shows it as under way until then."""
    if done.answers or not case.incoming.ack:
        return done
    return Answered((Answer(lang=case.lang, lines=(), note=True),), done.changes)
