"""How a server is set up: frozen, and handed to its workers as one JSON text in the environment."""

from __future__ import annotations

import os

from pydantic import BaseModel, ConfigDict, Field

VARIABLE = "ADVISOR_WEB"
MOST_BYTES = 262_144  # 20,000 characters, each written as an escaped surrogate pair, with room to spare
_USUAL_RATE = "300/minute"


class Settings(BaseModel):
    """What the person who starts the server may choose.

    `readers` are the processes that read texts (0: read in threads of this one), `waiting` how many texts may wait for them,
    `rate` how many requests an address or a key may send (`300/minute`; empty: any number), `keys` lines `name:sha256` of
    those who may use the interface and the log, `origins` the sites whose scripts may call the interface,
    `texts` whether the server's own log may hold what people told, `bots` the chats whose webhooks hang on this server.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    book: str = ""
    readers: int = Field(default=1, ge=0)
    waiting: int = Field(default=200, ge=1)
    rate: str = _USUAL_RATE
    keys: tuple[str, ...] = ()
    closed: bool = False
    origins: tuple[str, ...] = ()
    root_path: str = ""
    texts: bool = False
    bots: tuple[str, ...] = ()
    most_bytes: int = MOST_BYTES

    def hand_over(self) -> None:
        """Leave the settings where the server's workers find them."""
        os.environ[VARIABLE] = self.model_dump_json()

    @classmethod
    def taken(cls) -> Settings:
        """The settings that were left, or the usual ones."""
        return cls.model_validate_json(os.environ.get(VARIABLE, "{}"))
