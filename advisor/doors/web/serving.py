"""`advisor serve`: starts the server, and shows a phone the way to it."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlunsplit

import segno
import uvicorn

from advisor.doors.web import guards, keys, logs
from advisor.doors.web.house import UsageError
from advisor.doors.web.settings import Settings
from advisor.doors.web.work import book as opened

_APP = "advisor.doors.web.app:from_environment"
_GRACE = 20  # seconds in which running requests may finish
_BACKLOG = 512
_IDLE = 125  # seconds that a silent connection is kept: longer than a proxy does (Caddy: 120), which would meet it closing
_HERE = "127.0.0.1"
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)  # one of a name's addresses that this machine has not
_ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation: nothing is ever sent there


def serve(
    *,
    host: str,
    port: int,
    workers: int,
    readers: int,
    book: str,
    rate: str,
    keys_file: str,
    closed: bool,
    origins: Sequence[str],
    root_path: str,
    forwarded: Sequence[str],
    metrics_port: int,
    texts: bool,
    waiting: int,
    bots: Sequence[str] = (),
) -> None:
    """Serve until stopped (Ctrl-C, SIGTERM); running requests are finished. Raises UsageError for settings of no use."""
    lines = keys.read(keys_file) if keys_file else ()
    told = ""
    if not lines:
        told, line = keys.new("tonight")
        lines = (line,)
    if rate in ("", "off"):
        rate = ""
    else:
        guards.rate_of(rate)
    if closed and not keys_file:
        raise UsageError(
            "KEYS", "A closed interface needs keys: name a file with --keys, made with 'advisor serve --new-key NAME'."
        )
    _possible(host, port, metrics_port, book, bots)
    settings = Settings(
        book=book,
        readers=readers,
        waiting=waiting,
        rate=rate,
        keys=lines,
        closed=closed,
        origins=tuple(origins),
        root_path=root_path.rstrip("/"),
        texts=texts,
        bots=tuple(bots),
    )
    settings.hand_over()
    if metrics_port:
        logs.serve_metrics(metrics_port, _HERE)
    _greet(host, port, settings.root_path, told)
    _run(host, port, workers, forwarded)


def _possible(host: str, port: int, metrics_port: int, book: str, bots: Sequence[str]) -> None:
    """Raises UsageError when the server could not start with these: it is said before the address is."""
    if bots:
        from advisor.doors.bots.station import checked

        checked(bots)
    for at, where, options in (
        (host, port, "--host or --port"),
        *([(_HERE, metrics_port, "--metrics-port")] if metrics_port else []),
    ):
        _free(at, where, options)
    opened(book)
    if bots:
        from advisor.doors.bots.mounting import Mounted

        Mounted(bots, book)


def _free(host: str, port: int, options: str) -> None:
    """Raises UsageError when nothing can listen there; the options are those that say where."""
    faults: list[OSError | UnicodeError] = []
    places = []
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        faults.append(error)
    for family, kind, protocol, _, address in places:
        try:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind(address)
        except OSError as error:
            faults.append(error)
    serious = [error for error in faults if getattr(error, "errno", None) not in _NOT_HERE or len(faults) >= len(places)]
    if serious:
        reason = getattr(serious[0], "strerror", None) or "this is no address"
        raise UsageError("PORT", f"Nothing can listen at {host}, port {port} ({reason}): name another with {options}.")


def _run(host: str, port: int, workers: int, forwarded: Sequence[str]) -> None:
    """Hand over to uvicorn; a prefix that a proxy has taken off is put before the addresses by the page itself."""
    uvicorn.run(
        _APP,
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(forwarded),
        forwarded_allow_ips=list(forwarded) or None,
        timeout_graceful_shutdown=_GRACE,
        timeout_keep_alive=_IDLE,
        backlog=_BACKLOG,
    )


def _greet(host: str, port: int, root_path: str, key: str) -> None:
    """Print the address, its QR code where a terminal shows it, and tonight's key for the log."""
    address = urlunsplit(("http", f"{_shown(host)}:{port}", f"{root_path}/", "", ""))
    if sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)
    _say(address)
    if key:
        _say(f"Log key (this run only; --keys FILE keeps others): {key}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _shown(host: str) -> str:
    """The address under which others on this network reach the server."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if _is_six(host) else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return _HERE
        return str(probe.getsockname()[0])


def _is_six(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).version == 6
    except ValueError:
        return False


def new_key(name: str, path: str) -> str:
    """Make a key for a club: its hash goes to the file, the key itself is only told. Raises UsageError."""
    key, line = keys.new(name)
    if not path:
        raise UsageError("KEYS", "A new key needs a file to keep its hash in: add --keys FILE.")
    kept = keys.read(path) if Path(path).exists() else ()
    if any(each.startswith(f"{name}:") for each in kept):
        raise UsageError("KEYS", f"'{name}' has a key already: take its line out of '{path}' first.")
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        Path(path).chmod(0o600)
    except OSError as error:
        raise UsageError("KEYS", f"'{path}' cannot be written ({error.strerror}): name another file.") from error
    return key
