"""Commands run by copies of a Python that has read everything: each in a process of its own, none starts from nothing.

For tests of what a command says. Those of the interpreter's own start (locale, encodings, limits, users) start a real one.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TextIO

_FDS = 3
_TESTS = Path(__file__).resolve().parent
_COMMAND = """\
import json, os, socket, sys
line = socket.socket(fileno={line})
wanted = json.dumps(dict(argv=sys.argv[1:], cwd=os.getcwd(), env=dict(os.environ))).encode()
line.sendall(len(wanted).to_bytes(4, "big") + wanted)
socket.send_fds(line, [b"."], [0, 1, 2])
sys.exit(int.from_bytes(line.recv(4), "big", signed=True))
"""


class Warm:
    """The Python that copies itself; it ends with `close`."""

    def __init__(self) -> None:
        self.line, there = socket.socketpair()
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(_TESTS.parent), str(_TESTS)))}
        start = ["-c", f"import warm; warm.serve({there.fileno()})"]
        self.python = subprocess.Popen([sys.executable, *start], pass_fds=[there.fileno()], env=env)
        there.close()

    def command(self, there: Path) -> Path:
        """An `advisor` for shells: a script that has this Python run it, with what the script was given. Whoever runs the shell
        passes `line` on (`pass_fds`)."""
        told = f"#!{sys.executable} -ISs\n{_COMMAND.format(line=self.line.fileno())}"
        there.write_text(told, encoding="utf-8")
        there.chmod(0o755)
        return there

    def run(self, *arguments: str, cwd: Path, env: Mapping[str, str], told: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """One command with its own arguments, folder, environment and standard input."""
        with tempfile.TemporaryFile() as read, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            read.write(told)
            read.seek(0)
            wanted = json.dumps({"argv": arguments, "cwd": str(cwd), "env": dict(env)}).encode()
            self.line.sendall(len(wanted).to_bytes(4, "big"))
            self.line.sendall(wanted)
            socket.send_fds(self.line, [b"."], [each.fileno() for each in (read, out, err)])
            code = int.from_bytes(self.line.recv(4), "big", signed=True)
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(arguments, code, out.read(), err.read())

    def close(self) -> None:
        """End it."""
        self.line.close()
        self.python.wait(10)


def serve(number: int) -> None:
    """Read everything once, then run what is asked for, each in a copy, until nobody asks any more."""
    import advisor.book.book  # what the commands need
    import advisor.book.log
    import advisor.doors.cli.main
    import advisor.workshop.check
    import advisor.workshop.score.board
    from advisor import advise

    advise("declarer said spade, dummy hesitated")
    advisor.book.book.Book("sqlite://").engine.dispose()  # the migrations are read, and no connection is left to be copied
    gc.collect()
    gc.freeze()  # a copy shares what it does not touch
    with socket.socket(fileno=number) as line:
        while size := line.recv(4):
            wanted = b""
            while more := int.from_bytes(size, "big") - len(wanted):
                wanted += line.recv(more)
            _, fds, _, _ = socket.recv_fds(line, 1, _FDS)
            if (copy := os.fork()) == 0:
                line.close()
                _become(json.loads(wanted), fds)
            for fd in fds:
                os.close(fd)
            line.sendall(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]).to_bytes(4, "big", signed=True))


def _stream(number: int, mode: str) -> TextIO:
    """A standard stream in the encoding that the environment asks for, as the start of an interpreter makes it."""
    encoding, _, errors = os.environ.get("PYTHONIOENCODING", "utf-8").partition(":")
    return open(number, mode, encoding=encoding, errors=errors or None, closefd=False)


def _become(wanted: dict[str, object], fds: list[int]) -> NoReturn:
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
    os.environ.clear()
    os.environ.update(wanted["env"])  # type: ignore[call-overload]
    os.chdir(str(wanted["cwd"]))
    sys.argv = ["advisor", *wanted["argv"]]  # type: ignore[misc]
    sys.stdin, sys.stdout, sys.stderr = (_stream(number, mode) for number, mode in enumerate("rww"))
    code: object = 0
    try:
        runpy.run_module("advisor", run_name="__main__", alter_sys=True)
    except SystemExit as done:
        code = done.code
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))  # to tidy away all that was read takes longer than to run
