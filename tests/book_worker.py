"""A worker process on one book: messages as JSON lines on standard input, acknowledgements on standard output.

`python tests/book_worker.py URL` says "ready" when the book is open, then reads `{"conversation", "id", "text"}` and
writes `{"conversation", "id", "reply"}`, each as soon as the turn is kept. `Worker` is its other end, for the tests.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class Worker:
    """A worker process, started; `ready` waits until its book is open."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, url],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ready(self) -> Worker:
        """Wait until the book is open."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n", "the worker could not open the book"
        return self

    def send(self, *messages: tuple[str, str, str]) -> None:
        """Write messages (conversation, id, text). What a dead worker does not read any more is lost."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            for conversation, number, text in messages:
                self.process.stdin.write(json.dumps({"conversation": conversation, "id": number, "text": text}) + "\n")
            self.process.stdin.flush()

    def acknowledgement(self) -> dict[str, Any] | None:
        """The next acknowledgement; None when the worker is dead and all it wrote has been read."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            return None
        found: dict[str, Any] = json.loads(line)
        return found

    def kill(self) -> None:
        """SIGKILL; what it had written before can still be read."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Kill it if it still runs, and close its pipes."""
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def main(url: str) -> None:
    """Answer message after message, until there are no more."""
    from advisor.book.book import Book

    book = Book(url)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        message = json.loads(line)
        reply = book.turn(message["conversation"], message["text"], message["id"])
        done = {"conversation": message["conversation"], "id": message["id"]}
        sys.stdout.write(json.dumps(done | {"reply": reply.model_dump(mode="json", by_alias=True)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
