"""Webhooks: an `APIRouter` that any FastAPI application includes; each chat checks its own signature over the raw body.

A body is read up to a limit, proved genuine, and kept in the book before it is acknowledged. Nothing else of it is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from advisor.doors.bots.limits import BODY
from advisor.doors.common.bodies import whole

_log = logging.getLogger("advisor.bots")
PREFIX = "/bots"


class StaleError(Exception):
    """A genuine body that is older than any chat repeats: somebody replays it."""


class UnreadableError(Exception):
    """A genuine body that is not what the chat's interface says."""


class Hook(Protocol):
    """What a chat's webhook knows: its name in the path, whether a body is genuine, what it brings."""

    name: str

    def genuine(self, headers: Mapping[str, str], raw: bytes) -> bool | None:
        """Whether the signature is that of the chat; None when there is none at all."""

    def handshake(self, query: Mapping[str, str]) -> str | None:
        """The answer to the question that proves the address ours; None when it is not to be answered."""

    async def take(self, raw: bytes) -> None:
        """Keep what the body brings. Raises StaleError or UnreadableError."""


def router(hooks: Sequence[Hook], most: int = BODY) -> APIRouter:
    """The routes `/bots/<chat>` of these webhooks."""
    made = APIRouter(prefix=PREFIX)
    for hook in hooks:
        made.add_api_route(f"/{hook.name}", _receiver(hook, most), methods=["POST"], include_in_schema=False)
        made.add_api_route(f"/{hook.name}", _greeter(hook), methods=["GET"], include_in_schema=False)
    return made


def _receiver(hook: Hook, most: int) -> Callable[[Request], object]:
    async def receive(request: Request) -> Response:
        raw = await whole(request.receive, request.headers.get("content-length", ""), most)
        if raw is None:
            return PlainTextResponse("", 413)
        genuine = hook.genuine(request.headers, raw)
        if not genuine:
            _log.warning("%s: a body without the chat's signature was refused", hook.name)
            return PlainTextResponse("", 401 if genuine is None else 403)
        try:
            await hook.take(raw)
        except StaleError:
            return PlainTextResponse("", 403)
        except UnreadableError:
            return PlainTextResponse("", 400)
        return PlainTextResponse("")

    return receive


def _greeter(hook: Hook) -> Callable[[Request], object]:
    async def greet(request: Request) -> Response:
        said = hook.handshake(request.query_params)
        return PlainTextResponse("", 403) if said is None else PlainTextResponse(said)

    return greet
