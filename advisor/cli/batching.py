"""`batch`: JSON lines in, JSON lines out, in the same order."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from advisor.advising import advise
from advisor.errors import AdvisorError, UsageError

_CHUNK = 16


def answer_line(line: str) -> str:
    """One input line as one output line; whatever is wrong with it becomes an `error`."""
    name: Any = None
    try:
        data = json.loads(line)
        if not isinstance(data, dict) or not isinstance(data.get("text"), str):
            raise UsageError("LINE", 'The line needs a "text": write one JSON object a line, like {"text": "..."}.')
        name = data.get("id")
        answers = data.get("answers") or {}
        if not isinstance(answers, dict):
            raise UsageError("ANSWER", 'The "answers" are no object: write {"fact": "value"}.')
        advice = advise(
            data["text"],
            lang=str(data.get("lang") or "auto"),
            edition=str(data.get("edition") or "2017"),
            answers={str(k): str(v) for k, v in answers.items()},
        )
        return json.dumps({**advice.model_dump(by_alias=True), "id": name}, ensure_ascii=False)
    except json.JSONDecodeError as error:
        return _error(name, "JSON", f"The line is no JSON: {error.msg} at character {error.pos + 1}.")
    except RecursionError:
        return _error(name, "JSON", "The line is nested too deeply: write one flat JSON object.")
    except AdvisorError as error:
        return _error(name, error.code, error.message)


def _error(name: Any, code: str, message: str) -> str:
    return json.dumps({"id": name, "error": {"code": code, "message": message}}, ensure_ascii=False)


def _answers(lines: Iterable[str], jobs: int) -> Iterator[str]:
    wanted = (line for line in lines if line.strip())
    if jobs == 1:
        yield from map(answer_line, wanted)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(answer_line, wanted, chunksize=_CHUNK)


def run_batch(source: str, output: str, jobs: int) -> None:
    """Answer every line. Raises UsageError when a file cannot be opened."""
    with ExitStack() as stack:
        try:
            stream = sys.stdin if source == "-" else stack.enter_context(Path(source).open(encoding="utf-8", errors="replace"))
            target = sys.stdout if output == "-" else stack.enter_context(Path(output).open("w", encoding="utf-8"))
        except OSError as error:
            raise UsageError("FILE", f"{error.filename} cannot be opened: {error.strerror}.") from None
        if source == "-":
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        for line in _answers(stream, jobs):
            target.write(line.encode("utf-8", "replace").decode("utf-8") + "\n")
            target.flush()
