"""Workers killed (SIGKILL) at any moment: what was acknowledged is in the book, once, and a message sent again has its reply."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from advisor.book.book import Book

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from book_worker import Worker

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
_LONGEST = 0.25  # seconds before a kill


def kills(url: str, number: int, seed: int, until: float) -> tuple[int, int, list[str]]:
    """So many kills, or as many as there is time for: how many, how many turns were acknowledged, what was lost or doubled."""
    draw, faults, acknowledged = random.Random(seed), list[str](), 0
    book = Book(url)
    done = 0
    while done < number and time.monotonic() < until:
        conversation = f"c{done}"
        sent = [(conversation, f"{done}-{at}", draw.choice(_MESSAGES)) for at in range(60)]
        worker = Worker(url).ready()
        worker.send(*sent)
        first = worker.acknowledgement()  # all is loaded: from now on turns follow one another
        assert first is not None, "the worker answered nothing"
        time.sleep(draw.random() * _LONGEST)
        worker.kill()
        heard = [first]
        while (each := worker.acknowledgement()) is not None:
            heard.append(each)
        worker.close()
        kept = [turn.id for turn in book.turns(conversation)]
        if [each["id"] for each in heard] != kept[: len(heard)] or len(kept) > len(heard) + 1 or len(set(kept)) != len(kept):
            faults.append(f"{conversation}: acknowledged {len(heard)}, kept {kept}")
        for each in heard[-2:]:
            again = book.turn(conversation, "something else", each["id"]).model_dump(mode="json", by_alias=True)
            if again != each["reply"]:
                faults.append(f"{each['id']} has another reply")
        acknowledged += len(heard)
        done += 1
    return done, acknowledged, faults
