"""Workers killed (SIGKILL) at any moment: what was acknowledged is in the book, once, and a message sent again has its reply.

A worker is a fork of a process that has read everything and opened nothing: it is there at once, so that the time goes into
turns. How a worker dies while it starts is tried by the tests of the book.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from advisor.book.book import Book
from advisor.talk.conversation import Conversation

_MESSAGES = (
    "West led out of turn",
    "law 27",
    "yes",
    "why?",
    "declarer said spade, dummy hesitated",
    "undo",
    "new",
    "board 12 table 3",
)
_EACH = 60  # messages that a worker is given
_LONGEST = 0.25  # seconds before a kill
_FORKS = get_context("fork")
Message = tuple[str, str, str]


def work(url: str, messages: Sequence[Message], out: Connection) -> None:
    """Answer message after message, and acknowledge each as soon as it is kept."""
    book = Book(url)
    for conversation, number, text in messages:
        reply = book.turn(conversation, text, number)
        out.send({"id": number, "reply": reply.model_dump(mode="json", by_alias=True)})


def heard_until_killed(url: str, messages: Sequence[Message], after: float) -> list[dict[str, Any]]:
    """What a worker acknowledged before it was killed, so many seconds after its first turn."""
    here, there = _FORKS.Pipe(duplex=False)
    worker = _FORKS.Process(target=work, args=(url, messages, there))
    worker.start()
    there.close()
    heard = [here.recv()]
    time.sleep(after)
    worker.kill()
    worker.join()
    with suppress(EOFError, OSError):  # what was written before can still be read, the last perhaps not whole
        while True:
            heard.append(here.recv())
    here.close()
    return heard


def kills(url: str, number: int, seed: int, until: float) -> tuple[int, int, list[str]]:
    """So many kills, or as many as there is time for: how many, how many turns were acknowledged, what was lost or doubled."""
    draw, faults, acknowledged, done = random.Random(seed), list[str](), 0, 0
    for text in _MESSAGES:
        Conversation().turn(text)  # all is loaded before the first fork
    while done < number and time.monotonic() < until:
        conversation = f"c{done}"
        heard = heard_until_killed(
            url,
            [(conversation, f"{done}-{at}", draw.choice(_MESSAGES)) for at in range(_EACH)],
            draw.random() * _LONGEST,
        )
        faults += _lost_or_doubled(url, conversation, heard)
        acknowledged += len(heard)
        done += 1
    return done, acknowledged, faults


def _lost_or_doubled(url: str, conversation: str, heard: Sequence[dict[str, Any]]) -> list[str]:
    """What the book has otherwise than it was acknowledged. The book is closed again: a fork must not share it."""
    faults = []
    book = Book(url)
    kept = [turn.id for turn in book.turns(conversation)]
    if [each["id"] for each in heard] != kept[: len(heard)] or len(kept) > len(heard) + 1 or len(set(kept)) != len(kept):
        faults.append(f"{conversation}: acknowledged {len(heard)}, kept {kept}")
    for each in heard[-2:]:
        again = book.turn(conversation, "something else", each["id"]).model_dump(mode="json", by_alias=True)
        if again != each["reply"]:
            faults.append(f"{each['id']} has another reply")
    book.engine.dispose()
    return faults
