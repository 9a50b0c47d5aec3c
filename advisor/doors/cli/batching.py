"""`batch`: JSON lines in, JSON lines out, in the same order."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from math import isfinite
from typing import Any

from advisor.advising import advise
from advisor.base.errors import AdvisorError, UsageError
from advisor.base.guard import said
from advisor.doors.cli import files
from advisor.doors.cli.foreign import seems
from advisor.doors.cli.workers import Workers

_DIGITS = 4000  # a longer whole number is taken as the text it is
_ID = re.compile(r'"id"\s*:\s*')
_BLANKS = re.compile(r"\s*")


def answer_line(line: str) -> str:
    """One input line as one output line; whatever is wrong with it becomes an `error`."""
    name: Any = None
    try:
        data = _object(line)
        name = data.get("id")
        answers = data.get("answers") or {}
        if not isinstance(answers, dict):
            raise UsageError("ANSWER", 'The "answers" are no object: write {"fact": "value"}.')
        advice = advise(
            data["text"],
            lang=str(data.get("lang") or "auto"),
            edition=str(data.get("edition") or "2017"),
            authority=str(data.get("authority") or "") or None,
            answers={str(k): str(v) for k, v in answers.items()},
        )
        return _dumped({**advice.model_dump(by_alias=True), "id": name})
    except _LineError as error:
        return _error(error.id, error.code, error.message)
    except Exception as error:  # noqa: BLE001  the guard of this door: the next line goes on
        found = said(error)
        return _error(name, found.code, found.message)


def answer_bytes(line: bytes) -> str:
    """The same for a line as it stands in the file."""
    try:
        return answer_line(files.decoded(line, "the line"))
    except AdvisorError as error:
        return _error(_id_in(line.decode(seems(line)[0] or "utf-8", "replace")), error.code, error.message)


def killed(line: bytes) -> str:
    """What is said of a line whose process was killed."""
    told = "A process was killed while it answered this line: give it once more by itself."
    return _error(_id_in(line.decode("utf-8", "replace")), "KILLED", told)


class _LineError(AdvisorError):
    """A line that cannot be used, with its id where that can be read."""

    def __init__(self, code: str, message: str, name: Any) -> None:
        super().__init__(code, message)
        self.id = name


def _object(line: str) -> dict[str, Any]:
    """The line's JSON object with a text. Raises _LineError or UsageError."""
    constants: list[str] = []
    try:
        data = json.loads(line, parse_int=_whole, parse_float=_float, parse_constant=constants.append)
    except json.JSONDecodeError as error:
        raise _LineError("JSON", f"The line is no JSON: {error.msg} at character {error.pos + 1}.", _id_in(line)) from error
    except RecursionError as error:
        raise _LineError("JSON", "The line is nested too deeply: write one flat JSON object.", _id_in(line)) from error
    name = data.get("id") if isinstance(data, dict) else None
    if constants:
        raise _LineError("JSON", f"The line is no JSON: {constants[0]} is no value of it.", name)
    if not isinstance(data, dict) or not isinstance(data.get("text"), str) or isinstance(data["text"], _Digits):
        raise _LineError("LINE", 'The line needs a "text": write one JSON object a line, like {"text": "..."}.', name)
    return data


class _Digits(str):
    """A number that is too long or too large to be one: an id is given back as the text it is."""


def _whole(digits: str) -> int | _Digits:
    return int(digits) if len(digits) <= _DIGITS else _Digits(digits)


def _float(digits: str) -> float | _Digits:
    number = float(digits)
    return number if isfinite(number) else _Digits(digits)


_READER = json.JSONDecoder(parse_int=_whole, parse_float=_float)


def _id_in(line: str) -> Any:
    """The id of a line that cannot be read as a whole: as far as it can be read, else the first thing that looks like one."""
    at = pair = _past(line, 0)
    with suppress(ValueError, RecursionError):
        while at < len(line) and line[at] in "{,":
            pair = at
            name, at = _READER.raw_decode(line, _past(line, at + 1))
            at = _past(line, at)
            if line[at : at + 1] != ":":
                break
            value, at = _READER.raw_decode(line, _past(line, at + 1))
            if name == "id":
                return value
            at = _past(line, at)
    found = _ID.search(line, pair)
    with suppress(ValueError, RecursionError):
        return _READER.raw_decode(line, found.end())[0] if found else None
    return None


def _past(line: str, at: int) -> int:
    """The place of the next sign that is no blank."""
    found = _BLANKS.match(line, at)
    return found.end() if found else at


def _dumped(data: dict[str, Any]) -> str:
    """The value as one line of JSON; a sign that UTF-8 cannot write is escaped. Raises ValueError for what JSON cannot hold."""
    line = json.dumps(data, ensure_ascii=False, allow_nan=False)
    return line if _writable(line) else json.dumps(data, allow_nan=False)


def _writable(line: str) -> bool:
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def _error(name: Any, code: str, message: str) -> str:
    told = {"error": {"code": code, "message": message}}
    try:
        return _dumped({"id": name} | told)
    except (ValueError, RecursionError):  # an id that JSON cannot hold
        return _dumped({"id": None} | told)


def _answers(lines: Iterable[bytes], jobs: int) -> Iterator[str]:
    """The answers in the order of the lines."""
    wanted = (line for line in lines if line.strip(b"\xef\xbb\xbf \t\r\n"))
    return map(answer_bytes, wanted) if jobs == 1 else Workers(jobs, answer_bytes, killed).answers(wanted)


def run_batch(source: str, output: str, jobs: int) -> None:
    """Answer every line; of more processes than there are cores only so many are started. Raises UsageError when a file cannot
    be opened, AdvisorError when no process stays alive."""
    with files.opened(source) as stream, files.written(output) as target, ExitStack() as stack:
        answers = _answers(stream, min(jobs, os.cpu_count() or 1))
        stack.callback(getattr(answers, "close", int))
        for line in answers:
            target.write(line + "\n")
            target.flush()
