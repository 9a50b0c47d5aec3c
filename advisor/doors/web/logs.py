"""The server's own log (structlog: a line of JSON a request) and its metrics: neither what people said nor who they are."""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess, start_http_server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from advisor.doors.common.naming import named
from advisor.doors.web.work import NO_BOOK

SHARED = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

_FOR_ITS_KEEPER = frozenset({NO_BOOK, "LOCKED", "MOVED", "HELD", "DISK"})

REQUESTS = Counter("advisor_requests_total", "Requests answered.", ("method", "route", "status"))
SECONDS = Histogram("advisor_request_seconds", "Seconds until a request was answered.", ("route",), buckets=_BUCKETS)
RUNNING = Gauge("advisor_requests_running", "Requests being answered.", multiprocess_mode="livesum")


def configure() -> None:
    """Every line, of this program or of a library, as JSON on standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, _named, structlog.processors.JSONRenderer(ensure_ascii=False)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _named,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def _named(_log: Any, _method: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """An error by its kind and its place, and of what a library says the first line: the rest may hold what somebody told."""
    error = line.pop("exc_info", None)
    error = sys.exc_info() if error is True else error
    error = error[1] if isinstance(error, tuple) else error
    if isinstance(error, BaseException):
        line["error"] = named(error)
    line["event"] = (str(line.get("event", "")).splitlines() or [""])[0]
    return line


def log() -> Any:
    """The log."""
    return structlog.get_logger()


def noted(code: str, message: str) -> None:
    """Note what a person can mend only here: a book that does not open."""
    if code in _FOR_ITS_KEEPER:
        log().error("book", reason=message)


def route_of(scope: Scope) -> str:
    """The route of a request: the pattern of its address, without what stands in its blanks."""
    return getattr(scope.get("route"), "path", "") or "other"


class Watched:
    """Counts, times and notes every request by its route: addresses and ids of conversations stay out of the log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.log = app, log()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and note how."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with RUNNING.track_inprogress():
            try:
                await self.app(scope, receive, sent)
            finally:
                self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "OPTIONS") else "other"
        REQUESTS.labels(method, route, status).inc()
        SECONDS.labels(route).observe(seconds)
        told = scope.get("state", {}).get("told")
        more = {"text": told} if told else {}
        self.log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), **more)


def serve_metrics(port: int, host: str) -> None:
    """Answer Prometheus on a port of its own, for all workers together."""
    registry = CollectorRegistry()
    if SHARED in os.environ:
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        start_http_server(port, host, registry)
    else:
        start_http_server(port, host)
