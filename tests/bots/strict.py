"""A loopback HTTP server for imitations of chat interfaces: it can drop connections, and it keeps what it refused."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, Any]
DROP: Answer = (0, None)


class Strict:
    """One imitation: `respond` is what it does with a call. Every access is behind one lock."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.refused: list[str] = []
        imitation = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def _serve(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length", 0)))
                status, told = imitation.respond(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, raw)
                if not status:
                    self.close_connection = True
                    return
                body = told.encode() if isinstance(told, str) else json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = _serve  # noqa: N815

            def log_message(self, *_: Any) -> None:
                """Nothing."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_: Any) -> None:
                """A connection that was cut off is no news."""

        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def respond(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> Answer:
        """Answer a call: a status and JSON (or text); DROP closes the connection without an answer."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop."""
        self.server.shutdown()
        self.server.server_close()


def fields(headers: Mapping[str, str], raw: bytes) -> dict[str, Any]:
    """The fields of a form or a JSON body; in a form nested values are JSON."""
    if headers.get("content-type", "").startswith("application/json"):
        return dict(json.loads(raw))
    told = urllib.parse.parse_qs(raw.decode(), keep_blank_values=True, strict_parsing=bool(raw))
    return {name: values[0] for name, values in told.items()}


def post(url: str, raw: bytes, headers: Mapping[str, str], timeout: float = 10.0) -> int:
    """Post a webhook's body; the status, 0 when there is none."""
    request = urllib.request.Request(url, data=raw, headers={"Content-Type": "application/json", **headers}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as done:
            return int(done.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (urllib.error.URLError, OSError):
        return 0


def insist(call: Callable[[], int], times: int = 200, pause: float = 0.05) -> int:
    """Deliver until it is taken (2xx), as the platforms do."""
    waiting = threading.Event()
    for _ in range(times):
        status = call()
        if 200 <= status < 300:
            return status
        waiting.wait(pause)
    return status
