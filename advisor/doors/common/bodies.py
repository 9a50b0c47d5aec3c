"""The body of a request, taken in up to a limit."""

from __future__ import annotations

from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from advisor.base.numbers import typed_number

_PATIENCE: Final = 4  # times the limit that are let run out unread, so that who sends too much can still read the answer


async def whole(receive: Receive, told: str, most: int) -> bytes | None:
    """The body; None when it is longer than `most` bytes. `told` is the header `Content-Length`, empty when there is none.

    What is too long is not kept. Raises ClientDisconnect when the sender goes away.
    """
    announced = typed_number(told)
    if told.isdecimal() and (announced is None or announced > most * _PATIENCE):
        return None
    body, length, more = bytearray(), 0, True
    while more and length <= most * _PATIENCE:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        chunk = message.get("body", b"")
        length += len(chunk)
        if length <= most:
            body += chunk
        more = message.get("more_body", False)
    return bytes(body) if length <= most else None
