"""The office of a door: keeps what comes in, has it answered, sends what goes out, chat by chat in order, until it arrived."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime

from advisor.doors.bots.case import Room
from advisor.doors.bots.desk import Desk
from advisor.doors.bots.house import THREAD, Arrival, Book, BookError, LeaseLostError, Mail, Members, Post
from advisor.doors.bots.limits import REPEATED_DAYS, TEXT
from advisor.doors.bots.models import Door, GoneError, Incoming, LaterError, MovedError, RefusedError, UnsureError, WindowError
from advisor.doors.bots.settings import Settings
from advisor.doors.common.naming import named

_log = logging.getLogger("advisor.bots")
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 300.0
_SEND = 10.0  # seconds for one call; less than any lease
_HOUR = 3600.0
_BROKEN = 2.0  # seconds before a chat is tried again whose work broke off


class Office:
    """The office of one door in this process."""

    def __init__(self, door: Door, book: Book, settings: Settings) -> None:
        self.door, self.settings = door, settings
        self.mail = Mail(book, lease=settings.lease)
        self.desk = Desk(door.name, Room(book, self.mail, Members(book), settings, door.rest))
        self._wake = asyncio.Event()
        self._busy: set[asyncio.Task[None]] = set()
        self._stopped = False

    def chat_of(self, chat: str, thread: str = "") -> str:
        """A chat, or a thread in it, as the book knows it."""
        home = f"{self.door.name}:{self.settings.hashed(self.door.name, 'chat', chat, '')}"
        return f"{home}{THREAD}{self.settings.hashed(self.door.name, 'thread', chat, thread)}" if thread else home

    async def in_thread(self, call: Callable[..., object], *told: object) -> None:
        """A call of the book from the loop."""
        await asyncio.to_thread(call, *told)

    async def is_ours(self, chat: str, sent: str, thread: str = "") -> bool:
        """Whether a message of the chat is one that we sent."""
        return await asyncio.to_thread(self.mail.is_ours, self.chat_of(chat, thread), self.sent_id(sent))

    def sent_id(self, sent: str) -> str:
        """A chat's id of a message that we sent, as the book knows it: such an id may hold an address."""
        return self.settings.hashed(self.door.name, "sent", sent) if sent else ""

    async def accept(self, incoming: Iterable[Incoming]) -> int:
        """Keep what came in before it is acknowledged, each message once; how many were new."""
        arrivals = [self._arrival(each) for each in incoming if each.addressed]
        if not arrivals:
            return 0
        settle, edition = self.settings.settle, self.settings.edition
        new = await asyncio.to_thread(self.mail.accept, self.door.name, arrivals, edition=edition, settle=settle)
        if new:
            asyncio.get_running_loop().call_later(settle, lambda: self._wake.set())
        return new

    def _arrival(self, incoming: Incoming) -> Arrival:
        message = self.settings.hashed(self.door.name, incoming.chat, incoming.message)
        kept = incoming.model_copy(update={"text": incoming.text[: TEXT + 1]})
        return Arrival(self.chat_of(kept.chat, kept.thread), message, kept.place, kept.model_dump(mode="json"))

    async def run(self) -> None:
        """Work until told to stop; what is under way is finished."""
        self._wake, self._stopped = asyncio.Event(), False
        clock = asyncio.get_running_loop().time
        swept = clock() - _HOUR
        while not self._stopped:
            self._wake.clear()
            try:
                await self._begin()
                if clock() - swept >= _HOUR:
                    swept = clock()
                    await asyncio.to_thread(self.mail.purge, REPEATED_DAYS)
            except BookError as error:
                _log.error("%s: the book cannot be read: %s", self.door.name, type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self.settings.poll)
        if self._busy:
            await asyncio.wait(self._busy)

    async def _begin(self) -> None:
        """Take on as many chats as there is room for."""
        room = self.settings.at_once - len(self._busy)
        for chat in await asyncio.to_thread(self.mail.claim, self.door.name, room) if room else ():
            task = asyncio.create_task(self._work(chat))
            self._busy.add(task)
            task.add_done_callback(self._finished)

    def stop(self) -> None:
        """Take no more work."""
        self._stopped = True
        self._wake.set()

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._busy.discard(task)
        self._wake.set()
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("%s: work on a chat broke off: %s", self.door.name, named(error))

    async def _work(self, chat: str) -> None:
        wait = _BROKEN
        holding = asyncio.create_task(self._hold(chat))
        try:
            wait = await self._served(chat)
        except LeaseLostError:
            _log.warning("%s: another process has taken a chat over", self.door.name)
        finally:
            holding.cancel()
            await asyncio.to_thread(self.mail.release, chat, wait)

    async def _hold(self, chat: str) -> None:
        """Keep the lease while something takes its time; once it is lost the work itself finds out."""
        with suppress(LeaseLostError):
            while True:
                await asyncio.sleep(self.settings.lease / 3)
                await asyncio.to_thread(self.mail.renew, chat)

    async def _served(self, chat: str) -> float:
        """Answer and send all that is due in a chat; the seconds to wait before it is looked at again."""
        while True:
            answered = await asyncio.to_thread(self._answer_next, chat)
            post = await asyncio.to_thread(self.mail.next_post, chat)
            if post is not None and post.due <= datetime.now(UTC):
                await self._send(post)
            elif not answered:
                return 0.0

    def _answer_next(self, chat: str) -> bool:
        """Answer the next message of a chat; whether there was one."""
        received = self.mail.unanswered(chat)
        if received is None:
            return False
        answered = self.desk.answer(self.mail.chat(chat), received)
        incoming = Incoming.model_validate(received.body)
        address = {"chat": incoming.chat, "thread": incoming.thread, "on": incoming.message, "ack": incoming.ack}
        address["private"] = "yes" if incoming.private else ""
        posts = [(address, body) for answer in answered.answers for body in self.door.dress(answer, incoming)]
        self.mail.answered(chat, received, posts, answered.changes)
        return True

    async def _send(self, post: Post) -> None:
        """Send one part, and keep what became of it."""
        wait = min(_FIRST_WAIT * 2.0 ** min(post.tries, 20), _LONGEST_WAIT)
        begun = post.state == "sending"
        try:
            sent = await self._sent_before(post) if begun else False
            if sent is None:
                await asyncio.to_thread(self.mail.later, post, self.settings.poll, begun=True)
                return
            if sent is False:
                begun = False
                await self._in_window(post.chat)
                await asyncio.to_thread(self.mail.sending, post, **self.door.before(post))
                async with asyncio.timeout(_SEND):
                    sent = await self.door.send(post)
            name = self.sent_id(sent) if isinstance(sent, str) else ""
            await asyncio.to_thread(self.mail.sent, post, name, whole=self.door.window is not None)
        except LaterError as later:
            await asyncio.to_thread(self.mail.later, post, max(later.seconds, 0.1), begun=begun)
        except (UnsureError, TimeoutError):
            await asyncio.to_thread(self.mail.later, post, wait, begun=True)
        except RefusedError as refused:
            _log.error("%s: refused a message: %s", self.door.name, refused)
            await asyncio.to_thread(self.mail.failed, post)
        except WindowError:
            await asyncio.to_thread(self.mail.held, post)
        except GoneError:
            _log.info("%s: a chat is closed to us", self.door.name)
            await asyncio.to_thread(self.mail.gone, post.chat)
        except MovedError as moved:
            await asyncio.to_thread(self.mail.readdressed, post.chat, {"chat": moved.chat})
            await asyncio.to_thread(self.mail.later, post, 0.0, begun=begun)

    async def _in_window(self, chat: str) -> None:
        """Raises WindowError when the chat was last heard too long ago to be written to."""
        if self.door.window is None:
            return
        heard = (await asyncio.to_thread(self.mail.chat, chat)).heard
        if heard is None or (datetime.now(UTC) - heard).total_seconds() > self.door.window:
            raise WindowError

    async def _sent_before(self, post: Post) -> str | bool | None:
        """Whether a part whose sending was cut off arrived; where no answer comes in time it is taken not to have."""
        found = await self.door.arrived(post)
        waited = (datetime.now(UTC) - post.tried).total_seconds() if post.tried is not None else 0.0
        return False if found is None and waited > self.settings.receipt else found
