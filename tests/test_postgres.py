"""Many workers on one PostgreSQL: nothing is lost, nothing is answered twice, nothing is mixed, also when one is killed.

What holds for both databases is in test_book.py, which runs on PostgreSQL too (the fixture `url`).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from book_worker import Worker
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from advisor.book.book import Book
from advisor.book.schema import ConversationRow, IncidentRow, TurnRow
from advisor.talk.conversation import Conversation

CONVERSATIONS, TURNS, WORKERS = 50, 50, 4
KILLS = (500, 1_100, 1_750)
TWICE = 40
PATIENCE_S = 60.0
STORIES = ("East made an insufficient bid of 1♠ over 2♣", "West revoked", "Η Δύση βγήκε εκτός σειράς", "S passed out of turn")
CHEAP = ("thanks", "ok", "law 64c", "νόμος 45Γ4", "law 27", "thanks", "ευχαριστώ", "table 3", "help")
DEARER = ("1", "2", "why?", "yes", "όχι", "I don't know", "what is left?")
UNDOS, EARLY = 2, 25


def script(number: int) -> list[str]:
    """What is said in a conversation: stories of its own board, answers, digressions, a few undos while they are cheap."""
    chance = random.Random(number)
    texts = [STORIES[number % len(STORIES)], f"board {number}"]
    while len(texts) < TURNS:
        texts += [chance.choice(DEARER), *chance.choices(CHEAP, k=7)]
        if chance.random() < 0.3:
            texts += ["new", f"board {number}", chance.choice(STORIES)]
    for place in chance.sample(range(3, EARLY), UNDOS):
        texts[place] = "undo"
    return texts[:TURNS]


class Crowd:
    """Conversations at once over several workers, each with one message under way, the next one to another worker.

    Every now and then a message goes to two workers at once. A worker that dies is started again, and what it had not
    acknowledged is sent again with the same ids.
    """

    def __init__(self, start: Callable[[str], Worker], url: str, scripts: list[list[str]]) -> None:
        self.start, self.url, self.scripts = start, url, scripts
        self.replies: list[list[dict[str, Any]]] = [[] for _ in scripts]
        self.differ: list[str] = []
        self.resent = 0
        self.heard: Queue[tuple[Worker, dict[str, Any] | None]] = Queue()
        self.waiting: dict[Worker, dict[str, tuple[str, str, str]]] = {}
        self.workers = [self.heeded(worker) for worker in [start(url) for _ in range(WORKERS)]]

    def heeded(self, worker: Worker) -> Worker:
        """The worker when it is ready, with somebody who listens to it."""
        worker.ready()
        self.waiting[worker] = {}

        def listen() -> None:
            done: dict[str, Any] | None = {}
            while done is not None:
                done = worker.acknowledgement()
                self.heard.put((worker, done))

        Thread(target=listen, daemon=True).start()
        return worker

    def say(self, number: int) -> None:
        """Send the next message of a conversation, if there is one."""
        turn = len(self.replies[number])
        if turn == TURNS:
            return
        message = (f"c{number}", f"c{number}-{turn}", self.scripts[number][turn])
        first = (number + turn) % WORKERS
        for at in (first, first + 1) if (number + turn) % TWICE == 0 else (first,):
            self.send(self.workers[at % WORKERS], message)

    def send(self, worker: Worker, message: tuple[str, str, str]) -> None:
        """Send a message, and remember it until it is acknowledged."""
        self.waiting[worker][message[1]] = message
        worker.send(message)

    def run(self) -> None:
        """Until every message of every conversation has been acknowledged by all it was sent to."""
        kills = deque(KILLS)
        for number in range(len(self.scripts)):
            self.say(number)
        while any(self.waiting.values()):
            if kills and sum(map(len, self.replies)) >= kills[0]:
                kills.popleft()
                self.workers[1].kill()
            worker, done = self.heard.get(timeout=PATIENCE_S)
            if done is None:
                self.replace(worker)
            else:
                self.acknowledged(worker, done)

    def replace(self, dead: Worker) -> None:
        """Start another in its place, and send that what the dead one had not acknowledged."""
        assert dead.process.poll() == -9, "a worker ended by itself"
        fresh = self.workers[self.workers.index(dead)] = self.heeded(self.start(self.url))
        lost = self.waiting.pop(dead)
        self.resent += len(lost)
        for message in lost.values():
            self.send(fresh, message)

    def acknowledged(self, worker: Worker, done: dict[str, Any]) -> None:
        """Keep the reply and go on; the second acknowledgement of a message must bring the same reply."""
        conversation, _, _ = self.waiting[worker].pop(done["id"])
        number, turn = (int(part) for part in done["id"][1:].split("-"))
        replies = self.replies[number]
        if turn == len(replies):
            replies.append(done["reply"])
            self.say(number)
        elif replies[turn] != done["reply"] or done["conversation"] != conversation:
            self.differ.append(done["id"])


@pytest.fixture
def crowd(postgres_url: str, start_worker: Callable[[str], Worker]) -> Crowd:
    """Fifty conversations that have begun to wait."""
    return Crowd(start_worker, postgres_url, [script(number) for number in range(CONVERSATIONS)])


def test_fifty_conversations_over_four_workers(crowd: Crowd) -> None:
    """2,500 turns, a worker killed (SIGKILL) and started again three times: every conversation has its messages once, in order,
    each with the reply that a conversation held in memory gives, and its record speaks of its own board only. (What needs more
    turns is tried by `python tests/soak`, with 200 kills.)"""
    crowd.run()
    memories = [Conversation() for _ in crowd.scripts]
    right = [
        [memory.turn(text).model_dump(mode="json", by_alias=True) for text in texts]
        for memory, texts in zip(memories, crowd.scripts, strict=True)
    ]
    book = Book(crowd.url)
    with Session(book.engine) as session:
        order = select(TurnRow.message, TurnRow.text, TurnRow.reply).order_by(TurnRow.number)
        kept = [session.execute(order.where(TurnRow.conversation == f"c{number}")).all() for number in range(CONVERSATIONS)]
        boards = {(each.conversation, each.details.get("board")) for each in session.scalars(select(IncidentRow))}
        counts = [session.scalar(select(func.count()).select_from(table)) for table in (ConversationRow, TurnRow)]

    assert crowd.resent > 0
    assert counts == [CONVERSATIONS, CONVERSATIONS * TURNS]
    assert crowd.differ == []
    for number, texts in enumerate(crowd.scripts):
        assert [row.message for row in kept[number]] == [f"c{number}-{turn}" for turn in range(TURNS)]
        assert [row.text for row in kept[number]] == texts
        assert [turn for turn in range(TURNS) if kept[number][turn].reply != right[number][turn]] == []
        assert [turn for turn in range(TURNS) if crowd.replies[number][turn] != right[number][turn]] == []
        assert book.state(f"c{number}") == memories[number].state
    assert {board for board in boards if board[1] not in (None, board[0][1:])} == set()
    assert len({name for name, _ in boards}) == CONVERSATIONS
