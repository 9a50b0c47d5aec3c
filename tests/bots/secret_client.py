"""Somebody's own client in an encrypted room, in a process of its own (two clients in one share the library's tables): it writes
one message, and prints what is answered there and whether that was encrypted."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from nio import AsyncClient, AsyncClientConfig, RoomMessageNotice, RoomSendResponse

_SYNCS, _TWO = 120, 2


async def secretly(url: str, user: str, token: str, room: str, told: str, folder: str) -> list[tuple[str, bool]]:
    """Write; the notices that come back, each with whether it was encrypted."""
    client = AsyncClient(url, user, store_path=str(Path(folder)), config=AsyncClientConfig(encryption_enabled=True))
    client.access_token, client.user_id = token, user
    client.device_id = (await client.whoami()).device_id
    client.load_store()
    heard: list[tuple[str, bool]] = []
    client.add_event_callback(lambda _, event: heard.append((event.body, event.decrypted)), RoomMessageNotice)
    sent = False
    try:
        for _ in range(_SYNCS):
            await client.sync(timeout=500, full_state=not sent)
            if client.should_upload_keys:
                await client.keys_upload()
            if client.should_query_keys:
                await client.keys_query()
            if not sent and len(client.rooms[room].users) == _TWO:
                content = {"msgtype": "m.text", "body": told}
                done = await client.room_send(room, "m.room.message", content, ignore_unverified_devices=True)
                sent = isinstance(done, RoomSendResponse)
            if heard:
                break
    finally:
        await client.close()
    return heard


if __name__ == "__main__":
    print(json.dumps(asyncio.run(secretly(*sys.argv[1:]))))  # noqa: T201
