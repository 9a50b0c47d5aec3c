"""What stands before every request: the headers, the size, the rate. Plain ASGI, so that it costs little."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Iterable

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from advisor.doors.common.bodies import whole
from advisor.doors.web import keys
from advisor.doors.web.house import UsageError
from advisor.doors.web.problems import problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_YEAR = 31_536_000  # seconds


class SecureHeaders:
    """Adds the headers that keep other sites out of the page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers added."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.setdefault("Strict-Transport-Security", f"max-age={_YEAR}")
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, sent)


class BodyLimit:
    """Takes in a request's body up to `most` bytes, and turns away what is longer (413); `free` paths see to it themselves."""

    def __init__(self, app: ASGIApp, most: int, free: Iterable[str] = ()) -> None:
        self.app, self.most, self.free = app, most, tuple(free)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on with its whole body, or turn it away."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS") or scope["path"].startswith(self.free):
            await self.app(scope, receive, send)
            return
        try:
            body = await whole(receive, Headers(scope=scope).get("content-length", ""), self.most)
        except ClientDisconnect:
            return
        if body is None:
            too_large = problem(Request(scope), "SIZE", most=self.most, headers={"Connection": "close"})
            await too_large(scope, receive, send)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def received() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, received, send)


class RateLimit:
    """So many requests an address, or a club's key, and no more (429, with the seconds to wait)."""

    def __init__(self, app: ASGIApp, rate: str, lines: Iterable[str], free: Iterable[str]) -> None:
        self.app, self.lines, self.free = app, tuple(lines), tuple(free)
        self.item = rate_of(rate)
        self.limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on while there is room for it."""
        if scope["type"] != "http" or scope["path"].startswith(self.free):
            await self.app(scope, receive, send)
            return
        who = visitor(scope, self.lines)
        if not await self.limiter.hit(self.item, who):
            window = await self.limiter.get_window_stats(self.item, who)
            after = max(1, math.ceil(window.reset_time - time.time()))
            turned_away = problem(Request(scope), "RATE", after=after, headers={"Retry-After": str(after)})
            await turned_away(scope, receive, send)
            return
        await self.app(scope, receive, send)


def rate_of(text: str) -> RateLimitItem:
    """A rate like `300/minute`. Raises UsageError for anything else."""
    try:
        return parse(text)
    except ValueError as error:
        raise UsageError("RATE", f"'{text}' is no rate: write it like 300/minute, or 'off'.") from error


def visitor(scope: Scope, lines: Iterable[str]) -> str:
    """Who is counted: the owner of the key, else the address (of IPv6 the network of 64 bits)."""
    name = keys.owner(Headers(scope=scope), lines)
    if name:
        return f"key {name}"
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)
