"""The chats that there are: a fifth one is its own file and one entry here, from which its command and its door come."""

from __future__ import annotations

from typing import Final, NamedTuple


class Platform(NamedTuple):
    """A chat platform: the module that opens its door (its `station`), the libraries that it needs beside the core, and what its
    command says of it."""

    module: str
    needs: tuple[str, ...]
    about: str


PLATFORMS: Final = {
    "telegram": Platform(
        "advisor.doors.bots.telegram_in",
        ("telegram", "fastapi", "uvicorn"),
        "Telegram: long polling, or a webhook when ADVISOR_TELEGRAM_WEBHOOK is set.",
    ),
    "viber": Platform("advisor.doors.bots.viber", ("httpx", "fastapi", "uvicorn"), "Viber: a webhook."),
    "whatsapp": Platform("advisor.doors.bots.whatsapp_in", ("httpx", "fastapi", "uvicorn"), "WhatsApp: a webhook."),
    "matrix": Platform("advisor.doors.bots.matrix_in", ("nio",), "Matrix: a user of the club's own server."),
}
